"""CALC_THER_MULT: each case is the THER_NON_LINE that one would write for it."""

import numpy as np

from .meshes import run

WALL = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))",
    "MAT = DEFI_MATERIAU(THER=_F(LAMBDA=1.0, RHO_CP=2.0))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "SUN = AFFE_CHAR_THER(MODELE=MO, SOURCE=_F(TOUT='OUI', SOUR=6.0))",
    "HOT = AFFE_CHAR_THER(MODELE=MO, TEMP_IMPO=_F(GROUP_MA='LEFT', TEMP=7.0))",
    "LI = DEFI_LIST_REEL(VALE=(0.0, 0.5, 1.0, 4.0))",
)


def evolution(name, loads, theta):
    given = ", ".join(f"_F(CHARGE={load})" for load in loads)
    words = f"INCREMENT=_F(LIST_INST=LI), ETAT_INIT=_F(VALE=0.0), SCHEMA_TEMPS=_F(THETA={theta})"
    return f"{name} = THER_NON_LINE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=({given},), {words})"


def compare(study, case, name):
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    found, expected = study["CASES"][case], study[name]
    assert found.kind == "evol_ther" and np.ptp(expected.values("TEMP", "TEMP")) > 0.1
    np.testing.assert_allclose(found.values("TEMP", "TEMP"), expected.values("TEMP", "TEMP"), atol=1e-12)


def test_cases_with_loads_of_their_own(tmp_path):
    study = run(
        tmp_path,
        *WALL,
        evolution("ONE", ["SUN", "HOT"], 0.6),
        "CASES = CALC_THER_MULT(MODELE=MO, CHAM_MATER=CHMAT, CHAR_THER_GLOBAL=SUN, PARM_THETA=0.6,"
        " CAS_CHARGE=(_F(NOM_CAS='A', EXCIT=HOT, LIST_INST=LI), _F(NOM_CAS='B', EXCIT=HOT, LIST_INST=LI)))",
        "SAME = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_TEMP_R', RESULTAT=CASES['B'], NOM_CHAM='TEMP', INST=4.0)",
    )
    compare(study, "A", "ONE")
    assert list(study["CASES"].keys()) == ["A", "B"] and len(study["CASES"]) == 2 and study["CASES"].get("C") is None
    np.testing.assert_array_equal(study["SAME"].component("TEMP"), study["CASES"]["B"].field("TEMP", 3).component("TEMP"))


def test_shocks_share_the_exchange_but_not_the_air(tmp_path):
    study = run(
        tmp_path,
        *WALL,
        "UP = DEFI_FONCTION(NOM_PARA='INST', PROL_DROITE='CONSTANT', VALE=(0.0, 0.0, 0.5, 1.0))",
        "H1, H2, ZERO = (DEFI_CONSTANTE(VALE=h) for h in (3.0, 5.0, 0.0))",
        "AIR = AFFE_CHAR_THER_F(MODELE=MO, ECHANGE=(_F(GROUP_MA='LEFT', COEF_H=H1, TEMP_EXT=UP),"
        " _F(GROUP_MA='BOTTOM', COEF_H=H2, TEMP_EXT=ZERO)))",
        evolution("ONE", ["AIR"], 1.0),
        "CASES = CALC_THER_MULT(MODELE=MO, CHAM_MATER=CHMAT, CAS_CHARGE=("
        "_F(NOM_CAS='A', COEF_H=3.0, DUREE_CHOC=0.5, GROUP_MA='LEFT', LIST_INST=LI),"
        " _F(NOM_CAS='B', COEF_H=5.0, DUREE_CHOC=0.1, GROUP_MA='BOTTOM', LIST_INST=LI)))",
    )
    compare(study, "A", "ONE")


def test_a_solver_and_characteristics_go_along(tmp_path):
    study = run(
        tmp_path,
        *WALL,
        "CARA = AFFE_CARA_ELEM(MODELE=MO, MASSIF=_F(GROUP_MA='PLATE', ANGL_REP=30.0))",
        evolution("ONE", ["SUN", "HOT"], 1.0),
        "CASES = CALC_THER_MULT(MODELE=MO, CHAM_MATER=CHMAT, CARA_ELEM=CARA, CHAR_THER_GLOBAL=SUN, SOLVEUR=_F(METHODE='MULT_FRONT'),"
        " NEWTON=_F(PREDICTION='TANGENTE', MATRICE='TANGENTE'), CAS_CHARGE=_F(NOM_CAS='A', EXCIT=HOT, LIST_INST=LI))",
    )
    compare(study, "A", "ONE")
