"""ERTH_ELEM: nothing is lacking of exact temperatures, and what would be is counted in the loads."""

import numpy as np
import pytest

from .meshes import run

MODEL = (
    "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='RIGHTS', NOEUD=('N3', 'N6', 'N9')))",
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))",
    "MAT = DEFI_MATERIAU(THER=_F(LAMBDA=2.0, RHO_CP=3.0))",
    "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2))",
    "HEAT = THER_LINEAIRE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=LOAD), INCREMENT=_F(LIST_INST=LI), ETAT_INIT=_F({}))",
    "HEAT = CALC_ERREUR(reuse=HEAT, RESULTAT=HEAT, OPTION=('ERTH_ELEM', 'ERTH_ELNO'))",
)


def estimates(tmp_path, load, start):
    lines = [*MODEL[:5], f"LOAD = AFFE_CHAR_THER(MODELE=MO, {load})", MODEL[5].format(start), MODEL[6]]
    study = run(tmp_path, *lines)
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    field = study["HEAT"].field("ERTH_ELEM", study["HEAT"].orders[-1])
    return {name: field.component(name)[:, 0] for name in field.components}


@pytest.mark.parametrize("side", ["FLUX_REP=_F(GROUP_MA='LEFT', FLUN=4.0)", "ECHANGE=_F(GROUP_MA='LEFT', COEF_H=2.0, TEMP_EXT=9.0)"])
def test_a_steady_flow_across_a_wall(tmp_path, side):
    found = estimates(tmp_path, "TEMP_IMPO=_F(GROUP_NO='RIGHTS', TEMP=3.0), " + side, "STAT='OUI'")
    assert np.nanmax(found["ERTABS"]) < 1e-10
    kind, flow = ("FL", 4.0) if "FLUX" in side else ("EC", 18.0)
    assert found[f"TERM{kind[0]}1"][8] == pytest.approx(flow) and found[f"TERM{kind[0]}1"][9] == 0.0


def test_factors_in_time_and_vectors_leave_the_last_flow_through_sides_as_it_is(tmp_path):
    """What comes in is half of what the estimate counts; a flow that is told as a vector afterwards does not replace it."""
    lines = [
        *MODEL[:5],
        "HALF = DEFI_CONSTANTE(VALE=0.5)",
        "COLD = AFFE_CHAR_THER(MODELE=MO, TEMP_IMPO=_F(GROUP_NO='RIGHTS', TEMP=3.0))",
        "FLOW = AFFE_CHAR_THER(MODELE=MO, FLUX_REP=_F(GROUP_MA='LEFT', FLUN=8.0))",
        "ALONG = AFFE_CHAR_THER_F(MODELE=MO, FLUX_REP=_F(GROUP_MA='LEFT', FLUX_Y=HALF))",
        MODEL[5].format("STAT='OUI'").replace("_F(CHARGE=LOAD)", "(_F(CHARGE=COLD), _F(CHARGE=FLOW, FONC_MULT=HALF), _F(CHARGE=ALONG))"),
        MODEL[6],
    ]
    field = run(tmp_path, *lines)["HEAT"].field("ERTH_ELEM", 2)
    assert field.component("TERMF1")[8, 0] == pytest.approx(8.0) and field.component("TERMFL")[8, 0] == pytest.approx(4.0)


def test_a_source_that_warms_evenly(tmp_path):
    found = estimates(tmp_path, "SOURCE=_F(TOUT='OUI', SOUR=6.0)", "VALE=1.0")
    assert np.nanmax(found["ERTABS"]) < 1e-10
    assert found["TERMVO"][8] < 1e-10 and found["TERMV1"][8] == pytest.approx(6.0 * np.sqrt(2.0))


@pytest.mark.parametrize("option", ["ERTH_ELEM", "ERZ1_ELEM", "ERME_ELEM"])
def test_models_without_cells_that_have_the_estimate_are_refused(tmp_path, option):
    lines = (
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='RIM', PHENOMENE='MECANIQUE', MODELISATION='2D_BARRE'))",
        "MAT = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0))",
        "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
        "CA = AFFE_CARA_ELEM(MODELE=MO, BARRE=_F(GROUP_MA='RIM', SECTION='GENERALE', CARA='A', VALE=1.0))",
        "LOAD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=0.0, DY=0.0))",
        "RES = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=_F(CHARGE=LOAD))",
        f"RES = CALC_ERREUR(reuse=RES, RESULTAT=RES, OPTION='{option}')",
    )
    told = [d.message for d in run(tmp_path, *lines).diagnostics]
    assert any("the model has none" in message for message in told)


def test_a_capacity_that_grows_with_the_temperature_stands_for_the_heat(tmp_path):
    """The source is 500, the heat capacity 5 below 100 degrees and 15 above: in code_aster its change counts as stored."""
    told = "FA = DEFI_FONCTION(NOM_PARA='TEMP', VALE=(0.0, 0.0, 100.0, 500.0, 200.0, 2000.0), PROL_DROITE='LINEAIRE')"
    lines = [
        *MODEL[:2],
        told,
        "FK = DEFI_CONSTANTE(VALE=2.0)",
        "MAT = DEFI_MATERIAU(THER_NL=_F(LAMBDA=FK, BETA=FA))",
        *MODEL[3:5],
        "LOAD = AFFE_CHAR_THER(MODELE=MO, SOURCE=_F(TOUT='OUI', SOUR=500.0))",
        "HEAT = THER_NON_LINE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=LOAD), INCREMENT=_F(LIST_INST=LI), NEWTON=_F(REAC_ITER=1), "
        "ETAT_INIT=_F(VALE=10.0))",
        MODEL[6],
    ]
    study = run(tmp_path, *lines)
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    size = np.sqrt(2.0)
    volume = [study["HEAT"].field("ERTH_ELEM", order).component("TERMVO")[8, 0] for order in (1, 2)]
    # from 10 to 60 degrees, then to 103.3
    np.testing.assert_allclose(volume, [size * 500.0, size * (500.0 - (15.0 - 5.0) / 0.5)], rtol=1e-6)
