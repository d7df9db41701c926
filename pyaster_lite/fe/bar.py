"""Bars: traction along a segment, and nothing else (r3.08.01, section 3)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .beam_section import Section
from .data import ElementData
from .element import PointState
from .errors import ComputationFailed
from .line_element import LineElement


def _along(behaviour):
    """The law along a line, None where there is none."""
    return behaviour if hasattr(behaviour, "stretch") else getattr(behaviour, "fibre", None)


class Bar(LineElement):
    """A bar in space or in the plane; its section is characteristic `section`."""

    forces = ("N",)

    def __init__(self, unknowns: tuple[str, ...]):
        self.components = (unknowns,) * 2
        self.translations = unknowns

    def _area(self, data):
        return Section.of(data).area[:, 0]

    def local_stiffness(self, data):
        """E A / l along the bar."""
        result = np.zeros((len(data), self.size, self.size))
        rigidity = data.overall("young") * self._area(data) / self.length(data)
        other = self.size // 2
        result[:, 0, 0] = result[:, other, other] = rigidity
        result[:, 0, other] = result[:, other, 0] = -rigidity
        return result

    def mass(self, data):
        """rho A l / 6 (2 1; 1 2) in every direction."""
        share = data.property("density") * self._area(data) * self.length(data) / 6
        return share[:, None, None] * np.kron([[2.0, 1.0], [1.0, 2.0]], np.eye(self.size // 2))

    def lumped_mass(self, data):
        """Half of the mass at each end."""
        half = data.property("density") * self._area(data) * self.length(data) / 2
        return half[:, None, None] * np.eye(self.size)

    def local_forces(self, data, nodal):
        """The pull at the second end."""
        return nodal[:, None, [self.size // 2]]

    def nodal_forces(self, data, stress):
        """The normal force pulls both ends together."""
        axis = self.frame(data)[:, 0, : self.size // 2]
        pull = stress[:, 0, :1] * axis
        return np.concatenate([-pull, pull], axis=1)

    def beam_force(self, data: ElementData, force, moment=None, own_axes: bool = False) -> np.ndarray:
        """(ne, nd) of a force by length (ne, 2, 3), N/m, in the global axes or the bar's own: half of it at each end."""
        if own_axes:
            force = np.einsum("eji,enj->eni", self.frame(data), force)
        share = force[:, :, : self.size // 2] * self.length(data)[:, None, None] / 2
        return share.reshape(len(data), -1)

    def moved(self, data, u):
        """With its axis along the line between its ends."""
        result = data.moved(u)
        axis = result.coordinates[:, 1] - result.coordinates[:, 0]
        axis = axis / np.linalg.norm(axis, axis=1, keepdims=True)
        side = np.cross(axis, self.frame(data)[:, 2])
        side = -side / np.linalg.norm(side, axis=1, keepdims=True)
        frame = np.stack([axis, side, np.cross(axis, side)], axis=1)
        return replace(result, characteristics={**data.characteristics, "frame": frame})

    def start(self, data, behaviour):
        """At rest; raises ComputationFailed for a law that does not know what to do along a line."""
        if not behaviour.linear and _along(behaviour) is None:
            raise ComputationFailed("bars follow laws along a line only: this one is for solids")
        zero = np.zeros((len(data), 1, 1))
        return PointState(np.zeros((len(data), 1, self.size)), zero, np.zeros((len(data), 1, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """By linear elasticity, or by a law along a line at the strain of the bar."""
        if behaviour.linear:
            return super().respond(data, behaviour, u, state, want_tangent)
        area, length, half = self._area(data)[:, None], self.length(data)[:, None], self.size // 2
        own = np.einsum("eij,ej->ei", self.turn(data), u - state.strain[:, 0])
        increment = (own[:, [half]] - own[:, [0]]) / length
        warmer = self.free_strain(data)
        if warmer is not None:
            increment = increment - (warmer - self.free_strain(data, True))[:, None]
        stress, internal, slope = _along(behaviour).stretch(increment, state.stress[..., 0] / area, state.internal, data)
        force = (area * stress)[..., None]
        tangent = None
        if want_tangent:
            axis = self.frame(data)[:, 0, :half]
            block = (np.broadcast_to(slope, length.shape) * area / length)[..., None] * axis[:, :, None] * axis[:, None]
            tangent = np.block([[block, -block], [-block, block]])
        return self.nodal_forces(data, force), tangent, PointState(u[:, None], force, internal)

    strain_kind = "bar"

    def strain_force(self, data: ElementData, strain: np.ndarray) -> np.ndarray:
        """(ne, nd) the force E A e that holds an imposed strain (ne, 1, 1)."""
        return self.nodal_forces(data, (data.overall("young") * self._area(data))[:, None, None] * strain)

    def line_strains(self, data: ElementData, u: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, 1, 1) the strain along the bar, and its name."""
        own, half = np.einsum("eij,ej->ei", self.turn(data), u), self.size // 2
        return ((own[:, half] - own[:, 0]) / self.length(data))[:, None, None], ("EPXX",)

    def potential_energy(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne,) of the strain that stress causes (te0154)."""
        strain, warmer = self.line_strains(data, u)[0][:, 0, 0], self.free_strain(data)
        strain = strain if warmer is None else strain - warmer
        return 0.5 * data.overall("young") * self._area(data) * self.length(data) * strain**2

    def geometric_stiffness(self, data, stress):
        """N / l across the bar."""
        axis = self.frame(data)[:, 0, : self.size // 2]
        across = np.eye(self.size // 2) - axis[:, :, None] * axis[:, None]
        block = across * (stress[:, 0, 0] / self.length(data))[:, None, None]
        return np.block([[block, -block], [-block, block]])

    def points_to_nodes(self) -> np.ndarray:
        """(2, 1): the force is the same all along."""
        return np.ones((2, 1))

    def forces_at_nodes(self, data, given):
        """(ne, 2, 1): the normal force at both ends."""
        values, names = given.fields["points"]
        return np.repeat(values, 2, axis=1), names

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) mass, centre of gravity, and no moments about it, as code_aster has them."""
        result = np.zeros((len(data), 10))
        result[:, 0] = data.property("density") * self._area(data) * self.length(data)
        result[:, 1:4] = data.coordinates.mean(axis=1)
        return result


class FollowedBar(Bar):
    """A bar whose forces act where it is, not where it was (PETIT_REAC)."""

    straight = False

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """With the axis and the length that it has now."""
        return super().respond(self.moved(data, u), behaviour, u, state, want_tangent)

    def state_forces(self, data, state):
        """Where the ends of the state are."""
        return self.nodal_forces(self.moved(data, state.strain[:, 0]), state.stress)
