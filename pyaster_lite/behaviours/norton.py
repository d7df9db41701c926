"""RELATION='NORTON': the creep of Norton (r5.03.08), LEMAITRE's without hardening, that keeps the plastic strains.

As in code_aster nothing flows where the rate would be below 1E-10 by second. RUNGE_KUTTA: p' = (J UN_SUR_K)^N, ep' = 3/2 p' dev s / J.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import deviator, von_mises

from ._explicit import PLASTIC, Explicit
from ._law import moduli, strain_increment
from .lemaitre import Lemaitre

LEAST = 1e-10


class _Flow:
    """Rates of the variables, for the explicit rule."""

    needs = Lemaitre.needs
    internal_names = (*PLASTIC, "VIDE")
    words = ("creep_exponent", "creep_rate")
    followed, damage = 7, None

    @staticmethod
    def rates(values, known, stress):
        """Those of the module's head."""
        size = von_mises(stress)
        p = (size * values["creep_rate"]) ** values["creep_exponent"]
        flows = p > LEAST
        along = 1.5 * deviator(stress) / np.where(flows, size, 1.0)[:, None]
        return np.column_stack([np.where(flows, p, 0.0)[:, None] * along, np.where(flows, p, 0.0)])


class Norton(Lemaitre):
    """The law over all cells and points, by a theta-scheme."""

    internal_names = _Flow.internal_names
    explicit = True

    def solved_by(self, algorithm):
        """The law by another of the algorithms."""
        return Explicit(_Flow()) if algorithm == "RUNGE_KUTTA" else self

    def configured(self, theta):
        """The law with another theta; ValueError when it has none."""
        return self if super().configured(theta).theta == self.theta else Norton(theta)

    def within(self, _precision, _tries):
        """The law itself: its rate alone tells whether it flows."""
        return self

    def integrate(self, strain, state, data, continuum):
        """LEMAITRE's stress and tangent; the plastic strain is what the elastic one leaves."""
        n = strain.shape[-1]
        stress, slip, tangent = super().integrate(strain, state, data, continuum)
        now, before = moduli(data), moduli(data, before=True)
        increment, _ = strain_increment(strain, state, data, continuum)
        elastic = deviator(stress) / now.two_mu[..., None] - deviator(state.stress) / before.two_mu[..., None]
        internal = state.internal.copy()
        internal[..., :n] += deviator(increment) - elastic
        internal[..., 6] += slip[..., 0] - state.internal[..., 0]
        return stress, internal, tangent

    def _parameters(self, data):
        exponent, rate, hardening = super()._parameters(data)
        return exponent, rate, np.zeros_like(hardening)

    def _solve(self, size, three_mu, dt, *rest):
        _, left, by_stress, by_slip = super()._solve(size, three_mu, dt, *rest)
        still = size - left <= LEAST * three_mu * dt
        left = np.where(still, size, left)
        return left, left, np.where(still, 0.0, by_stress), by_slip


BEHAVIOURS.add("NORTON", Norton())
