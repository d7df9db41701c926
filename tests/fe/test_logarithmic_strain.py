"""Divided differences of ln / 2, which large logarithmic strains are differentiated by."""

import numpy as np
import pytest

from pyaster_lite.fe.logarithmic_strain import first_difference, second_difference

VALUES = [
    (1.0, 1.0, 1.0),
    (0.9, 0.9, 1.3),
    (0.8, 1.1, 1.7),
    (1.7, 0.8, 1.1),
    (1.0, 1.0 + 1e-7, 1.2),
    (1.0, 1.00002, 1.00005),
    (2.0, 2.003, 2.001),
]


def _mean_over_triangle(second, a, b, c):
    """The integral of `second` over the simplex of barycentric coordinates, which a second divided difference is (Hermite, Genocchi)."""
    x, w = np.polynomial.legendre.leggauss(20)
    x, w = 0.5 * (x + 1), 0.5 * w
    s, t = np.meshgrid(x, x, indexing="ij")
    return float((w[:, None] * w[None, :] * s * second(a + s * (b - a) + s * t * (c - b))).sum())


@pytest.mark.parametrize("values", VALUES)
def test_differences_are_means_of_derivatives(values):
    points, weights = np.polynomial.legendre.leggauss(20)
    first, second = first_difference(np.array(values)), second_difference(np.array(values))
    for i, a in enumerate(values):
        for j, b in enumerate(values):
            mean = 0.5 * (weights * 0.5 / (a + 0.5 * (points + 1) * (b - a))).sum()
            assert first[i, j] == pytest.approx(mean, rel=1e-12)
            for k, c in enumerate(values):
                wanted = _mean_over_triangle(lambda x: -0.5 / x**2, a, b, c)
                assert second[i, j, k] == pytest.approx(wanted, rel=2e-9)


def test_differences_of_many_points_are_those_of_each():
    many = np.random.default_rng(1).uniform(0.7, 1.5, (4, 5, 3))
    assert np.array_equal(second_difference(many)[2, 3], second_difference(many[2, 3]))
    assert np.array_equal(first_difference(many)[2, 3], first_difference(many[2, 3]))
