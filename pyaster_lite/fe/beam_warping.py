"""Straight beams of Timoshenko whose sections warp as they twist (r3.08.04): a seventh unknown, the rate of twist."""

from __future__ import annotations

from math import sqrt

import numpy as np

from .anelastic import anelastic_strain
from .beam import UNKNOWNS, Beam
from .beam_geometric import POINTS, WEIGHTS, linear_geometric_stiffness
from .beam_section import Section
from .beam_stiffness import warping_stiffness
from .beam_strains import NAMES
from .contraction import contracted
from .element import PointState

PARABOLA = np.array([[k * (k - 1) / 2, 1 - k * k, k * (k + 1) / 2] for k in (-sqrt(5 / 3), sqrt(5 / 3))])
"""(2, 3) from values at these points to those at the ends."""
PLAIN = [i for i in range(14) if i not in (6, 13)]
"""Places of the 12 unknowns of a beam that does not warp."""


class WarpingBeam(Beam):
    """A beam of constant section with 7 unknowns by end: displacements, rotations and the rate of twist.

    Its forces, among them the bimoment BX (N m2), are kept at 3 points of Gauss. Its mass knows nothing of warping.
    """

    forces = (*Beam.forces, "BX")
    less_weight = False

    def __init__(self):
        super().__init__(shears=True)
        self.components = ((*UNKNOWNS, "GRX"),) * 2

    def local_stiffness(self, data):
        """Exact in bending; the twist is cubic."""
        return warping_stiffness(Section.of(data), self.length(data), *self.moduli(data))

    def turn(self, data):
        """The frame on displacements and on rotations."""
        return _widened(_turn(self.frame(data)), 1.0)

    def turned(self, data, matrix):
        """In the global axes, of a matrix on 14 unknowns or on the 12 of a plain beam."""
        return super().turned(data, matrix if matrix.shape[-1] == 14 else _widened(matrix))

    def inertial_force(self, data, acceleration):
        """The forces on the mass, on the unknowns of a plain beam."""
        return _widened_forces(_PLAIN.inertial_force(data, acceleration))

    def beam_force(self, data, force, moment=None, own_axes=False):
        """(ne, 14) of forces and moments by length at the ends, on the unknowns of a plain beam."""
        return _widened_forces(_PLAIN.beam_force(data, force, moment, own_axes))

    def _strains(self, data, section=None, shifted=True):
        """(3, ne, 7, 14) from displacements in the own axes to the strains that go with the forces, at the points.

        shifted  whether displacements of the centre of gravity are taken to that of twist first
        """
        section, length = section or Section.of(data), self.length(data)
        young, shear = self.moduli(data)
        result = np.zeros((3, len(data), 7, 14))
        result[:, :, 0, 0], result[:, :, 0, 7] = -1 / length, 1 / length
        for (v, t), sign, moment, factor, row in (
            ((1, 5), 1.0, section.inertia_z, section.shear_y, 1),
            ((2, 4), -1.0, section.inertia_y, section.shear_z, 2),
        ):
            phi = 12 * young * moment[:, 0] * factor[:, 0] / (shear * section.area[:, 0] * length**2)
            share = 1 / (1 + phi)
            slide = (share - 1) / length, -0.5 * sign * (1 - share)
            for place, value in ((v, slide[0]), (t, slide[1]), (v + 7, -slide[0]), (t + 7, slide[1])):
                result[:, :, row, place] = value
            for point, k in enumerate(POINTS):
                bend = sign * 6 * share * k / length**2
                places = ((v, bend), (t, (3 * share * k - 1) / length), (v + 7, -bend), (t + 7, (3 * share * k + 1) / length))
                for place, value in places:
                    result[point, :, 6 - row, place] = value
        for point, k in enumerate(POINTS):
            turning, bend = 1.5 * (k**2 - 1) / length, 6 * k / length**2
            places = (
                (3, turning, bend),
                (6, (3 * k**2 - 2 * k - 1) / 4, (3 * k - 1) / length),
                (10, -turning, -bend),
                (13, (3 * k**2 + 2 * k - 1) / 4, (3 * k + 1) / length),
            )
            for place, rate, curve in places:
                result[point, :, 3, place], result[point, :, 6, place] = rate, curve
        y, z = (offset[:, None] for offset in section.offset)
        for start in (0, 7) if shifted else ():
            result[..., start + 3] += -z * result[..., start + 1] + y * result[..., start + 2]
        return result

    def _moduli_of_section(self, data):
        """(ne, 7) force over strain."""
        section, (young, shear) = Section.of(data), self.moduli(data)
        area = section.area[:, 0]
        # a section that is said to have no shear flexibility does not slide at all
        sheared = (area / np.where(f[:, 0] > 0.0, f[:, 0], 1.0) for f in (section.shear_y, section.shear_z))
        own = [young * area, *(shear * a for a in sheared), shear * section.torsion[:, 0]]
        own += [young * section.inertia_y[:, 0], young * section.inertia_z[:, 0], young * section.warping[:, 0]]
        return np.stack(own, axis=1)

    def _elastic_moduli(self, data):
        """As above, of forces told of linear evolutions: the shear coefficient stands where its inverse should, as in code_aster."""
        section, moduli = Section.of(data), self._moduli_of_section(data)
        for row, coefficient in ((1, section.shear_y), (2, section.shear_z)):
            moduli[:, row] *= coefficient[:, 0] ** 2
        return moduli

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The forces at the points of the last instant and those of the displacements since."""
        own = np.einsum("eij,ej->ei", self.turn(data), u - state.strain[:, 0])
        strain = contracted("pefj,ej->epf", self._strains(data), own)
        warmer = self.free_strain(data)
        if warmer is not None:
            strain[..., 0] -= (warmer - self.free_strain(data, True))[:, None]
        stress = self.softened(data, state.stress) + self._moduli_of_section(data)[:, None] * strain
        tangent = self.stiffness(data) if want_tangent else None
        return self.nodal_forces(data, stress), tangent, PointState(u[:, None], stress, state.internal)

    def elastic_state(self, data, u):
        """The forces at the points at displacements (ne, nd).

        As in code_aster (te0342) the section twists about its centre of gravity here, and nothing is told of free strains.
        """
        strain = contracted("pefj,ej->epf", self._strains(data, shifted=False), np.einsum("eij,ej->ei", self.turn(data), u))
        return PointState(u[:, None], self._elastic_moduli(data)[:, None] * strain, np.zeros((len(data), self.n_points, 1)))

    def nodal_forces(self, data, stress):
        """The virtual work of the forces at the points."""
        weights = 0.5 * WEIGHTS[:, None] * self.length(data)
        own = contracted("pe,pefj,epf->ej", weights, self._strains(data), stress)
        return np.einsum("eji,ej->ei", self.turn(data), own)

    def section_strains(self, data, u, at_nodes, structural=None):
        """(ne, 2, 7): the parabola through those at the points, at the ends."""
        if not at_nodes:
            return None
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        strains = contracted("np,pefj,ej->enf", PARABOLA, self._strains(data), own)
        return self._without_free(data, strains), (*NAMES, "GAX")

    def geometric_stiffness(self, data, stress):
        """Of the normal force at the last point and the moments on the line through the first two points."""
        middle, rise = stress[:, 1, 4:6], (stress[:, 1, 4:6] - stress[:, 0, 4:6]) / sqrt(0.6)
        ends = np.stack([middle - rise, middle + rise], axis=1)
        return self.turned(data, linear_geometric_stiffness(Section.of(data), self.length(data), stress[:, 2, 0], ends))

    def points_to_nodes(self):
        """(2, 3): the first and the last point are taken for the ends."""
        return np.eye(3)[[0, 2]]

    @property
    def point_functions(self):
        """(3, 2) the linear functions of the ends at the points."""
        return np.stack([1 - POINTS, 1 + POINTS], axis=1) / 2

    def forces_at_nodes(self, data, given):
        """(ne, 2, 7) of the ends and their names: what the ends hold less what acts along the beam; of a nonlinear evolution what
        the points make of it. As in code_aster (ef0344) what the last point grows freely stands for the whole beam here.
        """
        if given.nonlinear:
            own = np.einsum("eij,ej->ei", self.turn(data), self.nodal_forces(data, self.kept(data, given.fields["points"][0])))
            return np.stack([-own[:, :7], own[:, 7:]], axis=1), self.forces
        if given.u is None:
            return super().forces_at_nodes(data, given)
        own, free = self.end_forces(data, given.u), anelastic_strain(data, ("XX",))
        if free is not None:
            own = own - self._holding(data, free[:, -1, 0])
        if given.loads is not None:
            own = own - np.einsum("eij,ej->ei", self.turn(data), given.loads())
        return np.stack([-own[:, :7], own[:, 7:]], axis=1), self.forces


def _turn(frame):
    """(ne, 12, 12) of the frame on both kinds of unknowns of both ends."""
    return np.einsum("ab,eij->eaibj", np.eye(4), frame).reshape(len(frame), 12, 12)


def _widened(matrix, own=0.0):
    """(ne, 14, 14) of (ne, 12, 12), with `own` on the diagonal of the rates of twist."""
    result = np.zeros((len(matrix), 14, 14))
    result[np.ix_(range(len(matrix)), PLAIN, PLAIN)] = matrix
    result[:, 6, 6] = result[:, 13, 13] = own
    return result


def _widened_forces(forces):
    """(ne, 14) of (ne, 12)."""
    result = np.zeros((len(forces), 14))
    result[:, PLAIN] = forces
    return result


_PLAIN = Beam(shears=True)
