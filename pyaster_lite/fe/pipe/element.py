"""Straight and bent pipes whose section ovalises (r3.08.06).

Strains (along, around, shear 12, shear 13) at Simpson's points across and around the wall, at Gauss's points along the line; stresses are
plane, SIXX SIYY SIXY by a law, SIXZ elastic. Stresses are kept as (ne, ng nl ns, 6) of XX YY ZZ XY XZ YZ, heights first.
"""

from __future__ import annotations

import numpy as np

from ..anelastic import anelastic_strain
from ..contraction import contracted
from ..data import ElementData
from ..element import ElasticElement, PointState
from ..kinematics import PlaneStress
from . import kinematics
from .geometry import PLACES, Geometry, functions, gauss

KEPT = ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ")
FORCES = ("N", "VY", "VZ", "MT", "MFY", "MFZ")
SECTION_STRAINS = ("EPXX", "GAXY", "GAXZ", "GAT", "KY", "KZ")
MASS = "FPG3"
ROOT = np.sqrt(2.0)
TO_MANDEL = np.array([1.0, 1.0, 0.0, 1 / ROOT])
"""From doubled shear strain to Mandel's notation (XX YY ZZ XY)."""
TOGETHER = 64
"""Points of the wall that are looked at together."""


class Pipe(ElasticElement):
    """A pipe on SEG3 or SEG4 with modes of ovalisation up to `modes`."""

    dim = 1
    space = 3
    translations = ("DX", "DY", "DZ")
    law_continuum = PlaneStress()
    section_points = "pipe"

    def __init__(self, cell: str, modes: int, family: str):
        self.cell, self.modes, self.family = cell, modes, family
        self.components = (kinematics.unknowns(modes),) * len(PLACES[cell])

    # places

    def sub_counts(self, data):
        """Those across and around the wall."""
        return super().sub_counts(data) if data.characteristics.get("pipe") is None else Geometry.of(data).points.astype(int)

    @property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the nodes at the points along the line."""
        return functions(self.cell, self.family)[0]

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) by the line through the values at the points, in the least squares sense."""
        along = lambda places: np.stack([np.ones(len(places)), places], axis=1)  # noqa: E731
        return along(np.array(PLACES[self.cell])) @ np.linalg.pinv(along(gauss(self.family)[0]))

    def points_across(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """(ne, ng np, 3) where the points of the wall stand, and their volumes (ne, ng np); NaN where a section has fewer.

        As in code_aster the axes at the k-th point of a bend are those of its k-th node.
        """
        geometry = Geometry.of(data)
        wall, (values, slopes, _) = geometry.wall(), functions(self.cell, self.family)
        centre, tangent = (np.einsum("gn,enk->egk", own, data.coordinates) for own in (values, slopes))
        along = gauss(self.family)[1] * np.linalg.norm(tangent, axis=-1)
        ng, count = centre.shape[1], wall.area.shape[1]
        frames = np.where(geometry.bent[:, None, None, None], geometry.frames[:, :ng], geometry.frames[:, :1])
        radius = geometry.mean[:, None] + wall.height
        around = np.stack([-radius * np.sin(wall.angle), -radius * np.cos(wall.angle)], axis=-1)
        places = centre[:, :, None] + np.einsum("epk,egkj->egpj", around, frames[:, :, 1:])
        there = np.where(np.arange(count) < geometry.points[:, None], 1.0, np.nan)
        volumes = along[..., None] * (there * wall.area * radius / wall.radius)[:, None]
        return (places * there[:, None, :, None]).reshape(len(data), -1, 3), volumes.reshape(len(data), -1)

    def points(self, coordinates):
        """(ne, nn, 3): loads are read at the nodes."""
        return coordinates

    def turn(self, data) -> np.ndarray:
        """(ne, nd, nd) from global components to those in the own axes of the nodes."""
        frames, size = Geometry.of(data).frames, self.size // len(self.components)
        result = np.broadcast_to(np.eye(self.size), (len(data), self.size, self.size)).copy()
        for node in range(len(self.components)):
            for start in (node * size, node * size + 3):
                result[:, start : start + 3, start : start + 3] = frames[:, node]
        return result

    def _parts(self, data, family, make=kinematics.strain_matrix):
        """For every point along the line and some of the wall: where they are among all, B (ne, ns, 4, nd) and volumes (ne, ns)."""
        geometry = Geometry.of(data)
        wall = geometry.wall()
        volumes = geometry.volumes(wall, family)
        count = volumes.shape[2]
        for point in range(volumes.shape[1]):
            for start in range(0, count, TOGETHER):
                some = slice(start, min(start + TOGETHER, count))
                place = slice(point * count + some.start, point * count + some.stop)
                yield place, make(self.cell, self.modes, geometry, family, point, wall.part(slice(None), some)), volumes[:, point, some]

    def _back(self, data, own):
        return np.einsum("eji,ej->ei", self.turn(data), own)

    # linear

    def _elasticity(self, data, before=False):
        """(ne, 4, 4) at the mean of what surrounds the cells."""
        young, poisson = data.overall("young", before=before), data.overall("poisson", before=before)
        result = np.zeros((len(data), 4, 4))
        result[:, 0, 0] = result[:, 1, 1] = young / (1 - poisson**2)
        result[:, 0, 1] = result[:, 1, 0] = young * poisson / (1 - poisson**2)
        result[:, 2, 2] = result[:, 3, 3] = young / (2 * (1 + poisson))
        return result

    def stiffness(self, data):
        """sum of B^T C B V."""
        elasticity, own = self._elasticity(data), np.zeros((len(data), self.size, self.size))
        for _, b, volume in self._parts(data, self.family):
            own += contracted("esia,eij,esjb->eab", b * volume[..., None, None], elasticity, b)
        turn = self.turn(data)
        return turn.transpose(0, 2, 1) @ own @ turn

    def mass(self, data):
        """sum of rho N^T N V."""
        density, own = data.overall("density")[:, None], np.zeros((len(data), self.size, self.size))
        for _, n, volume in self._parts(data, MASS, kinematics.motion):
            own += contracted("esia,es,esib->eab", n, volume * density, n)
        turn = self.turn(data)
        return turn.transpose(0, 2, 1) @ own @ turn

    def reaction_mass(self, data):
        """(ne, nd, nd) what accelerations are multiplied by in reactions: as in code_aster (tumgamma), whose sum keeps the last of the
        points alone, (1 + rho V) N^T N there."""
        geometry = Geometry.of(data)
        wall, rows = geometry.wall(), np.arange(len(data))
        volumes, last = geometry.volumes(wall, MASS)[:, -1], geometry.points - 1
        there = wall.part(rows[:, None], last[:, None])
        n = kinematics.motion(self.cell, self.modes, geometry, MASS, len(gauss(MASS)[0]) - 1, there)[:, 0]
        own = np.einsum("eia,eib->eab", n, n) * (1.0 + data.overall("density") * volumes[rows, last])[:, None, None]
        turn = self.turn(data)
        return turn.transpose(0, 2, 1) @ own @ turn

    def _free(self, data, before=False):
        """(ne, ng) the strain that no stress causes, None when there is none."""
        strain = anelastic_strain(data, ("XX",), before)
        if strain is None:
            return None
        return np.broadcast_to(strain[..., 0], (len(data), len(gauss(self.family)[0])))

    def anelastic_force(self, data, before=False):
        """(ne, nd) forces that hold the strains that no stress causes, None when there are none."""
        free = self._free(data, before)
        if free is None:
            return None
        elasticity, own = self._elasticity(data, before), np.zeros((len(data), self.size))
        hold, count = elasticity[:, 0, 0] + elasticity[:, 0, 1], self.sub_points(data)
        for place, b, volume in self._parts(data, self.family):
            pull = (hold * free[:, place.start // count])[:, None] * volume
            own += np.einsum("es,esia->ea", pull, b[:, :, :2])
        return self._back(data, own)

    def wall_strains(self, data, u) -> np.ndarray:
        """(ne, np, 4) at displacements (ne, nd)."""
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        return np.concatenate([np.einsum("esia,ea->esi", b, own) for _, b, _ in self._parts(data, self.family)], axis=1)

    def elastic_state(self, data, u):
        """Stresses of linear elasticity, at the mean modulus of each cell."""
        elasticity, strain = self._elasticity(data), self.wall_strains(data, u)
        stress = np.einsum("eij,epj->epi", elasticity, strain)
        free = self._free(data)
        if free is not None:
            hold = (elasticity[:, 0, 0] + elasticity[:, 0, 1])[:, None] * np.repeat(free, self.sub_points(data), axis=1)
            stress[..., :2] -= hold[..., None]
        return PointState(strain, _six(stress), np.zeros((*strain.shape[:2], 1)))

    # nonlinear laws

    def start(self, data, behaviour):
        """At rest."""
        count = len(gauss(self.family)[0]) * self.sub_points(data)
        shape = (len(data), count)
        return PointState(np.zeros((*shape, 4)), np.zeros((*shape, 6)), np.zeros((*shape, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """By a law in plane stress at every point; the shear across stays elastic."""
        strain, everywhere = self.wall_strains(data, u), data.at_sub_points(len(gauss(self.family)[0]), self.sub_points(data))
        kept = PointState(_mandel(state.strain), state.stress[..., [0, 1, 2, 3]] * [1.0, 1.0, 1.0, ROOT], state.internal)
        found, internal, rate = behaviour.integrate(_mandel(strain), kept, everywhere, self.law_continuum)
        shear = everywhere.at_points("young") / (2 * (1 + everywhere.at_points("poisson")))
        stress = np.zeros_like(state.stress)
        stress[..., [0, 1, 3]] = found[..., [0, 1, 3]] / [1.0, 1.0, ROOT]
        stress[..., 4] = shear * strain[..., 3]
        tangent = None
        if want_tangent:
            scale = np.array([1.0, 1.0, 1 / ROOT])
            section = np.zeros((*strain.shape[:2], 4, 4))
            section[..., :3, :3] = np.broadcast_to(rate, (*strain.shape[:2], *rate.shape[2:]))[..., [0, 1, 3], :][..., [0, 1, 3]] * (
                scale[:, None] * scale
            )
            section[..., 3, 3] = shear
            own = np.zeros((len(data), self.size, self.size))
            for place, b, volume in self._parts(data, self.family):
                own += contracted("esia,esij,esjb->eab", b * volume[..., None, None], section[:, place], b)
            turn = self.turn(data)
            tangent = turn.transpose(0, 2, 1) @ own @ turn
        return self.nodal_forces(data, stress), tangent, PointState(strain, stress, internal)

    def nodal_forces(self, data, stress):
        """sum of B^T s V."""
        own, four = np.zeros((len(data), self.size)), np.nan_to_num(stress[..., [0, 1, 3, 4]])
        for place, b, volume in self._parts(data, self.family):
            own += contracted("esia,esi,es->ea", b, four[:, place], volume)
        return self._back(data, own)

    def reference_force(self, data, references):
        """sum of |B^T s V| of each reference stress alone."""
        own = np.zeros((len(data), self.size))
        for _, b, volume in self._parts(data, self.family):
            own += references["stress"] * np.einsum("esia,es->ea", abs(b), volume)
        return self._back(data, own)

    def shown(self, data, stress):
        """As it keeps them."""
        return self._where_there(data, stress), KEPT

    # loads

    def _shares(self, data):
        """(ne, nn) the volume that belongs to each node."""
        geometry = Geometry.of(data)
        return geometry.volumes(geometry.wall(), MASS).sum(axis=2) @ functions(self.cell, MASS)[0]

    def _spread(self, data, force):
        """(ne, nd) of forces by volume at the nodes (ne, nn, 3)."""
        result = np.zeros((len(data), len(self.components), self.size // len(self.components)))
        result[..., :3] = force * self._shares(data)[..., None]
        return result.reshape(len(data), -1)

    def weight(self, data, acceleration):
        """The density of the wall times the acceleration."""
        force = data.property("density")[:, None, None] * np.asarray(acceleration, float)
        return self._spread(data, np.broadcast_to(force, (len(data), len(self.components), 3)))

    def beam_force(self, data, force, moment=None, own_axes=False):
        """(ne, nd) of forces by length at the nodes (ne, nn, 3), spread over the wall.

        As in code_aster (pipeLoadLine) they are along the axes of all even where they are given along those of the pipe, and moments
        do nothing.
        """
        return self._spread(data, force / Geometry.of(data).area[:, None, None])

    def inner_pressure(self, data, pressure):
        """(ne, nd) of pressures inside at the nodes (ne, nn)."""
        geometry, (values, *_), nn = Geometry.of(data), functions(self.cell, MASS), len(self.components)
        inner = geometry.outer - geometry.thickness
        push = (pressure @ values.T * gauss(MASS)[1])[..., None] * values
        result = np.zeros((len(data), nn, self.size // nn))
        result[..., -3] = push.sum(axis=1) * (np.pi * inner * geometry.line)[:, None]
        outwards = np.where(geometry.bent, np.pi / 2 * geometry.angle * inner**2, 0.0)[:, None]
        k, q = geometry.turned(PLACES[self.cell], MASS)
        result[..., 0] = outwards * (push * q).sum(axis=1)
        result[..., 1] = -outwards * (push * k).sum(axis=1)
        result[..., -2] = outwards * push.sum(axis=1) * np.sin(geometry.start)[:, None]
        result[..., -1] = outwards * push.sum(axis=1) * np.cos(geometry.start)[:, None]
        return self._back(data, result.reshape(len(data), -1))

    def inertia(self, data) -> np.ndarray:
        """(ne, 10) mass, centre of gravity and about it IX, IY, IZ, IXY, IXZ, IYZ in the global axes.

        code_aster has the bend's moments with the radius of the section where that of the bend belongs.
        """
        geometry, density = Geometry.of(data), data.property("density")
        chord, middle = data.coordinates[:, 1] - data.coordinates[:, 0], data.coordinates[:, :2].mean(axis=1)
        first, last = geometry.frames[:, 0, 0], geometry.frames[:, 1, 0]
        axes = np.stack([chord, np.where(geometry.bent[:, None], first - last, geometry.frames[:, 0, 1]), np.zeros_like(chord)], axis=1)
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        axes /= np.linalg.norm(axes, axis=2, keepdims=True)
        area, second, half, line = geometry.area, geometry.second_moment, geometry.angle / 2, geometry.line
        bend, sine = geometry.bend, np.sinc(half / np.pi)
        away = np.where(
            geometry.bent,
            bend * (sine - np.cos(half)) + np.divide(second * sine, area * bend, where=bend > 0.0, out=np.zeros_like(bend)),
            0.0,
        )
        from_centre = away + bend * np.cos(half)
        whole = area * bend**2 + 3 * second
        swing = np.sinc(geometry.angle / np.pi) / 2
        along = line * np.where(geometry.bent, whole * (0.5 - swing), area * line**2 / 12)
        aside = line * np.where(geometry.bent, whole * (0.5 + swing) - area * from_centre**2, second)
        squares = density[:, None] * np.stack([along, aside, line * second], axis=1)
        tensor = np.einsum("eia,ei,eib->eab", axes, squares.sum(axis=1)[:, None] - squares, axes)
        result = np.zeros((len(data), 10))
        result[:, 0], result[:, 1:4] = density * area * line, middle + away[:, None] * axes[:, 1]
        result[:, 4:] = tensor[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        return result

    # fields

    def layer_strains(self, data, u):
        """(ne, np, 6), the shears doubled as code_aster has them."""
        return self._where_there(data, _six(self.wall_strains(data, u)))

    def wall_warming(self, data):
        """(ne, np) the strain that no stress causes, along and around the wall."""
        free, sub = self._free(data), self.sub_points(data)
        count = len(gauss(self.family)[0])
        strain = np.zeros((len(data), count * sub)) if free is None else np.repeat(free, sub, axis=1)
        return self._where_there(data, strain[..., None])[..., 0]

    def _where_there(self, data, values):
        """Not a number at the points of the wall that cells do not have."""
        here = Geometry.of(data).wall().area > 0.0
        return np.where(np.tile(here, (1, values.shape[1] // here.shape[1]))[..., None], values, np.nan)

    def forces_at_points(self, data, values):
        """(ne, ng, 6) forces of the section of stresses as `shown` gives them, and their names."""
        wall = Geometry.of(data).wall()
        s = np.nan_to_num(values).reshape(len(values), -1, wall.area.shape[1], 6)
        along, shear, across = s[..., 0], s[..., 3], s[..., 4]
        c, i, r = (part[:, None] for part in (np.cos(wall.angle), np.sin(wall.angle), wall.radius))
        parts = [along, -(i * across + c * shear), i * shear - c * across, -shear * r, -along * r * c, along * r * i]
        return np.stack([np.einsum("ep,egp->eg", wall.area, part) for part in parts], axis=-1), FORCES

    def section_strains(self, data, u, at_nodes):
        """(ne, ng or nn, 6) generalised strains of the line, and their names."""
        geometry, nn = Geometry.of(data), len(self.components)
        own = np.einsum("eij,ej->ei", self.turn(data), u).reshape(len(data), nn, -1)[..., :6]
        values, first, _ = functions(self.cell, self.family)
        slope = np.einsum("gn,enc->egc", first, own) * (2 / geometry.line)[:, None, None]
        here = np.einsum("gn,enc->egc", values, own)
        slope[..., 1] -= here[..., 5]
        slope[..., 2] += here[..., 4]
        return (np.einsum("ng,egc->enc", self.points_to_nodes(), slope) if at_nodes else slope), SECTION_STRAINS


def _six(four):
    """(..., 6) XX YY ZZ XY XZ YZ of XX YY XY XZ."""
    nothing = np.zeros_like(four[..., 0])
    return np.stack([four[..., 0], four[..., 1], nothing, four[..., 2], four[..., 3], nothing], axis=-1)


def _mandel(strain):
    """(ne, np, 4) XX YY ZZ XY of the strains, with nothing across."""
    return strain[..., [0, 1, 0, 2]] * TO_MANDEL
