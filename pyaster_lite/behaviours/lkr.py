"""RELATION='LKR': rocks whose limits follow their distortion and the temperature, and that creep (r7.01.40).

With x = XIP, y = XIVP, T the temperature above its reference where it is higher (q = Q_I (1 - R_Q ln(T/T_ref)), m0, m1 ~ exp(-R_M T^2),
s1 = exp(-R_S T^2), x_i ~ exp(R_X_i T)), s0 = (m0 0.1/0.99)^2, f = q/SIGMA_C:

1. h = cos(BETA pi/6 - acos(GAMMA cos 3t)/3)
2. the plastic limit goes from (1/2, s0, m0) to (1/2, s1, m1) at x1, with 1 - (1 - x/x1)^V_1; then, r = (x - x1)/(x2 - x1),
   a = 1/2 + (A_2 - 1/2) r^V_2,   s = s1 (1 - r^V_2 (1 + V_2 (1 - r))),   m = m1 (f^(1/a) - s)/(f^2 - s1);
   past x2  s = 0,  1 - a = (1 - A_2) exp(-V_2 (A_2 - 1/2)/(1 - A_2) (r - 1)),  m as before
3. the viscous limit goes likewise from (1/2, s0, m0) to (a5, s5, m5) at x5, where F_P says how strong that is; creep at Av exp(...)
4. the sine of the dilatancy compares the largest stress with that of the last viscous limit; past the peak also stresses with cohesion
5. the rock dilates, and creep ages it, past the last viscous limit; the elasticity grows as (p/PA)^NELAS above PA
A step is taken as _implicit, or with SPECIFIQUE as _explicit tells.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .rocks._law import RockLaw
from .rocks._rock import EPS, Rock

WORDS = (
    "air", "power", "strength", "angle", "lode", "v1", "v2", "a2", "m0", "m1", "meeting", "xi1", "xi2", "xi5", "share",
    "creep_rate", "creep_power", "rho1", "rho2", "rho4", "r_q", "r_m", "r_s", "r_x1", "r_x2", "r_x5", "activation", "coupling",
)  # fmt: skip
A1 = 0.5
GAS = 8.3144621


class Limits:
    """Steps 2 to 5 of a rock at temperatures (which may be complex, for rates)."""

    def __init__(self, rock, heat):
        self.rock, self.heat = rock, heat
        temperature, reference = heat or (np.zeros(1), np.zeros(1))
        warm = (np.real(temperature) >= reference) & (reference > 0.0)
        rise = np.where(warm, temperature - reference, 0.0)
        ratio = np.where(warm, temperature / np.where(warm, reference, 1.0), 1.0)
        softened = np.exp(-rock.r_m * rise**2)
        self.m0, self.m1, self.s1 = rock.m0 * softened, rock.m1 * softened, np.exp(-rock.r_s * rise**2)
        ends = ((rock.xi1, rock.r_x1), (rock.xi2, rock.r_x2), (rock.xi5, rock.r_x5))
        self.peak, self.xi2, self.end = (x * np.exp(rate * rise) for x, rate in ends)
        self.s0 = (self.m0 * 0.1 / 0.99) ** 2
        self.f = rock.meeting * (1.0 - rock.r_q * np.log(ratio)) / rock.strength
        safe = np.where(warm, temperature, 1.0)
        self.creep = np.where(warm, rock.creep_rate * np.exp(-rock.activation / GAS / safe * (1.0 - ratio)), rock.creep_rate)
        slope = self.s0 * (1.0 - rock.share) / self.m0 + rock.share * self.s1 / self.m1
        s5 = slope * self.m1 * self.f ** (1.0 / rock.a2) / (self.f**2 - self.s1 + self.m1 * slope)
        given = rock.share > 0.0
        self.last = np.where(given, rock.a2, A1), np.where(given, s5, self.s0), np.where(given, s5 / slope, self.m0)

    def _stages(self, xi):
        """Before the peak, between, and how far each goes: 1 - x/x1 and (x - x1)/(x2 - x1)."""
        first = xi < self.peak.real
        second = ~first & (xi < self.xi2.real)
        return first, second, np.where(first, 1.0 - xi / self.peak, 0.0), (xi - self.peak) / (self.xi2 - self.peak)

    def plastic(self, xi):
        """(a, s, m) of the plastic limit."""
        rock = self.rock
        first, second, left, r = self._stages(np.maximum(xi, 0.0))
        gone = left**rock.v1
        inner = np.where(second, r, 0.0)
        a = A1 + (rock.a2 - A1) * inner**rock.v2
        s = self.s1 * (1.0 - inner**rock.v2 * (1.0 + rock.v2 * (1.0 - inner)))
        ruined = 1.0 - (1.0 - rock.a2) * np.exp(-rock.v2 * (rock.a2 - A1) / (1.0 - rock.a2) * (np.where(first | second, 1.0, r) - 1.0))
        a = np.where(first, A1, np.where(second, a, ruined))
        s = np.where(first, self.s1 - (self.s1 - self.s0) * gone, np.where(second, s, 0.0))
        m = np.where(first, self.m1 - (self.m1 - self.m0) * gone, self.m1 * (self.f ** (1.0 / a) - s) / (self.f**2 - self.s1))
        return a, s, m

    def plastic_rates(self, xi, limit):
        """Their rates by x."""
        rock = self.rock
        first, second, left, r = self._stages(xi)
        inner = np.where(second, r, 1.0)
        width = self.xi2 - self.peak
        first_rate = rock.v1 * left ** (rock.v1 - 1.0) / self.peak
        a_rate = rock.v2 * (rock.a2 - A1) / width * inner ** (rock.v2 - 1.0)
        s_rate = -self.s1 * rock.v2 * (1.0 + rock.v2) * inner ** (rock.v2 - 1.0) * (1.0 - inner) / width
        ruin = rock.v2 * (rock.a2 - A1) / width
        ruin = ruin * np.exp(-ruin * width / (1.0 - rock.a2) * (np.where(first | second, 1.0, r) - 1.0))
        a_rate = np.where(first, 0.0, np.where(second, a_rate, ruin))
        s_rate = np.where(first, (self.s1 - self.s0) * first_rate, np.where(second, s_rate, 0.0))
        a = limit[0]
        later = -self.m1 / (self.f**2 - self.s1) * (np.log(self.f) * self.f ** (1.0 / a) * a_rate / a**2 + s_rate)
        return a_rate, s_rate, np.where(first, (self.m1 - self.m0) * first_rate, later)

    def heat_rates(self, xi):
        """Rates of (a, s, m) by the temperature."""
        if not self.heat:
            return 0.0, 0.0, 0.0
        step = 1e-20
        beyond = Limits(self.rock, [self.heat[0] + 1j * step, self.heat[1]])
        return tuple(np.imag(value) / step for value in beyond.plastic(xi))

    def viscous(self, xi):
        """(a, s, m) of the viscous limit."""
        left = np.where(xi < self.end, 1.0 - np.maximum(xi, 0.0) / self.end, 0.0) ** self.rock.v1
        return tuple(end - (end - begin) * left for end, begin in zip(self.last, (A1, self.s0, self.m0), strict=True))

    def past(self, xi):
        """Whether the peak is over."""
        return xi >= self.peak

    def dilates(self, ahead, left):
        """Whether a stress is past the last viscous limit."""
        return self.rock.criterion(self.last, left)[0] >= 0.0

    def sine(self, past, xi, limit, at):
        """Step 4."""
        rock, first = self.rock, self.rock.first_shape
        least = np.maximum(at.trace / 3.0 - at.g / np.sqrt(6.0) / first, EPS)
        most = np.maximum(at.trace / 3.0 + np.sqrt(2.0 / 3.0) * at.g / first, EPS)
        a5, s5, m5 = self.last
        base = least * m5 / rock.strength + s5
        bound = np.maximum(least + np.where(base > 0.0, rock.strength * np.maximum(base, 0.0) ** a5, 0.0), EPS)
        before = rock.rho1 * (most - bound) / (rock.rho2 * most + bound)
        a, s, m = limit
        cohesive = (xi >= self.peak) & (xi < self.xi2)
        pull = np.where(cohesive, _pull(rock.strength, a, np.where(cohesive, s, 1.0), m), 0.0)
        whole = np.maximum(_pull(rock.strength, 0.5, self.s1, self.m1), EPS)
        alpha = (most + pull) / np.maximum(least + pull, EPS)
        rest = 1.0 + self.m1 * self.f / (self.f**2 - self.s1)
        later = rock.rho1 * (alpha - rest) / (rock.rho4 * alpha + rest)
        later = np.where(most > bound, before, 0.0) + np.where(pull > 0.0, 1.0 - pull / whole, 1.0) * later
        return np.clip(np.where(past, later, before), -1.0, 1.0)


def _pull(strength, a, s, m):
    """The traction that cohesion makes up for."""
    base = 1.0 + a * m * s ** (a - 1.0)
    return strength * s**a / 2.0 / np.sqrt(base) / np.tan(2.0 * np.arctan(np.sqrt(base)) - np.pi / 2.0)


class LkrRock(Rock):
    """Steps 1 and 5."""

    needs_u = True
    bends = True

    @property
    def couples(self):
        """Whether creep ages rock that dilates."""
        return self.coupling >= 0.5

    @property
    def first_shape(self):
        """h of compression."""
        return np.cos(self.angle * np.pi / 6.0 - np.arccos(self.lode) / 3.0)

    def shape(self, cosine):
        """h and its rate."""
        turn = self.angle * np.pi / 6.0 - np.arccos(self.lode * cosine) / 3.0
        return np.cos(turn), -np.sin(turn) * self.lode / 3.0 / np.sqrt(1.0 - (self.lode * cosine) ** 2)

    def stiffened(self, pressure):
        """By the pressure."""
        return np.where(pressure <= self.air, 1.0, (np.maximum(pressure, self.air) / self.air) ** self.power)

    def limits(self, heat):
        """At [temperature, reference], or where there is none."""
        return Limits(self, heat)

    def tell(self, values, limits, strain, heat, creep, plastic, stress):
        """EPSVOLME, EPSVOLTH, EPSPVOL, EPSVOLVP (compression positive) and DOMAINE."""
        own = [part[:, :3].sum(axis=-1) for part in (strain, plastic, creep)]
        values[:, 7] += own[0] - own[1] - own[2]
        values[:, 8] -= heat.volume
        values[:, 9] += own[1]
        values[:, 10] += own[2]
        x = values[:, 0]
        values[:, 11] = np.select([x <= 0.0, x < limits.peak, x < limits.xi2], [0, 1, 2], 3)

    def from_the_end(self, values, moves):
        """As code_aster has them: no DOMAINE is told apart (srilnf), and EPSPVOL, EPSVOLVP are forgotten where nothing moves (lcelpl)."""
        values[:, 11] = 0.0
        values[~moves, 9:11] = 0.0


class Lkr(RockLaw):
    """The law over all cells and points."""

    internal_names = (
        "XIP", "GAMMAP", "XIVP", "GAMMAVP", "INDICDIL", "INDIVISC", "INDIPLAS", "EPSVOLME", "EPSVOLTH", "EPSPVOL", "EPSVOLVP", "DOMAINE",
    )  # fmt: skip
    needs = {"young": "ELAS", "lkr_air": "LKR"}
    rock, prefix, words = LkrRock, "lkr", WORDS


BEHAVIOURS.add("LKR", Lkr())
