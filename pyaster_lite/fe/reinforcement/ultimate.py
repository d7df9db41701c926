"""Bars of bending at the ultimate limit state: limited strains of steel and concrete (r7.04.05; EN 1992-1-1, 3.1.7; BAEL 91, A.4.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.reinforcement.search import States, balance
from pyaster_lite.fe.reinforcement.section import Bars, Section, Wishes

_TINY = np.finfo(float).eps


@dataclass(frozen=True)
class Ultimate:
    """Laws of concrete (parabola and rectangle) and of steel (elastic, then a plateau or a slope).

    concrete, steel, young  design strengths and the modulus of steel
    pivot_a, pivot_b, pivot_c  greatest strains: of steel, of bent concrete, of compressed concrete
    power  of the parabola;  block, reach  intensity and depth of the rectangle of stresses that replaces it in simple bending
    hardening  strength at the limit strain of steel over the one at yield: 1 is a plateau
    """

    concrete: float
    steel: float
    young: float
    pivot_a: float
    pivot_b: float
    pivot_c: float
    power: float
    block: float
    reach: float
    hardening: float = 1.0

    @classmethod
    def bael(cls, strength, alpha, gamma_c, limit, gamma_s, young) -> Ultimate:
        """The laws of BAEL 91."""
        return cls(strength * alpha / gamma_c, limit / gamma_s, young, 10e-3, 3.5e-3, 2e-3, 2.0, 1.0, 0.8)

    @classmethod
    def eurocode(cls, strength, alpha, gamma_c, limit, gamma_s, young, ductility, sloped, stress) -> Ultimate:
        """The laws of Eurocode 2; `stress` turns strengths into MPa, ductility is A, B or C."""
        cube = strength * stress
        slope = ((90.0 - cube) / 100.0) ** 4
        strain, gain = {"A": (2.5e-2, 1.05), "B": (5e-2, 1.08), "C": (7.5e-2, 1.15)}[ductility]
        return cls(
            concrete=strength * alpha / gamma_c,
            steel=limit / gamma_s,
            young=young,
            pivot_a=0.9 * strain,
            pivot_b=min(3.5e-3, 2.6e-3 + 35e-3 * slope),
            pivot_c=2e-3 if cube < 50.0 else 2e-3 + 8.5e-5 * (cube - 50.0) ** 0.53,
            power=min(2.0, 1.4 + 23.4 * slope),
            block=min(1.0, 1.0 - (cube - 50.0) / 200.0),
            reach=min(0.8, 0.8 - (cube - 50.0) / 400.0),
            hardening=gain if sloped else 1.0,
        )

    def turned(self) -> Ultimate:
        """The laws of the section upside down: the same."""
        return self

    def of(self, rows) -> Ultimate:
        """The laws of some of the sections: the same."""
        return self

    def stress(self, strain):
        """The stress of steel at a strain."""
        size, limit = np.abs(strain), self.steel / self.young
        slope = (self.hardening - 1.0) * self.steel / (self.pivot_a / 0.9 - limit)
        return np.copysign(np.where(size < limit, self.young * size, self.steel + slope * (size - limit)), strain)

    def grid(self, section: Section, steps: int, curve: bool = False, upset: bool = False) -> States:
        """States from pure tension to pure compression: tensioned all over, partly compressed, compressed all over.

        curve  those of a diagram of interaction: the last partly compressed state has its neutral axis at the lower fibre
        upset  compressed states as the half diagram of negative moments has them
        """
        count = int(np.floor(self.pivot_a * 1000)) + 1
        top = -1e-3 * np.arange(count - 1, -1, -1.0)
        top[0] = -self.pivot_a
        depth = np.arange(int(np.ceil(section.height / section.effective * steps)) + 1) * (1.0 / steps)
        if curve:
            depth[-1] = section.height / section.effective
        most = self.pivot_b / self.pivot_c
        turn = np.arange(int(np.ceil(most * 100)), -1, -1.0) / 100.0
        turn[0] = most
        return States.join(self._tensioned(section, top), self._partly(section, depth), self._compressed(section, turn, upset))

    def at(self, section: Section, depth, rows) -> States:
        """The states of given depths of the neutral axis."""
        outside, inside = depth <= 0, depth <= section.height / section.effective
        states = self._partly(section, np.where(inside & ~outside, depth, 0.5))
        for where, other in ((outside, self._below(section, depth)), (~inside, self._above(section, depth))):
            states = States(*(np.where(where, getattr(other, name), getattr(states, name)) for name in vars(states)))
        return states

    def areas(self, section: Section, states: States, moment, normal):
        """The areas that balance each state; none (-1) where they cannot."""
        compressed, tensioned, residual = balance(section, states, moment, normal)
        # with the neutral axis at the lower bars these are idle: the upper ones alone may do, to one per cent of the moment
        edge = np.abs(states.depth - 1.0) < _TINY
        with np.errstate(all="ignore"):
            alone = (normal - states.normal) / states.compressed
            left = moment - states.moment - alone * states.compressed * (0.5 * section.height - section.upper)
            fits = edge & (np.abs(left / moment) <= 0.01)
        bad = (residual != 0) | edge
        return (
            np.where(fits, alone, np.where(bad, -1.0, compressed)),
            np.where(fits, 0.0, np.where(bad, -1.0, tensioned)),
            np.zeros_like(residual),
        )

    def _tensioned(self, section, top):
        """Lower bars at their greatest strain, the upper fibre at `top` <= 0."""
        with np.errstate(all="ignore"):
            depth = np.where(np.abs(top) < _TINY, 0.0, np.where(top == -self.pivot_a, -1000.0, top / (self.pivot_a + top)))
        upper = (-self.pivot_a - top) / section.effective * section.upper + top
        return self._states(depth, upper, np.full(top.shape, -self.pivot_a), 0.0, 0.0)

    def _below(self, section, depth):
        """Tensioned all over, the neutral axis above the section."""
        slope = self.pivot_a / (depth * section.effective - section.effective)
        upper = slope * section.upper - slope * depth * section.effective
        return self._states(depth, upper, np.full(depth.shape, -self.pivot_a), 0.0, 0.0)

    def _partly(self, section, depth):
        d, power = section.effective, self.power
        by_steel = depth < 1.0 / (1.0 + self.pivot_a / self.pivot_b)
        with np.errstate(all="ignore"):
            top = np.where(by_steel, self.pivot_a * depth / (1.0 - depth), self.pivot_b)
            low = np.where(by_steel, -self.pivot_a, -self.pivot_b * (1.0 - depth) / depth)
        upper = (low - top) / d * section.upper + top
        slope, start = (low - top) / self.pivot_c, top / self.pivot_c
        flat = np.where(top <= self.pivot_c, 0.0, (self.pivot_c - top) / (low - top))
        with np.errstate(all="ignore"):
            ends = [1.0 - start - depth * slope, 1.0 - start - flat * slope]
            first, second = (np.where(np.abs(end) > _TINY, np.sign(end), 1.0) * np.abs(end) ** (power + 1) for end in ends)
            third, fourth = (np.where(np.abs(end) > _TINY, np.sign(end), 1.0) * np.abs(end) ** (power + 2) for end in ends)
        ratio, width = d / section.height, self.concrete * section.width
        normal = width * d * (depth + (first - second) / ((power + 1) * slope))
        moment = (
            width
            * d**2
            * (
                0.5 * depth * (1 / ratio - depth)
                + (first - second) / (2 * ratio * (power + 1) * slope)
                - (depth * first - flat * second) / ((power + 1) * slope)
                - (third - fourth) / ((power + 1) * (power + 2) * slope**2)
            )
        )
        return self._states(depth, upper, low, normal, moment)

    def _compressed(self, section, turn, upset):
        """Compressed all over; `turn` is the difference of strains over the height by pivot C."""
        share = 1.0 - self.pivot_c / self.pivot_b
        if upset:
            share = 1.0 - share
        span = turn * self.pivot_c
        bottom = self.pivot_c - span * (1.0 - share)
        top = span + bottom
        with np.errstate(all="ignore"):
            rest = np.where(np.abs(top) > _TINY, 1.0 - bottom / top, 0.0)
            depth = np.where(np.abs(rest) > _TINY, section.height / section.effective / rest, -1000.0)
        upper = bottom + span / section.height * (section.height - section.upper)
        lower = bottom + span / section.height * section.lower
        return self._states(depth, upper, lower, *self._whole(section, turn))

    def _above(self, section, depth):
        """Compressed all over, the neutral axis below the section; its place stands for the turn, as in the code followed."""
        place = depth * section.effective
        slope = self.pivot_c / ((1.0 - self.pivot_c / self.pivot_b) * section.height - place)
        return self._states(
            depth, slope * (section.upper - place), slope * (section.effective - place), *self._whole(section, np.abs(place))
        )

    def _whole(self, section, turn):
        """Force and moment of concrete that is compressed all over."""
        share, power = self.pivot_c / self.pivot_b, self.power
        loss = share ** (power + 1) / (power + 1)
        full = section.width * section.height * self.concrete
        return full * (1.0 - loss * turn**power), full * section.height * 0.5 * loss * (1.0 - 2.0 * share / (power + 2)) * turn**power

    def _states(self, depth, upper, lower, normal, moment):
        fill = [np.broadcast_to(np.asarray(values, float), np.shape(depth)) for values in (normal, moment)]
        none = np.full(np.shape(depth), -1.0)
        return States(np.asarray(depth, float), self.stress(upper), self.stress(lower), *fill, none, none)

    def direct(self, section: Section, moment, normal, wishes: Wishes):
        """(bars, solved, possible) what needs no search: pure compression or tension, and simple bending by the rectangle of stresses."""
        n, d = len(moment), section.effective
        bars = Bars.none(n)
        pure = np.abs(moment) < _TINY
        pushed, pulled = pure & (normal >= 0), pure & (normal < 0)
        full = section.width * section.height * self.concrete
        crushed = pushed & (normal > full)
        both = np.where(
            crushed, 0.5 * (normal - full) / self.stress(self.pivot_c), np.where(pulled, -0.5 * normal / self.stress(self.pivot_a), 0.0)
        )
        stress = np.where(pulled, -self.stress(self.pivot_a), np.where(crushed, self.stress(self.pivot_c), -1.0))
        reduced = (moment + normal * (d - 0.5 * section.height)) / (section.width * d**2 * self.block * self.concrete)
        top = 1.0 / (1.0 + self.steel / self.young / self.pivot_b) if wishes.compressed else 1.0
        bent = ~pure & (reduced > 0) & (reduced <= self.reach * top * (1.0 - 0.5 * self.reach * top))
        root = np.sqrt(np.where(bent, np.maximum(1.0 - 2.0 * reduced, 0.0), 0.0))
        depth = np.where((1.0 + root) / self.reach <= 1.0, (1.0 + root) / self.reach, (1.0 - root) / self.reach)
        bent &= (depth >= 0) & (depth <= 1.0)
        limit = 1.0 / (1.0 + self.pivot_a / self.pivot_b)
        with np.errstate(all="ignore"):
            low = np.where(depth <= limit, -self.pivot_a, -self.pivot_b * (1.0 - depth) / depth)
            fibre = np.where(depth < limit, self.pivot_a * depth / (1.0 - depth), self.pivot_b)
            area = (self.reach * self.block * section.width * self.concrete * depth * d - normal) / np.abs(self.stress(low))
        area = np.where((area < 0) & (area > -1e-5 * 1e6 / wishes.length**2), 0.0, area)
        possible = bent & (area >= 0)
        bent = possible & (area <= wishes.tolerance) if wishes.symmetric else possible
        bars.lower, bars.upper = np.where(bent, area, both), both.copy()
        bars.lower_stress = np.where(bent, self.stress(low), stress)
        bars.upper_stress = np.where(bent, self.stress((low - fibre) / d * section.upper + fibre), stress)
        bars.depth = np.where(bent, depth, np.where(crushed, -1.0, -1000.0))
        bars.plain = pushed & ~crushed
        return bars, pure | bent, possible
