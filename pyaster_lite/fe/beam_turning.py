"""Beams whose displacements and rotations are large, shearing, of small strains (Simo and Vu-Quoc 1986, r5.03.40).

At the middle, with R the rotation of the mean of the nodes' rotation vectors, R0 the axes at rest (columns), x' the slope of the line by
its length at rest and k the curvature in space,

    G = (R R0)^T x' - e1,   K = (R R0)^T k,   n = R R0 diag(EA, GA/ky, GA/kz) (G - e_th e1),   m = R R0 diag(G J, E Iy, E Iz) K

    f_i = L B_i^T (n, m),   B_i (du, dtheta) = (N_i' du + N_i x' x dtheta, N_i' dtheta)

The curvature goes from one iterate to the next: the correction of the rotations of the nodes being of mean d and slope d',

    k <- R(d) k + sin t/t d' + (1 - sin t/t) (d . d')/t^2 d + (sin(t/2)/(t/2))^2/2 d x d'        t = |d|

In dynamics, w the angular velocity of the mean of the nodes, J = R R0 rho diag(Jx, Iy, Iz) (R R0)^T and J0 that at rest, each node bears
half the length times  J w' + w x J w - J0 w'  beside what the constant mass, which has J0, says (gdfine).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .beam import Beam
from .beam_section import Section
from .element import PointState
from .errors import ComputationFailed
from .finite_rotation import composed, inverse_tangent, rotation_matrix
from .turning import cross, cross_matrix

SMALL = 1e-8
"""The square of an angle below which the slope of a turn is the curvature."""


def _mean(values):
    """(ne, 3) of both nodes' rotations, or what goes with them, of (ne, 12)."""
    return (values[:, 3:6] + values[:, 9:]) / 2


def _at_rotations(own):
    """(ne, 12) or (ne, 12, 12) where only the rotations act: the same moment (ne, 3) at both nodes; its change by their mean."""
    if own.ndim == 2:
        whole = np.zeros((len(own), 12))
        whole[:, 3:6] = whole[:, 9:] = own
        return whole
    whole = np.zeros((len(own), 12, 12))
    for row in (3, 9):
        for column in (3, 9):
            whole[:, row : row + 3, column : column + 3] = own / 2
    return whole


class TurningBeam(Beam):
    """A beam of two nodes; its forces at the middle are kept as stress (ne, 1, 6), the curvature as internal variables (ne, 1, 3).

    Its state tells of an iterate, not of the last instant: `iterative`.
    """

    n_points = 1
    straight = symmetric = False
    iterative = True
    deformation = "GROT_GDEP"
    rotation_vectors = (3, 4, 5, 9, 10, 11)

    def __init__(self):
        super().__init__(True)

    def start(self, data, behaviour):
        """At rest."""
        return PointState(np.zeros((len(data), 1, self.size)), np.zeros((len(data), 1, 6)), np.zeros((len(data), 1, 3)))

    def rigidity(self, data):
        """(ne, 6) EA, GA/ky, GA/kz, GJ, E Iy, E Iz of the first end."""
        section, (young, shear) = Section.of(data), self.moduli(data)
        area, factors = section.area[:, 0], [np.where(f > 0.0, f, 1.0) for f in (section.shear_y[:, 0], section.shear_z[:, 0])]
        rows = [young * area, *(shear * area / f for f in factors), shear * section.torsion[:, 0]]
        return np.stack([*rows, young * section.inertia_y[:, 0], young * section.inertia_z[:, 0]], axis=1)

    def _rest(self, data):
        """Lengths (ne,) and axes (ne, 3, 3), as columns, at rest."""
        places = data.at_rest()
        return np.linalg.norm(places[:, 1] - places[:, 0], axis=1), self.frame(data).transpose(0, 2, 1), places

    def _placed(self, data, u, turned):
        """x' (ne, 3), and the axes R R0 as columns; `turned` False takes the rotation for none."""
        length, axes, places = self._rest(data)
        slope = (places[:, 1] + u[:, 6:9] - places[:, 0] - u[:, :3]) / length[:, None]
        return slope, rotation_matrix((u[:, 3:6] + u[:, 9:]) / 2) @ axes if turned else axes

    def _curvature(self, data, state):
        """(ne, 3) after the last correction of the unknowns, which the data know where there is one."""
        correction = data.characteristics.get("correction")
        if correction is None:
            return state.internal[:, 0]
        length = self._rest(data)[0][:, None]
        mean, slope = (correction[:, 3:6] + correction[:, 9:]) / 2, (correction[:, 9:] - correction[:, 3:6]) / length
        square = (mean**2).sum(axis=1, keepdims=True)
        angle = np.sqrt(square)
        share, half = np.sinc(angle / np.pi), np.sinc(angle / (2 * np.pi))
        along = (1.0 - share) * (mean * slope).sum(axis=1, keepdims=True) / np.where(square > 0.0, square, 1.0)
        turned = share * slope + along * mean + 0.5 * half**2 * cross(mean, slope)
        kept = np.einsum("eij,ej->ei", rotation_matrix(mean), state.internal[:, 0])
        return kept + np.where(square < SMALL, slope, turned)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Where a step starts, the rotation is taken for none, as code_aster does: by the tangent, and by the forces in dynamics."""
        still = data.step.predicting
        curvature = self._curvature(data, state)
        slope, axes = self._placed(data, u, not still)
        own = np.concatenate([np.einsum("eji,ej->ei", axes, slope) - [1.0, 0.0, 0.0], np.einsum("eji,ej->ei", axes, curvature)], axis=1)
        free = self.free_strain(data)
        if free is not None:
            own[:, 0] -= free
        stress = self.rigidity(data) * own
        force, pulls = self._forces(data, slope, axes, stress)
        tangent = self._tangent(data, slope, axes, *pulls) if want_tangent else None
        turning = data.characteristics.get("turning")
        if turning is not None:
            inertia = self._turning_inertia(data, turning, not still)
            force += _at_rotations(self._gyration(inertia, turning))
            if want_tangent:
                tangent += _at_rotations(self._gyration_tangent(inertia, turning, not still))
        return force, tangent, PointState(u[:, None], stress[:, None], curvature[:, None])

    def _rows(self, data, slope):
        """B (ne, 6, 12)."""
        length, cross = self._rest(data)[0], cross_matrix(slope) / 2
        b = np.zeros((len(data), 6, 12))
        for start, sign in ((0, -1.0), (6, 1.0)):
            for i in range(6):
                b[:, i, start + i] = sign / length
            b[:, :3, start + 3 : start + 6] = cross
        return b

    def _forces(self, data, slope, axes, stress):
        """(ne, 12), and n and m in space."""
        pulls = [np.einsum("eij,ej->ei", axes, stress[:, own]) for own in (slice(0, 3), slice(3, 6))]
        length = self._rest(data)[0]
        return np.einsum("e,eij,ei->ej", length, self._rows(data, slope), np.concatenate(pulls, axis=1)), pulls

    def _tangent(self, data, slope, axes, force, moment):
        length, rigidity = self._rest(data)[0], self.rigidity(data)
        b, elastic = self._rows(data, slope), np.zeros((len(data), 6, 6))
        for own in (slice(0, 3), slice(3, 6)):
            elastic[:, own, own] = np.einsum("eij,ej,ekj->eik", axes, rigidity[:, own], axes)
        # Y: the slopes of both unknowns, and the mean of the rotation
        y, d = np.zeros((len(data), 9, 12)), np.zeros((len(data), 9, 9))
        for start, sign in ((0, -1.0), (6, 1.0)):
            for i in range(6):
                y[:, i, start + i] = sign / length
            y[:, 6:, start + 3 : start + 6] = np.eye(3) / 2
        n, m = cross_matrix(force), cross_matrix(moment)
        d[:, :3, 6:], d[:, 3:6, 6:], d[:, 6:, :3] = -n, -m, n
        d[:, 6:, 6:] = force[:, :, None] * slope[:, None] - (force * slope).sum(axis=1)[:, None, None] * np.eye(3)
        whole = b.transpose(0, 2, 1) @ elastic @ b + y.transpose(0, 2, 1) @ d @ y
        return length[:, None, None] * whole

    def _turning_inertia(self, data, turning, turned):
        """(ne, 3, 3) J and J0 times half the length: each node's share of what the middle bears."""
        section, (length, rest, _) = Section.of(data), self._rest(data)
        own = np.stack([section.torsion[:, 0], section.inertia_y[:, 0], section.inertia_z[:, 0]], axis=1)
        own *= (data.property("density") * length / 2)[:, None]
        axes = rotation_matrix(_mean(turning.u)) @ rest if turned else rest
        return np.einsum("eij,ej,ekj->eik", axes, own, axes), np.einsum("eij,ej,ekj->eik", rest, own, rest)

    def _gyration(self, inertia, turning):
        """(ne, 3) the moment at each node."""
        now, rest = inertia
        speed, rate = _mean(turning.v), _mean(turning.a)
        return np.einsum("eij,ej->ei", now - rest, rate) + cross(speed, np.einsum("eij,ej->ei", now, speed))

    def _gyration_tangent(self, inertia, turning, turned):
        """(ne, 3, 3) how it changes with the mean of both nodes' small turns (gdmine): of the step's rotation phi, code_aster takes
        that of the first node."""
        now, rest = inertia
        cv, ca = turning.rates
        u_before, v_before, a_before = turning.before
        speed, rate = _mean(turning.v), _mean(turning.a)
        place = rotation_matrix(_mean(turning.u)) if turned else np.broadcast_to(np.eye(3), now.shape)
        since = place @ rotation_matrix(_mean(turning.start)).swapaxes(1, 2)
        since_last = place @ rotation_matrix(_mean(u_before)).swapaxes(1, 2)
        phi, phi_before = (composed(-turning.start[:, 3:6], u[:, 3:6]) for u in (turning.u, u_before))
        spin, momentum = cross_matrix(speed), cross_matrix(np.einsum("eij,ej->ei", now, speed))
        turns = spin @ now - momentum
        step = since @ inverse_tangent(phi) - cross_matrix(np.einsum("eij,ej->ei", since, phi - phi_before))
        carried = [cross_matrix(np.einsum("eij,ej->ei", since_last, _mean(own))) for own in (a_before, v_before)]
        moments = now @ cross_matrix(rate) - cross_matrix(np.einsum("eij,ej->ei", now, rate)) + spin @ (now @ spin - momentum)
        return (ca * now + cv * turns) @ step - now @ carried[0] - turns @ carried[1] + moments - ca * rest

    def stiffness(self, data):
        """The tangent at rest."""
        axes = self._rest(data)[1]
        zero = np.zeros((len(data), 3))
        return self._tangent(data, axes[:, :, 0], axes, zero, zero)

    def mass(self, data):
        """At the middle: the motion of both nodes is their mean."""
        section, (length, axes, _) = Section.of(data), self._rest(data)
        inertia = np.stack([section.torsion[:, 0], section.inertia_y[:, 0], section.inertia_z[:, 0]], axis=1)
        own = np.zeros((len(data), 6, 6))
        own[:, range(3), range(3)] = section.area[:, :1]
        own[:, 3:, 3:] = np.einsum("eij,ej,ekj->eik", axes, inertia, axes)
        return (data.property("density") * length / 4)[:, None, None] * np.tile(own, (1, 2, 2))

    def lumped_mass(self, data):
        """None: raises ComputationFailed."""
        raise ComputationFailed("beams in large rotations have no diagonal mass")

    def inertial_force(self, data, acceleration):
        """Half of it at each end."""
        by_length = data.property("density") * Section.of(data).area[:, 0]
        return self.beam_force(data, by_length[:, None, None] * acceleration)

    def beam_force(self, data, force, moment=None, own_axes=False):
        """(ne, 12) of forces and moments by length at the ends (ne, 2, 3): what the middle bears, half of it at each end."""
        length, axes, _ = self._rest(data)
        whole = np.zeros((len(data), 12))
        for start, given in ((0, force), (3, moment)):
            if given is not None:
                mean = given.mean(axis=1)
                mean = np.einsum("eij,ej->ei", axes, mean) if own_axes else mean
                whole[:, start : start + 3] = whole[:, start + 6 : start + 9] = mean * (length / 2)[:, None]
        return whole

    def moved(self, data, u):
        """The data, which then know the rotations."""
        moved = data.moved(u)
        return replace(moved, characteristics={**moved.characteristics, "moved": u})

    def nodal_forces(self, data, stress):
        """At the displacements that the data know, or at rest."""
        u = data.characteristics.get("moved", np.zeros((len(data), 12)))
        return self._forces(data, *self._placed(data, u, True), stress[:, 0])[0]

    def state_forces(self, data, state):
        """Where the state stands."""
        return self._forces(data, *self._placed(data, state.strain[:, 0], True), state.stress[:, 0])[0]

    def points_to_nodes(self):
        """(2, 1): the middle tells both ends."""
        return np.ones((2, 1))

    def geometric_stiffness(self, data, stress):
        """None: raises ComputationFailed."""
        raise ComputationFailed("the geometric stiffness of beams in large rotations is not there: their tangent holds it")

    def forces_at_nodes(self, data, given):
        """(ne, 2, 6) those of the middle at both ends, and their names."""
        return np.repeat(given.fields["points"][0][:, :1], 2, axis=1), self.forces
