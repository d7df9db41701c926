"""Finite volumes of porous media with two pressures: the hybrid scheme SUSHI, upstream by face (r7.01.34; Eymard, Gallouet, Herbin 2010).

Both pressures stand in the middle x of a cell and in those of its faces. With d the distance from x to a face, m the measure of the
face, n its outward normal, dim the dimension and |K| = sum d m / dim the measure of the cell, a difference between the middles of
cell and face s pulls on the gradient in the cone of face k by

    Y_ks = m_s n_s / |K| + (b / d_k) (delta_ks - m_s n_s . (x_k - x) / |K|) n_k,    b = sqrt(dim alpha)

and what goes out through face s is, by volume, A being made with the permeability L (with 1 where concentrations c diffuse),

    A_st = sum_k (d_k m_k / dim) Y_ks . L Y_kt    F_s(p, rho) = sum_t A_st (p - p_t - rho g . (x - x_t))    J_s(c) = sum_t A_st (c - c_t)

where p, rho and c without an index are those of the middle. Constituents go along with F by their mobility where it comes from and
with J by their diffusivity in the middle; of each pressure they sum up to Q_s:

    faces    Q_s, which balances that of the neighbour or what is let in            middle    |K| (m - m_) / dt + sum_s Q_s
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt

import numpy as np

from ..cells import reference_cell
from ..data import ElementData
from ..element import Element, PointState
from ..quadrature import Rule
from ..skin import Side
from . import dual
from .layout import Layout

LIQUID, STEAM, AIR, DISSOLVED = (1, 1), (1, 2), (2, 1), (2, 2)


class Cones:
    """The geometry of cells (ne, nn, 3): each face with the middle makes a cone.

    measure  (ne, nf) of the faces;  distance  (ne, nf) from the middle to them;  normal  (ne, nf, dim), outward
    reach    (ne, nf, dim) from the middle to those of the faces;  volume  (ne,) of the cells
    """

    def __init__(self, coordinates: np.ndarray, faces: tuple[tuple[int, ...], ...], dim: int):
        middle = coordinates[:, -1, :dim]
        corners = np.stack([coordinates[:, list(face), :dim] for face in faces], axis=1)
        # as in code_aster edges have the middle that their node tells, faces that of their vertices
        reached = coordinates[:, len(faces) : -1, :dim] if dim == 2 else corners.mean(axis=2)
        self.dim, self.reach = dim, reached - middle[:, None]
        areas = _area_vectors(corners)
        self.measure = np.linalg.norm(areas, axis=-1)
        normal = areas / self.measure[..., None]
        distance = (normal * self.reach).sum(axis=-1)
        self.normal, self.distance = normal * np.sign(distance)[..., None], abs(distance)
        from_vertex = ((corners[:, :, 0] - coordinates[:, None, 0, :dim]) * areas).sum(axis=(1, 2))
        self.volume = abs(from_vertex) / dim if dim == 2 else (self.distance * self.measure).sum(axis=1) / dim

    def transmissivity(self, alpha: float, conductivity: np.ndarray | None = None) -> np.ndarray:
        """(ne, nf, nf) the matrix A of the conductivity (ne or 1, dim, dim), 1 where it is not given."""
        pull = (self.measure / self.volume[:, None])[..., None] * self.normal
        missed = np.eye(pull.shape[1]) - np.einsum("esd,ekd->eks", pull, self.reach)
        steep = sqrt(self.dim * alpha) / self.distance[..., None] * missed
        gradient = pull[:, None] + steep[..., None] * self.normal[:, :, None]
        cones = self.distance * self.measure / self.dim
        driven = gradient if conductivity is None else np.einsum("eij,eksj->eksi", conductivity, gradient)
        return np.einsum("ek,eksi,ekti->est", cones, gradient, driven)


def _area_vectors(points):
    """(ne, nf, dim) the normals of edges (ne, nf, 2, 2) or of flat quadrangles (ne, nf, 4, 3), as long as they are large."""
    if points.shape[2] == 2:
        along = points[:, :, 1] - points[:, :, 0]
        return np.stack([along[..., 1], -along[..., 0]], axis=-1)
    return 0.5 * np.cross(points[:, :, 2] - points[:, :, 0], points[:, :, 3] - points[:, :, 1])


class Volumes(Element):
    """A cell of finite volumes. Its points are its middle, then those of its faces; there PointState keeps pressures, the masses of the
    constituents and what goes through: that of both pressures on faces, its sum over the faces by constituent in the middle."""

    symmetric = False
    telling = False
    stepwise = True

    def __init__(self, cell: str, layout: Layout):
        shape = reference_cell(cell)
        self.cell, self.layout, self.dim, self.space = cell, layout, layout.dim, layout.dim
        sides = {frozenset(face[: _vertices(face, layout.dim)]): face[: _vertices(face, layout.dim)] for face in shape.faces}
        standing = [node for node, group in enumerate(shape.middles, shape.corners) if frozenset(group) in sides]
        self.faces = tuple(sides[frozenset(shape.middles[node - shape.corners])] for node in standing)
        carried = {*standing, shape.n_nodes - 1}
        self.components = tuple(layout.unknowns if node in carried else () for node in range(shape.n_nodes))
        self._nodes = [shape.n_nodes - 1, *standing]
        places = np.arange(2 * len(self._nodes)).reshape(-1, 2)
        self.columns = np.concatenate([places[-1:], places[:-1]])

    def rule(self) -> Rule:
        """The points; the whole volume is with the middle."""
        shape = reference_cell(self.cell)
        nodes = shape.nodes[self._nodes]
        return Rule(nodes, shape.volume * (np.arange(len(nodes)) == 0))

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(np, nn) points are nodes."""
        return np.eye(len(self.components))[self._nodes]

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, np, 3) where the points stand."""
        return coordinates[:, self._nodes]

    def cones(self, data: ElementData) -> Cones:
        """The geometry of the cells."""
        return data.once(("volumes", id(self)), lambda: Cones(data.coordinates, self.faces, self.dim))

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, np) the volume, in the middle."""
        return self.cones(data).volume[:, None] * (np.arange(len(self._nodes)) == 0)

    def strains_of(self, u: np.ndarray) -> np.ndarray:
        """(ne, np, n_strains) the pressures where they stand, without gradients."""
        strain = np.zeros((len(u), len(self._nodes), self.layout.n_strains))
        strain[..., self._rows] = u[:, self.columns]
        return strain

    @property
    def _rows(self):
        return [self.layout.strain[name].start for name in ("p1", "p2")]

    def start(self, data, behaviour):
        """Nothing has changed yet."""
        shape = (len(data), len(self._nodes))
        strain, stress = np.zeros((*shape, self.layout.n_strains)), np.zeros((*shape, self.layout.n_stresses))
        return PointState(strain, stress, np.zeros((*shape, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces, tangent and state of a medium (its `hold`); predictions start from what went through before."""
        strain = self.strains_of(u)
        masses, moves, internal = behaviour.hold(strain, state, data, self.layout, want_tangent)
        masses = {own: self._placed(mass, want_tangent) for own, mass in masses.items()}
        through = self._through(data, behaviour, strain, moves, want_tangent)
        cones, stress, dt = self.cones(data), np.zeros_like(state.stress), data.step.after - data.step.before
        by_second = cones.volume / dt if dt > 0.0 else np.zeros(len(data))
        force = dual.Dual(np.zeros(u.shape), np.zeros((*u.shape, self.size))) if want_tangent else np.zeros(u.shape)
        for pressure in (1, 2):
            own = [c for c in self.layout.constituents if c[0] == pressure]
            out = sum(through[c] for c in own)
            stored = sum(masses[c][:, 0] - state.stress[:, 0, self.layout.stress["mass", c].start] for c in own)
            kept = stored * by_second + dual.total(out)
            _put(force, self.columns[1:, pressure - 1], out)
            _put(force, self.columns[:1, pressure - 1], kept[..., None])
            stress[:, 1:, self.layout.stress["flow", (1, pressure)].start] = dual.value_of(out)
        for c in self.layout.constituents:
            stress[:, :, self.layout.stress["mass", c].start] = dual.value_of(masses[c])
            stress[:, 0, self.layout.stress["flow", c].start] = dual.value_of(through[c]).sum(axis=-1)
        if "PRE1" in behaviour.internal_names:
            kept = behaviour.internal_names.index("PRE1")
            internal = internal.copy()
            internal[..., kept : kept + 2] = u[:, None, self.columns[0]]
        new = PointState(strain, stress, internal)
        if data.step.predicting and want_tangent:
            return self.nodal_forces(data, state.stress), force.slope, new
        return dual.value_of(force), force.slope if want_tangent else None, new

    def _through(self, data, behaviour, strain, moves, want_tangent):
        """(ne, nf) what goes out through the faces, by constituent."""
        cones = self.cones(data)
        first, second = (self._placed(self._pressure(strain, row, want_tangent), want_tangent) for row in self._rows)
        gravity = behaviour.gravity(data, self.dim)[:, 0]
        permeability = moves.permeability[:, 0]
        if self.dim == 2:
            # as in code_aster the permeability along y is that along x
            permeability = permeability.copy()
            permeability[:, 1, 1] = permeability[:, 0, 0]
        pressed = cones.transmissivity(behaviour.alpha, permeability)
        spread = cones.transmissivity(behaviour.alpha)
        lower = np.einsum("ed,efd->ef", gravity, -cones.reach)
        flows = []
        for pressure, weight in zip((second - first, second), moves.weights):
            weight = self._placed(weight, want_tangent)[:, :1]
            flows.append(dual.turned(pressed, pressure[:, :1] - pressure[:, 1:] - weight * lower))
        found = {}
        for own in self.layout.constituents:
            flow = flows[own in (STEAM, AIR)]
            found[own] = flow * _upstream(flow, self._placed(moves.mobility[own], want_tangent)) if own in moves.mobility else 0.0 * flow
            if own in moves.diffusion:
                concentration, diffusivity = (self._placed(x, want_tangent) for x in moves.diffusion[own])
                found[own] = found[own] + diffusivity[:, :1] * dual.turned(spread, concentration[:, :1] - concentration[:, 1:])
        return found

    def _pressure(self, strain, row, want_tangent):
        """A pressure at the points, with its slopes."""
        value = strain[..., row]
        if not want_tangent:
            return value
        slope = np.zeros((*value.shape, self.layout.n_strains))
        slope[..., row] = 1.0
        return dual.Dual(value, slope)

    def _placed(self, number, want_tangent):
        """A number at the points (ne, np), its slopes along the unknowns of the cell."""
        if not want_tangent:
            return dual.value_of(number)
        value = dual.value_of(number)
        slope = np.zeros((*value.shape, self.size))
        if isinstance(number, dual.Dual):
            points = np.arange(len(self._nodes))
            for row, column in zip(self._rows, self.columns.T):
                slope[:, points, column] = number.slope[..., row]
        return dual.Dual(value, slope)

    def elastic_stiffness(self, data, behaviour, u, state):
        """The tangent."""
        return self.respond(data, behaviour, u, state)[1]

    def nodal_forces(self, data, stress):
        """What goes through."""
        force, at = np.zeros((len(stress), self.size)), self.layout.stress
        for pressure in (1, 2):
            force[:, self.columns[1:, pressure - 1]] = stress[:, 1:, at["flow", (1, pressure)].start]
            own = [c for c in self.layout.constituents if c[0] == pressure]
            force[:, self.columns[0, pressure - 1]] = sum(stress[:, 0, at["flow", c].start] for c in own)
        return force

    def holding_forces(self, data, behaviour, state):
        """What goes through, nothing being stored."""
        return self.nodal_forces(data, state.stress)

    def step_forces(self, data: ElementData, before: np.ndarray, stress: np.ndarray) -> np.ndarray:
        """(ne, nd) what goes through at the end of the step, as code_aster has it."""
        return self.nodal_forces(data, stress)

    def shown(self, data, stress):
        """Themselves."""
        return stress, self.layout.names

    def points_to_nodes(self) -> np.ndarray:
        """(nn, np) each node that is a point has its own values, the others those of the middle."""
        nodes = np.zeros((len(self.components), len(self._nodes)))
        nodes[:, 0] = 1.0
        for point, node in enumerate(self._nodes[1:], 1):
            nodes[node] = np.arange(len(self._nodes)) == point
        return nodes


def _vertices(face, dim):
    """How many nodes of a side are its vertices, that of a cell with nodes in the middle of everything."""
    return 2 if dim == 2 else 4


def _upstream(flow, number):
    """(ne, nf) that of the middle where the flow goes out, that of the face where it comes in."""
    out = dual.value_of(flow) >= 0.0
    middle, face = number[:, :1], number[:, 1:]
    value = np.where(out, dual.value_of(middle), dual.value_of(face))
    return dual.Dual(value, np.where(out[..., None], middle.slope, face.slope)) if isinstance(number, dual.Dual) else value


def _put(total, columns, part):
    """Add values (ne, k) to the columns (k,) of a total."""
    if isinstance(total, dual.Dual):
        total.value[:, columns] += part.value
        total.slope[:, columns] += part.slope
    else:
        total[:, columns] += part


class VolumeSide(Side):
    """A face of finite volumes, whose pressures stand in its middle alone."""

    def __init__(self, cell: str, layout: Layout):
        super().__init__(cell, layout.continuum, "FPG1")
        self.layout, self.space = layout, layout.dim
        self.components = (*((),) * (len(self.components) - 1), layout.unknowns)

    def discharge(self, data: ElementData, flows: dict[str, np.ndarray]) -> np.ndarray:
        """(ne, nd) less what flows in along the pressures "p1", "p2", (ne, ng) by area and second."""
        area, result = self.point_weights(data), np.zeros((len(data), self.size))
        for name, flow in flows.items():
            result[:, self.layout.scalars.index(name)] = -(area * flow).sum(axis=-1)
        return result
