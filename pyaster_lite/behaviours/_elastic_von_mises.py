"""Nonlinear elasticity on the curve of von Mises' plasticity: ELAS_VMIS_* (r5.03.20).

The stress is that of plasticity after one step from rest to the whole strain, so there is no past: radial loading gives what
plasticity gives, unloading goes back along the curve.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.tensors import deviator

from ._free_energy import on_the_curve
from ._law import Law
from ._von_mises import VonMises


class ElasticVonMises(Law):
    """The law with one kind of hardening (see _hardening)."""

    internal_names = ("EPSPEQ",)

    def __init__(self, make, needs):
        self._plastic, self.needs = VonMises(make, needs), needs

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
        return stress, internal[..., :1], tangent

    def free_energy(self, strain, data, continuum):
        """Stress, free energy by volume and its derivative by the temperature, all of the strain alone (see _free_energy)."""
        shape = strain.shape[:2]
        rest = PointState(np.zeros_like(strain), np.zeros_like(strain), np.zeros((*shape, self.internal_size)))
        stress, internal, _ = self.integrate(strain, rest, data, continuum)
        others = anelastic_strain(data, continuum.strains)
        size = np.sqrt(1.5 * (deviator(strain if others is None else strain - others) ** 2).sum(axis=-1))
        now = self._plastic.make(data, shape, False)
        return stress, *on_the_curve(stress, size, internal[..., 0], now, data)
