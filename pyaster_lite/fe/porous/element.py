"""Cells of a porous medium: quadratic displacements, pressures and temperature linear on their vertices (r7.01.10).

Quadratures are those of the quadratic cell. A selective one has two sets of points: what is stored counts on the vertices, all else on
Gauss points, and the skeleton is followed on these alone.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..cells import reference_cell
from ..contraction import contracted
from ..data import ElementData
from ..element import Element, PointState
from ..errors import ComputationFailed
from ..extrapolation import points_to_nodes
from ..kinematics import gradients
from ..quadrature import Rule, quadrature
from ..shapes import shape_derivatives, shape_functions
from . import dual
from .balance import balance
from .layout import Layout

LINEAR = {"SEG": "SEG2", "TRIA": "TRIA3", "QUAD": "QUAD4", "TETRA": "TETRA4", "PENTA": "PENTA6", "PYRAM": "PYRAM5", "HEXA": "HEXA8"}
CACHED = 200_000
"""Numbers of B that are made at once."""
AXIS = 1e-3
"""The share of the farthest node's radius that points on the axis of revolution are taken at."""


def vertices_cell(cell: str) -> str:
    """The linear cell with the same vertices."""
    return LINEAR[cell.rstrip("0123456789")]


class Unknowns:
    """Which of a cell's unknowns belong to what: node after node, displacements before the scalars of the vertices.

    components    by node, as an Element has them
    displacement  (nn, dim) their places, empty without a moving skeleton;  scalar  (nv,) by name; of a second gradient also "hold"
    and "swelling"
    """

    def __init__(self, cell: str, layout: Layout):
        shape = reference_cell(cell)
        own = layout.continuum.unknowns if layout.mechanical else ()
        names = [word for _, word in layout.vertices]
        self.components = tuple((*own, *names) if node < shape.corners else own for node in range(shape.n_nodes))
        starts = np.cumsum([0, *map(len, self.components)])
        self.displacement = starts[:-1, None] + np.arange(len(own))
        self.scalar = {name: starts[: shape.corners] + len(own) + i for i, (name, _) in enumerate(layout.vertices)}
        self.size = int(starts[-1])


class Porous(Element):
    """A cell of a porous medium; PointState keeps generalised strains and stresses.

    family     the quadrature;  selective  whether points on the vertices follow, for what is stored
    """

    symmetric = False
    telling = False
    stepwise = True

    def __init__(self, cell: str, layout: Layout, family: str, selective: bool = False):
        self.cell, self.layout, self.family, self.selective = cell, layout, family, selective
        self.dim, self.space, self.places = layout.dim, layout.dim, Unknowns(cell, layout)
        self.components = self.places.components
        gauss, corner = quadrature(cell, family), quadrature(cell, "NOEU_S")
        self.n_solid = len(gauss)
        self._rule = gauss
        if selective:
            self._rule = Rule(np.concatenate([gauss.points, corner.points]), np.concatenate([gauss.weights, corner.weights]))
        self.n_points = len(self._rule)
        follows = np.arange(self.n_points) >= self.n_solid
        self._carries, self._stores = ~follows * 1.0, (follows if selective else ~follows) * 1.0

    def rule(self) -> Rule:
        """The points, those on vertices after the others."""
        return self._rule

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the nodes at the points."""
        return shape_functions(self.cell, self._rule.points)

    @cached_property
    def _scalar_functions(self):
        return shape_functions(vertices_cell(self.cell), self._rule.points)

    @cached_property
    def _derivatives(self):
        return shape_derivatives(self.cell, self._rule.points), shape_derivatives(vertices_cell(self.cell), self._rule.points)

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points stand."""
        return np.einsum("gn,enk->egk", self.point_functions, coordinates)

    def geometry(self, data: ElementData):
        """Gradients of displacements (ne, ng, dim, nn) and scalars (ne, ng, dim, nv), radius and weighted volume (ne, ng)."""
        return data.once(("porous", id(self)), lambda: self._geometry(data))

    def _geometry(self, data):
        plane = data.coordinates[:, :, : self.dim]
        own, scalar = self._derivatives
        gradient, determinant = gradients(own, plane)
        linear, _ = gradients(scalar, plane[:, : scalar.shape[-1]])
        radius = plane[:, :, 0] @ self.point_functions.T
        near = np.where(radius == 0.0, AXIS * plane[:, :, 0].max(axis=1, keepdims=True), radius)
        return gradient, linear, radius, determinant * self._rule.weights * self.layout.continuum.measure(near)

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) what values at the points are summed up with, those of a selective quadrature counting once."""
        return self.geometry(data)[3] * self._carries

    @property
    def second_points(self) -> int:
        """How many points, the last ones, are those of the second rule of a selective quadrature."""
        return int((self._carries == 0.0).sum())

    def summed_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) what fields are summed up with: both rules of a selective quadrature, each the whole volume, as code_aster does."""
        plane = data.coordinates[:, :, : self.dim]
        determinant = gradients(self._derivatives[0], plane)[1]
        return determinant * self._rule.weights * self.layout.continuum.measure(plane[:, :, 0] @ self.point_functions.T)

    def strain_matrix(self, data: ElementData, rows=slice(None)) -> np.ndarray:
        """B (ne, ng, n_strains, nd) of some of the cells, from the unknowns to generalised strains."""
        layout, places = self.layout, self.places
        gradient, linear, radius, _ = (values[rows] for values in self.geometry(data))
        functions, scalars = self.functions_at(data, rows)
        b = np.zeros((*radius.shape, layout.n_strains, places.size))
        if layout.mechanical:
            b[:, :, layout.strain["strain"], places.displacement.ravel()] = self._solid_strains(gradient, functions, radius)
            for axis in range(self.dim):
                b[:, :, layout.strain["displacement"].start + axis, places.displacement[:, axis]] = functions
        for name, columns in places.scalar.items():
            b[:, :, layout.strain[name].start, columns] = scalars
            for axis in range(self.dim if name != "hold" else 0):
                b[:, :, layout.strain[f"grad {name}"].start + axis, columns] = linear[:, :, axis]
        if layout.dilates:
            for axis in range(self.dim):
                b[:, :, layout.strain["volume"].start, places.displacement[:, axis]] = gradient[:, :, axis]
        return b

    def functions_at(self, data: ElementData, rows=slice(None)):
        """Those of the nodes and of the scalars at the points of some of the cells; (ng, n) where they are the same in all."""
        return self.point_functions, self._scalar_functions

    def _solid_strains(self, gradient, functions, radius):
        """(ne, ng, ns, nn dim), the hoop strain being the radial one on the axis of revolution."""
        continuum = self.layout.continuum
        if not continuum.revolves:
            return continuum.strain_matrix(gradient, functions, radius)
        on_axis = radius == 0.0
        b = continuum.strain_matrix(gradient, functions, np.where(on_axis, 1.0, radius))
        b[on_axis, 2, 0::2] = gradient[on_axis, 0]
        return b

    def _pieces(self, data):
        """Some cells at a time, whose B stays in the processor's cache: their rows and B."""
        count = max(1, CACHED // (self.n_points * self.layout.n_strains * self.size))
        for start in range(0, len(data), count):
            rows = slice(start, start + count)
            yield rows, self.strain_matrix(data, rows)

    def strains_of(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng, n_strains) generalised strains of the unknowns u (ne, nd)."""
        result = np.empty((len(data), self.n_points, self.layout.n_strains))
        for rows, b in self._pieces(data):
            result[rows] = (b @ u[rows, None, :, None])[..., 0]
        return result

    def start(self, data, behaviour):
        """Nothing has changed yet."""
        shape = (len(data), self.n_points)
        strain, stress = np.zeros((*shape, self.layout.n_strains)), np.zeros((*shape, self.layout.n_stresses))
        return PointState(strain, stress, np.zeros((*shape, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces, tangent and state of a medium (its `follow`); raises ComputationFailed for a law of something else.

        While predicting the skeleton keeps its stress, unless its law answers anew, and so does all else where the medium does not.
        """
        if not hasattr(behaviour, "follow"):
            raise ComputationFailed("porous cells follow laws of porous media only")
        strain = self.strains_of(data, u)
        stress, internal = behaviour.follow(strain, state, data, self.layout, self.n_solid, want_tangent)
        new = PointState(strain, dual.value_of(stress), internal)
        if data.step.predicting:
            stress = self._foreseen(behaviour, state, stress)
        work = self._work(data, behaviour, state.stress, stress)
        return self._forces(data, dual.value_of(work)), self._tangent(data, work.slope) if want_tangent else None, new

    def _foreseen(self, behaviour, state, stress):
        """What a step starts from: of generalised stresses before anything moves those that the medium answers anew."""
        value = dual.value_of(stress).copy() if behaviour.restarts else state.stress
        if behaviour.restarts and self.layout.mechanical and not behaviour.skeleton.restarts:
            skeleton = self.layout.stress["skeleton"]
            value[..., skeleton] = state.stress[..., skeleton]
        return dual.Dual(value, stress.slope) if isinstance(stress, dual.Dual) else value

    def elastic_stiffness(self, data, behaviour, u, state):
        """The tangent of rates with a skeleton that unloads."""
        data = data.between(data.step.before, data.step.after, predicting=True)
        return self.respond(data, behaviour.unloading(), u, state)[1]

    def _work(self, data, behaviour, before, after):
        """(ne, ng, n_strains) what the points put against the generalised strains, times their volumes."""
        dt = data.step.after - data.step.before
        carried, stored = balance(self.layout, before, after, behaviour.gravity(data, self.dim), dt, behaviour.theta)
        volume = self.geometry(data)[3]
        return carried * (volume * self._carries)[..., None] + stored * (volume * self._stores)[..., None]

    def _forces(self, data, work):
        force = np.empty((len(data), self.size))
        for rows, b in self._pieces(data):
            force[rows] = (work[rows].reshape(len(b), 1, -1) @ b.reshape(len(b), -1, self.size))[:, 0]
        return force

    def _tangent(self, data, slope):
        matrix = np.empty((len(data), self.size, self.size))
        for rows, b in self._pieces(data):
            ne, ng, ns, nd = b.shape
            matrix[rows] = b.reshape(ne, ng * ns, nd).transpose(0, 2, 1) @ (slope[rows] @ b).reshape(ne, ng * ns, nd)
        return matrix

    def holding_forces(self, data: ElementData, behaviour, state: PointState) -> np.ndarray:
        """(ne, nd) what a step of a medium starts from that does not answer anew: forces without flows, as in code_aster."""
        return self.nodal_forces(data, state.stress)

    def nodal_forces(self, data, stress):
        """Those of the stresses and of the weight of the fluids; flows act over steps only."""
        layout = self.layout
        work = np.zeros((*stress.shape[:2], layout.n_strains))
        if layout.mechanical:
            work[..., layout.strain["strain"]] = stress[..., layout.stress["skeleton"]] + stress[..., layout.stress["pores"]]
            fluid = sum(stress[..., layout.stress["mass", own]] for own in layout.constituents)
            work[..., layout.strain["displacement"]] = -fluid * data.property("skeleton.gravity")[:, None, : self.dim]
        if layout.dilates:
            work[..., layout.strain["volume"].start :] = stress[..., layout.stress["volume"].start :]
        return self._forces(data, work * self.point_weights(data)[..., None])

    def step_forces(self, data: ElementData, before: np.ndarray, stress: np.ndarray) -> np.ndarray:
        """(ne, nd) those of a step that ends at these stresses from those before it, with its flows, but for the heat that is stored."""
        gravity, dt = data.property("skeleton.gravity")[:, None, : self.dim], data.step.after - data.step.before
        carried, stored = balance(self.layout, before, stress, gravity, dt, 1.0)
        if self.layout.thermal:
            stored[..., self.layout.strain["t"]] = 0.0
        return self._forces(data, (carried + stored) * self.point_weights(data)[..., None])

    def reference_force(self, data, references):
        """The mean over the points of the sizes of B^T r, each generalised stress in turn being its reference.

        As in code_aster the flow of heat is judged by the reference of the last pressure.
        """
        layout, volume = self.layout, self.point_weights(data)
        work = np.zeros((len(data), layout.n_strains))
        flows = [count * references[f"flow {pressure}"] for pressure, count in enumerate(layout.phases, 1) if count]
        for pressure, flow in enumerate(flows, 1):
            work[:, layout.strain[f"grad p{pressure}"]] = flow
        weight = sum(flows) * abs(data.property("skeleton.gravity")[:, : self.dim])
        if layout.mechanical:
            work[:, layout.strain["strain"]] = 2 * references["stress"] * layout.mandel[: layout.ns]
            work[:, layout.strain["displacement"]] = weight
        if layout.thermal:
            work[:, layout.strain["grad t"]] = references["heat flow"] and flows[-1] / layout.phases[len(flows) - 1]
            work[:, layout.strain["t"]] = weight.sum(axis=1, keepdims=True)
        force = np.empty((len(data), self.size))
        for rows, b in self._pieces(data):
            force[rows] = contracted("egsd,es,eg->ed", abs(b), work[rows], volume[rows])
        return force / self.n_points

    def shown(self, data, stress):
        """The tensors themselves."""
        return stress / self.layout.mandel, self.layout.names

    def kept(self, data, values):
        """Mandel's notation."""
        return values * self.layout.mandel

    @property
    def strain_factors(self) -> np.ndarray:
        """(ns,) ones: code_aster tells strains of porous elements in Mandel's notation, shears by the root of 2 too large (epsthm)."""
        return np.ones(self.layout.ns)

    @property
    def continuum(self):
        """That of the skeleton."""
        return self.layout.continuum

    def strains(self, data: ElementData, u: np.ndarray, finite: bool = False, caused: bool = True) -> np.ndarray | None:
        """(ne, ng, ns) small strains of the skeleton in Mandel's notation; None of others, and where nothing moves."""
        if finite or not caused or not self.layout.mechanical:
            return None
        return self.strains_of(data, u)[..., self.layout.strain["strain"]]

    @cached_property
    def _to_nodes(self):
        """(nn, ng) by the linear functions of the vertices that are nearest to all the points."""
        shape, functions = reference_cell(self.cell), self._scalar_functions
        vertices = np.linalg.solve(functions.T @ functions, functions.T)
        return np.concatenate([vertices, *(vertices[list(group)].mean(axis=0)[None] for group in shape.middles)])

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the points to the nodes."""
        return self._to_nodes if self.selective else points_to_nodes(self.cell, self.family)

    def values_at_nodes(self, values: np.ndarray, names) -> np.ndarray:
        """(ne, nn, nc) values (ne, ng, nc) taken on to the nodes.

        Of generalised stresses and internal variables those of the skeleton are taken from Gauss points, others from the vertices.
        """
        if not (self.selective and ("M11" in names or names[0].startswith("V"))):
            return np.einsum("ng,egc->enc", self.points_to_nodes(), values)
        first, second = values[:, : self.n_solid], values[:, self.n_solid :]
        result = np.einsum("ng,egc->enc", points_to_nodes(self.cell, self.family), first)
        repeated = (first == second).all(axis=(0, 1))
        others = [i for i, name in enumerate(names) if not name.startswith("SI") and not repeated[i]]
        result[..., others] = np.einsum("ng,egc->enc", points_to_nodes(self.cell, "NOEU_S"), second[..., others])
        return result
