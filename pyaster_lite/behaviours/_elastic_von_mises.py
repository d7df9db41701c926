"""Nonlinear elasticity on the curve of von Mises' plasticity: ELAS_VMIS_* (r5.03.20).

The stress is that of plasticity after one step from rest to the whole strain, so there is no past: radial loading gives what
plasticity gives, unloading goes back along the curve. Where the step has to be searched for (RESI_INTE) the deviator has the size R
all the same (lcelnl). For the energy that cracks release the search ends within a thousandth of the yield stress (nmelnl).
"""

from __future__ import annotations

from copy import copy

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.tensors import deviator, norm

from ._free_energy import on_the_curve
from ._law import Law
from ._von_mises import VonMises

RELEASED = 1e-3, 300
"""Precision, beside the yield stress, and tries of the search for an energy."""


class ElasticVonMises(Law):
    """The law with one kind of hardening (see _hardening)."""

    internal_names = ("EPSPEQ",)

    def __init__(self, make, needs):
        self._plastic, self.needs = _FromRest(make, needs), needs

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        found = copy(self)
        found._plastic = self._plastic.within(precision, tries)
        return found

    def integrate(self, strain, state, data, continuum):
        """The return from rest; of rates at the strain before."""
        if data.step.predicting:
            strain, data = state.strain, data.between(data.step.before, data.step.before)
        shape = strain.shape[:2]
        caused = anelastic_strain(data, continuum.strains)
        elastic = strain if caused is None else strain - caused
        now = self._plastic.make(data, shape, False)
        zero = np.zeros(shape)
        stress, internal, tangent = self._plastic.returned(elastic, np.zeros_like(strain), zero, None, now, continuum)
        p = internal[..., 0]
        return stress if continuum.flat else _on(now.hardening, p, stress), p[..., None], tangent

    def free_energy(self, strain, data, continuum):
        """Stress, free energy by volume and its derivative by the temperature, all of the strain alone (see _free_energy)."""
        shape = strain.shape[:2]
        rest = PointState(np.zeros_like(strain), np.zeros_like(strain), np.zeros((*shape, self.internal_size)))
        stress, internal, _ = self.within(*RELEASED).integrate(strain, rest, data, continuum)
        now = self._plastic.make(data, shape, False)
        return stress, *on_the_curve(stress, internal[..., 0], now, data)


class _FromRest(VonMises):
    """Plasticity whose tangent is always that of the end of the step, and whose search in plane stress sets out as if R were the yield
    stress."""

    def _slope_kept(self, hardening, p, slip):
        return None

    def _slip(self, now, p, size, limit, plastic, first):
        if first and self.precision is not None:
            return np.where(plastic, size - limit, 0.0) / (1.5 * now.elasticity.two_mu)
        return super()._slip(now, p, size, limit, plastic, first)


def _on(hardening, p, stress):
    """The stress (ne, ng, ns) whose deviator has the size R(p) where p > 0 or where it is larger than that."""
    shear, limit = deviator(stress), hardening.at(p)[0]
    size = np.sqrt(1.5) * norm(shear)
    excess = np.where((p > 0.0) | (size > limit), limit / np.where(size > 0.0, size, 1.0) - 1.0, 0.0)
    return stress + excess[..., None] * shear
