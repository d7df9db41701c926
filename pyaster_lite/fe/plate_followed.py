"""Plane plates followed from step to step: laws in every layer, and displacements that carry them along (r3.07.03, r5.03.20).

With B the matrices of the plate, e = Bm u and k = Bb u its strains, the strain of a layer at height z is e + z k, in plane stress.
Where the plate is carried along, B is made where the nodes stand at the end of the step, and

    PETIT_REAC   de = Bm du
    GROT_GDEP    de = Bm du - (H^T H) / 2,   H the rows du/dx, du/dy of the increment, turns about the normal left out

Forces are B^T R, tangents B^T (dR/dE) B, R the forces by length. As code_aster has it, a turn about the normal meets no force, and
a stiffness only so that it stays where it is.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import PointState
from .kinematics import PlaneStress
from .large_strain import Green, Updated
from .plate import FORCES, Plate, turned_forces
from .plate_frames import in_plane_turn, plate_frames, user_turns
from .plate_layers import Layered, LayeredFieldPlate, LayeredShearPlate
from .plate_section import PlateSection
from .tensors import AXES

SHEAR = np.sqrt(0.5)
_PLANE = [0, 1, 3]


class Followed:
    """What a followed plate adds to the plate that it is made of; members say what forces by length its strains make.

    moves, turns  whether it is made where its nodes stand; whether the products of rotations count
    """

    moves = turns = False

    def start(self, data, behaviour):
        """At rest where the mesh is."""
        shape = (len(data), len(self.rule()) * self.law_points(data))
        values = self.shown_size
        internal = np.zeros((*shape, behaviour.internal_size))
        return PointState(np.zeros((*shape, 6)), np.zeros((*shape, values)), internal, np.zeros((len(data), self.size)))

    def law_points(self, data: ElementData) -> int:
        """How many places across the thickness the law is met at."""
        return 1

    def strain_rows(self, data: ElementData, shape, section):
        """(ne, ng, 6 or 8, nd) from the unknowns in the plate's own axes to membrane strains, curvatures and shear strains."""
        alpha = self.side_rotations(shape, section)
        m, b, sign = self._places
        gamma = self.shear_strain(shape, section, alpha)
        rows = np.zeros((len(data), len(self.rule()), 6 if gamma is None else 8, self.size))
        rows[:, :, :3, m] = shape.membrane()
        rows[:, :, 3:6, b] = shape.bending(alpha) * sign
        if gamma is not None:
            rows[:, :, 6:, b] = gamma * sign
        return rows

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces, tangent and state of a step."""
        place = self.moved(data, u) if self.moves else data
        shape, section = self.shape(place), PlateSection.of(place)
        rows, turn = self.strain_rows(place, shape, section), self.turn(place)
        old = np.einsum("eij,ej->ei", turn, state.displacement)
        step = np.einsum("eij,ej->ei", turn, u - state.displacement)
        before, increment = (np.einsum("egij,ej->egi", rows, v) for v in (old, step))
        if self.turns:
            increment[..., :3] -= self._products(shape, step)
        forces, tangent, new = self.answer(data, place, behaviour, before, increment, state, u)
        weight = self.rule().weights * shape.determinant
        force = contracted("egia,egi,eg->ea", rows, forces[..., : rows.shape[2]], weight)
        matrix = None
        if want_tangent:
            matrix = contracted("egia,egij,egjb,eg->eab", rows, tangent, rows, weight)
            self._hold(matrix, section)
            matrix = turn.transpose(0, 2, 1) @ matrix @ turn
        return np.einsum("eji,ej->ei", turn, force), matrix, new

    def _products(self, shape, step):
        """(ne, ng, 3) halves of the products of the slopes of displacements (ne, nd) in the plate's own axes; xy twice."""
        slopes = np.einsum("egdn,enk->egdk", shape.gradient, step.reshape(len(step), self.nodes, 6)[..., :3])
        first, second = slopes[:, :, 0], slopes[:, :, 1]
        return np.stack([(first**2).sum(-1) / 2, (second**2).sum(-1) / 2, (first * second).sum(-1)], axis=-1)

    def _hold(self, matrix, section):
        """A share of the least stiffness of a rotation for turns about the normal."""
        places = np.arange(self.size).reshape(-1, 6)[:, 3:5].ravel()
        least = np.einsum("eii->ei", matrix)[:, places].min(axis=1)
        for place in range(5, self.size, 6):
            matrix[:, place, place] += section.drilling * least

    def answer(self, data, place, behaviour, before, increment, state, u):
        """Forces by length (ne, ng, 8), their tangent (ne, ng, n, n) on the strains of `strain_rows`, and the new state."""
        raise NotImplementedError

    def state_forces(self, data, state):
        """Forces that hold the stresses of a state, where it stands."""
        return self.nodal_forces(self.moved(data, state.displacement) if self.moves else data, state.stress)


class FollowedLayers(Followed):
    """The plate whose law is met in its layers; it keeps stresses (ne, ng 3 layers, 6) in its own axes, in Mandel's notation.

    As in code_aster the axes of the user turn with it: they are those of the mesh.
    """

    shown_size = 6

    def law_points(self, data):
        """Three for each layer."""
        return self.sub_points(data)

    def shown(self, data, stress):
        """The tensors themselves, in the user's axes; NaN past the last layer."""
        there = np.where(np.isnan(PlateSection.of(data).heights()), np.nan, 1.0)
        values = _turned(stress, self._user(data)) * [1.0, 1.0, 1.0, SHEAR, 1.0, 1.0]
        return values * np.tile(there, (1, len(self.rule())))[..., None], tuple("SI" + axes for axes in AXES)

    def kept(self, data, values):
        """Stresses as the state keeps them, of those that are shown."""
        back = self._user(data).transpose(0, 2, 1)
        return _turned(np.nan_to_num(values) * [1.0, 1.0, 1.0, 1 / SHEAR, 1.0, 1.0], back)

    @staticmethod
    def _user(data):
        return user_turns(plate_frames(data.at_rest()), PlateSection.of(data).direction)

    def nodal_forces(self, data, stress):
        """Of the forces by length that the stresses add up to."""
        return super().nodal_forces(data, super().kept(data, self.shown(data, stress)[0]))

    def answer(self, data, place, behaviour, before, increment, state, u):
        """The sums over the thickness of what the law makes of e + z k."""
        section = PlateSection.of(place)
        weight, z = section.layer_weights(), np.nan_to_num(section.heights())
        ne, ng, nl = len(data), len(self.rule()), z.shape[1]
        old, step = (self._layer_strain(strain, z) for strain in (before, increment))
        known = PointState(old, state.stress[..., :4], state.internal)
        surrounded = data.at_sub_points(ng, nl)
        stress, internal, tangent = behaviour.integrate(old + step, known, surrounded, PlaneStress())
        plane = stress.reshape(ne, ng, nl, 4)[..., _PLANE] * [1.0, 1.0, SHEAR]
        forces = np.zeros((ne, ng, 8))
        forces[..., :3] = np.einsum("el,eglk->egk", weight, plane)
        forces[..., 3:6] = np.einsum("el,el,eglk->egk", weight, z, plane)
        kept = np.zeros((ne, ng * nl, 6))
        kept[..., :4] = stress
        kept[..., 4:] = self._shear(place, section, u).reshape(ne, -1, 2)
        tangent = np.broadcast_to(tangent, (ne, ng * nl, 4, 4))[..., _PLANE, :][..., _PLANE] * np.outer([1, 1, SHEAR], [1, 1, SHEAR])
        tangent = tangent.reshape(ne, ng, nl, 3, 3)
        parts = [np.einsum("el,eglij->egij", weight * z**power, tangent) for power in range(3)]
        whole = np.block([[parts[0], parts[1]], [parts[1], parts[2]]])
        return forces, whole, PointState(old + step, kept, internal, u)

    @staticmethod
    def _layer_strain(strain, z):
        """(ne, ng nl, 4) strains in Mandel's notation of membrane strains and curvatures (ne, ng, 6)."""
        plane = strain[:, :, None, :3] + z[:, None, :, None] * strain[:, :, None, 3:6]
        result = np.zeros((*plane.shape[:3], 4))
        result[..., :2], result[..., 3] = plane[..., :2], plane[..., 2] * SHEAR
        return result.reshape(len(result), -1, 4)

    def _shear(self, place, section, u):
        """(ne, ng, nl, 2) the parabolas of the shear forces that balance elastic moments at displacements (ne, nd)."""
        own = np.einsum("eij,ej->ei", self.turn(place), u)
        _, b, sign = self._places
        forces = np.einsum("egij,ej->egi", self.strain_matrices(place)[2], own[:, b] * sign)
        return forces[:, :, None] * self.parabola(section)[:, None, :, None]


class FollowedForces(Followed):
    """The plate that is seen by its forces by length (ne, ng, 8), which it keeps in the user's axes.

    Laws of sections answer by `resist(strain, state, data, section, user)`, strain (ne, ng, 6) in the plate's own axes about the
    middle of the section and `user` (ne, 2, 2) the turn from there to the user's: forces, internal variables, tangent. Of variables that
    they name in `by_area` what is added is by area, and counted for that of the point. To laws that are `stepwise` the state tells the
    strains of the last instant where the plate stands at the end of the step, as code_aster does.
    """

    shown_size = 8

    def shown(self, data, stress):
        """The forces as they are kept."""
        return stress, FORCES

    def kept(self, data, values):
        """The same."""
        return values

    def nodal_forces(self, data, stress):
        """Of the forces in the plate's own axes."""
        return super().nodal_forces(data, super().kept(data, stress))

    def answer(self, data, place, behaviour, before, increment, state, u):
        """Linear elasticity of the section, or what its law makes of the strains that stress causes."""
        section = PlateSection.of(place)
        user = user_turns(plate_frames(place.coordinates), section.direction)
        size = increment.shape[-1]
        if hasattr(behaviour, "resist"):
            return self._resisting(data, place, behaviour, section, user, before, increment, state, u)
        tangent = np.zeros((len(data), size, size))
        tangent[:, :6, :6] = section.whole()
        if size == 8:
            tangent[:, 6:, 6:] = section.shear
        stress = turned_forces(state.stress, user.transpose(0, 2, 1))
        stress[..., :size] += np.einsum("eij,egj->egi", tangent, increment)
        new = PointState(before[..., :6] + increment[..., :6], turned_forces(stress, user), state.internal, u)
        return stress, np.broadcast_to(tangent[:, None], (len(data), increment.shape[1], size, size)), new

    def _resisting(self, data, place, behaviour, section, user, before, increment, state, u):
        """As `answer`; the strain of the middle of the section is e + offset k, k in code_aster being twice that of the last instant."""
        free, strain = self.free_strains(data), before + increment
        own = strain[..., :6] if free is None else strain[..., :6] - free
        raised = np.tile(np.eye(6), (len(data), 1, 1))
        raised[:, [0, 1, 2], [3, 4, 5]] = section.offset[:, None]
        own = own + np.pad(2 * section.offset[:, None, None] * before[..., 3:6], ((0, 0), (0, 0), (0, 3)))
        was = self.free_strains(data, before=True)
        held = state if was is None else replace(state, strain=state.strain[..., :6] - was)
        if getattr(behaviour, "stepwise", False):
            last = before[..., :6] + np.pad(section.offset[:, None, None] * before[..., 3:6], ((0, 0), (0, 0), (0, 3)))
            held = replace(state, strain=last if was is None else last - was)
        forces, internal, tangent = behaviour.resist(own, held, data, section, user)
        for i in getattr(behaviour, "by_area", ()):
            internal[..., i] = state.internal[..., i] + self.areas(place) * (internal[..., i] - state.internal[..., i])
        size = strain.shape[-1]
        stress, whole = np.zeros((*forces.shape[:2], 8)), np.zeros((*forces.shape[:2], size, size))
        stress[..., :6] = np.einsum("eji,egj->egi", raised, forces)
        whole[..., :6, :6] = contracted("eki,egkl,elj->egij", raised, tangent, raised)
        if size == 8:
            stress[..., 6:] = np.einsum("eij,egj->egi", section.shear, strain[..., 6:])
            whole[..., 6:, 6:] = section.shear[:, None]
        return stress, whole, PointState(strain[..., :6], turned_forces(stress, user), internal, u)


def _turned(stress, turn):
    """Stresses (ne, points, 6) of plates in Mandel's notation, turned in the plane by (ne, 2, 2)."""
    scaled = stress * np.array([1.0, 1.0, 1.0, SHEAR, 1.0, 1.0])
    result = np.zeros_like(stress)
    result[..., _PLANE] = np.einsum("eij,epj->epi", in_plane_turn(turn), scaled[..., _PLANE]) * [1.0, 1.0, 1 / SHEAR]
    result[..., 4:] = np.einsum("eij,epj->epi", turn, scaled[..., 4:])
    return result


@cache
def followed_plate(plate: Plate, kind: type | None, linear: bool) -> Plate | None:
    """The plate with another kind of kinematics (of fe.large_strain; None for small strains), for laws that are linear or not.

    None where there is none.
    """
    if kind is None and linear:
        return plate
    if kind not in (None, Updated, Green) or type(plate) in (LayeredShearPlate, LayeredFieldPlate):
        return None
    own = FollowedLayers if isinstance(plate, Layered) else FollowedForces
    made = type(
        f"Followed{type(plate).__name__}", (own, type(plate)), {"moves": kind is not None, "turns": kind is Green, "straight": kind is None}
    )
    return made(plate.cell, plate.family, plate.rotary)
