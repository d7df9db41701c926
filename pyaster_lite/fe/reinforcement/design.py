"""The three limit states as one protocol: bars of bending, design strengths, and what fails."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.fe.reinforcement.bending import bars_of
from pyaster_lite.fe.reinforcement.cracking import Cracking, cracked_bars
from pyaster_lite.fe.reinforcement.section import Bars, Section, Wishes
from pyaster_lite.fe.reinforcement.service import Service
from pyaster_lite.fe.reinforcement.shear import Strengths
from pyaster_lite.fe.reinforcement.ultimate import Ultimate


@dataclass(frozen=True)
class Rules:
    """What holds for all limit states.

    wishes     of the bars of bending
    shear      strengths for the bars of shear; its design strengths are set here
    added      shear and torsion add to the bars of bending
    longitudinal, transverse  least shares of bars, or None
    """

    wishes: Wishes
    shear: Strengths
    added: bool = False
    longitudinal: float | None = None
    transverse: float | None = None


@dataclass(frozen=True)
class UltimateDesign:
    """Limited strains."""

    law: Ultimate
    rules: Rules

    def bars(self, direction: int, section: Section, moment, normal) -> Bars:
        """The bars of bending in a direction."""
        return bars_of(self.law, section, moment, normal, self.rules.wishes)

    def limit(self, direction: int, bars: Bars) -> Ultimate:
        """What bounds the moment that a section with bars resists."""
        return self.law

    def steel(self, bars: Bars) -> np.ndarray:
        """(n,) the design strength of steel."""
        return np.full(len(bars.lower), self.law.steel)

    def crushing(self) -> float:
        """The strength of concrete in pure compression, in the rule for two moments."""
        return self.rules.shear.strength / self.rules.shear.safety

    def strengths(self, direction: int, bars: Bars) -> Strengths:
        """Those of the bars of shear."""
        return replace(self.rules.shear, concrete=self.law.concrete, steel=self.steel(bars), block=self.law.block, reach=self.law.reach)


@dataclass(frozen=True)
class ServiceDesign:
    """Limited stresses: `limits` for each direction of bending."""

    limits: tuple[Service, ...]
    rules: Rules

    def bars(self, direction: int, section: Section, moment, normal) -> Bars:
        """The bars of bending in a direction."""
        # of beams the limits of the two faces are exchanged, as in the code followed
        limit = self.limits[direction] if self.rules.shear.plate else self.limits[direction].turned()
        return bars_of(limit, section, moment, normal, self.rules.wishes)

    def limit(self, direction: int, bars: Bars) -> Service:
        """What bounds the moment that a section with bars resists."""
        return self.limits[direction]

    def steel(self, bars: Bars) -> np.ndarray:
        """(n,) the greatest stress of steel."""
        return np.full(len(bars.lower), self.limits[0].steel)

    def crushing(self) -> float:
        """The mean of the greatest stresses of concrete."""
        return float(np.mean([(one.lower, one.upper) for one in self.limits]))

    def strengths(self, direction: int, bars: Bars) -> Strengths:
        """Those of the bars of shear."""
        concrete = 0.5 * (self.limits[direction].lower + self.limits[direction].upper)
        return replace(self.rules.shear, concrete=concrete, steel=self.steel(bars), safety=self.rules.shear.strength / concrete)


@dataclass(frozen=True)
class CrackingDesign:
    """Limited widths of cracks: a law and (lower, upper) diameters for each direction; of a plate (lower, upper) for x and for y."""

    laws: tuple[Cracking, ...]
    diameters: tuple[tuple[float, float], ...]
    rules: Rules

    def bars(self, direction: int, section: Section, moment, normal, turn=None) -> Bars:
        """The bars of bending in a direction; `turn` (n, 2) are the shares of x and y in the facets of a plate."""
        sizes = np.array(self.diameters)
        sizes = turn @ sizes if turn is not None else np.tile(sizes[direction], (len(moment), 1))
        return cracked_bars(self.laws[direction], section, moment, normal, (sizes[:, 0], sizes[:, 1]), self.rules.wishes)

    def limit(self, direction: int, bars: Bars) -> Service:
        """What bounds the moment that a section with bars resists."""
        return self.laws[direction].limits(bars.factor, self.rules.wishes.stress)

    def steel(self, bars: Bars) -> np.ndarray:
        """(n,) the stress of steel that keeps cracks narrow."""
        return bars.factor * self.laws[0].yielding

    def crushing(self) -> float:
        """The greatest stress of concrete."""
        return self.laws[0].concrete

    def strengths(self, direction: int, bars: Bars) -> Strengths:
        """Those of the bars of shear."""
        concrete = self.laws[direction].concrete
        return replace(self.rules.shear, concrete=concrete, steel=self.steel(bars), safety=self.rules.shear.strength / concrete)


def forgotten(bars: Bars) -> Bars:
    """Bars where those that were not found count as none."""
    lost = bars.error > 0
    none = Bars.none(int(lost.sum()))
    none.error[:], none.depth[:] = bars.error[lost], -1.0
    bars.put(lost, none)
    return bars
