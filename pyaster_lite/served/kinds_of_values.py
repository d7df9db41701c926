"""code_aster.Utilities: what a value is, and lists in which a number is found within a precision."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from pyaster_lite.catalogue.registry import SERVED


def is_float(value) -> bool:
    """Whether a value is a real number that is not an integer's type."""
    return isinstance(value, (float, Decimal, np.floating))


def is_int(value, onvalue=False) -> bool:
    """Whether a value is an integer, or with `onvalue` a whole number."""
    return isinstance(value, (int, np.integer)) or (onvalue and is_float(value) and value == int(value))


def is_float_or_int(value) -> bool:
    """Whether a value is a real number."""
    return is_float(value) or is_int(value)


def is_complex(value) -> bool:
    """Whether a value is a complex number, or one as ("RI", 1.0, 2.0)."""
    return isinstance(value, complex) or (isinstance(value, (list, tuple)) and len(value) == 3 and value[0] in ("RI", "MP"))


def is_number(value) -> bool:
    """Whether a value is a number."""
    return is_float_or_int(value) or is_complex(value)


def is_str(value) -> bool:
    """Whether a value is a text."""
    return isinstance(value, str)


def is_sequence(value) -> bool:
    """Whether a value is a list, a tuple or an array."""
    return isinstance(value, (list, tuple, np.ndarray))


def force_tuple(value) -> tuple:
    """A tuple of what is a list of values already, else of the value alone, of nothing for None."""
    return () if value is None else tuple(value) if is_sequence(value) else (value,)


def cmp(first, second, rel_tol=None, abs_tol=None) -> int:
    """0 where two numbers are nearer than a tolerance, else -1 or 1 as the first is the smaller one or not; without a tolerance no two
    numbers are near, as in code_aster."""
    width = max(0.0 if rel_tol is None else rel_tol * max(abs(first), abs(second)), 0.0 if abs_tol is None else abs_tol)
    if abs(first - second) < width:
        return 0
    return -1 if first - width < second else 1


class SearchList:
    """Numbers in which one is found within a precision; raises ValueError for a precision or a criterion that is none.

    criterion  RELATIF: of the number that is sought, or ABSOLU
    """

    def __init__(self, values, precision=1.0e-6, criterion="RELATIF"):
        assert len(values) >= 1 and all(np.isreal(values))
        self.values = np.array(values)
        self.precision, self.criterion = precision, criterion

    @property
    def precision(self):
        """How near a number must be."""
        return self._precision

    @precision.setter
    def precision(self, value):
        if not value >= np.finfo(float).eps:
            raise ValueError(f"Invalid precision value {value}")
        self._precision = value

    @property
    def criterion(self):
        """RELATIF or ABSOLU."""
        return self._criterion

    @criterion.setter
    def criterion(self, value):
        if value not in ("RELATIF", "ABSOLU"):
            raise ValueError(f"Criterion '{value}' is not in ('RELATIF', 'ABSOLU')")
        self._criterion = value

    def _bounds(self, value):
        """What is near to a value lies between these."""
        width = self.precision * (abs(value) if self.criterion == "RELATIF" else 1.0)
        return value - width, value + width

    def _places(self, value):
        low, high = self._bounds(value)
        return np.flatnonzero((self.values >= low) & (self.values <= high))

    def __iter__(self):
        return iter(self.values)

    def __contains__(self, value):
        return len(self._places(value)) > 0

    def unique(self, value) -> bool:
        """Whether one number, no more, is near to a value."""
        return len(self._places(value)) == 1

    def assertAllUnique(self):
        """Raise ValueError when two numbers are near to each other."""
        if not all(self.unique(value) for value in self):
            raise ValueError(f"List values are not unique {self.values}")

    def index(self, value) -> int:
        """The place of the number near to a value: ValueError where there is none, IndexError where there are several."""
        found = self._places(value)
        if len(found) == 0:
            raise ValueError(f"{value} is not in list")
        if len(found) > 1:
            raise IndexError(f"{value} is not unique in list")
        return int(found[0])


class InterpolateList(SearchList):
    """Two numbers or more between which one is taken; beyond them as `left` and `right` say, EXCLU, CONSTANT or LINEAIRE."""

    def __init__(self, values, left="EXCLU", right="EXCLU", precision=1.0e-6, criterion="RELATIF"):
        assert len(values) >= 2
        super().__init__(values, precision, criterion)
        self.left, self.right = left, right

    def __setattr__(self, name, value):
        if name in ("left", "right") and value not in (beyond := ("EXCLU", "CONSTANT", "LINEAIRE")):
            raise ValueError(f"{name.title()} '{value}' is not in {beyond}")
        super().__setattr__(name, value)

    def assertInclude(self, value):
        """Raise ValueError for a value beyond the numbers on a side that is EXCLU, or when two numbers are near to each other."""
        self.assertAllUnique()
        low, high = self._bounds(min(self.values))[0], self._bounds(max(self.values))[1]
        if (value < low and self.left == "EXCLU") or (value > high and self.right == "EXCLU"):
            raise ValueError(f"{value} is not included in the list range")


def _register(thing):
    SERVED.add(f"code_aster.Utilities.{thing.__name__}", lambda study: thing)


_ALL = (is_float, is_int, is_float_or_int, is_complex, is_number, is_str, is_sequence, force_tuple, cmp, SearchList, InterpolateList)
for _thing in _ALL:
    _register(_thing)
