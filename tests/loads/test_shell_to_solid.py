"""LIAISON_ELEM, OPTION='COQ_3D': the edge of a shell does in the mean what the face of a solid that it ends on does."""

import numpy as np
import pytest

from pyaster_lite.loads._shell_to_solid import link
from tests.commands.meshes import diagnostics, run

BOTH = """\
COOR_3D
A1 0 0 -0.5
A2 1 0 -0.5
A3 1 1 -0.5
A4 0 1 -0.5
B1 0 0 0
B2 1 0 0
B3 1 1 0
B4 0 1 0
C1 0 0 0.5
C2 1 0 0.5
C3 1 1 0.5
C4 0 1 0.5
S1 1 0 0
S2 3 0 0
S3 3 1 0
S4 1 1 0
FINSF
HEXA8
LOW A1 A2 A3 A4 B1 B2 B3 B4
HIGH B1 B2 B3 B4 C1 C2 C3 C4
FINSF
QUAD4
PLATE S1 S2 S3 S4
UNDER A2 A3 B3 B2
ABOVE B2 B3 C3 C2
FINSF
SEG2
LINE S1 S4
FINSF
GROUP_MA NOM=BODY
LOW HIGH
FINSF
GROUP_MA NOM=SHELL
PLATE
FINSF
GROUP_MA NOM=FACES
UNDER ABOVE
FINSF
GROUP_MA NOM=EDGE
LINE
FINSF
GROUP_NO NOM=FOOT
A1 A4 B1 B4 C1 C4
FINSF
GROUP_NO NOM=TIP
S2 S3
FINSF
FIN
"""
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=(_F(GROUP_MA='BODY', PHENOMENE='MECANIQUE', MODELISATION='3D'),
    _F(GROUP_MA='SHELL', PHENOMENE='MECANIQUE', MODELISATION='DKT')))
CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='SHELL', EPAIS=1.0))
M = DEFI_MATERIAU(ELAS=_F(E=1e6, NU=0.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0.0, DY=0.0, DZ=0.0),
    FORCE_NODALE=_F(GROUP_NO='TIP', FX=0.5, MY=0.25))"""
TIED = """\
TIED = AFFE_CHAR_MECA(MODELE=MO, LIAISON_ELEM=_F(OPTION='COQ_3D', GROUP_MA_COQUE='EDGE', GROUP_MA_MASSIF='FACES', CARA_ELEM=CA))"""


def test_a_pulled_plate_pulls_the_solid_it_ends_on(tmp_path):
    solve = "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=TIED)))"
    study = run(tmp_path, MODEL, TIED, solve, text=BOTH)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    u = np.nan_to_num(study["R"].field("DEPL", 1).values)
    # two points across the strip, one on each face: the pull of 1 N is all but even over the solid
    np.testing.assert_allclose(u[[12, 15], 0], 1e-6, rtol=1e-2)
    np.testing.assert_allclose(u[[13, 14], 0] - u[[12, 15], 0], 2e-6, rtol=1e-6)
    middle = 1.0 - 1.0 / np.sqrt(3.0)
    for name in (0, 2):
        face = middle * u[[5, 6], name] + (1.0 - middle) * 0.5 * (u[[1, 2], name] + u[[9, 10], name])
        np.testing.assert_allclose(u[[12, 15], name], face, rtol=1e-6)
    # the face leans as the edge turns: in the mean over the strip
    low, high = u[[1, 2], 0].mean(), u[[9, 10], 0].mean()
    np.testing.assert_allclose(u[[12, 15], 4], high - low, rtol=1e-6)
    np.testing.assert_allclose(u[[13, 14], 4] - u[[12, 15], 4], 0.5 * 2.0 / (1e6 / 12.0), rtol=1e-6)


@pytest.mark.parametrize("face, edge", [("QUAD4", "SEG2"), ("TRIA6", "SEG3"), ("QUAD8", "SEG3"), ("TRIA3", "SEG3")])
def test_rigid_motions_are_free_wherever_the_edge_stands(face, edge):
    y = np.array([[0, -2, -2], [0, 3, -2], [0, 3, 3], [0, -2, 3]], float)
    y = y[: 3 if "TRIA" in face else 4]
    if face in ("TRIA6", "QUAD8"):
        y = np.vstack([y, 0.5 * (y + np.roll(y, -1, axis=0))])
    x = np.array([[0.0, 0.1, -0.2], [0.0, 1.1, 0.3], [0.0, 0.6, 0.05]])[: 2 if edge == "SEG2" else 3]
    matrix = link(edge, x, face, y, 0.4, 0.0)
    for turn in (np.zeros(3), *np.eye(3)):
        rigid = [np.hstack([np.array([1.0, -2.0, 0.5]) + np.cross(turn, at), turn]) for at in x]
        rigid += [np.array([1.0, -2.0, 0.5]) + np.cross(turn, at) for at in y]
        np.testing.assert_allclose(matrix @ np.concatenate(rigid), 0.0, atol=1e-13)
    own = matrix[:, : 6 * len(x)]
    np.testing.assert_allclose(own, own.T, atol=1e-15)
    np.testing.assert_allclose(own[::6, ::6].sum(), 0.4 * np.linalg.norm(x[1] - x[0]), rtol=1e-12)


def test_an_edge_that_ends_on_no_face_is_refused(tmp_path):
    far = "\n".join(line.replace(" 1 ", " 9 ", 1) if line.startswith(("S1", "S4")) else line for line in BOTH.splitlines())
    told = diagnostics(tmp_path, MODEL, TIED, text=far)
    assert len(told) == 1 and "no face of the solid" in told[0]
