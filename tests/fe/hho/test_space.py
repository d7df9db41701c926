"""Hybrid polynomials: what they reproduce exactly, and that a face is the same from both sides."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.hho.basis import exponents
from pyaster_lite.fe.hho.face import Faces
from pyaster_lite.fe.hho.integration import simplex_rule
from pyaster_lite.fe.hho.shape import hybrid_cell
from pyaster_lite.fe.hho.space import HybridSpace

CELLS = ("TRIA7", "QUAD9", "TETRA15", "PYRAM19", "PENTA21", "HEXA27")


def placed(name, degree):
    """Two cells, the second one an image of the reference cell by an affine map."""
    cell, nodes = hybrid_cell(name), reference_cell(name).nodes
    coordinates = np.zeros((2, len(nodes), 3))
    coordinates[0, :, : cell.dim] = nodes
    coordinates[1, :, : cell.dim] = nodes @ (np.eye(cell.dim) + 0.3 * np.random.default_rng(1).standard_normal((cell.dim,) * 2)) + 3.0
    return HybridSpace(cell, degree, coordinates)


def interpolated(space, function):
    """The coefficients (ne, n) of the projections of a function on every face and cell."""
    result = np.zeros((2, space.size))
    for i, faces in enumerate(space.faces):
        points, weights, _ = faces.quadrature(2 * space.degree + 2)
        result[:, space.on_face(i)] = np.einsum("eq,eqb,eq->eb", weights, faces.basis.values(points), function(points))
    points, weights = space.integrating(2 * space.degree + 2)
    result[:, space.in_cell] = np.einsum("eq,eqb,eq->eb", weights, space.values(points), function(points))
    return result


@pytest.mark.parametrize("degree", (0, 1, 2))
@pytest.mark.parametrize("name", CELLS)
def test_polynomials_of_one_degree_more_are_reproduced(name, degree):
    space = placed(name, degree)
    slope = np.array([1.0, 0.3, -0.5])[: space.cell.dim]
    unknowns = interpolated(space, lambda x: (x @ slope) ** (degree + 1))
    scale = abs(space.stabilisation).max() * abs(unknowns).max() ** 2
    assert abs(np.einsum("ei,eij,ej->e", unknowns, space.stabilisation, unknowns)).max() < 1e-12 * scale
    points, weights = space.integrating(2 * degree + 2)
    exact = (degree + 1) * ((points @ slope) ** degree)[..., None] * slope
    projected = np.einsum("eq,eqa,eqd->eda", weights, space.values(points), exact)
    np.testing.assert_allclose(np.einsum("edan,en->eda", space.gradient, unknowns), projected, atol=1e-11 * abs(projected).max())


@pytest.mark.parametrize("name", CELLS)
def test_only_constants_have_neither_gradient_nor_stabilisation(name):
    space = placed(name, 1)
    energy = np.einsum("edam,edan->emn", space.gradient, space.gradient) + space.stabilisation
    values = np.linalg.eigvalsh(energy)
    assert (values[:, 0] < 1e-10 * values[:, -1]).all() and (values[:, 1] > 1e-5 * values[:, -1]).all()


@pytest.mark.parametrize("dim", (1, 2, 3))
def test_a_rule_integrates_monomials_over_a_simplex(dim):
    from math import factorial

    rule = simplex_rule(dim, 5)
    assert rule.weights.sum() == pytest.approx(1.0)
    powers = (2, 1, 2)[:dim]
    value = rule.weights @ np.prod(rule.points[:, 1:] ** powers, axis=1)
    exact = factorial(dim) * np.prod([factorial(p) for p in powers]) / factorial(dim + sum(powers))
    assert value == pytest.approx(exact, rel=1e-13)


@pytest.mark.parametrize("count", (2, 3, 4))
def test_a_face_is_the_same_wherever_its_numbering_starts(count):
    square = np.array([[0.0, 0, 0], [1, 0, 0.1], [1.2, 1, 0], [0.1, 0.9, 0.2]])[:count]
    vertices = square[:, :2] if count == 2 else square
    one = Faces(vertices[None], 2)
    points = vertices.mean(axis=0)[None, None] + 0.05 * np.ones(vertices.shape[1])
    for turned in (vertices[::-1], np.roll(vertices, 1, axis=0)):
        np.testing.assert_array_equal(Faces(turned[None], 2).basis.values(points), one.basis.values(points))


@pytest.mark.parametrize("count", (2, 3, 4))
def test_a_polynomial_on_a_face_is_its_own_projection(count):
    square = np.array([[0.0, 0, 0], [1, 0, 0], [1.2, 1, 0], [0.1, 0.9, 0]])[:count]
    faces = Faces((square[:, :2] if count == 2 else square)[None], 1)
    points, matrix = faces.projector(3)
    coefficients = matrix @ (2.0 - 3.0 * points[..., 0])[..., None]
    np.testing.assert_allclose((faces.basis.values(points) @ coefficients)[..., 0], 2.0 - 3.0 * points[..., 0], rtol=1e-12)


def test_many_cells_are_made_in_parts(monkeypatch):
    import pyaster_lite.fe.hho.space as module

    whole = placed("QUAD9", 2)
    monkeypatch.setattr(module, "MOST", 1)
    parts = placed("QUAD9", 2)
    for name in ("gradient", "stabilisation"):
        np.testing.assert_allclose(getattr(parts, name), getattr(whole, name), atol=1e-12)
    points = whole.coordinates
    np.testing.assert_allclose(parts.values(points), whole.values(points), atol=1e-12)


def test_a_crooked_quadrangle_reproduces_polynomials_too():
    cell, nodes = hybrid_cell("QUAD9"), reference_cell("QUAD9").nodes
    coordinates = np.zeros((2, 9, 3))
    coordinates[..., :2] = nodes
    coordinates[1, 2, :2] += (0.7, 0.4)
    for degree in (1, 2):
        space = HybridSpace(cell, degree, coordinates)
        unknowns = interpolated(space, lambda x: x[..., 0] - 2.0 * x[..., 1])
        points, weights = space.integrating(2)
        slope = np.einsum("eq,eqa,d->eda", weights, space.values(points), np.array([1.0, -2.0]))
        np.testing.assert_allclose(np.einsum("edan,en->eda", space.gradient, unknowns), slope, atol=1e-12)


def test_monomials_of_a_degree_stand_as_in_code_aster():
    assert [tuple(e) for e in exponents(2, 3)] == [(0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (3, 0), (0, 3), (2, 1), (1, 2)]
    assert [tuple(e) for e in exponents(3, 3)[14:]] == [(2, 0, 1), (1, 2, 0), (0, 2, 1), (1, 0, 2), (0, 1, 2), (1, 1, 1)]


def test_the_unknowns_of_a_cell_go_along_its_axes_of_inertia():
    """A parallelogram of sides 2a and 2b has the moments (a a' + b b') / 3 times its area about its middle."""
    a, b = np.array([2.0, 0.3]), np.array([0.7, 1.0])
    corners = np.array([-a - b, a - b, a + b, b - a])
    square = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 2.0], [-1.0, 1.0]])
    vertices = np.zeros((2, 4, 3))
    vertices[:, :, :2] = corners, square
    axes = HybridSpace(hybrid_cell("QUAD9"), 1, vertices).basis.axes
    _, expected = np.linalg.eigh(np.outer(a, a) + np.outer(b, b))
    unit = axes / np.linalg.norm(axes, axis=2, keepdims=True)
    np.testing.assert_allclose(abs(unit[0] @ expected), np.eye(2), atol=1e-7)
    np.testing.assert_array_equal(abs(unit[1]), np.eye(2))
