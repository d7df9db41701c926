"""RELATION='LEMAITRE_IRRA': creep of LEMAITRE that the flux of neutrons drives, and growth along an axis (r5.03.08, r5.03.09).

With f the flux of the step, the growth of the fluence by its length: LEMAITRE's flow with N, 1/M and

    1/K = (UN_SUR_K f/PHI_ZERO + L)^(BETA/N) exp(-QSR_K/(N T)),  T at the instant of the scheme; without UN_SUR_K f/PHI_ZERO is 0,
    and nothing to the power zero is one
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

from ._irradiated import ZERO, along_the_first_axis, fluences, growth, temperatures
from .lemaitre import Lemaitre

WORDS = ("exponent", "rate", "hardening", "heat", "power", "flux", "least")


class Irradiated(Lemaitre):
    """The law over all cells and points, by a theta-scheme."""

    irradiated = True
    internal_names = ("EPSPEQ", "IRVECU", "EPSGRD")
    needs = {"young": "ELAS", "irradiated_flux": "LEMAITRE_IRRA"}

    def integrate(self, strain, state, data, continuum):
        """LEMAITRE's steps, what grows being taken from the strain."""
        shape, dt, old = strain.shape[:2], data.step.after - data.step.before, state.internal
        phi = fluences(data, shape, old[..., 1], "LEMAITRE_IRRA")
        heat = temperatures(data, shape, "LEMAITRE_IRRA")
        grown = growth(data, shape, phi, heat)
        n, rate, hardening, energy, power, reference, least = (np.broadcast_to(data.at_points(f"irradiated_{w}"), shape) for w in WORDS)
        if (reference <= 0.0).any():
            raise LawFailed("LEMAITRE_IRRA: PHI_ZERO must be positive")
        flux = (phi[1] - phi[0]) / dt if dt > 0.0 else np.zeros(shape)
        drive = rate * flux / reference + least
        if (drive < 0.0).any():
            raise LawFailed("LEMAITRE_IRRA: UN_SUR_K f/PHI_ZERO + L must not be negative")
        safe = np.where(drive > 0.0, drive, 1.0) ** (power / n)
        drive = np.where((drive > 0.0) | (power == 0.0), safe, 0.0)
        middle = (1 - self.theta) * heat[0] + self.theta * heat[1]
        drive = drive * np.exp(-energy / (n * (middle + ZERO)))
        strain = strain - along_the_first_axis(data, grown, strain.shape[-1])
        stress, internal, tangent = self.flowed(strain, state, data, continuum, n, drive, hardening)
        return stress, np.stack([internal[..., 0], phi[1], old[..., 2] + grown], axis=-1), tangent


BEHAVIOURS.add("LEMAITRE_IRRA", Irradiated())
