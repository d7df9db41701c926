"""CREA_MAILLAGE: cells added, restricted, of another degree, cut."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_derivatives
from tests.commands.meshes import diagnostics, mesh_after

SOLIDS = """\
COOR_3D
A1 0 0 0  A2 1 0 0  A3 1 1 0  A4 0 1 0  A5 0 0 1  A6 1 0 1  A7 1 1 1  A8 0 1 1
B1 3 0 0  B2 4 0 0  B3 3 1 0  B4 3 0 1  B5 4 0 1  B6 3 1 1
C1 6 0 0  C2 7 0 0  C3 6 1 0  C4 6 0 1
D1 9 0 0  D2 10 0 0  D3 10 1 0  D4 9 1 0  D5 9.5 0.5 1
FINSF
HEXA8
M1 A1 A2 A3 A4 A5 A6 A7 A8
FINSF
PENTA6
M2 B1 B2 B3 B4 B5 B6
FINSF
TETRA4
M3 C1 C2 C3 C4
FINSF
PYRAM5
M4 D1 D2 D3 D4 D5
FINSF
QUAD4
FLOOR A1 A2 A3 A4
FINSF
GROUP_MA NOM=ALL
M1 M2 M3 M4
FINSF
GROUP_MA NOM=FLOOR
FLOOR
FINSF
FIN
"""
MAKE = "MA = CREA_MAILLAGE(MAILLAGE=MA0, {})"


def made(tmp_path, words, **more):
    return mesh_after(tmp_path, MAKE.format(words), first="MA0", **more)


def test_points_are_shared_and_numbered_by_node(tmp_path):
    mesh = made(tmp_path, "CREA_POI1=(_F(NOM_GROUP_MA='P', GROUP_NO='DIAGONAL'), _F(NOM_GROUP_MA='Q', NOEUD=('N9', 'N2')))")
    assert mesh.n_cells == 17
    assert [mesh.cell_nodes(cell)[0] for cell in range(13, 17)] == [0, 1, 4, 8]
    assert mesh.cell_group("P").tolist() == [13, 15, 16] and mesh.cell_group("Q").tolist() == [14, 16]


def test_copies_of_cells(tmp_path):
    mesh = made(tmp_path, "CREA_MAILLE=(_F(NOM='AGAIN', GROUP_MA='PLATE'), _F(NOM='MORE', GROUP_MA='BOTTOM'))")
    assert mesh.cell_group("AGAIN").tolist() == [13, 14, 15, 16, 17] and mesh.cell_group("MORE").tolist() == [18, 19]
    assert [mesh.cell_type(cell) for cell in (13, 16, 18)] == ["QUAD4", "TRIA3", "SEG2"]
    assert (mesh.cell_nodes(16) == mesh.cell_nodes(11)).all()


def test_copies_of_cells_are_called_as_older_decks_named_them(tmp_path):
    copies = "_F(NOM='AGAIN', GROUP_MA='PLATE', PREF_MAILLE='B'), _F(NOM='MORE', GROUP_MA='BOTTOM', PREF_MAILLE='M', PREF_NUME=5)"
    mesh = made(tmp_path, f"CREA_MAILLE=({copies})")
    assert [mesh.find_cell(name) for name in ("BM9", "BM13", "M5", "M6")] == [13, 17, 18, 19]
    assert mesh.copy().find_cell("BM9") == 13


def test_cells_named_alone_are_kept_without_a_group(tmp_path):
    mesh = made(tmp_path, "RESTREINT=_F(GROUP_MA='LEFT', MAILLE='M1')")
    assert list(mesh.cell_groups) == ["LEFT"]


def test_a_part_of_the_mesh(tmp_path):
    mesh = made(tmp_path, "RESTREINT=_F(GROUP_MA='LEFT', GROUP_NO='MIDDLE', TOUT_GROUP_MA='OUI')")
    assert mesh.coordinates.tolist() == [[0, 2, 0], [0, 1, 0], [0, 0, 0], [1, 1, 0]]
    assert [mesh.cell_nodes(cell).tolist() for cell in range(2)] == [[0, 1], [1, 2]]
    assert {name: ids.tolist() for name, ids in mesh.cell_groups.items()} == {"LEFT": [0, 1], "RIM": [0, 1]}
    assert {name: ids.tolist() for name, ids in mesh.node_groups.items()} == {"MIDDLE": [3]}


def test_to_quadratic_and_back(tmp_path):
    quadratic = made(tmp_path, "LINE_QUAD=_F(TOUT='OUI')")
    assert [block.type for block in quadratic.blocks] == ["SEG3", "TRIA6", "QUAD8"]
    assert quadratic.n_nodes == 9 + 13
    for block in quadratic.blocks:
        corners = {"SEG3": 2, "TRIA6": 3, "QUAD8": 4}[block.type]
        points = quadratic.coordinates[block.nodes]
        if corners > 2:
            assert np.allclose(points[:, corners:], (points[:, :corners] + np.roll(points[:, :corners], -1, axis=1)) / 2)
    back = mesh_after(
        tmp_path,
        "MQ = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))",
        "MA = CREA_MAILLAGE(MAILLAGE=MQ, QUAD_LINE=_F(TOUT='OUI'))",
        first="MA0",
    )
    assert back.n_nodes == 9 and [back.cell_nodes(cell).tolist() for cell in (0, 9)] == [[0, 1], [1, 2, 5, 4]]


def test_new_nodes_come_in_the_order_of_the_cells(tmp_path):
    """Segments before faces, whatever their numbers: the edges of the rim get their middles first, in the order of the cells."""
    mesh = made(tmp_path, "LINE_QUAD=_F(TOUT='OUI')")
    assert mesh.block("SEG3").nodes[:, 2].tolist() == list(range(9, 17))
    assert mesh.block("QUAD8").nodes[0, 4:].tolist() == [9, 17, 18, 16]


def test_one_node_more_in_the_middle(tmp_path):
    linear = "MQ = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))"
    options = "_F(TOUT='OUI', OPTION='TRIA6_7'), _F(TOUT='OUI', OPTION='QUAD8_9'), _F(GROUP_MA='BOTTOM', OPTION='SEG3_4')"
    mesh = mesh_after(tmp_path, linear, f"MA = CREA_MAILLAGE(MAILLAGE=MQ, MODI_MAILLE=({options}))", first="MA0")
    assert [block.type for block in mesh.blocks] == ["SEG3", "SEG4", "TRIA7", "QUAD9"]
    assert mesh.block("TRIA7").nodes[:, 6].tolist() == [22, 23] and mesh.block("QUAD9").nodes[:, 8].tolist() == [24, 25, 26]
    assert np.allclose(mesh.coordinates[24], [0.5, 0.5, 0])
    assert np.allclose(mesh.coordinates[mesh.block("SEG4").nodes[0], 0], [0, 1, 1 / 3, 2 / 3])


def test_quadrangles_into_triangles(tmp_path):
    mesh = made(tmp_path, "MODI_MAILLE=_F(TOUT='OUI', OPTION='QUAD_TRIA3')")
    assert [block.type for block in mesh.blocks] == ["SEG2", "TRIA3"] and mesh.n_cells == 16
    assert mesh.cell_nodes(8).tolist() == [0, 1, 4] and mesh.cell_nodes(9).tolist() == [0, 4, 3]
    assert mesh.cell_group("PLATE").tolist() == list(range(8, 16))


def test_volumes_with_nodes_in_their_faces(tmp_path):
    text = """COOR_3D
    N1 0 0 0 N2 1 0 0 N3 1 1 0 N4 0 1 0 N5 0 0 1 N6 1 0 1 N7 1 1 1 N8 0 1 1
    FINSF
    HEXA8
    M1 N1 N2 N3 N4 N5 N6 N7 N8
    FINSF
    FIN
    """
    quadratic = "MQ = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))"
    mesh = mesh_after(tmp_path, quadratic, "MA = CREA_MAILLAGE(MAILLAGE=MQ, HEXA20_27=_F(TOUT='OUI'))", text=text, first="MA0")
    points = mesh.coordinates[mesh.cell_nodes(0)]
    assert mesh.n_nodes == 27 and np.allclose(points[26], 0.5)
    assert np.allclose(points[20:26], [[0.5, 0.5, 0], [0.5, 0, 0.5], [1, 0.5, 0.5], [0.5, 1, 0.5], [0, 0.5, 0.5], [0.5, 0.5, 1]])


def test_meshes_for_hho(tmp_path):
    text = SOLIDS.replace("FLOOR A1 A2 A3 A4", "FLOOR A1 A2 A3 A4\nAGAIN A4 A3 A2 A1")
    text = text.replace("A1 A2 A3 A4 A5 A6 A7 A8", "A1 A4 A3 A2 A5 A8 A7 A6")
    mesh = made(tmp_path, "MODI_HHO=_F(TOUT='OUI')", text=text)
    assert [block.type for block in mesh.blocks] == ["QUAD9", "HEXA27", "TETRA15", "PENTA21", "PYRAM19"]
    assert mesh.cell_group("FLOOR").tolist() == [4]
    floor = mesh.coordinates[mesh.cell_nodes(4)]
    assert np.cross(floor[1] - floor[0], floor[2] - floor[0])[2] < 0
    cube = mesh.coordinates[mesh.cell_nodes(0)]
    assert np.linalg.det(cube[[1, 3, 4]] - cube[0]) > 0
    assert np.allclose(cube[20:], [[0.5, 0.5, 0], [0.5, 0, 0.5], [1, 0.5, 0.5], [0.5, 1, 0.5], [0, 0.5, 0.5], [0.5, 0.5, 1], [0.5] * 3])


def test_solid_shells_lie_flat(tmp_path):
    text = SOLIDS.replace("FLOOR A1 A2 A3 A4", "FLOOR A1 A2 A6 A5")
    mesh = made(tmp_path, "COQUE_SOLIDE=_F(GROUP_MA='ALL', GROUP_MA_SURF='FLOOR')", text=text)
    assert [block.type for block in mesh.blocks] == ["QUAD4", "TETRA4", "PYRAM5", "HEXA9", "PENTA7"]
    cube, prism = mesh.cell_nodes(0), mesh.cell_nodes(1)
    assert cube[:8].tolist() == [4, 0, 1, 5, 7, 3, 2, 6] and np.allclose(mesh.coordinates[cube[8]], 0.5)
    assert np.allclose(mesh.coordinates[prism[6]], mesh.coordinates[prism[:6]].mean(axis=0))


@pytest.mark.parametrize("quadratic", [False, True])
def test_refined_cells_fill_the_same_space(tmp_path, quadratic):
    commands = ["MB = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))"] if quadratic else []
    refinement = f"MA = CREA_MAILLAGE(MAILLAGE={'MB' if quadratic else 'MA0'}, RAFFINEMENT=_F(NIVEAU=2))"
    mesh = mesh_after(tmp_path, *commands, refinement, text=SOLIDS, first="MA0")
    assert {block.type: len(block) for block in mesh.blocks} == (
        {"QUAD8": 16, "TETRA10": 64 + 24 + 32, "PENTA15": 64, "PYRAM13": 36, "HEXA20": 64}
        if quadratic
        else {"QUAD4": 16, "TETRA4": 64 + 24 + 32, "PENTA6": 64, "PYRAM5": 36, "HEXA8": 64}
    )
    assert np.allclose(volumes(mesh, mesh.cell_group("ALL")), [1, 0.5, 1 / 6, 1 / 3])
    points = np.unique(np.round(mesh.coordinates, 9), axis=0)
    assert len(points) == mesh.n_nodes
    for block in mesh.blocks:
        if quadratic and block.type == "TETRA10":
            points = mesh.coordinates[block.nodes]
            assert np.allclose(points[:, 4], (points[:, 0] + points[:, 1]) / 2)


def volumes(mesh, cells):
    """The measures of the four cells that the 64 + 64 + 64 + 60 small ones make."""
    measure = np.zeros(mesh.n_cells)
    for block in mesh.blocks:
        if block.dim == 3:
            linear = CELL_TYPES[block.type].linear
            rule = quadrature(linear, {"TETRA4": "FPG1", "PENTA6": "FPG6", "PYRAM5": "FPG5", "HEXA8": "FPG8"}[linear])
            slopes = shape_derivatives(linear, rule.points)
            jacobian = np.einsum("pdn,knx->kpdx", slopes, mesh.coordinates[block.nodes[:, : CELL_TYPES[block.type].corners]])
            determinant = np.linalg.det(jacobian)
            assert (determinant > 0).all()
            measure[block.cells] = determinant @ rule.weights
    return [part.sum() for part in np.split(measure[cells], [64, 128, 192])]


def test_curved_cells_stay_curved(tmp_path):
    arc = np.array([[np.cos(a), np.sin(a)] for a in np.radians([0, 60, 30])])
    rows = "\n".join(f"N{i + 1} {x:.15f} {y:.15f}" for i, (x, y) in enumerate(arc))
    text = f"COOR_2D\n{rows}\nFINSF\nSEG3\nM1 N1 N2 N3\nFINSF\nFIN\n"
    mesh = made(tmp_path, "RAFFINEMENT=_F(TOUT='OUI')", text=text)
    assert mesh.n_cells == 2 and mesh.cell_nodes(1)[:2].tolist() == [1, 2]
    quarter = 3 / 8 * arc[0] - 1 / 8 * arc[1] + 3 / 4 * arc[2]
    assert np.allclose(mesh.coordinates[mesh.cell_nodes(0)[2], :2], quarter)


def test_a_crack_between_two_rows(tmp_path):
    sides = "_F(NOM='ONE', NOEUD=('N1', 'N2', 'N3')), _F(NOM='TWO', NOEUD=('N4', 'N5', 'N6'))"
    rows = f"MA0 = DEFI_GROUP(reuse=MA0, MAILLAGE=MA0, CREA_GROUP_NO=({sides}))"
    crack = "MA = CREA_MAILLAGE(MAILLAGE=MA0, CREA_FISS=_F(NOM='CRACK', GROUP_NO_1='ONE', GROUP_NO_2='TWO'))"
    mesh = mesh_after(tmp_path, rows, crack, first="MA0")
    assert [mesh.cell_nodes(cell).tolist() for cell in mesh.cell_group("CRACK")] == [[0, 1, 4, 3], [1, 2, 5, 4]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("CREA_POI1=_F(NOM_GROUP_MA='PLATE', GROUP_NO='ENDS')", "the mesh already has a cell group PLATE"),
        ("RESTREINT=_F(GROUP_MA='PLAT')", "the mesh has no cell group PLAT"),
        ("CREA_FISS=_F(NOM='X', GROUP_NO_1='ENDS', GROUP_NO_2='DIAGONAL')", "the two sides have as many nodes: there are 2 and 3"),
        ("CREA_FISS=_F(NOM='X', GROUP_NO_1='ENDS', GROUP_NO_2='ENDS')", "the two sides have nodes in common"),
        ("COQUE_SOLIDE=_F(GROUP_MA='PLATE', GROUP_MA_SURF='LEFT')", "the faces of solid shells are QUAD4"),
        ("CREA_MAILLE=_F(NOM='X', GROUP_MA=('LEFT', 'RIGHT'))", "the mesh has no cell group RIGHT"),
    ],
)
def test_what_is_refused(tmp_path, words, message):
    command = f"MB = CREA_MAILLAGE(MAILLAGE=MA, {words})"
    assert any(message in text for text in diagnostics(tmp_path, command))


def test_names_of_old_meshes_stay(tmp_path):
    def named(way):
        text = f"DEBUT(PAR_LOT='OUI')\nM = LIRE_MAILLAGE()\nA = CREA_MAILLAGE(MAILLAGE=M, {way})\n"
        (tmp_path / "old.comm").write_text(text)
        (tmp_path / "old.mail").write_text("COOR_2D\nQ 0 0\nA 1 0\nB 0 1\nFINSF\nTRIA3\nT Q A B\nFINSF\nSEG2\nS A B\nFINSF\nFIN\n")
        return pyaster_lite.run(tmp_path / "old.comm", output=tmp_path / "out", aster_version="12")["A"]

    quadratic = named("LINE_QUAD=_F(TOUT='OUI')")
    assert quadratic.find_node("Q") == 0 and quadratic.node_names[3:] == ["NS1", "NS2", "NS3"]
    assert named("RESTREINT=_F(MAILLE='S')").node_names == ["A", "B"]
    assert named("CREA_POI1=_F(NOM_GROUP_MA='P', NOEUD='B')").cell_names[-1] == "M3"
    assert named("MODI_MAILLE=_F(TOUT='OUI', OPTION='SEG3_4')").find_node("B") == 2
    assert (quadratic.node_label(0), quadratic.cell_label(1)) == ("Q", "S")
    quadratic.own_names = False
    assert (quadratic.node_label(0), quadratic.cell_label(1)) == ("1", "2")


SHARED = """\
MO = AFFE_MODELE(MAILLAGE=MA0, AFFE=_F(GROUP_MA=('PLATE', 'RIM'), PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
MA = CREA_MAILLAGE(ECLA_PG=_F(MODELE=MO, TOUT='OUI', NOM_CHAM='SIEF_ELGA'{}))"""


def test_a_cell_for_each_point(tmp_path):
    mesh = mesh_after(tmp_path, SHARED.format(", SHRINK=1.0"), first="MA0")
    # three quadrangles of 4 points, two triangles of 1
    assert mesh.n_cells == 14 and mesh.n_nodes == 3 * 4 * 4 + 2 * 3
    areas = {block.type: _areas(mesh.coordinates[block.nodes]) for block in mesh.blocks}
    np.testing.assert_allclose(areas["QUAD4"], 0.25)
    np.testing.assert_allclose(areas["TRIA3"], 0.5)
    small = mesh_after(tmp_path, SHARED.format(""), first="MA0")
    np.testing.assert_allclose(_areas(small.coordinates[small.block("QUAD4").nodes]), 0.25 * 0.81)
    wide = mesh_after(tmp_path, SHARED.format(", SHRINK=1.0, TAILLE_MIN=1.0"), first="MA0")
    assert _areas(wide.coordinates[wide.block("QUAD4").nodes]).min() > 0.25


def _areas(points):
    after = np.roll(points, -1, axis=1)
    return abs((points[..., 0] * after[..., 1] - points[..., 1] * after[..., 0]).sum(axis=1)) / 2


def test_a_new_mesh_is_called_as_the_deck_says_or_by_how_it_was_made(tmp_path):
    make = "MA = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'){})"
    assert mesh_after(tmp_path, make.format(", TITRE=('one', 'two')"), first="MA0").title == "one\ntwo"
    first, kind = mesh_after(tmp_path, make.format(""), first="MA0").title.split("\n")
    assert first.startswith("ASTER ") and first.endswith(" DE TYPE") and kind == "MAILLAGE_SDASTER"
