"""EVOL_IMPO: a body follows the displacements that another computation has found."""

import numpy as np

from .meshes import diagnostics, run

MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0), _F(NOEUD='N1', DY=0.0)))
PULL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(NOEUD='N3', DX=0.5))
RAMP = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 2.0, 1.0))
L = DEFI_LIST_REEL(VALE=(0.0, 2.0))
R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL, FONC_MULT=RAMP)), LIST_INST=L)"""


def test_between_two_instants_the_motion_is_in_proportion(tmp_path):
    study = run(
        tmp_path, MODEL, "SAME = AFFE_CHAR_CINE(MODELE=MO, EVOL_IMPO=R, NOM_CMP='DX')",
        "S = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=SAME), _F(CHARGE=HELD)), INST=1.0)",
    )  # fmt: skip
    whole, half = study["R"].field("DEPL", 2).values, study["S"].field("DEPL", 1).values
    assert np.nanmax(abs(whole)) > 0.4
    np.testing.assert_allclose(half, whole / 2, atol=1e-14)


def test_an_instant_that_the_evolution_does_not_know_is_told(tmp_path):
    after = "S = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=SAME), INST=3.0)"
    told = diagnostics(tmp_path, MODEL, "SAME = AFFE_CHAR_CINE(MODELE=MO, EVOL_IMPO=R)", after)
    assert told == ["MECA_STATIQUE (S): EVOL_IMPO: 3.0 lies outside of the instants of DEPL"]


def test_an_evolution_of_one_instant_holds_always(tmp_path):
    study = run(
        tmp_path, MODEL.replace("(0.0, 2.0))\n", "(2.0,))\n"), "SAME = AFFE_CHAR_CINE(MODELE=MO, EVOL_IMPO=R, NOM_CMP='DX')",
        "S = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=SAME), _F(CHARGE=HELD)), INST=7.0)",
    )  # fmt: skip
    np.testing.assert_allclose(study["S"].field("DEPL", 1).values, study["R"].field("DEPL", 1).values, atol=1e-14)


def test_unknowns_that_the_model_does_not_carry_are_told_and_left(tmp_path, capsys):
    study = run(tmp_path, MODEL, "SAME = AFFE_CHAR_CINE(MODELE=MO, EVOL_IMPO=R, NOM_CMP='PRE1')")
    assert "the model carries none of these unknowns: nothing is imposed" in capsys.readouterr().err
    assert study["SAME"].terms == []
