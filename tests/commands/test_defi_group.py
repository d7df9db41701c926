"""DEFI_GROUP on a small mesh: sets, parts, geometry, ordered lines, and what it refuses."""

import numpy as np
import pytest

from tests.commands.meshes import GRID, diagnostics, mesh_after

MAKE_NODES = "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=({},))"
MAKE_CELLS = "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=({},))"


def nodes(tmp_path, *occurrences):
    """The nodes of the last group made, counted from 1."""
    mesh = mesh_after(tmp_path, MAKE_NODES.format(", ".join(f"_F({text})" for text in occurrences)))
    return (list(mesh.node_groups.values())[-1] + 1).tolist()


def cells(tmp_path, *occurrences):
    """The cells of the last group made, counted from 1."""
    mesh = mesh_after(tmp_path, MAKE_CELLS.format(", ".join(f"_F({text})" for text in occurrences)))
    return (list(mesh.cell_groups.values())[-1] + 1).tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NOM='G', GROUP_MA='BOTTOM'", [1, 2, 3]),
        ("NOM='G', GROUP_MA=('LEFT', 'BOTTOM')", [1, 4, 7, 2, 3]),
        ("NOM='G', NOEUD=('N5', '2')", [5, 2]),
        ("NOM='G', UNION=('DIAGONAL', 'ENDS')", [9, 5, 1, 3]),
        ("NOM='G', INTERSEC=('DIAGONAL', 'ENDS')", [1]),
        ("NOM='G', DIFFE=('DIAGONAL', 'ENDS')", [9, 5]),
        ("NOM='G', GROUP_NO='DIAGONAL', POSITION='INIT'", [9]),
        ("NOM='G', GROUP_NO='DIAGONAL', POSITION='MILIEU'", [5]),
        ("NOM='G', GROUP_NO='DIAGONAL', NUME_INIT=2", [5, 1]),
        ("NOM='G', GROUP_NO='DIAGONAL', NUME_INIT=1, NUME_FIN=2", [9, 5]),
        ("NOM='G', OPTION='PLAN', POINT=(1., 0.), VECT_NORMALE=(2., 0.), PRECISION=1.E-6", [2, 5, 8]),
        ("NOM='G', OPTION='PLAN', NOEUD_CENTRE='N5', ANGL_NAUT=45., PRECISION=1.E-6", [3, 5, 7]),
        ("NOM='G', OPTION='ENV_SPHERE', POINT=(0., 0.), RAYON=1., PRECISION=1.E-6", [2, 4]),
        ("NOM='G', OPTION='NOEUD_ORDO', GROUP_MA='BOTTOM'", [1, 2, 3]),
        ("NOM='G', OPTION='NOEUD_ORDO', GROUP_MA='BOTTOM', NOEUD_ORIG='N3'", [3, 2, 1]),
        ("NOM='G', OPTION='NOEUD_ORDO', GROUP_MA='RIM', ORIGINE='SANS'", [1, 2, 3, 6, 9, 8, 7, 4, 1]),
        (
            "NOM='G', OPTION='NOEUD_ORDO', GROUP_MA='RIM', NOEUD_ORIG='N1', NOEUD_EXTR='N1', VECT_ORIE=(0., 1.)",
            [1, 4, 7, 8, 9, 6, 3, 2, 1],
        ),
        (
            "NOM='G', OPTION='SEGM_DROI_ORDO', GROUP_NO='DIAGONAL', NOEUD_ORIG='N1', NOEUD_EXTR='N9', PRECISION=1.E-6, CRITERE='RELATIF'",
            [1, 5, 9],
        ),
        ("NOM='G', OPTION='TUNNEL', TOUT='OUI', GROUP_MA_AXE='BOTTOM', RAYON=0.5, LONGUEUR=1.2", [1, 2]),
    ],
)
def test_groups_of_nodes(tmp_path, text, expected):
    assert nodes(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NOM='G', TOUT='OUI', TYPE_MAILLE='1D'", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("NOM='G', TOUT='OUI', TYPE_MAILLE='TRIA3'", [12, 13]),
        ("NOM='G', GROUP_MA='BOTTOM', TYPE_MAILLE='TRIA3'", [1, 2]),
        ("NOM='G', MAILLE=('M9', 'M1')", [9, 1]),
        ("NOM='G', GROUP_MA='RIM', NUME_INIT=2, NUME_FIN=3", [2, 3]),
        ("NOM='G', UNION=('LEFT', 'BOTTOM')", [7, 8, 1, 2]),
        ("NOM='G', OPTION='SPHERE', POINT=(0., 0.), RAYON=0.1", [1, 8, 9]),
        ("NOM='G', OPTION='SPHERE', POINT=(0., 0.), RAYON=1.1, CRIT_NOEUD='TOUS'", [1, 8]),
        ("NOM='G', OPTION='SPHERE', POINT=(0., 0.), RAYON=1.1, CRIT_NOEUD='MAJORITE', TYPE_MAILLE='2D'", [9]),
        ("NOM='G', OPTION='BANDE', POINT=(0., 0.), VECT_NORMALE=(0., 1.), DIST=0.1, CRIT_NOEUD='TOUS'", [1, 2]),
        ("NOM='G', OPTION='APPUI', GROUP_NO='ENDS', TYPE_APPUI='AU_MOINS_UN'", [1, 2, 3, 8, 9, 10]),
        ("NOM='G', OPTION='APPUI', NOEUD=('N1', 'N2'), TYPE_APPUI='TOUT'", [1]),
        ("NOM='G', OPTION='FACE_NORMALE', VECT_NORMALE=(0., -1.)", [1, 2]),
        ("NOM='G', OPTION='FACE_NORMALE', VECT_NORMALE=(0., -1.), VERI_SIGNE='NON'", [1, 2, 5, 6]),
    ],
)
def test_groups_of_cells(tmp_path, text, expected):
    assert cells(tmp_path, text) == expected


def test_middle_nodes_apart_from_vertices(tmp_path):
    quadratic = "MA = CREA_MAILLAGE(MAILLAGE=MA0, LINE_QUAD=_F(TOUT='OUI'))"
    make = "CREA_GROUP_NO=_F(NOM='{0}', GROUP_MA='BOTTOM', CRIT_NOEUD='{0}')"
    commands = [f"MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, {make.format(word)})" for word in ("SOMMET", "MILIEU", "TOUS")]
    mesh = mesh_after(tmp_path, quadratic, *commands, first="MA0")
    assert mesh.node_groups["SOMMET"].tolist() == [0, 1, 2]
    assert (mesh.coordinates[mesh.node_groups["MILIEU"], 0] == [0.5, 1.5]).all()
    assert sorted(mesh.node_groups["TOUS"]) == sorted([*mesh.node_groups["SOMMET"], *mesh.node_groups["MILIEU"]])


def test_every_group_of_cells_becomes_one_of_nodes(tmp_path):
    mesh = mesh_after(tmp_path, "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(TOUT_GROUP_MA='OUI'))")
    assert set(mesh.cell_groups) <= set(mesh.node_groups)
    assert mesh.node_groups["LEFT"].tolist() == [0, 3, 6]


def test_removed_groups_may_come_back(tmp_path):
    mesh = mesh_after(
        tmp_path,
        "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, DETR_GROUP_NO=_F(NOM=('ENDS', 'NOBODY')), CREA_GROUP_NO=_F(NOM='ENDS', NOEUD='N2'))",
    )
    assert mesh.node_groups["ENDS"].tolist() == [1]


def test_an_empty_group_is_not_made(tmp_path):
    text = "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='G', INTERSEC=('MIDDLE', 'ENDS')))"
    assert "G" not in mesh_after(tmp_path, text).node_groups


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (MAKE_NODES.format("_F(NOM='G', GROUP_MA='BOTOM')"), "the mesh has no cell group BOTOM"),
        (MAKE_NODES.format("_F(NOM='ENDS', NOEUD='N1')"), "the mesh already has a group ENDS"),
        (MAKE_NODES.format("_F(NOM='G', NOEUD='N99')"), "the mesh has no node N99"),
        (MAKE_NODES.format("_F(NOM='G', GROUP_NO='ENDS', NUME_INIT=1, NUME_FIN=3)"), "the group has 2 members, so none of number 3"),
        (MAKE_NODES.format("_F(NOM='G', OPTION='NOEUD_ORDO', GROUP_MA='RIM')"), "the line is closed: say where it starts"),
        (MAKE_NODES.format("_F(NOM='G', OPTION='NOEUD_ORDO', GROUP_MA='PLATE')"), "a line is made of segments only"),
        (MAKE_NODES.format("_F(NOM='G', OPTION='NOEUD_ORDO', GROUP_MA='LEFT', NOEUD_ORIG='N4')"), "is not at an end of the line"),
        (MAKE_NODES.format("_F(NOM='G', OPTION='ENV_SPHERE', POINT=(0., 0.), RAYON=-1., PRECISION=1.)"), "RAYON must be positive, not -1"),
        (
            MAKE_NODES.format("_F(NOM='G', OPTION='PLAN', POINT=(0.,), VECT_NORMALE=(0., 1.), PRECISION=1.)"),
            "POINT needs 2 values in the plane",
        ),
        (
            MAKE_NODES.format("_F(NOM='G', OPTION='PLAN', POINT=(0., 0.), VECT_NORMALE=(0., 0.), PRECISION=1.)"),
            "the direction is the zero vector",
        ),
        (MAKE_CELLS.format("_F(NOM='G' * 25, TOUT='OUI')"), "the name of a group has at most 24 characters"),
    ],
)
def test_what_is_refused(tmp_path, command, message):
    assert any(message in text for text in diagnostics(tmp_path, command))


def test_the_grid_is_as_the_tests_believe(tmp_path):
    mesh = mesh_after(tmp_path)
    assert GRID.count("\n") > 20 and mesh.n_nodes == 9 and mesh.n_cells == 13
    assert np.array_equal(mesh.coordinates[:, 0], [0, 1, 2] * 3)
