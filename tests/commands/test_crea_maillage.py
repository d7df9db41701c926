"""CREA_MAILLAGE: cells added, restricted, of another degree, cut."""

import numpy as np
import pytest

from tests.commands.meshes import diagnostics, mesh_after

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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("CREA_POI1=_F(NOM_GROUP_MA='PLATE', GROUP_NO='ENDS')", "the mesh already has a cell group PLATE"),
        ("RESTREINT=_F(GROUP_MA='PLAT')", "the mesh has no cell group PLAT"),
        ("CREA_MAILLE=_F(NOM='X', GROUP_MA=('LEFT', 'RIGHT'))", "the mesh has no cell group RIGHT"),
    ],
)
def test_what_is_refused(tmp_path, words, message):
    command = f"MB = CREA_MAILLAGE(MAILLAGE=MA, {words})"
    assert any(message in text for text in diagnostics(tmp_path, command))
