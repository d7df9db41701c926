"""MODI_MAILLAGE: normals, tangents, motions, quarter nodes, abscissas."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh_joints import orient_joints
from tests.commands.meshes import diagnostics, mesh_after

MODIFY = "MA = MODI_MAILLAGE(reuse=MA, MAILLAGE=MA, {})"
BRICKS = """\
COOR_3D
A1 0 0 0  A2 1 0 0  A3 1 1 0  A4 0 1 0
A5 0 0 1  A6 1 0 1  A7 1 1 1  A8 0 1 1
B5 0 0 2  B6 1 0 2  B7 1 1 2  B8 0 1 2
FINSF
HEXA8
LOW A1 A2 A3 A4 A5 A6 A7 A8
HIGH A5 A6 A7 A8 B5 B6 B7 B8
FINSF
QUAD4
FLOOR A1 A2 A3 A4
MIDDLE A5 A6 A7 A8
ROOF B5 B6 B7 B8
FINSF
TRIA3
HALF B5 B6 B7
FINSF
SEG2
S1 A1 A2  S2 A3 A2  S3 A3 A4
FINSF
GROUP_MA NOM=LOW
LOW
FINSF
GROUP_MA NOM=ENDS
FLOOR ROOF
FINSF
GROUP_MA NOM=MIDDLE
MIDDLE
FINSF
GROUP_MA NOM=HALF
HALF
FINSF
GROUP_MA NOM=LINE
S1 S2 S3
FINSF
GROUP_NO NOM=START
A1
FINSF
FIN
"""
SHELL = """\
COOR_3D
N1 0 0 0  N2 1 0 0  N3 2 0 0  N4 0 1 0  N5 1 1 0  N6 2 1 0  N7 9 9 9
FINSF
QUAD4
M1 N1 N2 N5 N4
FINSF
TRIA3
M2 N2 N5 N3
M3 N3 N6 N5
FINSF
POI1
M4 N7
FINSF
GROUP_MA NOM=SHELL
M1 M2 M3
FINSF
GROUP_NO NOM=CORNER
N6
FINSF
FIN
"""


def normal(mesh, cell):
    points = mesh.coordinates[mesh.cell_nodes(cell)[:3]]
    return np.cross(points[1] - points[0], points[2] - points[0])


def test_skins_of_a_plane_mesh_turn_outward(tmp_path):
    mesh = mesh_after(tmp_path, MODIFY.format("ORIE_PEAU=_F(GROUP_MA_PEAU='RIM')"))
    centre = np.array([1.0, 1.0, 0.0])
    for cell in mesh.cell_group("RIM"):
        start, end = mesh.coordinates[mesh.cell_nodes(cell)]
        outward = np.array([end[1] - start[1], start[0] - end[0], 0.0])
        assert outward @ (start - centre) > 0


def test_skins_of_volumes_turn_outward(tmp_path):
    mesh = mesh_after(tmp_path, MODIFY.format("ORIE_PEAU=_F(GROUP_MA_PEAU=('ENDS', 'HALF'))"), text=BRICKS)
    assert [normal(mesh, cell)[2] for cell in (2, 4, 5)] == [-1, 1, 1]
    assert mesh.cell_nodes(2).tolist() == [3, 2, 1, 0]


def test_a_face_between_two_volumes_needs_a_side(tmp_path):
    skin = MODIFY.format("ORIE_PEAU=_F(GROUP_MA_PEAU='MIDDLE')")
    assert any("cell 4 stands between cells 1 and 2" in text for text in diagnostics(tmp_path, skin, text=BRICKS))
    one_side = MODIFY.format("ORIE_PEAU=_F(GROUP_MA_PEAU='MIDDLE', GROUP_MA_INTERNE='LOW')")
    assert normal(mesh_after(tmp_path, one_side, text=BRICKS), 3)[2] == 1


def test_quadratic_skins_keep_their_middles(tmp_path):
    mesh = mesh_after(
        tmp_path,
        "MA = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))",
        MODIFY.format("ORIE_PEAU=_F(GROUP_MA_PEAU='ENDS')"),
        text=BRICKS,
        first="MA0",
    )
    nodes = mesh.coordinates[mesh.cell_nodes(2)]
    assert mesh.cell_type(2) == "QUAD8" and normal(mesh, 2)[2] == -1
    assert np.allclose(nodes[4:], (nodes[:4] + np.roll(nodes[:4], -1, axis=0)) / 2)


def test_shells_agree_with_the_first_cell_or_with_a_direction(tmp_path):
    agree = mesh_after(tmp_path, MODIFY.format("ORIE_NORM_COQUE=_F(GROUP_MA='SHELL')"), text=SHELL)
    assert [np.sign(normal(agree, cell)[2]) for cell in range(3)] == [1, 1, 1]
    assert agree.cell_nodes(1).tolist() == [1, 2, 4]
    down = "ORIE_NORM_COQUE=_F(GROUP_MA='SHELL', VECT_NORM=(0., 0., -1.), GROUP_NO='CORNER')"
    turned = mesh_after(tmp_path, MODIFY.format(down), text=SHELL)
    assert [np.sign(normal(turned, cell)[2]) for cell in range(3)] == [-1, -1, -1]
    assert turned.cell_nodes(0).tolist() == [0, 3, 4, 1]


def test_lines_follow_one_another(tmp_path):
    mesh = mesh_after(tmp_path, MODIFY.format("ORIE_LIGNE=_F(GROUP_MA='LINE')"), text=BRICKS)
    assert [mesh.cell_nodes(cell).tolist() for cell in mesh.cell_group("LINE")] == [[0, 1], [1, 2], [2, 3]]
    back = "ORIE_LIGNE=_F(GROUP_MA='LINE', VECT_TANG=(-1., 0., 0.), GROUP_NO='START')"
    mesh = mesh_after(tmp_path, MODIFY.format(back), text=BRICKS)
    assert [mesh.cell_nodes(cell).tolist() for cell in mesh.cell_group("LINE")] == [[1, 0], [2, 1], [3, 2]]


@pytest.mark.parametrize(
    ("words", "point"),
    [
        ("TRANSLATION=(1., 2.)", [3, 3]),
        ("ECHELLE=2.", [4, 2]),
        ("ROTATION=_F(POIN_1=(1., 1.), ANGLE=90.)", [1, 2]),
        ("SYMETRIE=_F(POINT=(0., 0.), AXE_1=(1., 1.))", [1, 2]),
        ("MODI_BASE=_F(VECT_X=(0., 2.))", [1, -2]),
        ("TRANSLATION=(1., 0.), ECHELLE=10.", [30, 10]),
    ],
)
def test_motions_in_the_plane(tmp_path, words, point):
    assert np.allclose(mesh_after(tmp_path, MODIFY.format(words)).coordinates[5, :2], point)


@pytest.mark.parametrize(
    ("words", "point"),
    [
        ("ROTATION=_F(POIN_1=(0., 0., 0.), DIR=(0., 0., 3.), ANGLE=90.)", [-1, 1, 1]),
        ("ROTATION=_F(POIN_1=(0., 0., 0.), POIN_2=(2., 0., 0.), ANGLE=-90.)", [1, 1, -1]),
        ("SYMETRIE=_F(POINT=(0., 0., 0.), AXE_1=(1., 0., 0.), AXE_2=(0., 1., 0.))", [1, 1, -1]),
        ("MODI_BASE=_F(VECT_X=(0., 1., 0.), VECT_Y=(0., 0., 1.))", [1, 1, 1]),
    ],
)
def test_motions_in_space(tmp_path, words, point):
    assert np.allclose(mesh_after(tmp_path, MODIFY.format(words), text=BRICKS).coordinates[6], point)


def test_random_shifts_are_the_same_every_time(tmp_path):
    shaken = MODIFY.format("DEFORME=_F(OPTION='TRAN', ALEA=1.E-3)")
    first, second = (mesh_after(tmp_path, shaken).coordinates for _ in range(2))
    assert (first == second).all() and abs(first - np.round(first)).max() <= 2e-3
    assert first[0, 0] == pytest.approx(2e-3 * (2 * (16807 * 24331 % (2**31 - 1)) / 2**31 - 1))


def test_middles_go_to_the_quarter_near_a_crack(tmp_path):
    mesh = mesh_after(
        tmp_path,
        "MA = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))",
        MODIFY.format("MODI_MAILLE=_F(OPTION='NOEUD_QUART', GROUP_NO_FOND='MIDDLE')"),
        first="MA0",
    )
    near = np.linalg.norm(mesh.coordinates - mesh.coordinates[4], axis=1)
    assert np.isclose(near, 0.25).sum() == 4 and np.isclose(near, np.sqrt(2) / 4).sum() == 1


def test_abscissas_along_a_line(tmp_path):
    mesh = mesh_after(tmp_path, MODIFY.format("ABSC_CURV=_F(GROUP_MA='LINE', NOEUD_ORIG='4')"), text=BRICKS)
    assert mesh.abscissa[mesh.cell_group("LINE"), :2].tolist() == [[3, 2], [1, 2], [1, 0]]
    assert np.isnan(mesh.abscissa[0]).all()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("ORIE_NORM_COQUE=_F(GROUP_MA='ENDS')", "group ENDS: the cells do not all hang together"),
        ("ORIE_LIGNE=_F(GROUP_MA='ENDS')", "group ENDS: a line is made of segments"),
        ("ORIE_PEAU=_F(GROUP_MA_PEAU='LOW')", "group LOW: a skin is made of segments, or of triangles and quadrangles"),
        ("ROTATION=_F(POIN_1=(0., 0., 0.), ANGLE=90.)", "in space POIN_2 or DIR is needed too"),
        ("MODI_BASE=_F(VECT_X=(1., 0., 0.), VECT_Y=(1., 1., 0.))", "VECT_X and VECT_Y must be orthogonal"),
        ("ABSC_CURV=_F(GROUP_MA='LINE', NOEUD_ORIG='N2')", "is not at an end of the line"),
        ("MODI_MAILLE=_F(OPTION='NOEUD_QUART', GROUP_NO_FOND='START')", "in space the front has at least two nodes"),
    ],
)
def test_what_is_refused(tmp_path, words, message):
    assert any(message in text for text in diagnostics(tmp_path, MODIFY.format(words), text=BRICKS))


JOINTS = """\
COOR_2D
A1 0 0  A2 1 0  A3 2 0  A4 0 1  A5 1 1  A6 2 1
B4 0 1  B5 1 1  B6 2 1  B7 0 2  B8 1 2  B9 2 2
FINSF
QUAD4
L1 A1 A2 A5 A4  L2 A2 A3 A6 A5
U1 B4 B5 B8 B7  U2 B5 B6 B9 B8
J1 A4 B4 B5 A5  J2 B6 B5 A5 A6
FINSF
GROUP_MA NOM=JOINT
J1 J2
FINSF
GROUP_MA NOM=BULK
L1 L2 U1 U2
FINSF
FIN
"""


def test_joints_lie_on_their_lips(tmp_path):
    mesh = mesh_after(tmp_path, MODIFY.format("ORIE_FISSURE=_F(GROUP_MA='JOINT')"), text=JOINTS)
    below, above = {3, 4, 5}, {6, 7, 8}
    for cell in mesh.cell_group("JOINT"):
        one, two, three, four = mesh.cell_nodes(cell).tolist()
        lower = {one, two} <= below
        assert {one, two} <= (below if lower else above) and {three, four} <= (above if lower else below)
        along = (mesh.coordinates[two] - mesh.coordinates[one])[0]
        assert (along > 0) == lower  # the left of the first side is the other lip


def test_joints_of_volumes_roll_with_their_middles(tmp_path):
    text = BRICKS.replace("HIGH A5 A6 A7 A8 B5 B6 B7 B8", "HIGH A5 B5 B6 A6 A8 B8 B7 A7")
    mesh = mesh_after(tmp_path, "MA0 = MA", "MA = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))", text=text)
    joint = mesh.block("HEXA20").cells[1]
    assert orient_joints(mesh, [joint]) == 1
    nodes = mesh.coordinates[mesh.cell_nodes(joint)]
    assert (nodes[:4, 2] == 2).all() and (nodes[4:8, 2] == 1).all()
    assert np.cross(nodes[1] - nodes[0], nodes[2] - nodes[0])[2] < 0  # towards the other lip
    ring = nodes[[0, 1, 2, 3]]
    assert (nodes[8:12] == (ring + np.roll(ring, -1, axis=0)) / 2).all() and (nodes[12:16, 2] == 1.5).all()


def test_joints_that_lean_on_nothing(tmp_path):
    words = "ORIE_FISSURE=_F(GROUP_MA=('JOINT', 'BULK'))"
    found = diagnostics(tmp_path, MODIFY.format(words), text=JOINTS)
    assert any("cell 5 shares a face with no cell that could hold it" in text for text in found), found


def test_old_names_of_skins(tmp_path):
    mesh = mesh_after(tmp_path, MODIFY.format("ORIE_PEAU_3D=_F(GROUP_MA='MIDDLE', GROUP_MA_VOLU='LOW')"), text=BRICKS)
    (middle,) = mesh.cell_group("MIDDLE")
    assert normal(mesh, middle)[2] > 0
