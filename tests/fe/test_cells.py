"""Every reference cell: its shape functions, their derivatives, its faces, its quadrature rules."""

from itertools import product
from math import factorial, prod

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.pyramids import PYRAMIDS
from pyaster_lite.fe.quadrature import families, quadrature
from pyaster_lite.fe.shapes import _SPANS, shape_derivatives, shape_functions, shape_second_derivatives

CELLS = [*_SPANS, *PYRAMIDS]
SPACIOUS = [cell for cell in CELLS if cell != "POI1"]
EXACT_TO = {
    **{("SEG", f"FPG{n}"): 2 * n - 1 for n in range(1, 9)},
    ("SEG", "SIMP"): 3,
    ("SEG", "COTES"): 3,
    **{("TRIA", f"FPG{n}"): order for n, order in ((1, 1), (3, 2), (4, 3), (6, 4), (7, 5), (12, 6), (13, 7), (16, 8), (19, 9))},
    **{("QUAD", f"FPG{n * n}"): 2 * n - 1 for n in range(1, 9)},
    **{("HEXA", f"FPG{n**3}"): 2 * n - 1 for n in range(1, 9)},
    **{("TETRA", f"FPG{n}"): order for n, order in ((1, 1), (4, 2), (5, 3), (11, 4), (15, 5), (24, 6), (46, 8))},
    **{("PENTA", f"FPG{n}"): order for n, order in ((1, 1), (6, 2), ("6B", 2), (21, 5), (29, 6), (95, 9))},
    **{("PYRAM", f"FPG{n}"): order for n, order in ((5, 2), (10, 3), (24, 6), (47, 8))},
}
LINEAR = {"SEG": "SEG2", "TRIA": "TRIA3", "QUAD": "QUAD4", "TETRA": "TETRA4", "PENTA": "PENTA6", "PYRAM": "PYRAM5", "HEXA": "HEXA8"}


def inside(cell, count=5):
    """Points well inside a cell."""
    corners = reference_cell(cell).nodes[: reference_cell(cell).corners]
    weights = np.random.default_rng(0).uniform(0.5, 1.0, (count, len(corners)))
    return weights / weights.sum(axis=1, keepdims=True) @ corners


@pytest.mark.parametrize("cell", CELLS)
def test_a_function_is_one_at_its_own_node_and_zero_at_the_others(cell):
    nodes = reference_cell(cell).nodes
    np.testing.assert_allclose(shape_functions(cell, nodes), np.eye(len(nodes)), atol=1e-12)


@pytest.mark.parametrize("cell", SPACIOUS)
def test_functions_sum_to_one_and_reproduce_position(cell):
    points = inside(cell)
    values = shape_functions(cell, points)
    np.testing.assert_allclose(values.sum(axis=1), 1.0, rtol=1e-13)
    np.testing.assert_allclose(values @ reference_cell(cell).nodes, points, atol=1e-13)


@pytest.mark.parametrize("cell", SPACIOUS)
def test_derivatives_agree_with_differences(cell):
    points, step = inside(cell), 1e-6
    for axis in range(points.shape[1]):
        shift = step * np.eye(points.shape[1])[axis]
        ahead, behind = points + shift, points - shift
        numerical = (shape_functions(cell, ahead) - shape_functions(cell, behind)) / (2 * step)
        np.testing.assert_allclose(shape_derivatives(cell, points)[:, axis], numerical, atol=1e-8)
        if cell not in PYRAMIDS:
            numerical = (shape_derivatives(cell, ahead) - shape_derivatives(cell, behind)) / (2 * step)
            np.testing.assert_allclose(shape_second_derivatives(cell, points)[:, axis], numerical, atol=1e-8)


@pytest.mark.parametrize("cell", PYRAMIDS)
def test_pyramids_give_the_slope_of_a_linear_field_at_the_apex(cell):
    slopes = shape_derivatives(cell, np.array([[0.0, 0, 1]]))[0]
    np.testing.assert_allclose(slopes @ reference_cell(cell).nodes, np.eye(3), atol=1e-12)


@pytest.mark.parametrize("cell", [c for c in SPACIOUS if reference_cell(c).dim > 1])
def test_the_faces_close_the_cell_with_outward_normals(cell):
    """By the theorem of divergence the sum of face area times position along the outward normal is dim times the volume."""
    reference = reference_cell(cell)
    total = 0.0
    for face in reference.faces:
        points = reference.nodes[list(face)]
        middle = points.mean(axis=0)
        if reference.dim == 2:
            along = points[1] - points[0]
            total += np.dot([along[1], -along[0]], middle)
        else:
            corners = points[: 4 if len(face) in (4, 8, 9) else 3]
            fan = [np.cross(corners[i] - corners[0], corners[i + 1] - corners[0]) / 2 for i in range(1, len(corners) - 1)]
            total += np.dot(np.sum(fan, axis=0), middle)
    assert total == pytest.approx(reference.dim * reference.volume, rel=1e-12)


def exact(shape, exponents):
    """The integral of a monomial over a reference cell."""
    line = lambda e: 0.0 if e % 2 else 2 / (e + 1)  # noqa: E731
    simplex = lambda es: prod(factorial(e) for e in es) / factorial(sum(es) + len(es))  # noqa: E731
    if shape in ("SEG", "QUAD", "HEXA"):
        return prod(line(e) for e in exponents)
    if shape in ("TRIA", "TETRA"):
        return simplex(exponents)
    if shape == "PENTA":
        return line(exponents[0]) * simplex(exponents[1:])
    a, b, c = exponents
    base = 0.0 if a % 2 or b % 2 else 4 * factorial(a) * factorial(b) / factorial(a + b + 2)
    return base * factorial(c) * factorial(a + b + 2) / factorial(a + b + c + 3)


@pytest.mark.parametrize("shape,family", EXACT_TO)
def test_rules_are_exact_to_their_order(shape, family):
    cell, order = LINEAR[shape], EXACT_TO[shape, family]
    rule = quadrature(cell, family)
    assert len(rule) == (3 if family == "SIMP" else 4 if family == "COTES" else int(family.removeprefix("FPG").removesuffix("B")))
    for exponents in product(range(order + 1), repeat=reference_cell(cell).dim):
        if sum(exponents) <= order:
            computed = rule.weights @ np.prod(rule.points ** np.array(exponents), axis=1)
            assert computed == pytest.approx(exact(shape, exponents), abs=3e-10), exponents


@pytest.mark.parametrize("cell", CELLS)
def test_every_rule_of_a_cell_weighs_its_volume(cell):
    for family in families(cell):
        assert quadrature(cell, family).weights.sum() == pytest.approx(reference_cell(cell).volume, rel=1e-9), family
