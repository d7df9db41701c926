"""Numbers and tensors of all points: what a law's code computes with.

A number of a point is an array (...) over the points, or one number for all; a tensor is a Tensor, whose own axes come last.
Symmetric tensors stand as in fe.tensors, (..., 4) or (..., 6) with shears times sqrt 2, and so do vectors (..., k); linear maps of
them and matrices are (..., n, m), a gradient (..., 3, 3); an array of a type is a list of its values.
"""

from __future__ import annotations

import numpy as np

ROOT = np.sqrt(2.0)
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def wide(number, axes: int):
    """A number of all points, to be multiplied by what has so many axes of its own."""
    number = np.asarray(number)
    return number.reshape(number.shape + (1,) * axes) if number.ndim else number


class Tensor:
    """Values (..., *own axes) with as many axes of its own as `order`; TypeError where an operation has no sense."""

    __slots__ = ("values", "order")
    __array_ufunc__ = None

    def __init__(self, values, order: int = 1):
        self.values, self.order = values, order

    @property
    def shape(self) -> tuple[int, ...]:
        """Its own axes."""
        return self.values.shape[self.values.ndim - self.order :]

    def _alike(self, other):
        if not isinstance(other, Tensor) or other.order != self.order or other.shape != self.shape:
            raise TypeError(f"a {named(self)} and a {named(other)} do not add up")
        return other.values

    def __add__(self, other):
        return Tensor(self.values + self._alike(other), self.order)

    def __sub__(self, other):
        return Tensor(self.values - self._alike(other), self.order)

    def __neg__(self):
        return Tensor(-self.values, self.order)

    def __pos__(self):
        return self

    def __mul__(self, other):
        if not isinstance(other, Tensor):
            return Tensor(self.values * wide(other, self.order), self.order)
        if self.order == other.order == 1:
            raise TypeError("symmetric tensors are multiplied by | or by ^")
        return self | other

    def __rmul__(self, number):
        return self * number

    def __truediv__(self, number):
        if isinstance(number, Tensor):
            raise TypeError("nothing is divided by a tensor")
        return Tensor(self.values / wide(number, self.order), self.order)

    def __or__(self, other):
        """The product over the last axis of this and the first one of the other."""
        if not isinstance(other, Tensor) or self.shape[-1] != other.shape[0]:
            raise TypeError(f"a {named(self)} and a {named(other)} have no product")
        a, b = self.values, other.values
        if self.order == other.order == 1:
            return (a * b).sum(axis=-1)
        if self.order == 1:
            return Tensor((a[..., None, :] @ b)[..., 0, :])
        if other.order == 1:
            return Tensor((a @ b[..., None])[..., 0])
        return Tensor(a @ b, 2)

    def __xor__(self, other):
        """a_i b_j."""
        if not isinstance(other, Tensor) or self.order != 1 or other.order != 1:
            raise TypeError(f"a {named(self)} and a {named(other)} have no outer product")
        return Tensor(self.values[..., :, None] * other.values[..., None, :], 2)


def named(value) -> str:
    """What it is, in words."""
    if isinstance(value, list):
        return "array"
    if not isinstance(value, Tensor):
        return "number"
    return f"tensor of {' x '.join(map(str, value.shape))} components"


def blended(mask, new, old):
    """`new` at the points of the mask (all where it is None), `old` at the others."""
    if mask is None or old is None:
        return new
    if isinstance(new, list):
        return [blended(mask, a, b) for a, b in zip(new, old)]
    if isinstance(new, Tensor):
        return Tensor(np.where(wide(mask, new.order), new.values, old.values), new.order)
    return np.where(mask, new, old)


def component(value, indices):
    """The part of a tensor or of an array that integers name; IndexError past its end."""
    for depth, index in enumerate(indices):
        if isinstance(value, Tensor):
            where = indices[depth:]
            if len(where) != value.order:
                raise IndexError(f"a {named(value)} takes {value.order} indices")
            return value.values[(..., *where)]
        value = value[index]
    return value


def with_component(value, indices, new):
    """The tensor or array with another part; one beyond the end of a tensor leaves it as it is, as in less space there is none."""
    if not indices:
        return new
    if isinstance(value, list):
        result = list(value)
        result[indices[0]] = with_component(value[indices[0]], indices[1:], new)
        return result
    if len(indices) != value.order:
        raise IndexError(f"a {named(value)} takes {value.order} indices")
    if any(index >= size for index, size in zip(indices, value.shape)):
        return value
    new = np.asarray(new, float)
    around = np.broadcast_shapes(new.shape, value.values.shape[: value.values.ndim - value.order])
    values = np.broadcast_to(value.values, around + value.shape).copy()
    values[(..., *indices)] = new
    return Tensor(values, value.order)


def square_matrix(values: np.ndarray) -> np.ndarray:
    """(..., 3, 3) of symmetric tensors (..., n)."""
    result = np.zeros((*values.shape[:-1], 3, 3))
    for k, (i, j) in enumerate(PAIRS[: values.shape[-1]]):
        result[..., i, j] = result[..., j, i] = values[..., k] / (1.0 if i == j else ROOT)
    return result


def mandel(matrix: np.ndarray, n: int) -> np.ndarray:
    """(..., n) of symmetric matrices (..., 3, 3)."""
    return np.stack([matrix[..., i, j] * (1.0 if i == j else ROOT) for i, j in PAIRS[:n]], axis=-1)
