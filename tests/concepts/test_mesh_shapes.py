"""Boxes, rectangles and clouds of points."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh_checks import faults
from pyaster_lite.concepts.mesh_shapes import arc, box, point_cloud, polyline, ring, tube
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


@pytest.mark.parametrize("inner, kinds", [(0.5, {"HEXA8": 48}), (0.0, {"PENTA6": 24, "HEXA8": 24})])
def test_tubes_are_closed_and_look_outwards(inner, kinds):
    mesh = tube(inner, 1.0, 3.0, 8, 2, 3)
    assert not list(faults(mesh))
    assert {block.type: len(block) for block in mesh.blocks if block.dim == 3} == kinds
    assert len(mesh.cell_group("VOLUME")) == 48
    # by the theorem of Gauss, the flux of the place through the sides is three times the volume
    flux, names = 0.0, [name for name in mesh.cell_groups if name != "VOLUME"]
    assert sorted(names) == sorted(["BOTTOM", "TOP", "SURFEXT"] + ["SURFINT"] * (inner > 0.0))
    for name in names:
        for block in mesh.select(mesh.cell_group(name)):
            x = mesh.coordinates[block.nodes]
            ahead, across = (x[:, 2] - x[:, 0], x[:, 3] - x[:, 1]) if x.shape[1] == 4 else (x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])
            flux += (np.cross(ahead, across) / 2.0 * x.mean(axis=1)).sum()
    octagon = 4.0 * np.sin(np.pi / 4.0)
    assert flux == pytest.approx(3.0 * 3.0 * octagon * (1.0 - inner**2))


def test_lines_through_points():
    bent = arc(2.0, np.pi / 2.0, 4)
    np.testing.assert_allclose(np.linalg.norm(bent.coordinates, axis=1), 2.0)
    np.testing.assert_allclose(bent.coordinates[-1][:2], [0.0, 2.0], atol=1e-15)
    assert len(bent.cell_group("ARC")) == 3 and bent.dimension == 2
    line = polyline([(0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (1.0, 2.0, 1.0)], groups=True)
    assert line.cell_group("S2").tolist() == [1] and line.node_group("N3").tolist() == [2] and len(line.cell_group("LINE")) == 2
