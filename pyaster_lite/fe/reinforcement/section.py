"""What the design of a section speaks of: its shape, what is asked of the bars, and the bars found."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np


@dataclass(frozen=True)
class Section:
    """A rectangle: height (along the moment's lever), width, and the covers of the lower and upper bars, in one unit of length."""

    height: float
    width: float
    lower: float
    upper: float

    def turned(self) -> Section:
        """The same upside down."""
        return Section(self.height, self.width, self.upper, self.lower)

    @property
    def effective(self) -> float:
        """The depth d of the lower bars below the upper fibre."""
        return self.height - self.lower


@dataclass(frozen=True)
class Wishes:
    """What the bars must be.

    compressed  bars may work in compression
    symmetric   lower and upper bars must be alike within `tolerance`
    steps       points of the search over the depth d
    stress, length  factors that turn stresses into MPa and lengths into mm
    """

    compressed: bool = False
    symmetric: bool = False
    tolerance: float = 0.0
    steps: int = 100
    stress: float = 1e-6
    length: float = 1e3


OVERLOADED, ASYMMETRIC, UNCRACKABLE, UNBALANCED = 1, 2, 3, 4
"""Why no bars were found: concrete too compressed, no symmetric bars, no steel stress small enough, Bresler's loop did not end."""


@dataclass
class Bars:
    """Bars of n sections: areas, stresses in them and in the extreme fibres (compression is positive).

    depth   position of the neutral axis below the more compressed fibre, over d; -1000 where it has no meaning
    plain   concrete alone is enough
    error   0, or why there are no bars
    factor  part of the steel's strength that the widths of cracks leave
    """

    lower: np.ndarray
    upper: np.ndarray
    lower_stress: np.ndarray
    upper_stress: np.ndarray
    lower_fibre: np.ndarray
    upper_fibre: np.ndarray
    depth: np.ndarray
    plain: np.ndarray
    error: np.ndarray
    factor: np.ndarray = field(default=None)

    @classmethod
    def none(cls, n: int) -> Bars:
        """No bars, stresses unknown (-1)."""
        unknown = [np.full(n, -1.0) for _ in range(4)]
        return cls(np.zeros(n), np.zeros(n), *unknown, np.full(n, -1000.0), np.ones(n, bool), np.zeros(n, int), np.ones(n))

    def of(self, rows) -> Bars:
        """The sections `rows` alone."""
        return Bars(*(getattr(self, one.name)[rows] for one in fields(self)))

    def put(self, rows, other: Bars):
        """Take the sections `rows` from another."""
        for name in (one.name for one in fields(self)):
            getattr(self, name)[rows] = getattr(other, name)

    def turned(self) -> Bars:
        """Lower and upper exchanged."""
        return Bars(
            self.upper,
            self.lower,
            self.upper_stress,
            self.lower_stress,
            self.upper_fibre,
            self.lower_fibre,
            self.depth,
            self.plain,
            self.error,
            self.factor,
        )
