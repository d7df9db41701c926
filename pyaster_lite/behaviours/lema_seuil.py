"""RELATION='LEMA_SEUIL': creep under irradiation once a threshold is passed (r5.03.08).

With f the flux of the step, the rise of IRRA by its length dt, and q the equivalent stress, at its start q_ and of its elastic trial q^e:

1.  D = D_ + dt (q_ + q^e)/(2 S);  elastic where D <= 1, D being kept
2.  else LEMAITRE's flow with N = 1, 1/K = 2/sqrt(3) A f, 1/M = 0, and D = D_ + dt (q_ + q/theta)/(2 S)
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, von_mises

from ._law import moduli, strain_increment
from .lemaitre import Lemaitre


class Threshold(Lemaitre):
    """The law over all cells and points, by a theta-scheme."""

    irradiated = True
    internal_names = ("EPSPEQ", "SEUIL")
    needs = {"young": "ELAS", "threshold_rate": "LEMA_SEUIL"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 and 2."""
        shape, theta, dt = strain.shape[:2], self.theta, data.step.after - data.step.before
        a, limit = (np.broadcast_to(value, shape) for value in self.between(data, "threshold_rate", "threshold_limit"))
        first, last = (data.variables(before).get("IRRA") for before in (True, False))
        if last is None or first is None:
            raise LawFailed("LEMA_SEUIL needs the irradiation (IRRA)")
        flux = np.broadcast_to(last - first, shape) / dt if dt > 0.0 else np.zeros(shape)
        if (a * flux < 0.0).any():
            raise LawFailed("LEMA_SEUIL: the irradiation falls")
        now, before = moduli(data), moduli(data, before=True)
        scaled = now.two_mu / before.two_mu
        scaled = (theta * scaled + (1 - theta))[..., None] * deviator(state.stress)
        change = now.two_mu[..., None] * deviator(strain_increment(strain, state, data, continuum)[0])
        held, tried = von_mises(scaled), von_mises(scaled + change)
        grown = state.internal[..., 1] + dt * (held + tried) / (2 * limit)
        flows = grown > 1.0
        rate = np.where(flows, 2 / np.sqrt(3) * a * flux, 0.0)
        stress, internal, tangent = self.flowed(strain, state, data, continuum, 1.0, rate, 0.0)
        slip = internal[..., 0] - state.internal[..., 0]
        left = von_mises(scaled + theta * change) - 1.5 * now.two_mu * theta * slip
        after = state.internal[..., 1] + dt * (held + left / theta) / (2 * limit)
        internal[..., 1] = np.where(flows, after, grown)
        return stress, internal, tangent


BEHAVIOURS.add("LEMA_SEUIL", Threshold())
