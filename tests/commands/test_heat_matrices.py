"""Matrices and vectors of heat: put together by hand they give what THER_LINEAIRE gives."""

import numpy as np
import pytest

from .meshes import run

WALL = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))",
    "K = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 1.0, 10.0, 11.0))",
    "MAT = DEFI_MATERIAU(THER_FO=_F(LAMBDA=K, RHO_CP=K))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "LOAD = AFFE_CHAR_THER(MODELE=MO, TEMP_IMPO=_F(GROUP_MA='LEFT', TEMP=7.0), SOURCE=_F(TOUT='OUI', SOUR=6.0))",
)
BY_HAND = (
    "KEL = CALC_MATR_ELEM(OPTION='RIGI_THER', MODELE=MO, CHAM_MATER=CHMAT, CHARGE=LOAD, INST=2.0)",
    "MEL = CALC_MATR_ELEM(OPTION='MASS_THER', MODELE=MO, CHAM_MATER=CHMAT, INST=2.0)",
    "VEL = CALC_VECT_ELEM(OPTION='CHAR_THER', CHARGE=LOAD, CHAM_MATER=CHMAT, INST=2.0)",
    "NU = NUME_DDL(MATR_RIGI=KEL)",
    "KA = ASSE_MATRICE(MATR_ELEM=KEL, NUME_DDL=NU)",
    "MA_ = ASSE_MATRICE(MATR_ELEM=MEL, NUME_DDL=NU)",
    "VA = ASSE_VECTEUR(VECT_ELEM=VEL, NUME_DDL=NU)",
)


def messages(study):
    return [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]


@pytest.mark.parametrize("exchange", ["", ", ECHANGE=_F(GROUP_MA='BOTTOM', COEF_H=3.0, TEMP_EXT=-20.0)"])
def test_steady_temperatures_by_hand(tmp_path, exchange):
    study = run(
        tmp_path,
        *WALL[:-1],
        WALL[-1].removesuffix(")") + exchange + ")",
        *BY_HAND,
        "KA = FACTORISER(reuse=KA, MATR_ASSE=KA)",
        "T1 = RESOUDRE(MATR=KA, CHAM_NO=VA)",
        "LI = DEFI_LIST_REEL(VALE=2.0)",
        "R = THER_LINEAIRE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=LOAD), TYPE_CALCUL='STAT', INCREMENT=_F(LIST_INST=LI))",
    )
    assert not messages(study)
    assert study["KA"].kind == "matr_asse_temp_r" and study["VEL"].kind == "vect_elem_temp_r" and study["VA"].quantity == "TEMP_R"
    expected = study["R"].field("TEMP", study["R"].orders[-1]).component("TEMP")
    assert np.ptp(expected) > 1.0
    np.testing.assert_allclose(study["T1"].component("TEMP"), expected)


def test_the_capacity_is_that_of_the_volume_at_the_instant(tmp_path):
    study = run(tmp_path, *WALL, *BY_HAND)
    mesh = study["MA"]
    area = np.ptp(mesh.coordinates[:, 0]) * np.ptp(mesh.coordinates[:, 1])
    np.testing.assert_allclose(study["MA_"].matrix.sum(), 3.0 * area)
    np.testing.assert_allclose(abs(study["KA"].matrix @ np.ones(mesh.n_nodes)).max(), 0.0, atol=1e-12)


def test_assemblage_makes_the_same(tmp_path):
    study = run(
        tmp_path,
        *WALL,
        *BY_HAND,
        "ASSEMBLAGE(MODELE=MO, CHAM_MATER=CHMAT, CHARGE=LOAD, INST=2.0, NUME_DDL=CO('N2'),"
        " MATR_ASSE=(_F(MATRICE=CO('K2'), OPTION='RIGI_THER'), _F(MATRICE=CO('M2'), OPTION='MASS_THER')),"
        " VECT_ASSE=_F(VECTEUR=CO('V2'), OPTION='CHAR_THER'))",
    )
    assert not messages(study)
    for one, other in (("KA", "K2"), ("MA_", "M2")):
        assert study[other].kind == "matr_asse_temp_r"
        np.testing.assert_allclose(study[one].matrix.toarray(), study[other].matrix.toarray())
    np.testing.assert_allclose(study["VA"].component("TEMP"), study["V2"].component("TEMP"))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "X = CALC_MATR_ELEM(OPTION='RIGI_MECA', MODELE=MO, CHAM_MATER=CHMAT)",
            "RIGI_MECA is not an option of a model of PHENOMENE='THERMIQUE'",
        ),
        ("X = CALC_VECT_ELEM(OPTION='CHAR_MECA', CHARGE=LOAD)", "CHAR_MECA is not an option of a model of PHENOMENE='THERMIQUE'"),
        ("X = CALC_MATR_ELEM(OPTION='RIGI_THER', MODELE=MO, CHAM_MATER=CHMAT, CHARGE=HOT)", "RIGI_THER with RAYONNEMENT"),
    ],
)
def test_what_is_refused(tmp_path, line, text):
    hot = "HOT = AFFE_CHAR_THER(MODELE=MO, RAYONNEMENT=_F(GROUP_MA='LEFT', SIGMA=5.67e-8, EPSILON=1.0, TEMP_EXT=0.0))"
    assert any(text in message for message in messages(run(tmp_path, *WALL, hot, line)))


def test_forces_of_a_temperature_by_hand(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
        "MAT = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.3, ALPHA=0.1))",
        "T = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_TEMP_R', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=3.0))",
        "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT), AFFE_VARC=_F(NOM_VARC='TEMP', CHAM_GD=T, VALE_REF=1.0))",
        "LOAD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA='LEFT', DX=0.0, DY=0.0))",
        "KEL = CALC_MATR_ELEM(OPTION='RIGI_MECA', MODELE=MO, CHAM_MATER=CHMAT, CHARGE=LOAD)",
        "VEL = CALC_VECT_ELEM(OPTION='FORC_VARC', MODELE=MO, CHAM_MATER=CHMAT)",
        "NU = NUME_DDL(MATR_RIGI=KEL)",
        "KA = ASSE_MATRICE(MATR_ELEM=KEL, NUME_DDL=NU)",
        "VA = ASSE_VECTEUR(VECT_ELEM=VEL, NUME_DDL=NU)",
        "KA = FACTORISER(reuse=KA, MATR_ASSE=KA)",
        "U = RESOUDRE(MATR=KA, CHAM_NO=VA)",
        "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=LOAD))",
    )
    assert not messages(study)
    expected = study["R"].field("DEPL", study["R"].orders[-1]).values
    assert abs(expected).max() > 0.1
    np.testing.assert_allclose(study["U"].values, expected, atol=1e-14)
