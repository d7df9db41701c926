"""Thin shells of revolution about the axis Y, by their meridian in the plane (r3.07.02).

With s along the meridian, n = (cos a, sin a) its normal, r the radius and b the rotation DRZ, the strains of the section are

    e_s = u_s . t,   k_s = b_s,   e_t = u_x / r,   k_t = - sin a b / r,   g = b + u_s . n

t = (- sin a, cos a) along the meridian. Forces are those by radian. The thickness is thin beside both radii of curvature.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

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
        """(ne, 5, 5) forces by length of the strains."""
        section = PlateSection.of(data)
        result = np.zeros((len(data), 5, 5))
        result[np.ix_(range(len(data)), (0, 2), (0, 2))] = section.membrane[:, :2, :2]
        result[np.ix_(range(len(data)), (1, 3), (1, 3))] = section.bending[:, :2, :2]
        young, poisson = data.property("young"), data.property("poisson")
        result[:, 4, 4] = data.characteristics["shear_factor"] * section.thickness * young / (2 * (1 + poisson))
        return result

    def stiffness(self, data):
        """sum over points of B^T D B; as in code_aster one curvature acts on the other with a sign that the tangent does not have."""
        (b, area), section = self.strain_matrix(data), self._section(data)
        section[:, [1, 3], [3, 1]] *= -1.0
        return contracted("egia,eij,egjb,eg->eab", b, section, b, area)

    def mass(self, data):
        """With the inertia of rotations, and what curvature makes of the mass of the thickness."""
        slope, cosine, sine, radius, area = self.geometry(data)
        section, value = PlateSection.of(data), self.point_functions
        x, y = data.coordinates[..., 0], data.coordinates[..., 1]
        slopes = shape_derivatives("SEG3", self._rule.points)[:, 0]
        first = [np.einsum("gn,en->eg", slopes, v) for v in (x, y)]
        second = [(v[:, 0] + v[:, 1] - 2 * v[:, 2])[:, None] for v in (x, y)]
        curvature = (first[0] * second[1] - second[0] * first[1]) / np.hypot(*first) ** 3
        density = data.property("density")[:, None]
        turning = density * section.thickness[:, None] ** 3 / 12
        both = turning * (curvature + cosine / radius)
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
        """The weight by area."""
        by_area = data.property("density") * PlateSection.of(data).thickness
        force = np.zeros((len(data), len(self._rule), 3))
        force[..., :2] = by_area[:, None, None] * acceleration[:2]
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
        (b, area), half, rule = self.strain_matrix(data), PlateSection.of(data).thickness / 2, quadrature("SEG2", "FPG4")
        low, middle, high = np.moveaxis(warming[..., :3], -1, 0)[..., None]
        z = rule.points[:, 0]
        strain = middle * (1 - z**2) + z * (high * (1 + z) - low * (1 - z)) / 2
        membrane, bending = (np.einsum("egz,z->eg", strain, rule.weights * z**k) for k in (0, 1))
        force = (half * self._held(data))[:, None, None] * np.stack([membrane, half[:, None] * bending], axis=-1)
        return contracted("egia,egi,eg->ea", b[:, :, :4], np.tile(force, (1, 1, 2)), area)

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

    def _stresses(self, data, u):
        """(ne, ng 3 layers, 4), the shear left out, and g (ne, ng)."""
        own, section = np.einsum("egij,ej->egi", self.strain_matrix(data)[0], u), PlateSection.of(data)
        strain = own[:, :, None, [0, 2]] + section.heights()[:, None, :, None] * own[:, :, None, [1, 3]]
        plane = section.membrane[:, :2, :2] / section.thickness[:, None, None]
        stress = np.zeros((*strain.shape[:3], 4))
        stress[..., :2] = np.einsum("eij,eglj->egli", plane, strain)
        warming = self._warming(data, False)
        if warming is not None:
            stress[..., :2] -= (self._held(data)[:, None, None] * warming)[..., None]
        return stress.reshape(len(data), -1, 4), own[..., 4]

    def elastic_state(self, data: ElementData, u: np.ndarray) -> PointState:
        """The stresses at displacements (ne, 9)."""
        stress, shear = self._stresses(data, u)
        young, poisson = data.property("young"), data.property("poisson")
        stress[..., 3] = np.repeat((young / (1 + poisson))[:, None] * shear, self.sub_points(data), axis=1)
        return PointState(stress, stress, np.zeros((*stress.shape[:2], 1)), u)

    def layer_strains(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng 3 layers, 3) strains along and around, and g, in the layers."""
        own, z = np.einsum("egij,ej->egi", self.strain_matrix(data)[0], u), PlateSection.of(data).heights()
        plane = own[:, :, None, [0, 2]] + z[:, None, :, None] * own[:, :, None, [1, 3]]
        shear = np.broadcast_to(own[:, :, None, 4:], (*plane.shape[:3], 1))
        return np.concatenate([plane, shear], axis=-1).reshape(len(data), -1, 3)

    def shown(self, data, stress):
        """The stresses of the layers."""
        return stress, STRESSES

    def forces_at_points(self, data, values):
        """(ne, ng, 6) forces by length of stresses in the layers, and their names."""
        section = PlateSection.of(data)
        layers, weight = np.nan_to_num(values.reshape(len(data), len(self._rule), -1, 4)), section.layer_weights()
        result = np.zeros((len(data), len(self._rule), 6))
        result[..., :2] = np.einsum("el,eglk->egk", weight, layers[..., :2])
        result[..., 3:5] = np.einsum("el,eglk->egk", weight * np.nan_to_num(section.heights()), layers[..., :2])
        return result, FORCES

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
        strain = np.zeros((ne, ng, nl, 4))
        strain[..., :2] = own[:, :, None, [0, 2]] + z[:, None, :, None] * own[:, :, None, [1, 3]]
        strain = strain.reshape(ne, -1, 4)
        stress, internal, tangent = behaviour.integrate(strain, state, data.at_sub_points(ng, nl), PlaneStress())
        shear = self._section(data)[:, 4, 4]
        powers = np.stack([weight, weight * z, weight * z**2])
        plane = stress.reshape(ne, ng, nl, 4)[..., :2]
        forces, whole = np.zeros((ne, ng, 5)), np.zeros((ne, ng, 5, 5))
        forces[..., [0, 2]], forces[..., [1, 3]] = (np.einsum("el,eglk->egk", powers[k], plane) for k in (0, 1))
        forces[..., 4] = shear[:, None] * own[..., 4]
        tangent = np.broadcast_to(tangent, (ne, ng * nl, 4, 4))[..., :2, :2].reshape(ne, ng, nl, 2, 2)
        for row in (0, 1):
            for column in (0, 1):
                block = np.einsum("el,eglij->egij", powers[row + column], tangent)
                whole[:, :, row:4:2, column:4:2] = block
        whole[..., 4, 4] = shear[:, None]
        force = contracted("egia,egi,eg->ea", b, forces, area)
        matrix = contracted("egia,egij,egjb,eg->eab", b, whole, b, area) if want_tangent else None
        return force, matrix, PointState(strain, stress, internal, u)

    def state_forces(self, data, state):
        """Of the stresses, and of the displacements across."""
        return self.resisting_forces(data, state.displacement, state.stress)

    def resisting_forces(self, data: ElementData, u: np.ndarray, stress: np.ndarray, moved=None) -> np.ndarray:
        """(ne, 9) that hold the stresses of the layers and the shear that displacements (ne, 9) tell, as te0234 has it; none moves them."""
        b, area = self.strain_matrix(data)
        told = self.forces_at_points(data, stress)[0][..., [0, 3, 1, 4]]
        shear = self._section(data)[:, 4, 4][:, None] * np.einsum("egj,ej->eg", b[:, :, 4], u)
        return contracted("egia,egi,eg->ea", b, np.concatenate([told, shear[..., None]], axis=-1), area)
