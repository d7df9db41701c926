"""Bars of bending whose stress keeps cracks narrow, under quasi permanent loads (r7.04.05; EN 1992-1-1, 7.3.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.reinforcement.bending import bars_of
from pyaster_lite.fe.reinforcement.section import UNCRACKABLE, Bars, Section, Wishes
from pyaster_lite.fe.reinforcement.service import Service


@dataclass(frozen=True)
class Cracking:
    """What the widths of cracks depend on.

    concrete  greatest stress of concrete;  ratio  of the moduli of steel and concrete
    yielding, young  strength and modulus of steel;  tensile  mean strength of concrete in tension
    duration  factor of the duration of the load;  lower, upper  greatest widths at the two faces
    """

    concrete: float
    ratio: float
    yielding: float
    young: float
    tensile: float
    duration: float
    lower: float
    upper: float

    def limits(self, factor, scale: float) -> Service:
        """The limits of stresses with the steel at a part (n,) of its strength."""
        return Service(factor[:, None] * self.yielding, self.concrete, self.concrete, self.ratio, scale)


def cracked_bars(law: Cracking, section: Section, moment, normal, diameters, wishes: Wishes) -> Bars:
    """The bars of one section under n moments and forces, with `diameters` (lower, upper) (n,) of the bars.

    The stress of the steel is the greatest part of its strength that keeps both cracks narrow: halved until it does, then
    found by bisection to 1e-5.
    """
    n = len(moment)
    every = np.arange(n)

    def design(factor, rows):
        bars = bars_of(law.limits(factor, wishes.stress), section, moment[rows], normal[rows], wishes)
        sizes = [one[rows] for one in diameters]
        return bars, _narrow(law, section, bars, moment[rows], sizes, wishes)

    wide, close = np.ones(n), np.full(n, 0.5)
    bars, fine = design(wide, every)
    settled, found = fine & (bars.error == 0), bars
    search = np.flatnonzero(~fine & (bars.error == 0))
    good = np.empty(0, int)
    for _ in range(21):
        if not search.size:
            break
        own, fine = design(close[search], search)
        found.put(search, own)
        good = np.append(good, search[fine & (own.error == 0)])
        search = search[~fine & (own.error == 0)]
        close[search] /= 2.0
    found.error[search] = UNCRACKABLE
    while good.size:
        middle = 0.5 * (wide[good] + close[good])
        own, fine = design(middle, good)
        failed = own.error != 0
        found.error[good[failed]] = own.error[failed]
        close[good] = np.where(fine, middle, close[good])
        wide[good] = np.where(fine, wide[good], middle)
        good = good[~failed & (np.abs(wide[good] - close[good]) >= 1e-5)]
    last = np.flatnonzero(~settled & (found.error == 0))
    if last.size:
        found.put(last, design(close[last], last)[0])
    found.factor = np.where(settled, 1.0, close)
    return found


def _narrow(law, section, bars, moment, diameters, wishes):
    """Whether the cracks at both faces are narrow enough."""
    inside = (bars.depth >= 0) & (bars.depth <= 1) & (moment != 0)
    axis = np.where(inside, bars.depth * np.where(moment > 0, section.height - section.lower, section.height - section.upper), np.nan)
    most, least = np.minimum(bars.lower_fibre, bars.upper_fibre), np.minimum(np.maximum(bars.lower_fibre, bars.upper_fibre), 0.0)
    with np.errstate(all="ignore"):
        spread = np.where(most >= 0, 0.5, (least + most) / (2.0 * most))
    fine = np.ones(len(moment), bool)
    faces = (
        (bars.lower, bars.lower_stress, section.lower, diameters[0], law.lower),
        (bars.upper, bars.upper_stress, section.upper, diameters[1], law.upper),
    )
    for area, stress, cover, diameter, width in faces:
        free = (stress >= 0) | (area == 0) | bars.plain
        own = _width(law, section, area, stress, cover, diameter, axis, spread, wishes)
        fine &= free | (own <= width)
    return fine


def _width(law, section, area, stress, cover, diameter, axis, spread, wishes):
    """The width of the cracks at a face (EN 1992-1-1, 7.8 to 7.14); `axis` is NaN where there is no neutral axis in the section."""
    rest = section.height - axis
    height = np.fmin(min(2.5 * cover, 0.5 * section.height), rest / 3.0)
    thickness = cover * wishes.length
    reach = 3.4 if thickness < 25 else 3.4 * (25.0 / thickness) ** (2.0 / 3.0)
    with np.errstate(all="ignore"):
        share = area / height
        spacing = reach * cover + 0.8 * spread * 0.425 * diameter / share
        spacing = np.minimum(spacing, 1.3 * np.where(np.isnan(rest), section.height, rest))
        strain = (-stress - law.duration * law.tensile / share * (1.0 + law.ratio * share)) / law.young
        return spacing * np.maximum(strain, -0.6 * stress / law.young)
