"""One component of a field as decks compute with it: an array of its values, and where they stand.

Values follow each other by owner (a node, or a cell with its points and sub-points). A component may be restricted to some of its owners.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class Support:
    """Where the values of a component stand.

    counts  (n_owners, 2) points, and sub-points of each, of every owner
    owners  (k,) those that the component is restricted to, None for all
    """

    counts: np.ndarray
    owners: np.ndarray | None = None

    @property
    def sizes(self) -> np.ndarray:
        """(n_owners,) how many values each owner has, restricted or not."""
        return self.counts.prod(axis=1)

    @property
    def starts(self) -> np.ndarray:
        """(n_owners,) where the values of each begin among those of all."""
        return np.cumsum(self.sizes) - self.sizes

    def places(self, owners=None) -> np.ndarray:
        """(n,) where the values of some owners, of its own by default, stand among those of all."""
        owners = self._own if owners is None else owners
        return self.table(owners)[self._filled(owners)]

    def table(self, owners) -> np.ndarray:
        """(k, most values of an owner) places of the values of some owners, -1 where there is none."""
        columns = np.arange(self.sizes.max(initial=0))
        return np.where(self._filled(owners), self.starts[owners, None] + columns, -1)

    def _filled(self, owners):
        return np.arange(self.sizes.max(initial=0)) < self.sizes[owners, None]

    @property
    def _own(self):
        return np.arange(len(self.counts)) if self.owners is None else self.owners

    def __eq__(self, other):
        same = len(self.counts) == len(other.counts) and (self.counts == other.counts).all()
        return bool(same and np.array_equal(self._own, other._own))

    __hash__ = None

    # what decks look at of a `_descr`
    _discr = property(lambda self: self.counts[self._own])
    _nbval = property(lambda self: int(self.sizes.sum()))
    _nbcells = _nbnodes = property(lambda self: len(self.counts))


class Component:
    """The values of one component, masked where its field carries nothing.

    Raises IndexError when two components that do not stand at the same places are put together, ZeroDivisionError when one is
    divided by zero.
    """

    __array_ufunc__ = None
    """numpy's numbers leave arithmetic with a component to the component."""

    def __init__(self, values: np.ma.MaskedArray, support: Support):
        self._values, self._descr = values, support

    def copy(self):
        """A component of its own."""
        return self._made(self._values.copy())

    def _made(self, values):
        return type(self)(values, self._descr)

    @property
    def values(self) -> np.ma.MaskedArray:
        """(n,) the values, owner by owner."""
        return self._values

    @values.setter
    def values(self, values):
        """Other values, or one number; what carries nothing still carries nothing."""
        if not isinstance(values, np.ma.MaskedArray):
            values = np.ma.array(np.broadcast_to(values, self._values.shape) * 1.0, mask=self._values.mask)
        if values.shape != self._values.shape:
            raise IndexError(f"{values.shape[0]} values are given where {self._values.shape[0]} stand")
        self._values = values

    innerValues = values

    @property
    def size(self) -> int:
        """How many values stand in the array."""
        return len(self._values)

    @property
    def restr(self) -> np.ndarray | None:
        """The owners that it is restricted to, None for all."""
        return self._descr.owners

    def sizeof(self) -> int:
        """Its memory, in bytes."""
        return self._values.nbytes + self._descr.counts.nbytes

    __sizeof__ = sizeof

    def __repr__(self):
        return f"{self._values.count()} of {self.size} values on {len(self._descr._own)} of {len(self._descr.counts)}: {self._values.data}"

    def min(self):
        """The least value."""
        return self._values.min()

    def max(self):
        """The greatest value."""
        return self._values.max()

    def sum(self):
        """The sum of the values, zero when there is none."""
        return self._values.sum() if self._values.count() else 0.0

    def mean(self):
        """The mean of the values, zero when there is none."""
        return self._values.mean() if self._values.count() else 0.0

    def apply(self, function):
        """The component of `function` (number -> number, or one of numpy) of each value."""
        return self._made((function if isinstance(function, np.ufunc) else np.vectorize(function))(self._values))

    def applyOnArray(self, function):
        """The component of `function` (array -> array) of the values."""
        return self._made(function(self._values))

    def minimum(self, other):
        """Keep the lesser of its own and another's values, place by place."""
        self._values = np.minimum(self._values, self._beside(other))

    def maximum(self, other):
        """Keep the greater of its own and another's values, place by place."""
        self._values = np.maximum(self._values, self._beside(other))

    def _beside(self, other):
        if not isinstance(other, Component):
            return other
        if self._descr != other._descr:
            raise IndexError("the components do not stand at the same places")
        return other._values

    def _divisor(self, other):
        values = self._beside(other)
        if np.any(values == 0.0):
            raise ZeroDivisionError("a component is divided by zero")
        return values

    def __add__(self, other):
        return self._made(self._values + self._beside(other))

    def __sub__(self, other):
        return self._made(self._values - self._beside(other))

    def __rsub__(self, other):
        return self._made(other - self._values)

    def __mul__(self, other):
        return self._made(self._values * self._beside(other))

    def __truediv__(self, other):
        return self._made(self._values / self._divisor(other))

    def __rtruediv__(self, other):
        return self._made(other / self._divisor(self))

    def __pow__(self, other):
        return self._made(self._values ** self._beside(other))

    def __neg__(self):
        return self._made(-self._values)

    def __abs__(self):
        return self._made(abs(self._values))

    __radd__, __rmul__ = __add__, __mul__

    def __iadd__(self, other):
        return self._become(self + other)

    def __isub__(self, other):
        return self._become(self - other)

    def __imul__(self, other):
        return self._become(self * other)

    def __itruediv__(self, other):
        return self._become(self / other)

    def __ipow__(self, other):
        return self._become(self**other)

    def _become(self, other):
        self._values = other._values
        return self

    def restrict(self, owners):
        """Keep the values of some nodes or cells, in that order; raises IndexError for a component that is restricted already."""
        if self.restr is not None:
            raise IndexError("a restricted component is expanded before it is restricted to something else")
        support = replace(self._descr, owners=np.atleast_1d(np.asarray(owners, int)))
        self._values, self._descr = self._values[support.places()], support

    def expand(self):
        """The component on all owners: zero where it was not."""
        if self.restr is None:
            return self.copy()
        values = np.ma.zeros(int(self._descr.sizes.sum()), self._values.dtype)
        values[self._descr.places()] = self._values
        return type(self)(values, replace(self._descr, owners=None))

    def onSupportOf(self, other, strict=False):
        """The values at the places of another component, zero where there is none; with `strict`, IndexError there."""
        if self.restr is not None:
            if other.restr is not None and not np.array_equal(self.restr, other.restr):
                raise IndexError("the components are not restricted to the same cells or nodes")
            return self.expand().onSupportOf(other, strict and other.restr is not None)
        if len(self._descr.counts) != len(other._descr.counts):
            raise IndexError("the components do not belong to the same mesh")
        owners, mask = other._descr._own, np.ma.getmaskarray(other._values)
        wanted, own = other._descr.table(owners), self._descr.table(owners)
        found = np.full(wanted.shape, -1)
        width = min(wanted.shape[1], own.shape[1])
        found[:, :width] = own[:, :width]
        place = found[wanted >= 0]
        there = (place >= 0) & ~np.append(np.ma.getmaskarray(self._values), True)[place]
        if strict and (~there & ~mask).any():
            raise IndexError("the component has no value at some of the places")
        values = np.where(there, np.append(self._values.data, 0.0)[place], 0.0)
        return type(other)(np.ma.array(values, mask=mask), other._descr)

    def filterByValues(self, mini, maxi, strict_mini=True, strict_maxi=True):
        """The owners with a value between two bounds, which count when they are not strict."""
        above = self._values > mini if strict_mini else self._values >= mini
        below = self._values < maxi if strict_maxi else self._values <= maxi
        within = np.append(np.ma.filled(above & below, False), False)
        support = self._descr
        place = np.full(int(support.sizes.sum()) + 1, -1)
        place[support.places()] = np.arange(self.size)
        return support._own[within[place[support.table(support._own)]].any(axis=1)].tolist()

    def plot_descr(self, filename=None):
        """False: where values stand is not drawn."""
        return False


class ComponentOnNodes(Component):
    """A component at nodes."""

    def getNodes(self):
        """The nodes that it stands on."""
        return self._descr._own

    def getNumberOfNodes(self):
        """How many nodes there are, restricted or not."""
        return len(self._descr.counts)


class ComponentOnCells(Component):
    """A component at the points of cells."""

    def getCells(self):
        """The cells that it stands on."""
        return self._descr._own

    def getNumberOfCells(self):
        """How many cells there are, restricted or not."""
        return len(self._descr.counts)

    def getValuesByCells(self):
        """(its cells, most values of a cell) the values, zero where a cell has fewer."""
        whole = np.append(self.expand().values.filled(0.0), 0.0)
        return whole[self._descr.table(self._descr._own)]
