"""Boxes, rectangles and clouds of points."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh_checks import faults
from pyaster_lite.concepts.mesh_shapes import box, point_cloud, ring
from pyaster_lite.loads._relations import node_normals


@pytest.mark.parametrize("sizes, counts", [((1.0, 2.0, 3.0), (1, 2, 3)), ((2.0, 1.0), (3, 2))])
def test_sides_look_outwards(sizes, counts):
    mesh = box(sizes, counts)
    outwards = {"FRONT": (0, 1), "BACK": (0, -1), "RIGHT": (1, 1), "LEFT": (1, -1), "TOP": (2, 1), "BOTTOM": (2, -1)}
    if len(sizes) == 2:
        outwards = {"RIGHT": (0, 1), "LEFT": (0, -1), "TOP": (1, 1), "BOTTOM": (1, -1)}
    for name, (axis, sign) in outwards.items():
        cells = mesh.cell_group(name)
        nodes = mesh.nodes_of_cells(cells)
        np.testing.assert_allclose(mesh.coordinates[nodes, axis], sizes[axis] if sign > 0 else 0.0)
        np.testing.assert_allclose(node_normals(mesh, cells, nodes), np.tile(sign * np.eye(3)[axis], (len(nodes), 1)), atol=1e-12)
    assert mesh.n_nodes == np.prod([n + 1 for n in counts])
    assert len(mesh.cell_group("VOLUME" if len(sizes) == 3 else "SURFACE")) == np.prod(counts)
    assert not faults(mesh)


def test_corners_and_edges():
    cube = box((1.0, 1.0, 1.0), (2, 2, 2))
    assert [cube.coordinates[cube.node_group(f"N{i}")[0]].tolist() for i in (1, 4, 8)] == [[0, 1, 0], [1, 0, 0], [1, 0, 1]]
    assert {len(cube.cell_group(name)) for name in cube.cell_groups if name.startswith("S")} == {2}
    np.testing.assert_allclose(cube.coordinates[cube.nodes_of_cells(cube.cell_group("S68"))][:, [0, 2]], 1.0)


def test_a_cloud():
    cloud = point_cloud([(0.0, 1.0), (2.0, 3.0)], groups=True)
    assert cloud.n_cells == 2 and cloud.node_group("N2").tolist() == [1] and cloud.node_group("NODES").tolist() == [0, 1]


@pytest.mark.parametrize("inner, nodes, triangles", [(0.0, 25, 8), (0.5, 32, 0)])
def test_rings_and_discs(inner, nodes, triangles):
    mesh = ring(inner, 2.0, 8, 3)
    assert mesh.n_nodes == nodes and not faults(mesh)
    assert {block.type: len(block.cells) for block in mesh.blocks}.get("TRIA3", 0) == triangles
    assert len(mesh.cell_group("SURFACE")) == 24 and ("RINT" in mesh.cell_groups) == (inner > 0.0)
    for name, sign in {"REXT": 1, "RINT": -1}.items() if inner else {"REXT": 1}.items():
        cells = mesh.cell_group(name)
        own = mesh.nodes_of_cells(cells)
        outwards = sign * mesh.coordinates[own] / np.linalg.norm(mesh.coordinates[own], axis=1, keepdims=True)
        np.testing.assert_allclose(node_normals(mesh, cells, own), outwards, atol=1e-12)
