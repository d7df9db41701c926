"""Patches give polynomials of their own degree back."""

import numpy as np
import pytest

from pyaster_lite.fe.patch_recovery import outward, recovered
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_functions


def grid(cell):
    """Three by three distorted squares: (nodes, coordinates); `cell` QUAD4, QUAD8 or QUAD9."""
    places = {(i, j): np.array([i / 2, j / 2]) for i in range(7) for j in range(7)}
    local = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1)][: int(cell[4:])]
    number, nodes = {}, []
    for j in range(0, 6, 2):
        for i in range(0, 6, 2):
            nodes.append([number.setdefault((i + a, j + b), len(number)) for a, b in local])
    coordinates = np.zeros((len(number), 3))
    for key, n in number.items():
        x, y = places[key]
        coordinates[n, :2] = x + 0.1 * y, y - 0.05 * x
    return np.array(nodes), coordinates


@pytest.mark.parametrize("cell, degree", [("QUAD4", 1), ("QUAD8", 2), ("QUAD9", 2)])
def test_polynomials_come_back(cell, degree):
    nodes, coordinates = grid(cell)
    functions = shape_functions(cell, quadrature(cell, "FPG9" if degree == 2 else "FPG4").points)
    points = np.einsum("gn,enk->egk", functions, coordinates[nodes])[..., :2]
    exact = lambda x, y: np.stack([1 + x - 2 * y, (x * y + y * y if degree == 2 else 3 * x)], axis=-1)  # noqa: E731
    found = recovered(4, nodes, coordinates, points, exact(points[..., 0], points[..., 1]))
    edge = (outward(4, nodes, coordinates) ** 2).sum(axis=1) > 1e-6
    told = np.unique(nodes[:, :4])
    np.testing.assert_allclose(found[told], exact(*coordinates[told, :2].T), atol=1e-12)
    assert edge.sum() == {"QUAD4": 12, "QUAD8": 24, "QUAD9": 24}[cell]
    np.testing.assert_allclose(found[edge], exact(*coordinates[edge, :2].T), atol=1e-12)
