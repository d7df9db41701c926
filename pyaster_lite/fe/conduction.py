"""Conduction of heat: cells that conduct and store it, and their sides, which it passes through (r5.02.01, r5.02.02).

    int w rho c dT/dt + int grad w . K grad T = int w s + int_side w q

The unknown is the temperature. The conductivity K is one of a mapping of material properties: conductivity (3, 3) in the
material's axes, W/(m K), and heat_capacity, J/(m3 K); where they depend on the temperature itself, see fe.heat_law.
"""

from __future__ import annotations

import numpy as np

from .data import ElementData
from .element import Element
from .errors import ComputationFailed
from .isoparametric import Isoparametric
from .kinematics import Continuum
from .skin import Side

TEMPERATURE = ("TEMP",)


class Thermal(Element):
    """An element of a model of heat; an option that it does not contribute to answers None."""

    def conduction(self, data: ElementData) -> np.ndarray | None:
        """(ne, nn, nn) flows out of the nodes at unit temperatures, W/K."""
        return None

    def capacity(self, data: ElementData) -> np.ndarray | None:
        """(ne, nn, nn) heat that nodes store by unit temperature, J/K."""
        return None


class Conductor(Isoparametric, Thermal):
    """A cell that conducts: K is integrated with one quadrature family, rho c with another (one at the vertices lumps it)."""

    def __init__(self, cell: str, continuum: Continuum, conduction: str, capacity: str):
        super().__init__(cell, continuum, conduction, capacity, TEMPERATURE)
        self.space = continuum.dim

    def conductivity(self, data: ElementData) -> np.ndarray:
        """(ne, ng or 1, dim, dim) K in the global axes."""
        plane = slice(self.dim)
        own = data.at_points("conductivity")[..., plane, plane]
        frames = data.characteristics.get("material_frame")
        if frames is not None:
            given = frames.any(axis=(1, 2))
            own, turn = own.copy(), frames[given][:, None, plane, plane]
            own[given] = turn.swapaxes(-1, -2) @ own[given] @ turn
        if np.isnan(own).any():
            raise ComputationFailed("a solid needs its conductivity along all three axes")
        return own

    def conduction(self, data):
        """sum over points of grad N^T K grad N."""
        gradient, _, _, volume = self.geometry(data)
        return np.einsum(
            "egin,egij,egjm,eg->enm", gradient, self._everywhere(self.conductivity(data), volume), gradient, volume, optimize=True
        )

    def capacity(self, data):
        """sum over points of rho c N^T N."""
        _, functions, _, volume = self.geometry(data, "mass")
        stored = volume * self.at_mass_points(data, data.at_points("heat_capacity"))
        return np.einsum("eg,gn,gm->enm", stored, functions, functions, optimize=True)

    def at_mass_points(self, data: ElementData, values: np.ndarray) -> np.ndarray:
        """(ne, ng) values at the points of the capacity from (ne, ng or 1) at those of the conduction."""
        if values.shape[1] > 1 and self.families["mass"] != self.families["stiffness"]:
            raise ComputationFailed("a heat capacity that varies within lumped cells is not followed")
        return values

    def temperatures(self, temperature: np.ndarray, purpose: str = "stiffness") -> np.ndarray:
        """(ne, ng) the temperature at the points of the conduction or of the capacity ("mass"), from that at the nodes (ne, nn)."""
        return temperature @ self._functions[purpose].T

    def gradient(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng, dim) grad T of temperatures (ne, nn), K/m."""
        return np.einsum("egin,en->egi", self.geometry(data)[0], temperature, optimize=True)

    def flow(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng, dim) the heat flow -K grad T, W/m2."""
        gradient = self.gradient(data, temperature)
        return -np.einsum("egij,egj->egi", self._everywhere(self.conductivity(data), gradient), gradient)

    def heat_source(self, data: ElementData, source) -> np.ndarray:
        """(ne, nn) heat of a source by volume, a number or (ne, ng), W/m3."""
        volume = self.point_weights(data)
        return (volume * source) @ self.point_functions

    def heat_exchange(self, data: ElementData, coefficient: np.ndarray) -> np.ndarray:
        """(ne, nn, nn) sum over points of h N^T N, h (ne, ng) by volume, W/(m3 K)."""
        functions = self.point_functions
        return np.einsum("eg,gn,gm->enm", self.point_weights(data) * coefficient, functions, functions, optimize=True)

    def imposed_gradient(self, data: ElementData, imposed) -> np.ndarray:
        """(ne, nn) what a temperature gradient (3,) or (ne, ng, 3), K/m, makes as sum of grad N^T K g."""
        gradient, _, _, volume = self.geometry(data)
        imposed = np.broadcast_to(imposed, (*volume.shape, 3))[..., : self.dim]
        conductivity = self._everywhere(self.conductivity(data), volume)
        return np.einsum("egin,egij,egj,eg->en", gradient, conductivity, imposed, volume, optimize=True)

    @staticmethod
    def _everywhere(conductivity, like):
        """The conductivity at every point of `like` (ne, ng, ...)."""
        return np.broadcast_to(conductivity, (*like.shape[:2], *conductivity.shape[2:]))


class HeatSide(Side, Thermal):
    """A side of a conductor: flows that come in through it."""

    def __init__(self, cell: str, continuum: Continuum, family: str):
        super().__init__(cell, continuum, family, TEMPERATURE)
        self.space = continuum.dim

    def inflow(self, data: ElementData, flow) -> np.ndarray:
        """(ne, nn) heat of a flow into the body, a number or (ne, ng), W/m2."""
        return (self.point_weights(data) * flow) @ self._functions

    def inflow_along(self, data: ElementData, flow) -> np.ndarray:
        """(ne, nn) heat of a flow (3,) or (ne, ng, 3), W/m2, by its part along the normal."""
        normals = self.normals(data.coordinates)
        return (normals * flow).sum(axis=-1) @ self._functions

    def exchange(self, data: ElementData, coefficient) -> np.ndarray:
        """(ne, nn, nn) sum over points of h N^T N, h a number or (ne, ng), W/(m2 K)."""
        return np.einsum("eg,gn,gm->enm", self.point_weights(data) * coefficient, self._functions, self._functions, optimize=True)

    def temperatures(self, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng) the temperature at the points, from that at the nodes (ne, nn)."""
        return temperature @ self._functions.T
