"""Numbers that carry their derivatives: an array of values with the slopes of each along the same few variables.

    (a, a') (b, b') = (a b, a' b + a b')        f(a, a') = (f(a), f'(a) a')

Laws written with them have their exact tangent without a second formula. Plain arrays may stand anywhere in their place.
"""

from __future__ import annotations

import numpy as np


class Dual:
    """`value` (...) and `slope` (..., n), its derivatives along n variables."""

    __slots__ = ("value", "slope")
    __array_ufunc__ = None

    def __init__(self, value: np.ndarray, slope: np.ndarray):
        self.value, self.slope = value, slope

    def __add__(self, other):
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.slope + other.slope)
        return self._moved(self.value + other)

    __radd__ = __add__

    def _moved(self, value):
        """Another value with the same slope, which is not copied where it need not be spread."""
        return Dual(value, self.slope if value.shape == self.slope.shape[:-1] else self.slope + np.zeros((*value.shape, 1)))

    def __neg__(self):
        return Dual(-self.value, -self.slope)

    def __sub__(self, other):
        if isinstance(other, Dual):
            return Dual(self.value - other.value, self.slope - other.slope)
        return self._moved(self.value - other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if isinstance(other, Dual):
            return Dual(self.value * other.value, self.slope * other.value[..., None] + self.value[..., None] * other.slope)
        return Dual(self.value * other, self.slope * np.asarray(other)[..., None])

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self * (other**-1 if isinstance(other, Dual) else 1.0 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def __pow__(self, exponent):
        return Dual(self.value**exponent, (exponent * self.value ** (exponent - 1))[..., None] * self.slope)

    def __getitem__(self, index):
        """By the axes of the values, an Ellipsis standing for the first ones."""
        index = index if isinstance(index, tuple) else (index,)
        return Dual(self.value[index], self.slope[*index, :])


def value_of(number) -> np.ndarray:
    """The values alone."""
    return number.value if isinstance(number, Dual) else number


def followed(number, function, derivative):
    """f(number), of a function and its derivative, both of arrays."""
    if isinstance(number, Dual):
        return Dual(function(number.value), derivative(number.value)[..., None] * number.slope)
    return function(number)


def exp(number):
    """The exponential."""
    return followed(number, np.exp, np.exp)


def log(number):
    """The natural logarithm."""
    return followed(number, np.log, np.reciprocal)


def given(value: np.ndarray, *parts):
    """A number whose value is told, with its derivatives: pairs (number it depends on, derivative along it, an array)."""
    slopes = [np.asarray(rate)[..., None] * number.slope for number, rate in parts if isinstance(number, Dual)]
    return Dual(value, sum(slopes)) if slopes else value


def spread(number):
    """With one more axis at the end of the values, to multiply a vector."""
    return number[..., None]


def total(number):
    """The sum over the last axis of the values."""
    return Dual(number.value.sum(axis=-1), number.slope.sum(axis=-2)) if isinstance(number, Dual) else number.sum(axis=-1)


def turned(matrix: np.ndarray, number):
    """matrix (..., m, k) times a vector (..., k)."""
    if isinstance(number, Dual):
        return Dual((matrix @ number.value[..., None])[..., 0], matrix @ number.slope)
    return (matrix @ number[..., None])[..., 0]


def joined(numbers, size: int | None = None):
    """Vectors (..., k) put one after the other along their last axis."""
    values = np.concatenate([value_of(n) for n in numbers], axis=-1)
    slopes = [n.slope for n in numbers if isinstance(n, Dual)]
    if not slopes:
        return values
    width = slopes[0].shape[-1]
    parts = [n.slope if isinstance(n, Dual) else np.zeros((*n.shape, width)) for n in numbers]
    return Dual(values, np.concatenate(parts, axis=-2))
