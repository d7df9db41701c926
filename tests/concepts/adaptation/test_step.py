"""Adapted meshes conform, keep their area or volume and their groups, and find back to where they came from."""

from collections import Counter
from copy import deepcopy

import numpy as np
import pytest

from pyaster_lite.concepts.adaptation.choice import (
    Criterion,
    at_nodes,
    edges_above,
    families_below,
    families_below_at_nodes,
    lower_threshold,
    on_rows,
    upper_threshold,
)
from pyaster_lite.concepts.adaptation.closure import closed
from pyaster_lite.concepts.adaptation.division import PIECES
from pyaster_lite.concepts.adaptation.lineage import DIMENSION, EDGES, FACES, Unadaptable
from pyaster_lite.concepts.adaptation.step import adapted, lineage_of
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_conversion import LINE_QUAD, converted
from pyaster_lite.fe.cells import reference_cell

_TETRAHEDRA = ((0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6))


def grid(kind, n=3, quadratic=False):
    """A unit square or cube in n parts along each axis, all of it a group BODY, and its side x = 0 a group LEFT."""
    dim = CELL_TYPES[kind].dim
    axes = np.meshgrid(*[np.arange(n + 1)] * dim, indexing="ij")
    places = np.stack([axis.ravel() for axis in axes], axis=1)
    number = {tuple(place): i for i, place in enumerate(places)}
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)] if dim == 2 else [(*c, z) for z in (0, 1) for c in ((0, 0), (1, 0), (1, 1), (0, 1))]
    boxes = [place for place in places if (place < n).all()]
    whole = np.array([[number[tuple(box + np.array(corner))] for corner in corners] for box in boxes])
    tables = {"TRIA3": ((0, 1, 2), (0, 2, 3)), "TETRA4": _TETRAHEDRA}.get(kind, (tuple(range(len(corners))),))
    cells = np.concatenate([whole[:, table] for table in tables])
    sides = {"TRIA3": ("SEG2", [(3, 0)]), "QUAD4": ("SEG2", [(3, 0)]), "TETRA4": ("TRIA3", [(0, 3, 7), (0, 7, 4)])}
    side_kind, local = sides.get(kind, ("QUAD4", [(0, 3, 7, 4)]))
    left = np.concatenate([whole[[box[0] == 0 for box in boxes]][:, table] for table in local])
    blocks = [
        CellBlock(kind, cells.astype(np.int32), np.arange(len(cells))),
        CellBlock(side_kind, left.astype(np.int32), len(cells) + np.arange(len(left))),
    ]
    groups = {"BODY": np.arange(len(cells)), "LEFT": blocks[1].cells}
    mesh = Mesh(places / n, blocks, {"ORIGIN": np.array([0])}, groups, space_dimension=dim)
    return converted(mesh, np.arange(mesh.n_cells), LINE_QUAD) if quadratic else mesh


def sizes(mesh):
    """{linear type: areas or volumes of its cells}, all positive when cells are turned like those of `grid`."""
    found = {}
    for block in mesh.blocks:
        x = mesh.coordinates[block.nodes]
        linear = CELL_TYPES[block.type].linear
        if linear == "SEG2":
            size = np.linalg.norm(x[:, 1] - x[:, 0], axis=1)
        elif linear == "TETRA4":
            size = np.linalg.det(x[:, 1:4] - x[:, :1]) / 6
        elif linear == "HEXA8":
            size = np.linalg.det(np.stack([x[:, 1] - x[:, 0], x[:, 3] - x[:, 0], x[:, 4] - x[:, 0]], axis=1))
        elif linear == "PYRAM5":
            size = np.linalg.det(np.stack([x[:, 1] - x[:, 0], x[:, 3] - x[:, 0], x[:, 4] - x[:, 0]], axis=1)) / 6
            size += np.linalg.det(np.stack([x[:, 3] - x[:, 2], x[:, 1] - x[:, 2], x[:, 4] - x[:, 2]], axis=1)) / 6
        else:
            diagonals = (x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]) if linear == "TRIA3" else (x[:, 2] - x[:, 0], x[:, 3] - x[:, 1])
            size = np.cross(*diagonals)[:, 2] / 2
        found[linear] = size
    return found


def _hull(linear, dim):
    if linear == "PYRAM5":
        return [(0, 1, 2, 3), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    return FACES[linear] if dim == 3 else EDGES[linear]


def hanging(mesh):
    """How many sides of the cells of the highest dimension are neither shared by two of them nor on the hull of the unit box."""
    highest, dim = Counter(), mesh.cell_dim().max()
    for block in mesh.blocks:
        if block.dim == dim:
            linear = CELL_TYPES[block.type].linear
            for side in _hull(linear, dim):
                highest.update(map(tuple, np.sort(block.nodes[:, side], axis=1)))
    single = [list(side) for side, count in highest.items() if count == 1]
    points = [mesh.coordinates[side][:, :dim] for side in single]
    assert max(highest.values()) <= 2
    return sum(not any((np.abs(x[:, i] - end) < 1e-12).all() for i in range(dim) for end in (0, 1)) for x in points)


@pytest.mark.parametrize("kind", ["TRIA3", "QUAD4", "TETRA4", "HEXA8"])
@pytest.mark.parametrize("quadratic", [False, True])
def test_everything_cut_twice(kind, quadratic):
    mesh = grid(kind, 1, quadratic)
    count = len(mesh.cell_groups["BODY"])
    for _ in range(2):
        lineage = lineage_of(mesh)
        mesh = adapted(mesh, lineage, np.flatnonzero(lineage.alive & lineage.leaf))
    pieces = 4 if CELL_TYPES[kind].dim == 2 else 8
    assert len(mesh.cell_groups["BODY"]) == count * pieces**2 and not hanging(mesh)
    assert sizes(mesh)[kind].sum() == pytest.approx(1.0) and sizes(mesh)[kind].min() > 0
    assert len(np.unique(mesh.coordinates.round(12), axis=0)) == mesh.n_nodes
    assert mesh.node_groups["ORIGIN"].tolist() == [0]


@pytest.mark.parametrize("kind", ["TRIA3", "QUAD4", "TETRA4", "HEXA8"])
@pytest.mark.parametrize("quadratic", [False, True])
def test_some_cut_again_and_again(kind, quadratic):
    mesh, random = grid(kind, 2, quadratic), np.random.default_rng(3)
    dim = CELL_TYPES[kind].dim
    for _ in range(4):
        lineage = lineage_of(mesh)
        rows = np.flatnonzero(lineage.alive & lineage.leaf & (DIMENSION[lineage.kind] == dim))
        mesh = adapted(mesh, lineage, random.choice(rows, max(1, len(rows) // 12), replace=False))
        assert not hanging(mesh)
        body, left = (sum(sizes_of(mesh, name)) for name in ("BODY", "LEFT"))
        assert body == pytest.approx(1.0) and abs(left) == pytest.approx(1.0)
        assert all((size > 0).all() for name, size in sizes(mesh).items() if CELL_TYPES[name].dim == dim)
        middles = {CELL_TYPES[block.type].linear: block for block in mesh.blocks if block.dim}
        for linear, block in middles.items() if quadratic else ():
            ends = mesh.coordinates[block.nodes[:, EDGES[linear]]]
            assert np.allclose(mesh.coordinates[block.nodes[:, CELL_TYPES[linear].corners :]], ends.mean(axis=2))


def sizes_of(mesh, group):
    chosen = mesh.cell_groups[group]
    part = Mesh(mesh.coordinates, [CellBlock(b.type, b.nodes, np.arange(len(b))) for b in mesh.select(chosen)], space_dimension=3)
    if group == "LEFT" and mesh.cell_dim().max() == 3:
        part.coordinates = part.coordinates[:, [1, 2, 0]]
    return [size.sum() for size in sizes(part).values()]


def test_one_triangle_cut_leaves_green_neighbours_that_are_gone_at_the_next_step():
    mesh = grid("TRIA3", 1)
    lineage = lineage_of(mesh)
    once = adapted(mesh, lineage, [0])
    assert {block.type: len(block) for block in once.blocks} == {"SEG2": 1, "TRIA3": 4 + 2}
    values = np.arange(once.n_cells) * 1.0
    green = np.bincount(once.lineage.of_cell)[once.lineage.of_cell] == 2
    rows = on_rows(once.lineage, values)
    assert rows[once.lineage.of_cell[green]].tolist() == [values[green].max()] * 2
    lineage = lineage_of(once)
    twice = adapted(once, lineage, lineage.of_cell[green])
    assert {block.type: len(block) for block in twice.blocks} == {"SEG2": 2, "TRIA3": 8}


def test_pieces_are_put_together_again():
    mesh = grid("QUAD4", 2)
    lineage = lineage_of(mesh)
    fine = adapted(mesh, lineage, [0, 3])
    lineage = lineage_of(fine)
    values = np.where(lineage.parent == 0, 0.0, 1.0)
    back = adapted(fine, lineage, [], families_below(lineage, values, 0.5))
    assert len(back.lineage.rows("QUAD4")) == 3 + 4 and not hanging(back)
    assert sum(sizes_of(back, "BODY")) == pytest.approx(1.0) and sum(sizes_of(back, "LEFT")) == pytest.approx(1.0)
    lineage = lineage_of(back)
    start = adapted(back, lineage, [], families_below(lineage, np.zeros(len(lineage.kind)), 0.5))
    assert (start.n_nodes, start.n_cells) == (mesh.n_nodes, mesh.n_cells)


@pytest.mark.parametrize("kind", ["TRIA3", "TETRA4", "HEXA8"])
def test_some_cut_while_others_are_put_together(kind):
    """A face cut only for its neighbours is whole again when a cell put together takes back one of its edges."""
    mesh, random = grid(kind, 2, False), np.random.default_rng(1)
    dim = CELL_TYPES[kind].dim
    for _ in range(6):
        lineage = lineage_of(mesh)
        rows = np.flatnonzero(lineage.alive & lineage.leaf & (DIMENSION[lineage.kind] == dim) & (lineage.level < 3))
        chosen = random.choice(rows, max(1, len(rows) // 10), replace=False)
        families = families_below(lineage, random.random(len(lineage.kind)) + 0.3 * (lineage.level < 1), 0.6)
        mesh = adapted(mesh, lineage, chosen, families)
        assert not hanging(mesh) and sum(sizes_of(mesh, "BODY")) == pytest.approx(1.0)


def test_neighbours_differ_by_one_cut():
    mesh = grid("QUAD4", 4)
    for _ in range(4):
        lineage = lineage_of(mesh)
        corner = lineage.rows("QUAD4")[lineage.nodes[lineage.rows("QUAD4"), 0] == 0]
        mesh = adapted(mesh, lineage, corner)
    lineage = mesh.lineage
    edges, faces = closed(lineage, lineage.edges.cut, lineage.faces.cut)
    assert (edges == lineage.edges.cut).all() and (faces == lineage.faces.cut).all()
    assert lineage.level.max() == 4 and not hanging(mesh)


def test_a_hexahedron_conforms_whatever_edges_are_cut():
    box = grid("HEXA8", 1)
    start = lineage_of(box)
    bits = (np.arange(1, 4095)[:, None] >> np.arange(12) & 1).astype(bool)
    bits = bits[(bits[:, start.faces.sides].sum(axis=2) != 3).all(axis=1)]
    assert len(bits) == 980
    few = bits[bits.sum(axis=1) <= 1]
    special = [row for row in bits if row.sum() in (4, 8) and (row[start.faces.sides].all(axis=1).any() or row[:4].sum() in (0, 4))]
    for row in (*few[::5], *special[::9], *bits[::97]):
        lineage = deepcopy(start)
        made = adapted(box, lineage, [], edges=np.flatnonzero(row))
        volumes = {name: size for name, size in sizes(made).items() if CELL_TYPES[name].dim == 3}
        assert sum(size.sum() for size in volumes.values()) == pytest.approx(1.0) and min(size.min() for size in volumes.values()) > 0
        assert not hanging(made)


def test_only_what_is_within_and_nothing_of_what_is_without():
    mesh = grid("TRIA3", 2)
    rows = np.arange(8)
    within = adapted(mesh, lineage_of(mesh), rows, within=[0])
    assert within.lineage.leaf[:8].tolist() == [False] + [True] * 7
    without = adapted(mesh, lineage_of(mesh), rows, without=rows)
    assert without.n_cells == mesh.n_cells


def test_thresholds():
    values = np.array([4.0, 1.0, 3.0, 2.0, 10.0, 7.0, 8.0, 6.0, 5.0, 9.0])
    assert upper_threshold(values, Criterion("share", 0.3)) == 7.5
    assert upper_threshold(values, Criterion("share", 0.1)) == 9.5
    assert upper_threshold(values, Criterion("share", 0.0)) > 10 and upper_threshold(values, Criterion("share", 1.0)) < 1
    assert upper_threshold(values, Criterion("share", 0.01)) > 10
    assert lower_threshold(values, Criterion("share", 0.3)) == 3.5
    assert upper_threshold(values, Criterion("range", 0.5)) == 5.5 == lower_threshold(values, Criterion("range", 0.5))
    assert upper_threshold(values, Criterion("value", 2.0)) == 2.0
    assert upper_threshold(values, Criterion("spread", 2.0)) == pytest.approx(5.5 + 2 * values.std())
    assert upper_threshold(np.ones(5), Criterion("share", 0.5)) > 1.0 > lower_threshold(np.ones(5), Criterion("share", 0.5))


def test_what_is_not_adapted():
    mixed = grid("TRIA3", 1)
    mixed = converted(mixed, [0], LINE_QUAD)
    with pytest.raises(Unadaptable, match="one mesh has one degree"):
        lineage_of(mixed)
    pyramid = Mesh(np.eye(5, 3), [CellBlock("PYRAM5", np.arange(5)[None], np.array([0]))])
    with pytest.raises(Unadaptable, match="PYRAM5"):
        lineage_of(pyramid)


def test_values_at_nodes_cut_edges_between_high_ones_and_join_where_all_are_low():
    mesh = grid("TRIA3", 4)
    lineage = lineage_of(mesh)
    near = at_nodes(lineage, 1.0 - mesh.coordinates[:, 0])
    edges = edges_above(lineage, near, 0.75)
    chosen = lineage.coordinates[lineage.edges.nodes[edges]]
    assert (chosen[..., 0] <= 0.25).all() and len(edges) == 4 + 5 + 4 + 4
    fine = adapted(mesh, lineage, [], edges=edges)
    assert not hanging(fine) and len(fine.lineage.rows("TRIA3")) == 32 - 8 + 32
    assert not len(edges_above(fine.lineage, at_nodes(fine.lineage, 1.0 - fine.coordinates[:, 0]), 0.75, below_level=1))
    lineage = lineage_of(fine)
    families = families_below_at_nodes(lineage, at_nodes(lineage, fine.coordinates[:, 1]), 0.5)
    back = adapted(fine, lineage, [], families)
    assert not hanging(back) and len(back.lineage.rows("TRIA3")) == 32 - 4 + 16


def test_halves_of_a_cut_edge_between_green_triangles_can_be_cut_again():
    mesh = grid("TRIA3", 1)
    diagonal = 1.0 - np.abs(mesh.coordinates[:, 0] - mesh.coordinates[:, 1])
    lineage = lineage_of(mesh)
    once = adapted(mesh, lineage, [], edges=edges_above(lineage, at_nodes(lineage, diagonal), 1.0))
    assert len(once.block("TRIA3")) == 4 and len(once.lineage.rows("TRIA3")) == 2
    lineage = lineage_of(once)
    values = at_nodes(lineage, 1.0 - np.abs(once.coordinates[:, 0] - once.coordinates[:, 1]))
    assert len(edges_above(lineage, values, 1.0)) == 2
    twice = adapted(once, lineage, [], edges=edges_above(lineage, values, 1.0))
    assert not hanging(twice) and len(twice.lineage.rows("TRIA3")) == 8 and len(twice.block("TRIA3")) == 12


def test_regular_pieces_of_hexahedra_are_turned_like_their_parent():
    local = reference_cell("HEXA27").nodes
    for piece in PIECES["HEXA8"]:
        own = local[list(piece)]
        assert np.array_equal(np.sign(own - own.mean(axis=0)), local[:8])
