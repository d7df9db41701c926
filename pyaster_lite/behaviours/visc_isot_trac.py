"""RELATION='VISC_ISOT_TRAC': viscoplasticity of von Mises in large strain, hardening by a curve (r5.03.21).

As VMIS_ISOT_TRAC, with SIGM_0 asinh((dp/(EPSI_0 dt))^(1/M)) beside R(p_ + dp); SIMO_MIEHE alone.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._bracket import Bracket, search
from ._breaking import softer
from ._hardening import Yield, by_points
from ._simo_miehe import kirchhoff

LEAST = 1e-300


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

    def __init__(self, make, needs):
        self.make, self.needs = make, needs

    def broken(self):
        """The law of material that is broken, see _breaking."""
        return Dragging(softer(self.make), self.needs)

    def kirchhoff(self, f, before, internal, data):
        """Kirchhoff's stress, its rate and the variables at gradients f (ne, ng, 3, 3), see _simo_miehe."""
        return kirchhoff(self.make, f, before, internal, data)

    def unloading_kirchhoff(self, f, before, internal, data):
        """The same, but the rate of elasticity."""
        return kirchhoff(self.make, f, before, internal, data, True)


NEEDS = {"poisson": "ELAS", "traction": "TRACTION", "sinh_stress": "VISC_SINH"}
BEHAVIOURS.add("VISC_ISOT_TRAC", Dragging(dragged(by_points), NEEDS))
