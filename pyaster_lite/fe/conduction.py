"""Conduction of heat: cells that conduct and store it, and their sides, which it passes through (r5.02.01, r5.02.02).

    int w rho c dT/dt + int grad w . K grad T = int w s + int_side w q

The unknown is the temperature. The conductivity K is one of a mapping of material properties: conductivity (3, 3) in the
material's axes, W/(m K), and heat_capacity, J/(m3 K); where they
depend on the temperature itself, see fe.heat_law.
"""

from __future__ import annotations

import numpy as np

from . import heat_law
from .contraction import contracted
from .data import ElementData
from .element import Element
from .errors import ComputationFailed
from .frames import frames_around
from .isoparametric import Isoparametric
from .kinematics import Continuum
from .skin import Edge, Side

TEMPERATURE = ("TEMP",)


class Thermal(Element):
    """An element of a model of heat; an option that it does not contribute to answers None."""

    def conduction(self, data: ElementData, temperature: np.ndarray | None = None) -> np.ndarray | None:
        """(ne, nn, nn) by how much flows out of the nodes grow with the temperatures, W/K, at temperatures (ne, nn) if given."""
        return None

    def capacity(self, data: ElementData, temperature: np.ndarray | None = None) -> np.ndarray | None:
        """(ne, nn, nn) by how much the heat of the nodes grows with the temperatures, J/K, at temperatures (ne, nn) if given."""
        return None

    def conducted(self, data: ElementData, temperature: np.ndarray) -> np.ndarray | None:
        """(ne, nn) flows out of the nodes, W."""
        return None

    def stored(self, data: ElementData, temperature: np.ndarray, hydration: np.ndarray | None = None) -> np.ndarray | None:
        """(ne, nn) the heat of the nodes, J, at degrees of hydration (ne, ng) if some material hardens."""
        return None

    def unhydrated(self, data: ElementData) -> np.ndarray | None:
        """(ne, ng) degrees of hydration at the points of the capacity, zero; None where nothing hardens."""
        return None

    def hydrated(self, data: ElementData, hydration, before: np.ndarray, after: np.ndarray) -> np.ndarray | None:
        """(ne, ng) degrees of hydration after the step of the data, from temperatures (ne, nn) to others."""
        return None


class Conductor(Isoparametric, Thermal):
    """A cell that conducts: K is integrated with one quadrature family, rho c with another (one at the vertices lumps it)."""

    unknowns = TEMPERATURE

    def __init__(self, cell: str, continuum: Continuum, conduction: str, capacity: str):
        super().__init__(cell, continuum, conduction, capacity, self.unknowns)
        self.space = continuum.dim

    def geometry(self, data: ElementData, purpose: str = "stiffness"):
        """As Isoparametric has it, kept with the data: what conducts does not move."""
        return data.once(("geometry", self, purpose), lambda: Isoparametric.geometry(self, data, purpose))

    def conductivity(self, data: ElementData, temperature: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """(ne, ng, dim, dim) K in the global axes, and its slope in the temperature; at temperatures (ne, nn) of the nodes,
        None where there is no law that asks for them."""
        at_points = np.zeros((len(data), len(self.rule()))) if temperature is None else self.temperatures(data, temperature)
        plane = slice(self.dim)
        parts = [part[..., plane, plane] for part in heat_law.conductivity(data, at_points)]
        for given, turn in self._turns(data):
            turn = turn[..., plane, plane]
            for part in parts:
                part[given] = turn.swapaxes(-1, -2) @ part[given] @ turn
        if np.isnan(parts[0]).any():
            raise ComputationFailed("a solid needs its conductivity along all three axes")
        return parts[0], parts[1]

    def _turns(self, data):
        """(which cells (ne,), axes (k, 1 or ng, 3, 3)) of the cells that have material axes, everywhere the same or around an axis."""
        frames, axes = (data.characteristics.get(name) for name in ("material_frame", "material_axis"))
        around = np.zeros(len(data), bool) if axes is None else axes[:, 1].any(axis=1)
        if around.any():
            offsets = self.points(data.coordinates[around]) - axes[around, :1]
            yield around, frames_around(offsets, axes[around, 1:], self.dim == 2)
        if frames is not None:
            same = frames.any(axis=(1, 2)) & ~around
            yield same, frames[same][:, None]

    def conduction(self, data, temperature=None):
        """sum over points of grad N^T (K grad N + K' grad T N)."""
        gradient, functions, _, volume = self.geometry(data)
        value, slope = self.conductivity(data, temperature)
        matrix = contracted("egin,egij,egjm,eg->enm", gradient, value, gradient, volume)
        if slope.any():
            driven = contracted("egij,egjn,en->egi", slope, gradient, temperature)
            matrix += contracted("egin,egi,gm,eg->enm", gradient, driven, functions, volume)
        return matrix

    def conducted(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, nn) flows out of the nodes, sum over points of grad N^T K grad T."""
        gradient, _, _, volume = self.geometry(data)
        value, _ = self.conductivity(data, temperature)
        return contracted("egin,egij,egjm,em,eg->en", gradient, value, gradient, temperature, volume)

    def capacity(self, data, temperature=None):
        """sum over points of h' N^T N, h' = rho c where it does not depend on the temperature."""
        _, functions, _, volume = self.geometry(data, "mass")
        return contracted("eg,gn,gm->enm", volume * self._enthalpy(data, temperature)[1], functions, functions)

    def stored(self, data, temperature, hydration=None):
        """Sum over points of h N^T, h the enthalpy, less the heat of hydration."""
        _, functions, _, volume = self.geometry(data, "mass")
        enthalpy = self._enthalpy(data, temperature)[0]
        if hydration is not None:
            enthalpy = enthalpy - heat_law.hydration_heat(data, hydration)
        return (volume * enthalpy) @ functions

    def unhydrated(self, data):
        """Zero where some material hardens."""
        return np.zeros((len(data), len(self.rule("mass")))) if data.has("hardening") else None

    def hydrated(self, data, hydration, before, after):
        """At the points of the capacity."""
        if hydration is None:
            return None
        ends = (self.temperatures(data, nodal, "mass") for nodal in (before, after))
        return heat_law.hydrated(data, hydration, *ends, data.step.after - data.step.before)

    def _enthalpy(self, data, temperature):
        lumped = self.families["mass"] != self.families["stiffness"]
        if lumped and data.varies("heat_capacity") and data.n_points() > 1:
            raise ComputationFailed("a heat capacity that varies within lumped cells is not followed")
        zero = np.zeros((len(data), len(self.rule("mass"))))
        return heat_law.enthalpy(data, zero if temperature is None else self.temperatures(data, temperature, "mass"))

    def temperatures(self, data: ElementData, temperature: np.ndarray, purpose: str = "stiffness") -> np.ndarray:
        """(ne, ng) the temperature at the points of the conduction or of the capacity ("mass"), from that at the nodes (ne, nn)."""
        return temperature @ self._functions[purpose].T

    def gradient(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng, dim) grad T of temperatures (ne, nn), K/m."""
        return contracted("egin,en->egi", self.geometry(data)[0], temperature)

    def flow(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng, dim) the heat flow -K grad T, W/m2."""
        gradient = self.gradient(data, temperature)
        return -np.einsum("egij,egj->egi", self.conductivity(data, temperature)[0], gradient)

    def heat_source(self, data: ElementData, source) -> np.ndarray:
        """(ne, nn) heat of a source by volume, a number or (ne, ng), W/m3."""
        volume = self.point_weights(data)
        return (volume * source) @ self.point_functions

    def heat_exchange(self, data: ElementData, coefficient: np.ndarray) -> np.ndarray:
        """(ne, nn, nn) sum over points of h N^T N, h (ne, ng) by volume, W/(m3 K)."""
        functions = self.point_functions
        return contracted("eg,gn,gm->enm", self.point_weights(data) * coefficient, functions, functions)

    def points_within(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points stand in the reference cell, zero across plane ones."""
        points = self.rule().points
        return np.broadcast_to(np.pad(points, ((0, 0), (0, 3 - points.shape[1]))), (len(coordinates), len(points), 3))

    def imposed_gradient(self, data: ElementData, imposed) -> np.ndarray:
        """(ne, nn) what a temperature gradient (3,) or (ne, ng, 3), K/m, makes as sum of grad N^T K g."""
        gradient, _, _, volume = self.geometry(data)
        imposed = np.broadcast_to(imposed, (*volume.shape, 3))[..., : self.dim]
        conductivity = self.conductivity(data)[0]
        return contracted("egin,egij,egj,eg->en", gradient, conductivity, imposed, volume)


class HeatSide(Side, Thermal):
    """A side of a conductor: flows that come in through it."""

    unknowns = TEMPERATURE

    def __init__(self, cell: str, continuum: Continuum, family: str):
        super().__init__(cell, continuum, family, self.unknowns)
        self.space = continuum.dim

    def summed_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) what code_aster sums values up with: of bodies of revolution the weighted length without the radius (te0478)."""
        return Edge.point_weights(self, data) if self.dim == 1 else self.point_weights(data)

    def inflow(self, data: ElementData, flow) -> np.ndarray:
        """(ne, nn) heat of a flow into the body, a number or (ne, ng), W/m2."""
        return (self.point_weights(data) * flow) @ self._functions

    def inflow_along(self, data: ElementData, flow) -> np.ndarray:
        """(ne, nn) heat of a flow (3,) or (ne, ng, 3), W/m2, by its part along the normal."""
        normals = self.normals(data.coordinates)
        return (normals * flow).sum(axis=-1) @ self._functions

    def exchange(self, data: ElementData, coefficient) -> np.ndarray:
        """(ne, nn, nn) sum over points of h N^T N, h a number or (ne, ng), W/(m2 K)."""
        return contracted("eg,gn,gm->enm", self.point_weights(data) * coefficient, self._functions, self._functions)

    def temperatures(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng) the temperature at the points, from that at the nodes (ne, nn)."""
        return temperature @ self._functions.T
