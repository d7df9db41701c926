"""DEFI_BASE_REDUITE on an evolution of heat."""

import numpy as np

from .meshes import run

COOLING = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))",
    "MAT = DEFI_MATERIAU(THER=_F(LAMBDA=1.0, RHO_CP=1.0))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "LOAD = AFFE_CHAR_THER(MODELE=MO, TEMP_IMPO=_F(GROUP_MA='LEFT', TEMP=7.0))",
    "LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=4))",
    "R = THER_LINEAIRE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=LOAD), ETAT_INIT=_F(VALE=1.0), INCREMENT=_F(LIST_INST=LI))",
)


def messages(study):
    return [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]


def test_the_fields_of_the_basis_and_its_coordinates_make_the_evolution_again(tmp_path):
    study = run(
        tmp_path,
        *COOLING,
        "B = DEFI_BASE_REDUITE(RESULTAT=R, NOM_CHAM='TEMP', TOLE_SVD=1.e-12)",
        "C = DEFI_BASE_REDUITE(RESULTAT=R, NOM_CHAM='TEMP', OPERATION='POD_INCR', TOLE_SVD=1.e-12)",
        "C = DEFI_BASE_REDUITE(reuse=C, BASE=C, RESULTAT=R, NOM_CHAM='TEMP', OPERATION='POD_INCR', TOLE_SVD=1.e-12)",
        "T = RECU_TABLE(CO=C, NOM_TABLE='COOR_REDUIT')",
    )
    assert not messages(study)
    result, table = study["R"], study["T"]
    last = len(result.orders)
    for name, snapshots in (("B", last), ("C", 2 * last)):
        base = study[name]
        assert base.kind == "mode_empi" and base.parameter("NB_SNAP", 1) == snapshots
        cells = base.tables["COOR_REDUIT"].cells
        made = sum(
            value * base.field("TEMP", mode).values
            for mode, snapshot, value in zip(cells["NUME_MODE"], cells["NUME_SNAP"], cells["COOR_REDUIT"])
            if snapshot == snapshots
        )
        np.testing.assert_allclose(made, result.field("TEMP", result.orders[-1]).values, rtol=1e-10)
    assert max(table.cells["NUME_SNAP"]) == 2 * last


def test_what_makes_no_basis_is_told(tmp_path):
    for words, text in (
        ("NOM_CHAM='DEPL'", "is not a field of evol_ther"),
        ("NOM_CHAM='TEMP', NOM_CMP='DX'", "has no component DX"),
        ("NOM_CHAM='TEMP', SNAPSHOT=77", "has no TEMP at its storage order 77"),
    ):
        found = messages(run(tmp_path, *COOLING, f"B = DEFI_BASE_REDUITE(RESULTAT=R, {words})"))
        assert len(found) == 1 and text in found[0], found


def test_heat_that_a_basis_holds_is_found_on_it(tmp_path):
    words = "MODELE=MO, CHAM_MATER=CHMAT, ETAT_INIT=_F(VALE=1.0), INCREMENT=_F(LIST_INST=LI)"
    study = run(
        tmp_path,
        *COOLING[:3],
        "LOAD = AFFE_CHAR_THER(MODELE=MO, ECHANGE=_F(GROUP_MA='LEFT', COEF_H=2.0, TEMP_EXT=9.0))",
        COOLING[4],
        f"R = THER_NON_LINE({words}, EXCIT=_F(CHARGE=LOAD))",
        "B = DEFI_BASE_REDUITE(RESULTAT=R, NOM_CHAM='TEMP', TOLE_SVD=1.e-12)",
        f"S = THER_NON_LINE({words}, EXCIT=_F(CHARGE=LOAD), METHODE='MODELE_REDUIT', MODELE_REDUIT=_F(BASE_PRIMAL=B))",
    )
    assert not messages(study)
    whole, found = study["R"], study["S"]
    for order in whole.orders:
        np.testing.assert_allclose(found.field("TEMP", order).values, whole.field("TEMP", order).values, rtol=1e-8)
    assert set(found.tables["COOR_REDUIT"].cells["NUME_ORDRE"]) == set(whole.orders[1:])


def test_what_reduced_models_do_not_take_is_told(tmp_path):
    words = "MODELE=MO, CHAM_MATER=CHMAT, ETAT_INIT=_F(VALE=1.0), INCREMENT=_F(LIST_INST=LI), METHODE='MODELE_REDUIT'"
    for base, load, text in (
        ("TEMP", "LOAD", "AFFE_CHAR_CINE only"),
        ("FLUX_NOEU", "LOAD", "is not of fields TEMP"),
    ):
        study = run(
            tmp_path,
            *COOLING,
            "R = CALC_CHAMP(reuse=R, RESULTAT=R, THERMIQUE='FLUX_NOEU')",
            f"B = DEFI_BASE_REDUITE(RESULTAT=R, NOM_CHAM='{base}')",
            f"S = THER_NON_LINE({words}, EXCIT=_F(CHARGE={load}), MODELE_REDUIT=_F(BASE_PRIMAL=B))",
        )
        found = messages(study)
        assert len(found) == 1 and text in found[0], found
