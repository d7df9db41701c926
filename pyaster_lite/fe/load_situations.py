"""Situations of a component by the stresses at one end of a line through its wall, and what combining them gives (B 3200, r7.04.03).

A situation goes between two states A and B of unit loads, and through the instants of a transient; an earthquake adds stresses of either
sign. Ranges are the largest of Tresca's measure over the pairs of instants, both orders of the states and all signs of the earthquake.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from .stress_lines import tresca

_SAME = 1e-12
"""Ranges that are this close count as equal: the first one is taken."""
_CLOSE = 1e-6
"""A later instant is taken for the least or the most stressed one only where it is beyond the one before by this share."""
NOWHERE = -1.0
"""The instant of what has no transient."""
ARRAYS = ("linear", "net", "hot", "pressed", "pushed", "peak", "mechanical")
"""What a situation is over its instants."""


@dataclass
class Situation:
    """One situation at one end of a line.

    instants (n,)    of the transient, [NOWHERE] where there is none
    linear, net, hot, pressed   (n, 6) its linear stress, the same without thermal bending, the thermal part, the membrane of pressure
    pushed                      (n, 6) the linear stress of pressure, zero unless it is given
    hot_by_time                 whether its transient is not of pressure alone
    by_states                   (2, 6) what the pressures of A and B add to the whole stress beside mechanical loads that are not of states
    peak, mechanical            (n, 6) its whole stress, the same without the thermal part
    moved            by "linear", "peak": (n, 6) stresses of moments that follow the temperature
    states           by "linear", "peak", "membrane", "bending": (2, 6) of the states A and B
    unitary          whether there are such states;  changes  whether there is a transient
    pressure         (6,) the membrane of the larger pressure of both states, None where there is none;  pressed_by_time  or by a transient
    """

    instants: np.ndarray
    linear: np.ndarray
    net: np.ndarray
    hot: np.ndarray
    pressed: np.ndarray
    peak: np.ndarray
    mechanical: np.ndarray
    moved: dict
    states: dict
    unitary: bool
    changes: bool
    pressure: np.ndarray | None = None
    pressed_by_time: bool = False
    pushed: np.ndarray | None = None
    hot_by_time: bool = True
    by_states: np.ndarray | None = None

    def __post_init__(self):
        if self.pushed is None:
            self.pushed = np.zeros_like(self.pressed)

    def at(self, rows) -> Situation:
        """The situation at some of its instants."""
        moved = {name: values[rows] for name, values in self.moved.items()}
        return replace(self, **{name: getattr(self, name)[rows] for name in ("instants", *ARRAYS)}, moved=moved)

    def first_by_tresca(self, other: Situation | None) -> Situation:
        """As code_aster's search by Tresca's measure sees it, with another situation or by itself: its pressure is taken to be told as
        its mechanical loads are (rc32spa). A transient of pressure beside loads of states is felt with thermal stresses only; pressures of
        states beside other loads are felt only where those of the other situation are."""
        if self.by_states is None:
            if self.hot_by_time or not self.changes:
                return self
            return replace(self.at([0]).still(), instants=np.array([NOWHERE]), changes=False)
        if other is not None and other.pressure is not None:
            return self
        return replace(self, states={**self.states, "peak": self.states["peak"] - self.by_states}, unitary=False)

    def still(self) -> Situation:
        """The same without the stresses of its transient."""
        return replace(self, **{name: np.zeros_like(getattr(self, name)) for name in ARRAYS})

    def extremes(self, kind: str) -> Situation:
        """At the two instants whose stress ("linear" or "peak") has the least and the most of Tresca's measure, negative under pressure."""
        stress = getattr(self, kind)
        size = tresca(stress) * np.where(stress[:, :3].sum(axis=1) < 0.0, -1.0, 1.0)
        least = most = 0
        for i in range(1, len(size)):
            if size[least] - size[i] > _CLOSE * abs(size[least]):
                least = i
            if size[i] - size[most] > _CLOSE * abs(size[most]):
                most = i
        return self.at([least, most])


@dataclass
class Range:
    """A range of stress, the row of the pair of instants that it is found at, and these instants."""

    value: float
    row: int
    instants: tuple[float, float]


@dataclass
class Pairs:
    """Pairs of instants of one situation, or of two: `first` and `second` (m,) rows, and the instants as they are shown."""

    first: np.ndarray
    second: np.ndarray
    one: Situation
    other: Situation
    signs: np.ndarray
    instants: list = field(default_factory=list)

    def difference(self, name: str, moved: str | None = None) -> np.ndarray:
        """(m, 6) of a stress between the instants of each pair."""
        made = getattr(self.one, name)[self.first] - getattr(self.other, name)[self.second]
        if moved is not None:
            own, their = self.one.moved[moved], self.other.moved[moved]
            alone = self.one is self.other and not self.one.changes
            made = made + (own[self.first] if alone else own[self.first] - their[self.second])
        return made * self.signs[:, None]


def pairs(one: Situation, other: Situation | None, by_tresca: bool, kind: str) -> Pairs:
    """The pairs that count: all of them, or those of the extreme instants."""
    alone = other is None
    one, other = one, one if alone else other
    if by_tresca:
        one = one.extremes(kind)
        other = one if alone else other.extremes(kind)
        first, second, signs = ([1], [0], [1.0]) if alone else ([1, 0], [0, 1], [1.0, -1.0])
        shown = [(one.instants[0], one.instants[1])]
        if not alone:
            shown = [(one.instants[1], other.instants[0]), (other.instants[1], one.instants[0])]
    else:
        both = list(product(range(len(one.instants)), range(len(other.instants))))
        first, second = zip(*both)
        signs = np.ones(len(both))
        shown = [(one.instants[i], other.instants[j]) for i, j in both]
    return Pairs(np.array(first), np.array(second), one, other, np.array(signs), shown)


def offsets(one: Situation, other: Situation | None, kind: str) -> np.ndarray:
    """(k, 6) what the states of unit loads add: from A to B of one situation, from either state of one to either of the other."""
    first = one.states[kind]
    if other is None:
        change = first[:1] - first[1:]
    else:
        second = other.states[kind]
        change = (first[:, None] - second[::-1][None]).reshape(-1, 6)
    return np.concatenate([-change, change]) if one.unitary or other is not None and other.unitary else np.zeros((1, 6))


def shaken(rows: np.ndarray | None) -> np.ndarray:
    """(2^k, 6) every sum of stresses (k, 6) of an earthquake with either sign; nothing of None."""
    if rows is None:
        return np.zeros((1, 6))
    rows = rows[abs(rows).any(axis=1)]
    signs = np.array(list(product((-1.0, 1.0), repeat=len(rows))))
    return signs @ rows if len(rows) else np.zeros((1, 6))


def sizes(differences: np.ndarray, added: np.ndarray, shakes: np.ndarray) -> np.ndarray:
    """(m,) the largest of Tresca's measure of differences (m, 6) with one of `added` (k, 6) and one of `shakes` (q, 6)."""
    together = (added[:, None] + shakes[None]).reshape(-1, 6)
    return np.array([tresca(one + together).max() for one in differences])


def largest(values: np.ndarray, found: Pairs) -> Range:
    """The first of the largest values of pairs."""
    row = int(np.flatnonzero(values >= values.max() * (1.0 - _SAME))[0])
    return Range(float(values[row]), row, tuple(float(t) for t in found.instants[row]))


@dataclass
class LinearRange:
    """SN, SN* and the ranges of the thermal part and of that of pressure at the instants of SN."""

    whole: Range
    net: Range
    hot: float
    pushed: float = 0.0


def linear_range(one: Situation, other: Situation | None, by_tresca: bool, shakes: np.ndarray) -> LinearRange:
    """Of one situation, or of two combined."""
    found, added = pairs(one, other, by_tresca, "linear"), offsets(one, other, "linear")
    whole, net = (largest(sizes(found.difference(name, "linear"), added, shakes), found) for name in ("linear", "net"))
    hot, pushed = (float(tresca(found.difference(name)[whole.row])) for name in ("hot", "pushed"))
    return LinearRange(whole, net, hot, pushed)


def pressure_membrane(one: Situation, by_tresca: bool) -> float | None:
    """The membrane stress of pressure that ratcheting is judged by; None where there is no pressure."""
    if one.pressure is not None:
        return float(tresca(one.pressure))
    if not one.pressed_by_time:
        return None
    own = one.extremes("linear") if by_tresca else one
    return float(tresca(own.pressed).max())


def primary(one: Situation, shakes: dict[str, np.ndarray]) -> tuple[float, float, float]:
    """(PM, PB, PMPB) the largest of both states: membrane, bending and linear stress; `shakes` by kind."""
    zero = np.zeros((1, 6))
    return tuple(float(sizes(one.states[kind], zero, shakes[kind]).max()) for kind in ("membrane", "bending", "linear"))
