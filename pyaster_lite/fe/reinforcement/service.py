"""Bars of bending at the serviceability limit state: limited stresses of steel and concrete, cracked elastic sections (r7.04.05)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.fe.reinforcement.search import States, balance
from pyaster_lite.fe.reinforcement.section import Bars, Section, Wishes


@dataclass(frozen=True)
class Service:
    """Greatest stresses of the steel, (n, 1) or one for all, of the lower and the upper fibre; `ratio` of the moduli of steel and concrete.

    scale  turns stresses into MPa
    """

    steel: np.ndarray
    lower: float
    upper: float
    ratio: float
    scale: float

    def turned(self) -> Service:
        """The limits of the section upside down."""
        return replace(self, lower=self.upper, upper=self.lower)

    def of(self, rows) -> Service:
        """The limits of some of the sections."""
        return self if np.ndim(self.steel) == 0 else replace(self, steel=self.steel[rows])

    def grid(self, section: Section, steps: int, curve: bool = False, upset: bool = False) -> States:
        """States from pure tension to pure compression: tensioned all over, partly compressed, compressed all over.

        curve  those of a diagram of interaction, which differ where the section is compressed all over
        upset  partly compressed states counted from the lower fibre, as the half diagram of negative moments has them
        """
        part, whole = np.linspace(1.0, 0.0, 11), section.height / section.effective
        count = int(np.ceil(steps * whole))
        depth = np.append(np.arange(count) / steps, whole)
        if upset:
            depth = np.append(whole - np.arange(count) / steps, 0.0)[::-1]
        least = min(self.lower, self.upper)
        rows = int(np.ceil(10.0 * (self.lower if curve else least) * self.scale))
        low = (self.lower if curve else self.upper) * np.arange(rows + 1) / rows
        top = np.full(rows + 1, self.upper) if curve else (least - low) * (self.upper / least - 1.0) + least
        whole = self._compressed(section, top, low)
        whole.depth = np.append(whole.depth[:-1], 1000.0)
        parts = (self._tensioned(section, -part), self._partly(section, depth), whole)
        if np.ndim(self.steel):
            parts = [one.spread(len(self.steel)) for one in parts]
        return States.join(*parts)

    def at(self, section: Section, depth, rows) -> States:
        """The states of given depths of the neutral axis, of the sections `rows`."""
        own = self if np.ndim(self.steel) == 0 else replace(self, steel=self.steel[rows, 0])
        return own._at(section, depth)

    def areas(self, section: Section, states: States, moment, normal):
        """The areas that balance each state."""
        return balance(section, states, moment, normal)

    def _at(self, section, depth):
        place = depth * section.effective
        outside, inside = depth <= 0, depth <= section.height / section.effective
        least = min(self.lower, self.upper)
        with np.errstate(all="ignore"):
            pulled = -self.steel / self.ratio / (place - section.effective) * place
            slope = least / (section.height * (1.0 - least / self.upper) - place)
        states = self._partly(section, np.where(inside & ~outside, depth, 0.5))
        below = self._states(section, depth, pulled, -self.steel / self.ratio, section.effective, 0.0, 0.0)
        above = self._compressed(section, -slope * place, slope * (section.height - place))
        for where, other in ((outside, below), (~inside, above)):
            states = States(*(np.where(where, getattr(other, name), getattr(states, name)) for name in vars(states)))
        return replace(states, depth=depth)

    def _tensioned(self, section, part):
        """Lower bars at their greatest stress, the upper fibre at a part of it."""
        top = self.steel / self.ratio * part
        low = np.broadcast_to(-self.steel / self.ratio, top.shape)
        with np.errstate(all="ignore"):
            depth = np.where(part == -1.0, -1000.0, part / (1.0 + part))
        return self._states(section, depth, top, low, section.effective, 0.0, 0.0)

    def _partly(self, section, depth):
        place, d = depth * section.effective, section.effective
        by_steel = depth < 1.0 / (1.0 + self.steel / self.ratio / self.upper)
        with np.errstate(all="ignore"):
            top = np.where(by_steel, place / (d - place) * (self.steel / self.ratio), self.upper)
            low = np.where(by_steel, -self.steel / self.ratio, self.upper * (1.0 - d / place))
        normal = top * 0.5 * place * section.width
        return self._states(section, depth, top, low, d, normal, top * (0.25 * section.height * place - place**2 / 6.0) * section.width)

    def _compressed(self, section, top, low):
        with np.errstate(all="ignore"):
            depth = np.where(top == low, 1000.0, top / (top - low) * section.height / section.effective)
        normal = 0.5 * (top + low) * section.height * section.width
        return self._states(section, depth, top, low, section.height, normal, (top - low) * section.height**2 * section.width / 12.0)

    def _states(self, section, depth, top, low, at, normal, moment):
        """States of a stress of concrete that goes from `top` at the upper fibre to `low` at the depth `at`."""
        slope = (low - top) / at
        values = [
            depth,
            (slope * section.upper + top) * self.ratio,
            (slope * section.effective + top) * self.ratio,
            normal,
            moment,
            top,
            slope * section.height + top,
        ]
        shape = np.broadcast_shapes(*(np.shape(one) for one in values))
        return States(*(np.broadcast_to(np.asarray(one, float), shape) for one in values))

    def direct(self, section: Section, moment, normal, wishes: Wishes):
        """(bars, solved, possible) what needs no search: pure compression or tension, and simple bending without upper bars."""
        n, d = len(moment), section.effective
        steel = np.broadcast_to(np.ravel(self.steel), n)
        bars, least = Bars.none(n), min(self.lower, self.upper)
        pure = moment == 0
        pushed, pulled = pure & (normal >= 0), pure & (normal < 0)
        full = least * section.height * section.width
        crushed, plain = pushed & (normal > full), pushed & (normal <= full)
        both = np.where(crushed, 0.5 * (normal - full) / (least * self.ratio), np.where(pulled, -0.5 * normal / steel, 0.0))
        stress = np.where(crushed, least * self.ratio, np.where(pulled, -steel, 0.0))
        fibre = np.where(plain, normal / (section.height * section.width), stress / self.ratio)
        turn = moment + normal * (d - 0.5 * section.height)
        edge = 1.0 / (1.0 + steel / self.ratio / self.upper)
        reduced, at_edge = turn / (d**2 * section.width * self.upper), 0.5 * edge * (1.0 - edge / 3.0)
        bent = ~pure & (reduced > 0) & (reduced <= (at_edge if wishes.compressed else 1.0 / 3.0))
        by_steel = bent & (reduced <= at_edge)
        depth = np.where(by_steel, _by_steel(section, turn, steel / self.ratio, edge), _by_concrete(reduced))
        bent &= (depth > 0) & (depth <= 1.0)
        place = depth * d
        with np.errstate(all="ignore"):
            top = np.where(by_steel, place / (d - place) * steel / self.ratio, self.upper)
            low = np.where(by_steel, -steel, -self.ratio * self.upper * (d - place) / place)
            area = (0.5 * top * place * section.width - normal) / -low
            upper = top * (1.0 - section.upper / place) * self.ratio
            under = top * (1.0 - section.height / place)
        area = np.where((area < 0) & (area > -1e-5 * 1e6 / wishes.length**2), 0.0, area)
        possible = bent & (area >= 0)
        bent = possible & (area <= wishes.tolerance) if wishes.symmetric else possible
        bars.lower, bars.upper = np.where(bent, area, both), np.where(bent, 0.0, both)
        bars.lower_stress, bars.upper_stress = np.where(bent, low, stress), np.where(bent, upper, stress)
        bars.lower_fibre, bars.upper_fibre = np.where(bent, under, fibre), np.where(bent, top, fibre)
        bars.depth, bars.plain = np.where(bent, depth, -1000.0), plain
        return bars, pure | bent, possible


def _by_steel(section, turn, strain, edge):
    """The depth of the neutral axis with the steel at its limit, by bisection to one per cent of d as in the code followed."""
    low, high = np.zeros_like(turn), edge.copy()
    lever = section.width * section.effective**2 * strain

    def left(depth):
        return turn - lever * 0.5 * depth**2 * (1.0 - depth / 3.0) / (1.0 - depth)

    above = left(high)
    while (active := np.abs(high - low) > 0.01).any():
        middle = 0.5 * (low + high)
        own = left(middle)
        same = active & (own * above > 0)
        high, above = np.where(same, middle, high), np.where(same, own, above)
        low = np.where(active & ~same, middle, low)
    return 0.5 * (low + high)


def _by_concrete(reduced):
    """The depth of the neutral axis with the upper fibre at its limit."""
    with np.errstate(all="ignore"):
        root = np.sqrt(0.25 - 2.0 / 3.0 * reduced)
        first, second = (0.5 - root) * 3.0, (0.5 + root) * 3.0
    return np.where((first > 0) & (first <= 1.0), first, second)
