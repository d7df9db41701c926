"""Products of Fourier series cut off at an order H, and how they change with one of their factors.

A series is a row of coefficients in the order 1, cos t, .., cos H t, sin t, .., sin H t.
"""

from __future__ import annotations

from functools import cache

import numpy as np


def values(series: np.ndarray, count: int) -> np.ndarray:
    """(..., count) the values of series (..., 2H + 1) at angles 2 pi i / count; count > 2H."""
    order = series.shape[-1] // 2
    whole = np.zeros((*series.shape[:-1], count // 2 + 1), complex)
    whole[..., 0] = series[..., 0] * count
    whole[..., 1 : order + 1] = (series[..., 1 : order + 1] - 1j * series[..., order + 1 :]) * (count / 2)
    return np.fft.irfft(whole, count)


def series_of(found: np.ndarray, order: int) -> np.ndarray:
    """(..., 2H + 1) the first harmonics of values (..., count) at even angles over the period."""
    count = found.shape[-1]
    whole = np.fft.rfft(found)[..., : order + 1] / count
    return np.concatenate([whole[..., :1].real, 2 * whole[..., 1:].real, -2 * whole[..., 1:].imag], axis=-1)


def samples(order: int, degree: int = 1) -> int:
    """The least power of two above 2 `degree` H: enough points for the products of `degree` series, cut off at H."""
    return 2 ** int(np.log2(2.0 * degree * order + 1.0) + 1.0)


@cache
def _places(order):
    rows, columns = np.ogrid[1 : order + 1, 1 : order + 1]
    return rows - columns, rows + columns


def product_matrix(series: np.ndarray) -> np.ndarray:
    """(2H + 1, 2H + 1) what multiplies another series to give the product, cut off at H."""
    order = len(series) // 2
    even, odd = np.zeros(2 * order + 1), np.zeros(2 * order + 1)
    even[: order + 1], odd[1 : order + 1] = series[: order + 1], series[order + 1 :]
    even[0] *= 2
    apart, together = _places(order)
    even_apart, even_together = even[abs(apart)], even[together]
    odd_apart, odd_together = np.sign(apart) * odd[abs(apart)], odd[together]
    matrix = np.empty((2 * order + 1,) * 2)
    cosines, sines = slice(1, order + 1), slice(order + 1, None)
    matrix[:, 0] = series
    matrix[0, cosines], matrix[0, sines] = series[cosines] / 2, series[sines] / 2
    matrix[cosines, cosines], matrix[sines, cosines] = (even_apart + even_together) / 2, (odd_together + odd_apart) / 2
    matrix[cosines, sines], matrix[sines, sines] = (odd_together - odd_apart) / 2, (even_apart - even_together) / 2
    return matrix
