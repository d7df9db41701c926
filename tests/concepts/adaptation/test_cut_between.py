"""Triangles cut where edges are marked: the mesh stays conforming and covers the same ground."""

import numpy as np
import pytest

from pyaster_lite.concepts.adaptation.step import cut_between
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_conversion import converted


def grid(quadratic):
    n = 4
    places = np.array([(i, j) for j in range(n + 1) for i in range(n + 1)], float)
    at = np.arange((n + 1) ** 2).reshape(n + 1, n + 1)
    a, b, c, d = (at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel())
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]).astype(np.int32)
    foot = np.stack([at[0, :-1], at[0, 1:]], 1).astype(np.int32)
    cells = np.arange(len(triangles) + len(foot))
    blocks = [CellBlock("SEG2", foot, cells[len(triangles) :]), CellBlock("TRIA3", triangles, cells[: len(triangles)])]
    mesh = Mesh(places, blocks, {"CORNER": np.array([0])}, {"FOOT": cells[len(triangles) :], "LOW": np.array([0, 1])}, space_dimension=2)
    return converted(mesh, cells, {"TRIA3": "TRIA6", "SEG2": "SEG3"}) if quadratic else mesh


def areas(mesh, cells):
    total = 0.0
    for block in mesh.select(cells):
        if block.dim == 2:
            (ax, ay), (bx, by), (cx, cy) = np.moveaxis(mesh.coordinates[block.nodes[:, :3], :2], (1, 2), (0, 1))
            assert ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0).all()
            total += 0.5 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).sum()
    return total


@pytest.mark.parametrize("quadratic", [False, True])
def test_conforming_and_complete(quadratic):
    mesh = grid(quadratic)
    near = np.linalg.norm(mesh.coordinates[:, :2], axis=1) <= 2.1
    fine, parents = cut_between(mesh, near)
    assert fine.n_cells > mesh.n_cells and len(parents) == fine.n_cells
    assert areas(fine, np.arange(fine.n_cells)) == pytest.approx(16.0)
    assert areas(fine, fine.cell_group("LOW")) == pytest.approx(areas(mesh, np.array([0, 1])))
    assert set(parents[fine.cell_group("FOOT")]) == set(mesh.cell_group("FOOT")) and len(fine.cell_group("FOOT")) == 6
    assert fine.node_group("CORNER").tolist() == [0] and np.allclose(fine.coordinates[: mesh.n_nodes], mesh.coordinates)
    triangles = fine.block("TRIA6" if quadratic else "TRIA3").nodes
    sides = np.sort(np.concatenate([triangles[:, (i, (i + 1) % 3)] for i in range(3)]), axis=1)
    _, count = np.unique(sides, axis=0, return_counts=True)
    here = fine.coordinates[sides][..., :2]
    rim = ((here[:, 0] == here[:, 1]) & np.isin(here[:, 0], (0.0, 4.0))).any(axis=1)
    assert (count == 1).sum() == rim.sum() and count.max() == 2
    if quadratic:
        ends, middles = triangles[:, :3], triangles[:, 3:]
        assert np.allclose(fine.coordinates[middles], (fine.coordinates[ends] + fine.coordinates[np.roll(ends, -1, axis=1)]) / 2)
        assert len(np.unique(fine.coordinates, axis=0)) == fine.n_nodes


def test_nothing_near_changes_nothing():
    mesh = grid(False)
    same, parents = cut_between(mesh, np.zeros(mesh.n_nodes, bool))
    assert same.n_nodes == mesh.n_nodes and sorted(parents.tolist()) == list(range(mesh.n_cells))
