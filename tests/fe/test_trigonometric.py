"""Trigonometric series: values, derivatives, roots, and products with indicators of intervals."""

import numpy as np
import pytest

from pyaster_lite.fe import trigonometric as series

RANDOM = np.random.default_rng(7)


def test_amplitudes_and_coefficients_say_the_same():
    c = RANDOM.normal(size=(4, 9))
    np.testing.assert_allclose(series.to_real(series.to_complex(c)), c, rtol=1e-15)
    t = RANDOM.uniform(0, 2 * np.pi, 4)
    turned = (series.to_complex(c) * np.exp(1j * t[:, None] * np.arange(5))).sum(axis=1).real
    np.testing.assert_allclose(series.at(c, t), turned, rtol=1e-13)


def test_derivative():
    c, t, e = RANDOM.normal(size=(5, 7)), RANDOM.uniform(0, 6, 5), 1e-6
    slope = (series.at(c, t + e) - series.at(c, t - e)) / (2 * e)
    np.testing.assert_allclose(series.at(series.derivative(c), t), slope, atol=1e-8)


def test_roots_lie_in_their_brackets():
    c = RANDOM.normal(size=(200, 11))
    a = RANDOM.uniform(0, 6, 200)
    b = a + 0.3
    ends = series.at(c, a) * series.at(c, b) < 0
    found = series.roots(c[ends], a[ends], b[ends])
    assert ends.sum() > 20 and (found >= a[ends]).all() and (found <= b[ends]).all()
    assert abs(series.at(c[ends], found)).max() < 1e-13


def test_a_root_lost_in_rounding_is_taken_at_an_end():
    c = np.array([[1e-17, 0.0, 1.0]])
    assert series.roots(c, np.array([0.0]), np.array([0.5]))[0] == 0.0


@pytest.mark.parametrize("order", [0, 1, 4])
def test_product_with_an_indicator(order):
    """Against quadrature on a fine grid."""
    projector = series.Projector(order)
    c = RANDOM.normal(size=2 * order + 1)
    a, b = 0.7, 4.1
    nodes, weights = np.polynomial.legendre.leggauss(60)
    t, w = 0.5 * (b - a) * nodes + 0.5 * (a + b), 0.5 * (b - a) * weights
    table = series.basis(order, t)
    norm = np.full(2 * order + 1, 1 / np.pi)
    norm[0] /= 2
    parts = projector.transforms(np.array([a]), np.array([b]))
    np.testing.assert_allclose(projector.matrices(parts)[0] @ c, norm * ((w * (table @ c)) @ table), atol=1e-14)
    np.testing.assert_allclose(projector.coefficients(parts)[0], norm * (w @ table), atol=1e-14)
