"""LIAISON_COQUE: edges of plates that face each other move as rigid bodies, pair by pair."""

import numpy as np
import pytest

from tests.commands.meshes import diagnostics, run

SHEETS = """\
COOR_3D
A1 0 0 0
A2 1 0 0
A3 1 1 0
A4 0 1 0
B1 GAP 1 0
B2 GAP 0 0
B3 2 0 0
B4 2 1 0
FINSF
QUAD4
LEFT A1 A2 A3 A4
RIGHT B2 B3 B4 B1
FINSF
SEG2
ONE A2 A3
TWO B1 B2
FINSF
GROUP_MA NOM=PLATE
LEFT RIGHT
FINSF
GROUP_MA NOM=EDGE1
ONE
FINSF
GROUP_MA NOM=EDGE2
TWO
FINSF
GROUP_NO NOM=FOOT
A1 A4
FINSF
GROUP_NO NOM=TIP
B3 B4
FINSF
GROUP_NO NOM=CORNER
B1
FINSF
FIN
"""
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='DKT'))
CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS=0.1))
M = DEFI_MATERIAU(ELAS=_F(E=1e6, NU=0.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0),
    FORCE_NODALE=_F(GROUP_NO='TIP', FZ=0.1))"""
TIED = "TIED = AFFE_CHAR_MECA(MODELE=MO, LIAISON_COQUE=_F(GROUP_MA_1='EDGE1', GROUP_MA_2='EDGE2'))"


@pytest.mark.parametrize("gap", [1.0, 1.2])
def test_what_one_edge_does_the_other_does_with_it(tmp_path, gap):
    solve = "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=TIED)))"
    study = run(tmp_path, MODEL, TIED, solve, text=SHEETS.replace("GAP", str(gap)))
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    u = study["R"].field("DEPL", 1).values
    for one, other in ((1, 5), (2, 4)):
        np.testing.assert_allclose(u[one, 3:], u[other, 3:], rtol=1e-9, atol=1e-12)
        arm = np.array([gap - 1.0, 0.0, 0.0])
        np.testing.assert_allclose(u[other, :3], u[one, :3] + np.cross(u[one, 3:], arm), rtol=1e-9, atol=1e-12)
    # as a beam of unit width: 0.2 N at x = 2, stiff between the edges
    bending = 1e6 * 0.1**3 / 12
    at_edge = 0.2 * (1.0 * 2.0 - 0.5)  # E I times the turn at x = 1
    np.testing.assert_allclose(-u[1, 4], at_edge / bending, rtol=1e-6)


def test_edges_that_do_not_face_each_other_are_refused(tmp_path):
    left_out = TIED.replace("GROUP_MA_2='EDGE2'", "GROUP_MA_2='EDGE2', SANS_GROUP_NO_2='CORNER'")
    told = diagnostics(tmp_path, MODEL, left_out, text=SHEETS.replace("GAP", "1"))
    assert told == ["the two sets have 2 and 1 nodes: they cannot face each other"]
