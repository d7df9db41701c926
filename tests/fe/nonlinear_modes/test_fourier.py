"""Products of Fourier series against products of their values."""

import numpy as np
import pytest

from pyaster_lite.fe.nonlinear_modes.fourier import product_matrix, samples, series_of, values


def test_values_of_harmonics():
    angles = 2 * np.pi * np.arange(16) / 16
    series = np.array([0.5, 2.0, 0.0, 0.0, -3.0])
    np.testing.assert_allclose(values(series, 16), 0.5 + 2 * np.cos(angles) - 3 * np.sin(2 * angles), atol=1e-14)
    np.testing.assert_allclose(series_of(values(series, 16), 2), series, atol=1e-14)


@pytest.mark.parametrize("order", [1, 4, 7])
def test_matrix_of_products(order):
    rng = np.random.default_rng(1)
    first, second = rng.normal(size=(2, 2 * order + 1))
    count = samples(order, 2)
    product = series_of(values(first, count) * values(second, count), order)
    assert count > 4 * order
    np.testing.assert_allclose(product_matrix(first) @ second, product, atol=1e-13)
