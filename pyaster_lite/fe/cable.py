"""Cables, which turn as they like and only pull: between two nodes (r3.08.02), or over a pulley that slides along them (r3.08.05)."""

from __future__ import annotations

import numpy as np

from .data import ElementData
from .element import PointState
from .errors import ComputationFailed
from .line_element import LineElement

LITTLE = 1e-6
"""A force below this, in N, is taken for none: the stiffness is then that of the first pull."""


class Cable(LineElement):
    """Between two nodes; characteristic `cable` (ne, 2) holds the section and the first pull.

    With x the chord and L its length at rest, Green's strain e = (x^2 - L^2) / 2 L^2, N the force of a law, T = A E:

        f = N / L (-x, x),   K = N / L (I, -I; -I, I) + T / L^3 (x x^T, -x x^T; -x x^T, x x^T)

    The state keeps N; its mass is that at the middle. It has no stiffness where it is not followed.
    """

    forces = ("N",)
    straight = False
    deformation = "GROT_GDEP"

    def __init__(self):
        self.components = (("DX", "DY", "DZ"),) * 2

    def law(self, behaviour):
        """N and T of a strain: `pull`."""
        if not hasattr(behaviour, "pull"):
            raise ComputationFailed("cables have no stiffness where their motion is not followed: that is for nonlinear evolutions")
        return behaviour.pull

    def _given(self, data):
        """Section and first pull (ne,)."""
        values = data.characteristics.get("cable")
        if values is None or not values[:, 0].all():
            raise ComputationFailed("cables need a section, which the characteristics of the elements give")
        return values.T

    def rest_length(self, data: ElementData) -> np.ndarray:
        """(ne,) in the mesh, m; raises ComputationFailed where a cell has none."""
        rest = data.at_rest()
        length = np.linalg.norm(rest[:, 1] - rest[:, 0], axis=1)
        if not length.all():
            raise ComputationFailed(f"cell number {data.cells[length.argmin()] + 1} has no length")
        return length

    def stiffness(self, data):
        """Raises ComputationFailed: there is none without a law."""
        self.law(None)

    lumped_mass = stiffness

    def elastic_state(self, data, u):
        """Raises ComputationFailed: forces follow from a law."""
        self.law(None)

    def damping(self, data, stiffness=None, mass=None):
        """In proportion to a stiffness that is given, or to none."""
        if stiffness is None and data.has("stiffness_damping") and data.property("stiffness_damping", 0.0).any():
            self.law(None)
        return super().damping(data, np.zeros((len(data), self.size, self.size)) if stiffness is None else stiffness, mass)

    def mass(self, data):
        """rho A L / 4 (1 1; 1 1) in every direction."""
        share = data.property("density") * self._given(data)[0] * self.rest_length(data) / 4
        return share[:, None, None] * np.kron(np.ones((2, 2)), np.eye(3))

    def start(self, data, behaviour):
        """At rest where the mesh is; nothing pulls yet."""
        if not behaviour.linear:
            self.law(behaviour)
        zero = np.zeros((len(data), 1, 1))
        return PointState(zero, zero, np.zeros((len(data), 1, behaviour.internal_size)), np.zeros((len(data), self.size)))

    def _stretch(self, data, u):
        """Chord (ne, 3) and Green's strain (ne,) at displacements (ne, nd)."""
        rest = data.coordinates[:, 1] - data.coordinates[:, 0]
        change = u[:, 3:] - u[:, :3]
        return rest + change, np.einsum("ei,ei->e", rest + change / 2, change) / self.rest_length(data) ** 2

    def _thermal(self, data):
        strain = self.free_strain(data)
        return 0.0 if strain is None else strain

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """f and K of the head."""
        section, first = self._given(data)
        chord, strain = self._stretch(data, u)
        force, rigidity = self.law(behaviour)(data, strain - self._thermal(data), section, first)
        length = self.rest_length(data)
        tangent = self._tangent(chord, force, rigidity, length) if want_tangent else None
        return _ends(chord, force / length), tangent, PointState(strain[:, None, None], force[:, None, None], state.internal, u)

    @staticmethod
    def _tangent(chord, force, rigidity, length):
        block = (force / length)[:, None, None] * np.eye(3)
        block = block + (rigidity / length**3)[:, None, None] * chord[:, :, None] * chord[:, None]
        return np.block([[block, -block], [-block, block]])

    def geometric_stiffness(self, data, stress):
        """The whole tangent, where the cells stand, under the forces that it keeps."""
        section, _ = self._given(data)
        force = stress[:, 0, 0]
        ratio = np.where(force < 0.0, data.overall("cable_compression"), 1.0)
        chord = data.coordinates[:, 1] - data.coordinates[:, 0]
        return self._tangent(chord, force, data.overall("young") * section * ratio, self.rest_length(data))

    def nodal_forces(self, data, stress):
        """f of the head, where the cells stand."""
        chord = data.coordinates[:, 1] - data.coordinates[:, 0]
        return _ends(chord, stress[:, 0, 0] / self.rest_length(data))

    def state_forces(self, data, state):
        """Where the displacements of the state have brought the cells."""
        return self.nodal_forces(data.moved(state.displacement), state.stress)

    def anelastic_force(self, data, before=False):
        """None: a step does not foresee what temperature does to cables."""
        return None

    def points(self, coordinates):
        """(ne, 1, 3) the middle."""
        return coordinates.mean(axis=1, keepdims=True)

    def beam_force(self, data: ElementData, force, moment=None, own_axes: bool = False) -> np.ndarray:
        """(ne, nd) of a force by length at rest (ne, 1, 3), N/m, in the global axes: half of it at each end."""
        if own_axes or (moment is not None and np.any(moment)):
            raise ComputationFailed("cables bear forces in the global axes only, and no moments")
        return np.tile(force[:, 0] * self.rest_length(data)[:, None] / 2, 2)

    def weight(self, data, acceleration):
        """Half of it at each end."""
        by_length = data.property("density")[:, None] * self._given(data)[0][:, None] * acceleration
        return self.beam_force(data, by_length[:, None])

    def forces_at_nodes(self, data, given):
        """(ne, nn, 1): the force at both ends."""
        values, names = given.fields["points"]
        return np.repeat(values, len(self.components), axis=1), names

    def points_to_nodes(self):
        """(nn, 1): the force is the same all along."""
        return np.ones((len(self.components), 1))

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) mass and centre of gravity."""
        result = np.zeros((len(data), 10))
        result[:, 0] = data.property("density") * self._given(data)[0] * self.rest_length(data)
        result[:, 1:4] = data.coordinates[:, :2].mean(axis=1)
        return result


def _ends(chord, pull):
    """(ne, 6) of N / L (ne,) along chords (ne, 3)."""
    force = pull[:, None] * chord
    return np.concatenate([-force, force], axis=1)


class PulledCable(Cable):
    """A cable from a first node to a second one over a pulley without friction, the third node.

    With d1, d2 from the pulley to the ends, l1, l2 their lengths, L = L1 + L2 at rest and e = (l1 + l2 - L) / L:

        N = E A (e - e_th),   f = N (d1 / l1, d2 / l2, -d1 / l1 - d2 / l2),   K = df/du
    """

    cell = "SEG3"
    weighs_where_moved = True

    def __init__(self):
        self.components = (("DX", "DY", "DZ"),) * 3

    @property
    def point_functions(self):
        """(1, 3) those of a SEG3: its one point stands at the pulley."""
        return np.array([[0.0, 0.0, 1.0]])

    def rest_length(self, data):
        """(ne,) from end to end over the pulley."""
        rest = data.at_rest()
        return np.linalg.norm(rest[:, :2] - rest[:, 2:], axis=2).sum(axis=1)

    def mass(self, data):
        """None: the mass of cables over pulleys is not there in code_aster either."""
        return None

    def damping(self, data, stiffness=None, mass=None):
        """None: as the mass."""
        return None

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """f and K of the head; where nothing pulls yet, the first pull."""
        section, first = self._given(data)
        length, (arms, sizes) = self.rest_length(data), self._arms(data.moved(u))
        rigidity = data.overall("young") * section
        strain = (sizes.sum(axis=1) - length) / length
        force = rigidity * strain
        force = np.where(abs(force) <= LITTLE, first, force - rigidity * self._thermal(data))
        tangent = self._derivative(arms, sizes, force, rigidity / length) if want_tangent else None
        return _pulled(arms, sizes, force), tangent, PointState(strain[:, None, None], force[:, None, None], state.internal, u)

    @staticmethod
    def _arms(data):
        """d1, d2 (ne, 2, 3) where the cells stand, and their lengths (ne, 2)."""
        arms = data.coordinates[:, :2] - data.coordinates[:, 2:]
        return arms, np.linalg.norm(arms, axis=2)

    @staticmethod
    def _derivative(arms, sizes, force, rate):
        """df/du (ne, 9, 9), rate being dN by the sum of the lengths."""
        along = arms / sizes[..., None]
        pair = rate[:, None, None, None, None] * along[:, :, :, None, None] * along[:, None, None]
        for k in (0, 1):
            across = np.eye(3) - along[:, k, :, None] * along[:, k, None]
            pair[:, k, :, k] += (force / sizes[:, k])[:, None, None] * across
        pair = pair.reshape(len(force), 6, 6)
        spread = np.concatenate([np.eye(6), np.tile(-np.eye(3), (2, 1))], axis=1)
        return spread.T @ pair @ spread

    def nodal_forces(self, data, stress):
        """f of the head, where the cells stand."""
        return _pulled(*self._arms(data), stress[:, 0, 0])

    def weight(self, data, acceleration):
        """Of the cable on each side, half at the pulley; the sides share the length at rest as they stand."""
        _, sizes = self._arms(data)
        share = sizes * (self.rest_length(data) / sizes.sum(axis=1))[:, None] / 2
        share = np.concatenate([share, share.sum(axis=1, keepdims=True)], axis=1)
        by_length = data.property("density") * self._given(data)[0]
        return ((by_length[:, None] * share)[:, :, None] * acceleration).reshape(len(data), 9)

    def geometric_stiffness(self, data, stress):
        """None: as the mass."""
        return None


def _pulled(arms, sizes, force):
    """(ne, 9) of the pull on both sides."""
    by_side = force[:, None, None] * arms / sizes[..., None]
    return np.concatenate([by_side[:, 0], by_side[:, 1], -by_side.sum(axis=1)], axis=1)
