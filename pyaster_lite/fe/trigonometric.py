"""Real trigonometric series: values, derivatives, roots inside brackets, and products with indicators of intervals.

A series of order H is a row c (2H + 1,) of coefficients in the order 1, cos t, sin t, cos 2t, sin 2t, ...; its complex
amplitudes are X_0 = c_0 and X_h = c_(2h-1) - i c_(2h), so that x(t) = Re sum X_h e^(i h t).
"""

from __future__ import annotations

import numpy as np

ITERATIONS = 60


def order_of(coefficients: np.ndarray) -> int:
    """H of coefficients (..., 2H + 1)."""
    return (coefficients.shape[-1] - 1) // 2


def basis(order: int, angles) -> np.ndarray:
    """(..., 2H + 1) values of 1, cos t, sin t, ... at angles (...)."""
    angles = np.asarray(angles, float)
    table = np.empty((*angles.shape, 2 * order + 1))
    table[..., 0] = 1.0
    if order:
        phases = angles[..., None] * np.arange(1, order + 1)
        table[..., 1::2], table[..., 2::2] = np.cos(phases), np.sin(phases)
    return table


def derivative(coefficients: np.ndarray) -> np.ndarray:
    """The coefficients (..., 2H + 1) of the derivative with respect to the angle."""
    harmonics = np.arange(1, order_of(coefficients) + 1)
    result = np.zeros_like(coefficients)
    result[..., 1::2] = harmonics * coefficients[..., 2::2]
    result[..., 2::2] = -harmonics * coefficients[..., 1::2]
    return result


def to_complex(coefficients: np.ndarray) -> np.ndarray:
    """(..., H + 1) amplitudes of coefficients (..., 2H + 1)."""
    amplitudes = np.empty((*coefficients.shape[:-1], order_of(coefficients) + 1), complex)
    amplitudes[..., 0] = coefficients[..., 0]
    amplitudes[..., 1:] = coefficients[..., 1::2] - 1j * coefficients[..., 2::2]
    return amplitudes


def to_real(amplitudes: np.ndarray) -> np.ndarray:
    """(..., 2H + 1) coefficients of amplitudes (..., H + 1)."""
    coefficients = np.empty((*amplitudes.shape[:-1], 2 * amplitudes.shape[-1] - 1))
    coefficients[..., 0] = amplitudes[..., 0].real
    coefficients[..., 1::2], coefficients[..., 2::2] = amplitudes[..., 1:].real, -amplitudes[..., 1:].imag
    return coefficients


def at(coefficients: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(n,) values of n series (n, 2H + 1), each at its own angle (n,)."""
    return np.einsum("nk,nk->n", coefficients, basis(order_of(coefficients), angles))


def roots(coefficients: np.ndarray, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """(n,) the root of each of n series (n, 2H + 1) between left and right (n,), where its signs differ: Newton's method,
    halving the bracket where it would leave it. Where rounding leaves no change of sign, the end with the smaller value."""
    if not len(left):
        return np.empty(0)
    slope = derivative(coefficients)
    order = order_of(coefficients)
    a, b = np.array(left, float), np.array(right, float)
    at_a, at_b = at(coefficients, a), at(coefficients, b)
    lost = np.sign(at_a) * np.sign(at_b) >= 0.0
    ends = np.where(abs(at_a) <= abs(at_b), a, b)
    rises = at_b > at_a
    with np.errstate(invalid="ignore", divide="ignore"):
        x = np.where(lost, ends, a - at_a * (b - a) / (at_b - at_a))
        for _ in range(ITERATIONS):
            table = basis(order, x)
            value, rate = np.einsum("nk,nk->n", coefficients, table), np.einsum("nk,nk->n", slope, table)
            above = (value > 0.0) == rises
            a, b = np.where(above, a, x), np.where(above, x, b)
            following = x - value / rate
            following = np.where((following >= a) & (following <= b), following, 0.5 * (a + b))
            following = np.where(lost | (value == 0.0), x, following)
            moved = abs(following - x)
            x = following
            if (moved <= 4e-16 * (1.0 + abs(x))).all():
                break
    return x


def amplitudes(coefficients: np.ndarray) -> np.ndarray:
    """(n,) half the distance between the greatest and the least value of n series (n, 2H + 1) over the period."""
    order = order_of(coefficients)
    count = 8 * order + 8
    step = 2.0 * np.pi / count
    values = coefficients @ basis(order, step * np.arange(count)).T
    found = []
    for sign in (1.0, -1.0):
        near = step * (sign * values).argmax(axis=1)
        place = roots(derivative(coefficients), near - step, near + step)
        found.append(np.maximum(sign * at(coefficients, place), (sign * values).max(axis=1)))
    return 0.5 * (found[0] + found[1])


class Projector:
    """Fourier coefficients of series multiplied by indicators of intervals, exactly.

    With d_m = 1/(2 pi) * (the sum over intervals [a, b] of the integral of e^(-i m t)), 1/pi times the integrals of products are
        cos h cos k:  Re d_(h-k) + Re d_(h+k)      cos h sin k:   Im d_(h-k) - Im d_(h+k)
        sin h sin k:  Re d_(h-k) - Re d_(h+k)      sin h cos k:  -Im d_(h-k) - Im d_(h+k)
    """

    def __init__(self, order: int):
        self.order = order
        harmonic = (np.arange(2 * order + 1) + 1) // 2
        sine = np.append(False, np.arange(1, 2 * order + 1) % 2 == 0)
        row, column = sine[:, None], sine[None, :]
        imaginary = (row != column) * (4 * order + 1)
        self._minus = harmonic[:, None] - harmonic[None, :] + 2 * order + imaginary
        self._plus = harmonic[:, None] + harmonic[None, :] + 2 * order + imaginary
        mean = np.where(np.arange(2 * order + 1) == 0, 0.5, 1.0)[:, None]
        self._minus_sign = mean * np.where(row & ~column, -1.0, 1.0)
        self._plus_sign = mean * np.where(row | column, -1.0, 1.0)

    def transforms(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """(n, 4H + 1) the numbers d_m, m = -2H .. 2H, of n single intervals."""
        result = np.empty((len(starts), 4 * self.order + 1), complex)
        middle = 2 * self.order
        result[:, middle] = (ends - starts) / (2.0 * np.pi)
        if middle:
            m = np.arange(1, middle + 1)
            turn = np.exp(-1j * starts[:, None] * m), np.exp(-1j * ends[:, None] * m)
            result[:, middle + 1 :] = (turn[0] - turn[1]) / (2j * np.pi * m)
            result[:, middle - 1 :: -1] = result[:, middle + 1 :].conj()
        return result

    def matrices(self, transforms: np.ndarray) -> np.ndarray:
        """(n, 2H + 1, 2H + 1) what multiplies the coefficients of a series, for transforms (n, 4H + 1) of its indicator."""
        parts = np.concatenate((transforms.real, transforms.imag), axis=1)
        return self._minus_sign * parts[:, self._minus] + self._plus_sign * parts[:, self._plus]

    def coefficients(self, transforms: np.ndarray) -> np.ndarray:
        """(n, 2H + 1) the coefficients of the indicators themselves."""
        parts = np.concatenate((transforms.real, transforms.imag), axis=1)
        return self._minus_sign[:, 0] * parts[:, self._minus[:, 0]] + self._plus_sign[:, 0] * parts[:, self._plus[:, 0]]
