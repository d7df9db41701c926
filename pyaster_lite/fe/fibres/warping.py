"""Straight beams of Timoshenko made of fibres, whose sections warp as they twist (r3.08.08).

Traction and bending are those of the fibres, at three points of Gauss; shear, torsion and warping are elastic, of the material of the
section, the twist of a step being held by the normal stresses too:

    MT = MT_ + (G J + N ((Iy + Iz)/A + ey^2 + ez^2) + My (Iyr2/Iy - 2 ez) - Mz (Izr2/Iz - 2 ey)) d(twist rate)

in which the tangent has G J alone, as in code_aster.
"""

from __future__ import annotations

import numpy as np

from ..beam import Beam
from ..beam_geometric import linear_geometric_stiffness
from ..beam_mass import consistent_mass
from ..beam_stiffness import warping_stiffness
from ..beam_warping import PARABOLA, PLAIN, WEIGHTS, WarpingBeam
from ..contraction import contracted
from ..element import PointState
from .beam import STRAINS, STRX, FibreBeam
from .section import Fibres


class FibreWarpingBeam(FibreBeam, WarpingBeam):
    """A beam with 7 unknowns by end; stresses are kept fibre by fibre at three points of Gauss, (ne, 3 nf, 1).

    Of STRX it keeps the forces of the section at the points.
    """

    forces = WarpingBeam.forces
    n_points = 3

    def __init__(self):
        WarpingBeam.__init__(self)

    turn, turned = WarpingBeam.turn, WarpingBeam.turned
    point_functions = WarpingBeam.point_functions

    def points_to_nodes(self):
        """(2, 3): the straight line nearest to the points."""
        return np.linalg.pinv(self.point_functions)

    @property
    def material_functions(self):
        """At the points of Gauss and in the middle."""
        return np.concatenate([self.point_functions, [[0.5, 0.5]]])

    def _elastic_section(self, data):
        """A section of one material that is as stiff as the fibres, and its Young's modulus."""
        fibres = Fibres.of(data)
        stiff, plain = fibres.moments(fibres.constant("young")), fibres.moments()
        young = stiff[:, 0] / plain[:, 0]
        return self.with_fibres(data, {"inertia_y": stiff[:, 4] / young, "inertia_z": stiff[:, 3] / young}), young

    def local_stiffness(self, data):
        """Of elastic fibres that are balanced about the axis."""
        section, young = self._elastic_section(data)
        return warping_stiffness(section, self.length(data), young, self.moduli(data)[1])

    def mass(self, data):
        """Of the density of the fibres, spread evenly."""
        section, moments = self.with_fibres(data), self._dense(data)
        elastic, young = self._elastic_section(data)
        bent = {}
        for name, inertia in (("shear_y", "inertia_z"), ("shear_z", "inertia_y")):
            softer = getattr(elastic, inertia)[:, 0] / getattr(section, inertia)[:, 0]
            bent[name] = getattr(section, name)[:, 0] * softer
        density = moments[:, 0] / section.area[:, 0]
        return self.turned(data, consistent_mass(self.with_fibres(data, bent), self.length(data), density, young, self.moduli(data)[1]))

    flooded_mass = Beam.flooded_mass

    def _turning(self, data):
        section, young = self.with_fibres(data), self._elastic_section(data)[1]
        return section, self.length(data), self._dense(data)[:, 0] / section.area[:, 0], young, self.moduli(data)[1]

    def lumped_mass(self, data):
        """Diagonal in the beam's own axes."""
        length, moments = self.length(data), self._dense(data)
        whole, turns = moments[:, 0] * length, length * moments[:, 3:5].sum(axis=1)
        slope = whole * length**2 / 105 + turns / 15
        return self.turned(data, np.stack([*[whole / 2] * 3, turns / 2, slope, slope] * 2, axis=1)[:, :, None] * np.eye(12))

    def inertial_force(self, data, acceleration):
        """On the unknowns of a plain beam."""
        result, plain = np.zeros((len(data), 14)), FibreBeam()
        result[:, PLAIN] = plain.inertial_force(data, acceleration)
        return result

    beam_force = WarpingBeam.beam_force

    def _sections(self, data):
        """(ne, 7) elastic force over strain of the section, and (3, ne, 7, 14) its strains by unit unknowns."""
        section, (young, shear) = self.with_fibres(data), self.moduli(data)
        area = section.area[:, 0]
        sheared = (area / np.where(f[:, 0] > 0.0, f[:, 0], 1.0) for f in (section.shear_y, section.shear_z))
        own = [young * area, *(shear * a for a in sheared), shear * section.torsion[:, 0]]
        own += [young * section.inertia_y[:, 0], young * section.inertia_z[:, 0], young * section.warping[:, 0]]
        return np.stack(own, axis=1), self._strains(data, section)

    def _over_fibres(self, data, strains):
        """(ne, 3, nf) from strains of the section (ne, 3, 7)."""
        y, z = np.moveaxis(Fibres.of(data).places[:, None, :, 1:], -1, 0)
        return strains[..., :1] - y * strains[..., 5:6] + z * strains[..., 4:5]

    def elastic_state(self, data, u):
        """Forces at the points, and stresses of elastic fibres, at displacements (ne, nd)."""
        found = WarpingBeam.elastic_state(self, data, u)
        strains = contracted("pefj,ej->epf", self._sections(data)[1], np.einsum("eij,ej->ei", self.turn(data), u))
        stress = self._over_fibres(data, strains) * Fibres.of(data).constant("young")[:, None]
        strx = np.zeros((len(data), 3, len(STRX)))
        strx[..., :7] = found.stress
        return PointState(u[:, None], stress.reshape(len(data), -1, 1), found.internal, structural=strx)

    def anelastic_force(self, data, before=False):
        """(ne, nd) of what holds the fibres' own strains that no stress causes; None when there are none.

        As in code_aster (pmfk21) those of the temperature make no moment.
        """
        fibres = Fibres.of(data)
        warm, rest = fibres.held_stress(data, self.n_points, before)
        if warm is None:
            return None
        strx, moments = np.zeros((len(data), self.n_points, len(STRX))), fibres.moments(rest)
        strx[..., 0] = moments[..., 0] + fibres.moments(warm)[..., 0]
        strx[..., 4], strx[..., 5] = moments[..., 2], -moments[..., 1]
        return self.structural_forces(data, strx)

    def _moduli_of_section(self, data):
        return self._sections(data)[0]

    _elastic_moduli = _moduli_of_section

    iterative: str | bool = False

    def _stretches(self, data, u, state):
        """(ne, 3, 7) strains of the section at the end of the step, and their increments over it."""
        d, turn = self._sections(data)[1], self.turn(data)
        return tuple(self._strained(d, turn, x) for x in (u, u - state.strain[:, 0]))

    @staticmethod
    def _strained(d, turn, u):
        return contracted("pefi,eij,ej->epf", d, turn, u)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces at the points, and what they make at the ends; with the strains of the step where they are summed over iterates."""
        length, fibres = self.length(data), Fibres.of(data)
        elastic, d = self._sections(data)
        total, change = self._stretches(data, u, state)
        shape = (len(data), 3, fibres.area.shape[1])
        stress, internal = state.stress.reshape(shape), state.internal.reshape(*shape, -1)
        whole, step = self._over_fibres(data, total), self._over_fibres(data, change)
        new, after, rate = fibres.stretched(data, step, whole, stress, internal)
        strx = state.structural.copy()
        if self.iterative:
            strx[..., STRAINS] = change
        held = fibres.moments(new)
        strx[..., 0], strx[..., 4], strx[..., 5] = held[..., 0], held[..., 2], -held[..., 1]
        for place in (1, 2, 3, 6):
            strx[..., place] += elastic[:, None, place] * change[..., place]
        strx[..., 3] += self._held_twist(data, strx) * change[..., 3]
        tangent = None
        if want_tangent:
            tangent = self.turned(data, self._tangent(d, elastic, fibres.moments(rate), length))
        points = PointState(u[:, None], new.reshape(len(data), -1, 1), after.reshape(state.internal.shape), structural=strx)
        return self.structural_forces(data, strx), tangent, points

    def _held_twist(self, data, strx):
        """(ne, 3) the torsional rigidity that normal stresses bring."""
        section = self.with_fibres(data)
        y, z = (offset[:, None] for offset in section.offset)
        area, iy, iz = (getattr(section, name)[:, :1] for name in ("area", "inertia_y", "inertia_z"))
        return (
            strx[..., 0] * ((iy + iz) / area + y**2 + z**2)
            + strx[..., 4] * (section.third_z[:, :1] / iy - 2 * z)
            - strx[..., 5] * (section.third_y[:, :1] / iz - 2 * y)
        )

    @staticmethod
    def _tangent(d, elastic, moments, length):
        """(ne, 14, 14) of the tangents of the fibres, integrals (ne, 3, 6)."""
        section = np.zeros((*moments.shape[:2], 7, 7))
        for place in (1, 2, 3, 6):
            section[..., place, place] = elastic[:, None, place]
        places = {(0, 0): moments[..., 0], (0, 4): moments[..., 2], (0, 5): -moments[..., 1]}
        places |= {(4, 4): moments[..., 4], (4, 5): -moments[..., 5], (5, 5): moments[..., 3]}
        for (i, j), value in places.items():
            section[..., i, j] = section[..., j, i] = value
        weights = 0.5 * WEIGHTS[None] * length[:, None]
        return contracted("ep,pefi,epfg,pegj->eij", weights, d, section, d)

    def structural_forces(self, data, structural):
        """(ne, nd) the virtual work of the forces at the points."""
        return np.einsum("eji,ej->ei", self.turn(data), self._own_forces(data, structural))

    def _own_forces(self, data, structural):
        weights = 0.5 * WEIGHTS[:, None] * self.length(data)
        return contracted("pe,pefj,epf->ej", weights, self._sections(data)[1], structural[..., :7])

    def end_values(self, data, structural):
        """(ne, 2, 7): what holds the ends."""
        own = self._own_forces(data, structural)
        return np.stack([-own[:, :7], own[:, 7:]], axis=1), self.forces

    def forces_at_nodes(self, data, given):
        """(ne, 2, 7): those that it keeps, of nonlinear laws; else of a linear beam."""
        if given.nonlinear:
            return None if given.structural is None else self.end_values(data, given.structural)
        return WarpingBeam.forces_at_nodes(self, data, given)

    section_strains = WarpingBeam.section_strains

    def fibre_strains(self, data, u, structural):
        """(ne, ng nf, 1) the strain of every fibre."""
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        strains = contracted("pefj,ej->epf", self._sections(data)[1], own)
        return self.shown(data, self._over_fibres(data, strains).reshape(len(data), -1, 1))[0]

    def geometric_stiffness(self, data, stress):
        """Of the normal force at the last end and the moments of the fibres at both, on parabolas through the points."""
        held = Fibres.of(data).moments(stress.reshape(len(data), 3, -1))
        forces = np.stack([held[..., 0], held[..., 2], -held[..., 1]], axis=-1)
        ends = np.einsum("np,epf->enf", PARABOLA, forces)
        return self.turned(data, linear_geometric_stiffness(self.with_fibres(data), self.length(data), ends[:, 1, 0], ends[..., 1:]))
