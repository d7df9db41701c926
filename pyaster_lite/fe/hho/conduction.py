"""Hybrid cells that conduct and store heat (r3.06.14).

The stabilisation counts 10 (mean of the conductivities at the points + 1 / number of points), where the material does not say;
conductivities that depend on the temperature are those at 20 degrees.
"""

from __future__ import annotations

import numpy as np

from .. import heat_law
from ..conduction import Conductor
from ..contraction import contracted
from ..data import ElementData
from ..kinematics import Continuum
from .cell import Hybrid

STIFF = 10.0
ROOM = 20.0
"""The temperature at which conductivities are compared."""


class HybridConductor(Hybrid, Conductor):
    """A cell that conducts; its tangent leaves out how the conductivity changes with the temperature, as code_aster's does."""

    def __init__(self, cell: str, continuum: Continuum, degree: int):
        Hybrid.__init__(self, cell, continuum, degree, ("T",))

    def _stabilising(self, data):
        given = data.property("hho_stabilisation", np.nan)
        ng = len(self.rule())
        along = np.einsum("egii->egi", heat_law.conductivity(data, np.full((len(data), ng), ROOM))[0])[..., : self.dim]
        mean = (1.0 + along.max(axis=2).sum(axis=1)) / ng
        return np.where(np.isnan(given), STIFF * mean, given)[:, None, None] * self.hybrid(data).stabilisation

    def conduction(self, data, temperature=None):
        """sum over points of G^T K G, with the stabilisation."""
        gradient, _, _, volume = self.geometry(data)
        value, _ = self.conductivity(data, temperature)
        return contracted("egin,egij,egjm,eg->enm", gradient, value, gradient, volume) + self._stabilising(data)

    def conducted(self, data, temperature):
        """With the stabilisation."""
        return super().conducted(data, temperature) + np.einsum("enm,em->en", self._stabilising(data), temperature)

    def capacity(self, data, temperature=None):
        """sum over points of h' v_T v_T."""
        return self.product(data, self._enthalpy(data, temperature)[1])

    def stored(self, data, temperature, hydration=None):
        """sum over points of h v_T, h the enthalpy, less the heat of hydration."""
        enthalpy = self._enthalpy(data, temperature)[0]
        if hydration is not None:
            enthalpy = enthalpy - heat_law.hydration_heat(data, hydration)
        return self.by_coefficient(data, enthalpy[..., None])[..., 0]

    def temperatures(self, data, temperature, purpose="stiffness"):
        """(ne, ng) those of the cells."""
        return self.at_points(data, temperature[..., None])[..., 0]

    def heat_source(self, data, source):
        """(ne, n) heat of a source by volume, a number or (ne, ng), W/m3."""
        return self.by_coefficient(data, np.broadcast_to(source, (len(data), len(self.rule())))[..., None])[..., 0]

    def heat_exchange(self, data, coefficient):
        """(ne, n, n) sum over points of h v_T v_T, h (ne, ng) by volume, W/(m3 K)."""
        return self.product(data, coefficient)

    def shown_at_nodes(self, data: ElementData, u: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, nn, 1) temperatures at the nodes of coefficients u (ne, n), and their name."""
        return self.at_nodes(data, u[..., None]), ("TEMP",)
