"""RELATION='VISC_ISOT_TRAC': viscoplasticity of von Mises in large strain, hardening by a curve (r5.03.21).

As VMIS_ISOT_TRAC, with SIGM_0 asinh((dp/(EPSI_0 dt))^(1/M)) beside R(p_ + dp); SIMO_MIEHE alone.

With RESI_INTE dp is what code_aster takes (calcdp), whose precision shows in the results: on the tangent line of R at p_, and then at
p_ + dp until that has the slope of the line, the equation is solved to RESI_INTE (1 + excess) with the excess of the trial stress at dp = 0

1. by dp of the plastic law, then that of the drag alone under the whole excess;
2. between these by chords and steps of Newton, for which the drag has the wrong sign in the slope.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._bracket import Bracket, search
from ._breaking import softer
from ._hardening import Yield, by_points
from ._scalar_search import falling
from ._simo_miehe import kirchhoff

LEAST = 1e-300
PIECES = 1000
"""Of a curve, at most."""
SAME_SLOPE = 1e-3
"""How much the slope of a curve may change while the slip is taken for found (lcpivm, in the deck's unit of stress)."""


class Dragged:
    """A hardening with the drag of VISC_SINH over a step of length dt (s)."""

    def __init__(self, hardening, data, shape):
        self.hardening, self.dt = hardening, data.step.after - data.step.before
        self.stress, self.rate, self.exponent = (
            np.broadcast_to(data.at_points(f"sinh_{word}"), shape) for word in ("stress", "rate", "exponent")
        )

    def at(self, p):
        """R and its slope, while nothing flows."""
        return self.hardening.at(p)

    def drag(self, dp):
        """What the flow adds to R, and its slope."""
        if self.dt <= 0.0:
            return np.where(dp > 0.0, np.inf, 0.0), np.full(dp.shape, np.inf)
        safe = np.maximum(dp, LEAST)
        power = (safe / (self.rate * self.dt)) ** (1 / self.exponent)
        return self.stress * np.arcsinh(power), self.stress * power / (self.exponent * safe * np.sqrt(1 + power**2))

    def after(self, p, dp):
        """The slope of R with the drag, where it flows."""
        slope = self.hardening.at(p + dp)[1]
        return np.where(dp > 0.0, slope + self.drag(dp)[1], slope)

    def slip(self, trial, three_mu, p):
        """dp with R(p + dp) + drag + 3 mu dp = trial."""
        most = np.maximum((trial - self.hardening.at(p)[0]) / three_mu, 0.0)
        if self.dt <= 0.0:
            return 0.0 * most

        def excess(dp):
            value, slope = self.hardening.at(p + dp)
            drag, drag_slope = self.drag(dp)
            return np.where(most > 0.0, value + drag + three_mu * dp - trial, 0.0), slope + drag_slope + three_mu

        return search(excess, 0.5 * most, Bracket(0.0 * most, most), 1e-12 * abs(trial), 400)

    def searched(self, trial, three_mu, p, plastic, precision, tries):
        """The slip that code_aster takes where it is plastic, 0 elsewhere; raises LawFailed."""
        dp, slope, anew = np.zeros(p.shape), np.full(p.shape, np.nan), plastic
        if self.dt <= 0.0:
            return dp
        for _ in range(PIECES):
            stress, rate = self.hardening.at(p + dp)
            anew = anew & ~(abs(rate - slope) <= SAME_SLOPE)
            if not anew.any():
                return dp
            slope = np.where(anew, rate, slope)
            known = (trial - stress + slope * dp, slope + three_mu, self.stress, self.rate * self.dt, 1 / self.exponent)
            dp[anew] = _on_line(*(array[anew] for array in known), precision, tries)
        return dp


def _on_line(excess, stiffness, size, unit, power, precision, tries):
    """(n,) x with excess - stiffness x = size asinh((x/unit)^power), roughly: steps 1 and 2."""

    def left(x):
        share = (x / unit) ** power
        # log in place of asinh, and the sign of the drag's slope, as in calcfp
        rate = -stiffness + size * power * (x / unit) ** (power - 1.0) / unit / np.sqrt(share**2 + 1.0)
        return excess - stiffness * x - size * np.log(share + np.sqrt(share**2 + 1.0)), rate

    with np.errstate(all="ignore"):
        close, most = precision * (1.0 + excess), excess / stiffness
        x, least, high = most.copy(), np.zeros_like(most), most.copy()
        low, done = least.copy(), abs(left(most)[0]) < close
        alone = unit * np.sinh(excess / size) ** (1.0 / power)
        tried = ~done & (excess < size * np.arcsinh((most / unit) ** power)) & (alone <= most)
        found = left(np.where(tried, alone, most))[0]
        x, done = np.where(tried, alone, x), done | tried & (abs(found) < close)
        high, low = np.where(tried & (found < 0.0), alone, high), np.where(tried & (found >= 0.0), alone, low)
        rows = np.flatnonzero(~done)
        if len(rows):
            excess, stiffness, size, unit, power = (array[rows] for array in (excess, stiffness, size, unit, power))
            x[rows] = falling(left, low[rows], high[rows], close[rows], tries, (least[rows], most[rows]))
    return x


def dragged(make):
    """The yield of `make` with the drag."""

    def dragging(data, shape, before):
        found = make(data, shape, before)
        return Yield(found.elasticity, Dragged(found.hardening, data, shape))

    return dragging


class Dragging:
    """The law, in large strain alone."""

    linear = plane_stress = False
    internal_names = ("EPSPEQ", "INDIPLAS")
    internal_size = len(internal_names)
    precision, tries = None, 0

    def __init__(self, make, needs):
        self.make, self.needs = make, needs

    def within(self, precision, tries):
        """The law whose slips are searched as code_aster does, to a precision."""
        found = copy(self)
        found.precision, found.tries = precision, tries
        return found

    def broken(self):
        """The law of material that is broken, see _breaking."""
        found = copy(self)
        found.make = softer(self.make)
        return found

    def kirchhoff(self, f, before, internal, data):
        """Kirchhoff's stress, its rate and the variables at gradients f (ne, ng, 3, 3), see _simo_miehe."""
        return kirchhoff(self.make, f, before, internal, data, False, self._searched)

    def unloading_kirchhoff(self, f, before, internal, data):
        """The same, but the rate of elasticity."""
        return kirchhoff(self.make, f, before, internal, data, True, self._searched)

    def _searched(self, hardening, trial, three_mu, p, plastic):
        if self.precision is None:
            return hardening.slip(trial, three_mu, p)
        return hardening.searched(trial, three_mu, p, plastic, self.precision, self.tries)


NEEDS = {"poisson": "ELAS", "traction": "TRACTION", "sinh_stress": "VISC_SINH"}
BEHAVIOURS.add("VISC_ISOT_TRAC", Dragging(dragged(by_points), NEEDS))
