"""Thin shells of revolution about the axis Y, by their meridian in the plane (r3.07.02).

With s along the meridian, n = (cos a, sin a) its normal, r the radius and b the rotation DRZ, the strains of the section are

    e_s = u_s . t,   k_s = b_s,   e_t = u_x / r,   k_t = - sin a b / r,   g = b + u_s . n

t = (- sin a, cos a) along the meridian. Forces are those by radian. The thickness is thin beside both radii of curvature unless the
characteristic `metric` says otherwise: then strains at the height z are divided by 1 + z c along the meridian, of curvature c, and by
1 + z cos a / r around the axis (see fe.thick_meridian).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from . import thick_meridian
from .anelastic import anelastic_strain
from .contraction import contracted
from .data import ElementData
from .element import ElasticElement, PointState
from .extrapolation import points_to_nodes
from .kinematics import PlaneStress
from .plate_section import PlateSection
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions

UNKNOWNS = ("DX", "DY", "DRZ")
FORCES = ("NXX", "NYY", "NXY", "MXX", "MYY", "MXY")
STRAINS = ("EXX", "EYY", "EXY", "KXX", "KYY", "KXY")
STRESSES = ("SIXX", "SIYY", "SIZZ", "SIXZ")


class ShellOfRevolution(ElasticElement):
    """The shell on SEG3; characteristics are thickness, layers and shear_factor. X is along the meridian, Y around the axis.

    It keeps stresses (ne, ng 3 layers, 4) in its layers. As in code_aster the shear stress that displacements tell is twice the
    elastic one, and there is none where it is followed from step to step.
    """

    cell, dim, nodes = "SEG3", 1, 3
    components = (UNKNOWNS,) * 3
    translations = ("DY",)
    section_points = "layers"
    straight = False
    layer_names = ("EPXX", "EPYY", "EPXZ")

    @cached_property
    def _rule(self):
        return quadrature("SEG3", "FPG4")

    def rule(self):
        """The quadrature of everything."""
        return self._rule

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, 3) the functions of the nodes at the points."""
        return shape_functions("SEG3", self._rule.points)

    def points_to_nodes(self) -> np.ndarray:
        """(3, ng) from the points to the nodes."""
        return points_to_nodes("SEG3", "FPG4")

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points stand, and loads are read."""
        return np.einsum("gn,enk->egk", self.point_functions, coordinates)

    strain_points = points

    def geometry(self, data: ElementData):
        """Derivatives along the meridian (ne, ng, 3), cos a and sin a, radii and weighted areas by radian (ne, ng)."""
        slopes = shape_derivatives("SEG3", self._rule.points)[:, 0]
        tangent = np.einsum("gn,enk->egk", slopes, data.coordinates[..., :2])
        length = np.linalg.norm(tangent, axis=-1)
        radius = self.points(data.coordinates)[..., 0]
        cosine, sine = tangent[..., 1] / length, -tangent[..., 0] / length
        return slopes / length[..., None], cosine, sine, radius, length * self._rule.weights * radius

    @staticmethod
    def _thick(data):
        return data.characteristics.get("metric", np.zeros(len(data))) > 0.0

    def curvature(self, data: ElementData) -> np.ndarray:
        """(ne, ng) of the meridian, the second derivatives being those of the whole cell (dfdm1d)."""
        slopes = shape_derivatives("SEG3", self._rule.points)[:, 0]
        first = np.einsum("gn,enk->kge", slopes, data.coordinates[..., :2])
        second = (data.coordinates[:, 0] + data.coordinates[:, 1] - 2 * data.coordinates[:, 2]).T[:, None]
        return ((first[0] * second[1] - second[0] * first[1]) / np.hypot(*first) ** 3).T

    def _lengthening(self, data: ElementData, heights: np.ndarray, followed: bool = False) -> np.ndarray:
        """(ne, ng, nz, 2) what strains along and around are divided by at heights (ne, nz), m; less of it where they are followed."""
        thick = self._thick(data)
        _, cosine, _, radius, _ = self.geometry(data)
        bends = self.curvature(data), cosine / radius
        if followed:
            bends = thick_meridian.felt(*bends, radius, PlateSection.of(data).thickness)
        z = thick[:, None] * np.nan_to_num(heights)
        return 1.0 + z[:, None, :, None] * np.stack(bends, axis=-1)[:, :, None]

    def strain_matrix(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """B (ne, ng, 5, 9) of e_s, k_s, e_t, k_t, g, and weighted areas (ne, ng)."""
        slope, cosine, sine, radius, area = self.geometry(data)
        c, s, r, value = cosine[..., None], sine[..., None], radius[..., None], self.point_functions
        b = np.zeros((*area.shape, 5, 3, 3))
        b[:, :, 0, :, 0], b[:, :, 0, :, 1] = -s * slope, c * slope
        b[:, :, 1, :, 2] = slope
        b[:, :, 2, :, 0] = value / r
        b[:, :, 3, :, 2] = -s * value / r
        b[:, :, 4, :, 0], b[:, :, 4, :, 1], b[:, :, 4, :, 2] = c * slope, s * slope, value
        return b.reshape(*area.shape, 5, 9), area

    def _section(self, data):
        """(ne, 5, 5) forces by length of the strains, of a thin section."""
        section = PlateSection.of(data)
        result = np.zeros((len(data), 5, 5))
        result[np.ix_(range(len(data)), (0, 2), (0, 2))] = section.membrane[:, :2, :2]
        result[np.ix_(range(len(data)), (1, 3), (1, 3))] = section.bending[:, :2, :2]
        young, poisson = data.property("young"), data.property("poisson")
        result[:, 4, 4] = data.characteristics["shear_factor"] * section.thickness * young / (2 * (1 + poisson))
        return result

    def _shear(self, data):
        """(ne, ng) the force by length of g, where it is followed."""
        section = PlateSection.of(data)
        lengthening = self._lengthening(data, section.heights(), True)[..., 0]
        modulus = data.characteristics["shear_factor"] * data.property("young") / (2 * (1 + data.property("poisson")))
        return modulus[:, None] * np.einsum("el,egl->eg", section.layer_weights(), lengthening**-2)

    def stiffness(self, data):
        """sum over points of B^T D B; as in code_aster one curvature acts on the other with a sign that the tangent does not have."""
        (b, area), section = self.strain_matrix(data), self._section(data)
        section[:, [1, 3], [3, 1]] *= -1.0
        section = np.repeat(section[:, None], area.shape[1], axis=1)
        thick = self._thick(data)
        if thick.any():
            _, cosine, _, radius, _ = self.geometry(data)
            moduli = data.property("young"), data.property("poisson"), data.characteristics["shear_factor"]
            own = thick_meridian.section(self.curvature(data), cosine / radius, radius, PlateSection.of(data).thickness, *moduli)
            section[thick] = own[thick]
        return contracted("egia,egij,egjb,eg->eab", b, section, b, area)

    def mass(self, data):
        """With the inertia of rotations, and what curvature makes of the mass of the thickness."""
        _, cosine, sine, radius, area = self.geometry(data)
        section, value = PlateSection.of(data), self.point_functions
        density = data.property("density")[:, None]
        turning = density * section.thickness[:, None] ** 3 / 12
        both = turning * (self.curvature(data) + cosine / radius)
        result = np.zeros((len(data), 3, 3, 3, 3))
        for i, j, factor in (
            (0, 0, density * section.thickness[:, None]),
            (1, 1, density * section.thickness[:, None]),
            (2, 2, turning),
            (0, 2, both * sine),
            (2, 0, both * sine),
            (1, 2, -both * cosine),
            (2, 1, -both * cosine),
        ):
            result[:, :, i, :, j] = np.einsum("eg,gn,gm->enm", factor * area, value, value)
        return result.reshape(len(data), 9, 9)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) of the whole shell: mass, centre, and about it the moments, of which that about the axis stands for ZZ."""
        area, places = self.geometry(data)[4], self.points(data.coordinates)
        mass = 2 * np.pi * area * (data.property("density") * PlateSection.of(data).thickness)[:, None]
        result = np.zeros((len(data), 10))
        result[:, 0] = mass.sum(axis=1)
        result[:, 2] = (mass * places[..., 1]).sum(axis=1) / result[:, 0]
        result[:, 6] = (mass * places[..., 0] ** 2).sum(axis=1)
        across = (mass * places[..., 1] ** 2).sum(axis=1) + result[:, 6] / 2 - result[:, 0] * result[:, 2] ** 2
        result[:, 4] = result[:, 5] = across
        return result

    # loads

    def area_force(self, data: ElementData, force: np.ndarray) -> np.ndarray:
        """(ne, 9) of forces and moments (ne, ng, 3) by area: along X, Y and about Z."""
        return np.einsum("eg,gn,egk->enk", self.geometry(data)[4], self.point_functions, force).reshape(len(data), -1)

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, 9) of a pressure (ne, ng) or a number, Pa, against the normal."""
        _, cosine, sine, _, area = self.geometry(data)
        push = -np.broadcast_to(pressure, area.shape)
        return self.area_force(data, np.stack([push * cosine, push * sine, np.zeros_like(push)], axis=-1))

    def shell_force(self, data: ElementData, force, moment, own_axes: bool = False, plane: float | None = None) -> np.ndarray:
        """(ne, 9) of forces and moments (ne, ng, 3) by area, in the plane's axes, or along the meridian and the normal."""
        if own_axes:
            _, cosine, sine, _, _ = self.geometry(data)
            along, normal = force[..., 0], force[..., 2]
            force = np.stack([cosine * normal - sine * along, sine * normal + cosine * along], axis=-1)
            return self.area_force(data, np.concatenate([force, moment[..., 1:2]], axis=-1))
        return self.area_force(data, np.concatenate([force[..., :2], moment[..., 2:]], axis=-1))

    def weight(self, data, acceleration):
        """The weight by area, along the axis alone (te0233)."""
        by_area = data.property("density") * PlateSection.of(data).thickness
        force = np.zeros((len(data), len(self._rule), 3))
        force[..., 1] = by_area[:, None] * acceleration[1]
        return self.area_force(data, force)

    def inertial_force(self, data: ElementData, acceleration: np.ndarray) -> np.ndarray:
        """(ne, 9) of accelerations at the points (ne, ng, 3) on the mass by area; a shell that turns is pulled outward (te0232)."""
        by_area = data.property("density") * PlateSection.of(data).thickness
        force = by_area[:, None, None] * acceleration
        return self.area_force(data, np.concatenate([force[..., :2], np.zeros_like(force[..., :1])], axis=-1))

    def _warming(self, data: ElementData, before: bool) -> np.ndarray | None:
        """(ne, ng, 3 layers) the strain of temperature in the layers, at the end of the step or `before` it; None where there is none."""
        if data.surroundings is None:
            return None
        points, sub = len(self._rule), self.sub_points(data)
        strain = anelastic_strain(data.at_sub_points(points, sub), ("XX", "YY"), before)
        return None if strain is None else np.broadcast_to(strain[..., 0], (len(data), points * sub)).reshape(len(data), points, sub)

    def _held(self, data: ElementData) -> np.ndarray:
        """(ne,) what an even strain makes of stress where the plane is held, E / (1 - nu)."""
        return data.property("young") / (1 - data.property("poisson"))

    def anelastic_force(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, 9) of the strain of temperature through the thickness, the parabola of the first three heights as in te0225."""
        warming = self._warming(data, before)
        if warming is None:
            return None
        (b, area), half, rule = self.strain_matrix(data), PlateSection.of(data).thickness / 2, self._across
        strain = self._parabola(warming)
        membrane, bending = (np.einsum("egz,z->eg", strain, rule.weights * rule.points[:, 0] ** k) for k in (0, 1))
        force = (half * self._held(data))[:, None, None] * np.stack([membrane, half[:, None] * bending], axis=-1)
        return contracted("egia,egi,eg->ea", b[:, :, :4], np.tile(force, (1, 1, 2)), area)

    @property
    def _across(self):
        """The quadrature across the whole thickness."""
        return quadrature("SEG2", "FPG4")

    def _parabola(self, warming):
        """(ne, ng, 4) the parabola through the first three heights, at the points across the thickness."""
        low, middle, high = np.moveaxis(warming[..., :3], -1, 0)[..., None]
        z = self._across.points[:, 0]
        return middle * (1 - z**2) + z * (high * (1 + z) - low * (1 - z)) / 2

    # fields

    def sub_counts(self, data):
        """Three for each layer."""
        return 3 * PlateSection.of(data).layers

    def section_strains(self, data: ElementData, u: np.ndarray, at_nodes: bool = False) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, ng or 3, 6) strains and curvatures, and their names."""
        own = np.einsum("egij,ej->egi", self.strain_matrix(data)[0], u)
        result = np.zeros((*own.shape[:2], 6))
        result[..., [0, 3, 1, 4]] = own[..., :4]
        return np.einsum("ng,egi->eni", self.points_to_nodes(), result) if at_nodes else result, STRAINS

    def _layered(self, data, own, z, followed=False):
        """(ne, ng, nz, 2) strains along and around at heights z (ne, nz), and (ne, ng, nz) g there, of the strains (ne, ng, 5)."""
        longer = self._lengthening(data, z, followed)
        plane = own[:, :, None, [0, 2]] + z[:, None, :, None] * own[:, :, None, [1, 3]]
        shear = np.broadcast_to(own[:, :, None, 4], plane.shape[:3])
        return plane / longer, shear / longer[..., 0]

    def _stresses(self, data, u):
        """(ne, ng 3 layers, 4), the shear left out, and g (ne, ng 3 layers)."""
        section = PlateSection.of(data)
        strain, shear = self._layered(data, np.einsum("egij,ej->egi", self.strain_matrix(data)[0], u), section.heights())
        plane = section.membrane[:, :2, :2] / section.thickness[:, None, None]
        stress = np.zeros((*strain.shape[:3], 4))
        stress[..., :2] = np.einsum("eij,eglj->egli", plane, strain)
        warming = self._warming(data, False)
        if warming is not None:
            stress[..., :2] -= (self._held(data)[:, None, None] * warming)[..., None]
        return stress.reshape(len(data), -1, 4), shear.reshape(len(data), -1)

    def elastic_state(self, data: ElementData, u: np.ndarray) -> PointState:
        """The stresses at displacements (ne, 9)."""
        stress, shear = self._stresses(data, u)
        young, poisson = data.property("young"), data.property("poisson")
        stress[..., 3] = (young / (1 + poisson))[:, None] * shear
        return PointState(stress, stress, np.zeros((*stress.shape[:2], 1)), u)

    def layer_strains(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng 3 layers, 3) strains along and around, and g, in the layers."""
        own = np.einsum("egij,ej->egi", self.strain_matrix(data)[0], u)
        plane, shear = self._layered(data, own, PlateSection.of(data).heights())
        return np.concatenate([plane, shear[..., None]], axis=-1).reshape(len(data), -1, 3)

    def shown(self, data, stress):
        """The stresses of the layers."""
        return stress, STRESSES

    def forces_at_points(self, data, values):
        """(ne, ng, 6) forces by length of stresses in the layers, and their names."""
        return self._summed(data, values.reshape(len(data), len(self._rule), -1, 4)[..., :2]), FORCES

    @staticmethod
    def _summed(data, stress):
        """(ne, ng, 6) forces by length of stresses along and around (ne, ng, 3 layers, 2)."""
        section, layers = PlateSection.of(data), np.nan_to_num(stress)
        weight = section.layer_weights()
        result = np.zeros((*layers.shape[:2], 6))
        result[..., :2] = np.einsum("el,eglk->egk", weight, layers)
        result[..., 3:5] = np.einsum("el,eglk->egk", weight * np.nan_to_num(section.heights()), layers)
        return result

    def forces_at_nodes(self, data, given):
        """(ne, 3, 6) forces by length of displacements, by a rule of four points across the thickness (ef0231), and their names."""
        if given.u is None:
            return None
        section, rule = PlateSection.of(data), self._across
        half = section.thickness[:, None] / 2
        z = half * rule.points[:, 0]
        strain, _ = self._layered(data, np.einsum("egij,ej->egi", self.strain_matrix(data)[0], given.u), z)
        stress = np.einsum("eij,egzj->egzi", section.membrane[:, :2, :2] / section.thickness[:, None, None], strain)
        warming = self._warming(data, False)
        if warming is not None:
            stress -= (self._held(data)[:, None, None] * self._parabola(warming))[..., None]
        result = np.zeros((*stress.shape[:2], 6))
        result[..., :2] = np.einsum("ez,egzk->egk", half * rule.weights, stress)
        result[..., 3:5] = np.einsum("ez,egzk->egk", half * rule.weights * z, stress)
        return np.einsum("ng,egi->eni", self.points_to_nodes(), result), FORCES

    def areas(self, data: ElementData) -> np.ndarray:
        """(ne, ng) those of the points, by radian."""
        return self.geometry(data)[4]

    def points_across(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """As PlateSection.points, of the points of the rule; the volume is by radian."""
        _, cosine, sine, _, area = self.geometry(data)
        normal = np.stack([cosine, sine, np.zeros_like(sine)], axis=-1)
        return PlateSection.of(data).points(self.points(data.coordinates), normal, area)

    # response

    def start(self, data, behaviour):
        """At rest."""
        shape = (len(data), len(self._rule) * self.sub_points(data))
        zero = np.zeros((*shape, 4))
        return PointState(zero, zero, np.zeros((*shape, behaviour.internal_size)), np.zeros((len(data), 9)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The law in plane stress in every layer, and elastic shear."""
        section, (b, area) = PlateSection.of(data), self.strain_matrix(data)
        own, weight, z = np.einsum("egij,ej->egi", b, u), section.layer_weights(), np.nan_to_num(section.heights())
        ne, ng, nl = *area.shape, z.shape[1]
        longer = self._lengthening(data, z, True)
        strain = np.zeros((ne, ng, nl, 4))
        strain[..., :2] = self._layered(data, own, z, True)[0]
        strain = strain.reshape(ne, -1, 4)
        stress, internal, tangent = behaviour.integrate(strain, state, data.at_sub_points(ng, nl), PlaneStress())
        shear = self._shear(data)
        powers = np.stack([weight, weight * z, weight * z**2])
        plane = stress.reshape(ne, ng, nl, 4)[..., :2] / longer
        forces, whole = np.zeros((ne, ng, 5)), np.zeros((ne, ng, 5, 5))
        forces[..., [0, 2]], forces[..., [1, 3]] = (np.einsum("el,eglk->egk", powers[k], plane) for k in (0, 1))
        forces[..., 4] = shear * own[..., 4]
        tangent = np.broadcast_to(tangent, (ne, ng * nl, 4, 4))[..., :2, :2].reshape(ne, ng, nl, 2, 2)
        tangent = tangent / (longer[..., None] * longer[..., None, :])
        for row in (0, 1):
            for column in (0, 1):
                block = np.einsum("el,eglij->egij", powers[row + column], tangent)
                whole[:, :, row:4:2, column:4:2] = block
        whole[..., 4, 4] = shear
        force = contracted("egia,egi,eg->ea", b, forces, area)
        matrix = contracted("egia,egij,egjb,eg->eab", b, whole, b, area) if want_tangent else None
        return force, matrix, PointState(strain, stress, internal, u)

    def state_forces(self, data, state):
        """Of the stresses, and of the displacements across."""
        return self.resisting_forces(data, state.displacement, state.stress)

    def resisting_forces(self, data: ElementData, u: np.ndarray, stress: np.ndarray, moved=None) -> np.ndarray:
        """(ne, 9) that hold the stresses of the layers and the shear that displacements (ne, 9) tell, as te0234 has it; none moves them."""
        b, area = self.strain_matrix(data)
        layers = stress.reshape(*area.shape, -1, 4)[..., :2] / self._lengthening(data, PlateSection.of(data).heights(), True)
        told = self._summed(data, layers)[..., [0, 3, 1, 4]]
        shear = self._shear(data) * np.einsum("egj,ej->eg", b[:, :, 4], u)
        return contracted("egia,egi,eg->ea", b, np.concatenate([told, shear[..., None]], axis=-1), area)
