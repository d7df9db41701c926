"""New nodes stand on the curves and surfaces that the sides of a mesh stand for."""

import numpy as np
import pytest

from pyaster_lite.concepts.adaptation.boundary import Boundary, Curve, Surface
from pyaster_lite.concepts.adaptation.step import adapted, lineage_of
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_conversion import LINE_QUAD, converted


def circle(n, radius=1.0):
    angle = np.linspace(0.0, 2 * np.pi, n + 1)
    return Curve(radius * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1))


def disc():
    """A square with its corners on the unit circle, in two triangles, and its four sides."""
    triangles = CellBlock("TRIA3", np.array([[0, 1, 2], [0, 2, 3]], np.int32), np.array([0, 1]))
    sides = CellBlock("SEG2", np.array([[0, 1], [1, 2], [2, 3], [3, 0]], np.int32), np.arange(2, 6))
    return Mesh([[1, 0], [0, 1], [-1, 0], [0, -1]], [triangles, sides], {}, {"RIM": np.arange(2, 6)}, space_dimension=2)


def refined(mesh, shape, times):
    for _ in range(times):
        lineage = lineage_of(mesh)
        boundary = Boundary([(lineage.of_cell[mesh.cell_groups["RIM"]], shape)])
        mesh = adapted(mesh, lineage, np.flatnonzero(lineage.alive & lineage.leaf), (), boundary)
    return mesh


@pytest.mark.parametrize("shape", [circle(4096), Surface(np.zeros(3), np.zeros(3), 1.0), Surface(np.zeros(3), np.array([0, 0, 2.0]), 1.0)])
def test_a_disc_becomes_round(shape):
    mesh = refined(disc(), shape, 3)
    rim = mesh.nodes_of_cells(mesh.cell_groups["RIM"])
    assert len(rim) == 32 and np.allclose(np.linalg.norm(mesh.coordinates[rim], axis=1), 1.0, atol=1e-6)
    x = mesh.coordinates[mesh.block("TRIA3").nodes]
    area = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])[:, 2] / 2
    assert area.min() > 0 and area.sum() == pytest.approx(16 * np.sin(2 * np.pi / 32), rel=1e-5)


def test_middles_that_stood_on_the_curve_stay_there_and_straight_ones_stay_straight():
    shape = circle(4096)
    straight = refined(converted(disc(), np.arange(6), LINE_QUAD), shape, 2)
    side = straight.coordinates[straight.block("SEG3").nodes]
    assert np.allclose(side[:, 2], side[:, :2].mean(axis=1)) and np.allclose(np.linalg.norm(side[:, :2], axis=2), 1.0, atol=1e-6)
    bent = converted(disc(), np.arange(6), LINE_QUAD)
    middles = bent.block("SEG3").nodes[:, 2]
    bent.coordinates[middles] /= np.linalg.norm(bent.coordinates[middles], axis=1, keepdims=True)
    round_one = refined(bent, shape, 2)
    assert np.allclose(np.linalg.norm(round_one.coordinates[round_one.block("SEG3").nodes], axis=2), 1.0, atol=1e-6)


def test_the_shorter_way_round_a_closed_curve():
    shape = circle(4096)
    ends = np.array([[[np.cos(a), np.sin(a), 0.0] for a in (0.1, -0.1)]])
    assert np.allclose(shape.placed(ends, ends.mean(axis=1)), [[1.0, 0.0, 0.0]], atol=1e-5)


def test_cones_and_tori():
    points = np.array([[1.0, 0.5, 2.0], [-0.3, 0.2, 1.0]])
    cone = Surface(np.array([0, 0, -1.0]), np.array([0, 0, 5.0]), slope=0.5).placed(None, points)
    assert np.allclose(np.hypot(cone[:, 0], cone[:, 1]), 0.5 * (cone[:, 2] + 1.0)) and np.allclose(cone[:, 2], points[:, 2])
    torus = Surface(np.zeros(3), np.array([0, 0, 1.0]), 2.0, tube=0.5).placed(None, points)
    assert np.allclose((np.hypot(torus[:, 0], torus[:, 1]) - 2.0) ** 2 + torus[:, 2] ** 2, 0.25)


def test_nodes_between_two_surfaces_stay_and_cells_never_turn_inside_out():
    mesh = disc()
    lineage = lineage_of(mesh)
    far = Surface(np.array([0.0, 4.0, 0.0]), np.zeros(3), 9.0)
    inside_out = adapted(mesh, lineage, [0, 1], (), Boundary([(mesh.cell_groups["RIM"], far)]))
    x = inside_out.coordinates[inside_out.block("TRIA3").nodes]
    assert (np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])[:, 2] > 0).all()
    lineage = lineage_of(mesh)
    sphere = Surface(np.zeros(3), np.zeros(3), 1.0)
    faces = Boundary([([0], sphere), ([1], Surface(np.zeros(3), np.zeros(3), 2.0))])
    diagonal = lineage.edges.find(np.array([0, 2]))
    assert faces.shapes(lineage)[diagonal] == -1 and sorted(faces.shapes(lineage).tolist()) == [-1, 0, 0, 1, 1]
