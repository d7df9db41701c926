"""LIAISON_SOLIDE that follows the motion: a sheet that a support turns, and what cannot follow."""

import numpy as np
import pytest

from tests.commands.meshes import diagnostics, run

SHEET = """\
COOR_2D
N1 0 0
N2 2 0
N3 2 1
N4 0 1
FINSF
QUAD4
M1 N1 N2 N3 N4
FINSF
GROUP_MA NOM=SHEET
M1
FINSF
GROUP_NO NOM=HINGE
N1
FINSF
GROUP_NO NOM=END
N2
FINSF
FIN
"""
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
M = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
T = DEFI_LIST_REEL(VALE=(0.0, 1.0))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='HINGE', DX=0.0, DY=0.0))
RISE = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='END', DY=1.2))
BODY = AFFE_CHAR_MECA(MODELE=MO, LIAISON_SOLIDE=_F(GROUP_MA='SHEET'))"""
SOLVE = """\
R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, INCREMENT=_F(LIST_INST=T), COMPORTEMENT=_F(RELATION='ELAS', DEFORMATION='GROT_GDEP'),
    CONVERGENCE=_F(RESI_GLOB_MAXI=1e-9, ITER_GLOB_MAXI=50), EXCIT=(_F(CHARGE=HELD), _F(CHARGE=RISE, WORD), _F(CHARGE=BODY, TYPE_CHARGE='SUIV')))"""


def test_a_sheet_turns_without_being_strained(tmp_path):
    study = run(tmp_path, MODEL, SOLVE.replace(", WORD", ""), text=SHEET)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    u = study["R"].field("DEPL", 1).values[:, :2]
    np.testing.assert_allclose(u, [[0, 0], [-0.4, 1.2], [-1.0, 1.0], [-0.6, -0.2]], atol=1e-6)


def test_in_small_rotations_it_grows(tmp_path):
    study = run(tmp_path, MODEL, SOLVE.replace(", WORD", "").replace(", TYPE_CHARGE='SUIV'", ""), text=SHEET)
    assert study["R"].field("DEPL", 1).values[1, 0] == pytest.approx(0.0, abs=1e-9)


def test_other_values_than_zero_do_not_follow_the_motion(tmp_path):
    told = diagnostics(tmp_path, MODEL, SOLVE.replace("WORD", "TYPE_CHARGE='SUIV'"), text=SHEET)
    assert told == ["values other than zero of a load that follows the motion are not there yet"]
