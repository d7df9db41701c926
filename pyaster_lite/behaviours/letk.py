"""RELATION='LETK': rocks whose limits follow their distortion, and that creep (r7.01.24).

With x = XIP, y = XIVP:

1. h = (h0c + H0_EXT)/2 + (h0c - H0_EXT)/2 (2 l - h0c - h0e)/(h0c - h0e),  l = (1 - GAMMA_CJS cos 3t)^(1/6), h0c and h0e of 1 and -1
2. the plastic limit (a, s, m) goes by ln(1 + x/(XAMS x_pic)) from (A_0, S_0, M_0) to (A_PIC, 1, M_PIC) at XI_PIC; then straight to a = A_E,
   s = 0 at XI_E, m such that the limits meet in SIGMA_P1; by ln(1 + (x - x_e)/(ETA (x_ult - x_e))) to a = 1 at XI_ULT, where m = M_ULT
3. the viscous limit goes straight from (A_0, S_0, M_0) to (1, S_0, MV_MAX) at XIV_MAX
4. the sine of the dilatancy compares the largest stress with the last viscous limit; past the peak the largest with the least one
5. the rock dilates, and creep ages it, past the last viscous limit; the elasticity grows as (p/PA)^NELAS
A step is taken as _implicit, or with SPECIFIQUE as _explicit tells.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .rocks._law import RockLaw
from .rocks._rock import Rock

WORDS = (
    "air", "power", "strength", "extension", "lode", "xams", "eta", "a0", "a_broken", "a_peak", "s0", "m0", "m_broken", "m_peak", "m_last",
    "xi_last", "xi_broken", "xi_peak", "m_viscous", "xi_viscous", "creep_rate", "creep_power", "meeting", "mu0", "xi0", "mu1", "xi1",
)  # fmt: skip


class Limits:
    """Steps 2 to 5."""

    def __init__(self, rock):
        self.rock, self.peak, self.end, self.creep = rock, rock.xi_peak, rock.xi_viscous, rock.creep_rate
        one = np.ones_like(rock.a0)
        self.last = one, rock.s0, rock.m_viscous
        self.second = (rock.m_last * rock.strength ** (rock.a_broken - 1.0) / rock.m_broken**rock.a_broken) ** (1.0 / (rock.a_broken - 1.0))

    def _stages(self, xi):
        rock = self.rock
        return xi < rock.xi_peak, xi < rock.xi_broken, xi < rock.xi_last

    def plastic(self, xi):
        """(a, s, m) of the plastic limit."""
        rock, stages = self.rock, self._stages(xi)
        grown = np.log(1.0 + np.maximum(xi, 0.0) / rock.xams / rock.xi_peak) / np.log(1.0 + 1.0 / rock.xams)
        r = (xi - rock.xi_peak) / (rock.xi_broken - rock.xi_peak)
        ruin = np.maximum(xi - rock.xi_broken, 0.0) / (rock.xi_last - rock.xi_broken)
        ruin = np.log(1.0 + ruin / rock.eta) / np.log(1.0 + 1.0 / rock.eta)
        a = [
            rock.a0 + grown * (rock.a_peak - rock.a0),
            rock.a_peak + (rock.a_broken - rock.a_peak) * r,
            rock.a_broken + ruin * (1.0 - rock.a_broken),
        ]
        ratio, other = rock.strength / rock.meeting, rock.strength / self.second
        m = [
            rock.m0 + grown * (rock.m_peak - rock.m0),
            ratio * ((rock.m_peak / ratio + 1.0) ** (rock.a_peak / a[1]) - (1.0 - r)),
            other * (rock.m_broken / other) ** (rock.a_broken / a[2]),
        ]
        s = [rock.s0 + grown * (1.0 - rock.s0), 1.0 - r, np.zeros_like(r)]
        return np.select(stages, a, 1.0), np.select(stages, s, 0.0), np.select(stages, m, rock.m_last)

    def plastic_rates(self, xi, limit):
        """Their rates by x."""
        rock, stages, a = self.rock, self._stages(xi), limit[0]
        grows = 1.0 / (xi + rock.xams * rock.xi_peak) / np.log(1.0 + 1.0 / rock.xams)
        width = rock.xi_broken - rock.xi_peak
        ruins = 1.0 / (xi + rock.eta * rock.xi_last - (1.0 + rock.eta) * rock.xi_broken) / np.log(1.0 + 1.0 / rock.eta)
        by_a = [grows * (rock.a_peak - rock.a0), (rock.a_broken - rock.a_peak) / width, ruins * (1.0 - rock.a_broken)]
        by_s = [grows * (1.0 - rock.s0), -1.0 / width, np.zeros_like(width)]
        ratio, other = rock.strength / rock.meeting, rock.strength / self.second
        base, broken = rock.m_peak / ratio + 1.0, rock.m_broken / other
        by_m = [
            grows * (rock.m_peak - rock.m0),
            ratio * (-rock.a_peak / a**2 * base ** (rock.a_peak / a) * np.log(base) * by_a[1] - by_s[1]),
            -other * rock.a_broken / a**2 * np.log(broken) * broken ** (rock.a_broken / a) * by_a[2],
        ]
        return tuple(np.select(stages, rates, 0.0) for rates in (by_a, by_s, by_m))

    def heat_rates(self, xi):
        """Heat changes nothing."""
        return 0.0, 0.0, 0.0

    def viscous(self, xi):
        """(a, s, m) of the viscous limit."""
        rock, share = self.rock, np.minimum(xi / self.end, 1.0)
        return tuple(begin + (end - begin) * share for begin, end in zip((rock.a0, rock.s0, rock.m0), self.last, strict=True))

    def past(self, xi):
        """Whether the peak is over."""
        return xi >= self.peak

    def dilates(self, ahead, left):
        """Whether the elastic trial is past the last viscous limit."""
        return self.rock.criterion(self.last, ahead)[0] >= 0.0

    def sine(self, past, xi, limit, at):
        """Step 4."""
        rock, (a, s, m) = self.rock, limit
        whole = s > 0.0
        safe = np.where(whole, s, 1.0)
        base = np.where(whole, 1.0 + a * m * safe ** (a - 1.0), 1.0)
        cohesion = rock.strength * np.where(whole, safe, 0.0) ** a / 2.0 / np.sqrt(base)
        angle = 2.0 * np.arctan(np.sqrt(base)) - np.pi / 2.0
        pull = np.where((xi <= rock.xi_broken) & (cohesion > 0.0), cohesion / np.where(angle > 0.0, np.tan(angle), 1.0), 0.0)
        first = rock.first_shape
        size = np.where(at.size > 0.0, at.size, 1.0)
        lode = np.where(at.size > 0.0, (2.0 * at.g / size - (first + rock.extension)) / 2.0 / (first - rock.extension), 0.5)
        least = (at.trace - (1.5 - lode) * np.sqrt(1.5) * at.size) / 3.0
        most = (at.trace + (1.5 + lode) * np.sqrt(1.5) * at.size) / 3.0
        bound = least + rock.strength * (rock.m_viscous * least / rock.strength + rock.s0)
        alpha, rest = (most + pull) / (least + pull), 1.0 + rock.m_last
        before = rock.mu0 * (most - bound) / (rock.xi0 * most + bound)
        return np.where(past, rock.mu1 * (alpha - rest) / (rock.xi1 * alpha + rest), before)


class LetkRock(Rock):
    """Steps 1 and 5."""

    needs_u = False
    couples = True
    bends = False

    @property
    def first_shape(self):
        """h of compression."""
        return (1.0 - self.lode) ** (1.0 / 6.0)

    def shape(self, cosine):
        """h and its rate."""
        first, last = self.first_shape, (1.0 + self.lode) ** (1.0 / 6.0)
        own = (1.0 - self.lode * cosine) ** (1.0 / 6.0)
        half = (first - self.extension) / (first - last)
        h = (first + self.extension) / 2.0 + half * (own - (first + last) / 2.0)
        return h, -half * self.lode / 6.0 / own**5

    def stiffened(self, pressure):
        """By the pressure."""
        return np.where(self.power == 0.0, 1.0, (pressure / self.air) ** self.power)

    def limits(self, heat):
        """Whatever the temperature."""
        return Limits(self)

    def tell(self, values, limits, strain, heat, creep, plastic, stress):
        """DOMAINE by the distortion, and INDIC: 1 and 2 past the first limit below and past the last one of s = 1, 3 and 4 within it."""
        x = values[:, 0]
        values[:, 7] = np.select([x == 0.0, x < self.xi_peak, x < self.xi_broken, x < self.xi_last], [0, 1, 2, 3], 4)
        at = self.stress(stress)
        first = self.criterion((self.a0, self.s0, self.m0), at)[0]
        last = self.criterion(limits.last, at)[0]
        values[:, 8] = np.select([(first < 0.0) & (last > 0.0), (first < 0.0) & (last < 0.0), (first > 0.0) & (last < 0.0)], [1, 2, 3], 4)


class Letk(RockLaw):
    """The law over all cells and points."""

    internal_names = ("XIP", "GAMMAP", "XIVP", "GAMMAVP", "INDICDIL", "INDIVISC", "INDIPLAS", "DOMAINE", "INDIC")
    needs = {"young": "ELAS", "letk_air": "LETK"}
    rock, prefix, words = LetkRock, "letk", WORDS


BEHAVIOURS.add("LETK", Letk())
