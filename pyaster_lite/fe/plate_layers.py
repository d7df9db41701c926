"""Plane plates with their stresses and strains across the thickness, layer by layer (r3.07.03)."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .anelastic import anelastic_strain
from .data import ElementData
from .element import PointState
from .errors import ComputationFailed
from .laminate_heat import laminates_expand, layers_apart
from .plate import FORCES, Plate
from .plate_frames import in_plane_turn, plate_frames, user_turns
from .plate_section import PlateSection, plane_stress
from .plate_shear import FieldPlate, ShearPlate
from .tensors import AXES


class Layered:
    """What a plate whose layers are looked at adds: it shows stresses below, in the middle and above each layer.

    It keeps its forces by length all the same, and behind them, where there are laminates, what fe.plate_stack calls l.
    """

    section_points = "layers"
    follows_shear = True

    def elastic_state(self, data, u):
        """The forces by length at displacements (ne, nd)."""
        stress = self.forces_by_length(data, u, free=self.free_strains(data))
        if PlateSection.of(data).stack is not None:
            stress = np.concatenate([stress, self._uneven_moments(data, u)], axis=-1)
        return PointState(u[:, None], stress, np.zeros((len(data), len(self.rule()), 1)))

    def sub_counts(self, data):
        """Three for each layer."""
        return 3 * PlateSection.of(data).layers

    @cached_property
    def material_functions(self) -> np.ndarray:
        """At the points of the rule, the corners and the middle."""
        corners = np.eye(self.nodes)
        return np.concatenate([self.point_functions, corners, corners.mean(axis=0, keepdims=True)])

    def offsets(self, data: ElementData) -> np.ndarray:
        """The heights along the normal."""
        return PlateSection.of(data).heights()[..., None] * plate_frames(data.coordinates)[:, 2][:, None]

    def points_across(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """As PlateSection.points, of the points of the rule."""
        normal = plate_frames(data.coordinates)[:, 2]
        places = self.strain_points(data.coordinates)
        return PlateSection.of(data).points(places, np.broadcast_to(normal[:, None], places.shape), self.areas(data))

    def shown(self, data, stress):
        """(ne, ng 3 layers, 6) stresses in the user's axes that the forces by length (ne, ng, 8) make, and their names.

            s = h (e + z k + f)     (e, k) = whole^-1 (N, M)     t = Q 6 (z+ - z) (z - z-) / (z+ - z-)^3

        with z- and z+ the heights of the faces: parabolas of transverse shear; f what the free strains known across the thickness
        leave to their own mean and slope. Layers of laminates have their own h, and shear stresses that balance theirs.
        """
        section = PlateSection.of(data)
        strain = np.zeros_like(stress[..., :6])
        # plates without a material are asked for the names alone, by the matrices of stresses that are given (RIGI_GEOM)
        if stress.any():
            strain = np.einsum("eij,egj->egi", np.linalg.inv(section.whole()), stress[..., :6])
        plane = self._across(data, strain) + self._held_strains(data)
        moduli = np.broadcast_to((section.membrane / section.thickness[:, None, None])[:, None], (*section.heights().shape, 3, 3))
        shear = stress[:, :, None, 6:8] * self.parabola(section)[:, None, :, None]
        if section.stack is not None:
            if stress.shape[-1] == 8:
                raise ComputationFailed("stresses in the layers of laminates that are followed from step to step are not there yet")
            section.stack.check(section.layers)
            laminated, most = section.stack.count > 0, section.layers.max()
            kept = min(most, section.stack.plane.shape[1])
            moduli = np.array(moduli)
            moduli[laminated, : 3 * kept] = np.repeat(section.stack.plane[laminated, :kept], 3, axis=1)
            own = section.stack.shear(section.heights()[:, : 3 * section.stack.plane.shape[1]], stress[..., 6:8], stress[..., 8:])
            shear = np.array(shear)
            shear[laminated, :, : 3 * kept] = own[laminated, :, : 3 * kept]
        plane = np.einsum("elij,eglj->egli", moduli, plane) + self._warmer_moduli(data, section)
        return self._in_layers(data, plane, shear), tuple("SI" + axes for axes in AXES)

    def _uneven_moments(self, data, u):
        """(ne, ng, 4) l of fe.plate_stack at displacements (ne, nd)."""
        shape, section = self.shape(data), PlateSection.of(data)
        _, b, sign = self._places
        own = np.einsum("eij,ej->ei", self.turn(data), u)[:, b] * sign
        slopes = shape.moment_slopes(section.bending, self.side_rotations(shape, section))
        xx, yy, xy = np.moveaxis(np.einsum("egixd,ed->egix", slopes, own), 2, 0)
        return np.stack([xx[..., 0] - xy[..., 1], xy[..., 0] - yy[..., 1], yy[..., 0], xx[..., 1]], axis=-1)

    def _held_strains(self, data):
        """(ne, ng, 3 most layers, 3) what the plate holds of free strains by being plane, and by expanding as at its mean temperature; 0
        without any."""
        free, laminated = anelastic_strain(data, ("XX", "YY")), laminates_expand(data)
        if free is None and not laminated:
            return 0.0
        apart = layers_apart(data, len(self.rule())) if laminated else 0.0
        if free is not None:
            apart = apart + np.pad(self._by_level(free), ((0, 0),) * 3 + ((0, 1),))
        return self._across(data, self.free_strains(data)) - apart

    def _warmer_moduli(self, data, section):
        """(ne, ng, 3 most layers, 3) what code_aster has the free strains do by moduli other than the mean ones (dxsith): those below, in
        the middle and above the first layer of each point stand for those of all layers. Zero where moduli do not vary."""
        free, points = anelastic_strain(data, ("XX", "YY")), len(self.rule())
        if free is None or not (data.varies("young") or data.varies("poisson")):
            return 0.0
        of_first = len(data), points, 3
        young, poisson = (np.broadcast_to(self._by_level(data.at_points(name, 0.0))[..., :3], of_first) for name in ("young", "poisson"))
        mean = section.membrane / section.thickness[:, None, None]
        apart = mean[:, None, None] - plane_stress(young, poisson)
        apart = np.where((young != 0.0)[..., None, None], apart, 0.0)
        apart = np.tile(apart, (1, 1, section.layers.max(), 1, 1))
        return (apart[..., :2] @ self._by_level(free)[..., None])[..., 0]

    def _by_level(self, values):
        """(ne, ng, 1 or 3 most layers, ...) of values (ne, n, ...) of a cell, of its points, or of the levels across each of them."""
        points = len(self.rule())
        return values.reshape(len(values), *((1, 1) if values.shape[1] == 1 else (points, -1)), *values.shape[2:])

    @staticmethod
    def parabola(section: PlateSection) -> np.ndarray:
        """(ne, 3 most layers) 1/m, the shear stresses at the heights of shear forces of one."""
        z, middle, half = section.heights(), section.offset[:, None], section.thickness[:, None] / 2
        return 6 * (half - (z - middle)) * (half + z - middle) / (2 * half) ** 3

    def _across(self, data, strain):
        """(ne, ng, nl, 3) membrane strains and curvatures (ne, ng, 6) at the heights."""
        return strain[:, :, None, :3] + PlateSection.of(data).heights()[:, None, :, None] * strain[:, :, None, 3:]

    def _in_layers(self, data, plane, shear):
        """(ne, ng nl, 6) tensors in the user's axes of xx, yy, xy (ne, ng, nl, 3) and xz, yz (ne, ng, nl, 2) in the own ones."""
        turn = user_turns(plate_frames(data.at_rest()), PlateSection.of(data).direction)
        plane = np.einsum("eij,eglj->egli", in_plane_turn(turn), plane)
        shear = np.einsum("eij,eglj->egli", turn, shear)
        nothing = np.where(np.isnan(plane[..., :1]), np.nan, 0.0)
        whole = np.concatenate([plane[..., :2], nothing, plane[..., 2:], shear], axis=-1)
        return whole.reshape(len(whole), -1, 6)

    def kept(self, data, values):
        """Forces by length (ne, ng, 8) in the plate's own axes of stresses in the user's axes, as `shown` gives them."""
        section = PlateSection.of(data)
        if values.shape[-1] != 6:
            raise ComputationFailed("stresses of plates in layers must have all six components")
        layers = np.nan_to_num(values.reshape(len(values), -1, section.heights().shape[1], 6))
        weight, z = section.layer_weights(), np.nan_to_num(section.heights())
        plane = np.einsum("el,eglk->egk", weight, layers[..., [0, 1, 3]])
        moment = np.einsum("el,el,eglk->egk", weight, z, layers[..., [0, 1, 3]])
        shear = np.einsum("el,eglk->egk", weight, layers[..., 4:])
        back = user_turns(plate_frames(data.at_rest()), section.direction).transpose(0, 2, 1)
        tensor = in_plane_turn(back)
        parts = [np.einsum("eij,egj->egi", tensor, part) for part in (plane, moment)]
        return np.concatenate([*parts, np.einsum("eij,egj->egi", back, shear)], axis=-1)

    def layer_strains(self, data, u):
        """(ne, ng 3 layers, 6) strains in the user's axes at displacements (ne, nd); those across make the shear forces."""
        forces, section = self.forces_by_length(data, u), PlateSection.of(data)
        plane = self._across(data, self.generalised_strains(data, u)) * [1.0, 1.0, 0.5]
        shear = 0.5 * np.einsum("eij,egj->egi", section.flexibility, forces[..., 6:])
        return self._in_layers(data, plane, np.broadcast_to(shear[:, :, None], (*plane.shape[:3], 2)))

    def forces_at_points(self, data, values):
        """(ne, ng, 8) forces by length in the user's axes of stresses as `shown` gives them, and their names."""
        return self.in_user_axes(data, self.kept(data, values)), FORCES


class LayeredPlate(Layered, Plate):
    """The plate without shear strains."""

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """As of the plate; of the whole displacement where the law wants it (te0031, whose layers call laws)."""
        if not behaviour.from_whole_strain:
            return super().respond(data, behaviour, u, state, want_tangent)
        # what the step adds apart: where iterations no longer move, neither does the rounding of the rest
        before = state.strain[:, 0]
        since = u - before + data.characteristics.get("lost", 0.0)
        stress = self.forces_by_length(data, self._apart(before), free=self.free_strains(data))
        stress = stress + self.forces_by_length(data, self._apart(since))
        force, matrix = self.balancing_forces(data, stress), self.stiffness(data) if want_tangent else None
        return force, matrix, PointState(u[:, None], stress, state.internal)

    def _apart(self, u):
        """The displacements beside those of the first corner: small, and so exact."""
        apart = u.reshape(len(u), self.nodes, -1).copy()
        apart[..., :3] -= apart[:, :1, :3].copy()
        return apart.reshape(u.shape)


class LayeredShearPlate(Layered, ShearPlate):
    """The plate whose shear strains follow from the balance of moments."""


class LayeredFieldPlate(Layered, FieldPlate):
    """The plate whose shear strains are a field of their own."""
