"""Cells of porous media that cracks run through: displacements and the pressure of a liquid jump across them (r7.01.10, r7.02.12).

Displacements are those of the quadratic cell and pressures those of the linear cell on its vertices, each also times what jumps. The
quadrature is that of the pieces (te0588, xasshm). There are no functions of fronts: code_aster has none there.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..cells import reference_cell
from ..contraction import contracted
from ..data import ElementData
from ..kinematics import inverted
from ..porous.element import vertices_cell
from ..porous.moving import WHOLE, MovingPorous
from ..porous.side import MovingSide
from ..shapes import shape_derivatives, shape_functions
from .element import JUMPS, Cut, Enrichment
from .integration import places_in_cells
from .side import PushedSide


def can_be_cut(plain: MovingPorous | MovingSide) -> bool:
    """Whether code_aster has the element with cracks: one liquid in a skeleton, in the plane or in space, with the full quadrature."""
    layout = plain.layout
    if layout.thermal or layout.dilates or layout.phases != (1, 0) or layout.continuum.revolves:
        return False
    return isinstance(plain, MovingSide) or (not plain.selective and plain.family == WHOLE[plain.cell])


class _Jumping(Cut):
    """What cells and sides share: each unknown of the plain element once more for each function that jumps.

    basic   how many displacements a node has, which come first of its unknowns
    """

    modes = ()
    known_at_nodes = False

    def _enrich(self, plain, enrichment: Enrichment):
        self.enrichment, self.basic = enrichment, len(plain.layout.continuum.unknowns)
        count = enrichment.jumps.shape[-1]
        renamed = [tuple(word[1:] if word.startswith("D") else word for word in own) for own in plain.components]
        self.components = tuple(
            (*own, *(f"{jump}{word}" for jump in JUMPS[:count] for word in words)) for own, words in zip(plain.components, renamed)
        )
        sizes = np.array([len(own) for own in plain.components])
        starts = np.concatenate([[0], np.cumsum(sizes * (1 + count))[:-1]])
        within = np.concatenate([np.arange(size) for size in sizes])
        self._node = np.repeat(np.arange(len(sizes)), sizes)
        # (1 + nh, n) where the unknowns of the plain element stand, and those of each jump
        self._columns = starts[self._node] + within + np.arange(1 + count)[:, None] * sizes[self._node]

    def dead(self, data: ElementData) -> np.ndarray:
        """(ne, nd) the unknowns that are held at zero."""
        dead = np.zeros((len(data), self.size), bool)
        dead[:, self._columns[1:]] = ~self.enrichment.active[self.enrichment.rows(data)][:, self._node].transpose(0, 2, 1)
        return dead

    def jumping(self, plain: np.ndarray, factors: np.ndarray) -> np.ndarray:
        """(ne, ng, ..., nd) of what each unknown of the plain element makes (ne, ng, ..., n), `factors` (ne, ng, nn, 1 + nh)."""
        made = np.zeros((*plain.shape[:-1], self.size))
        own = factors[:, :, self._node]
        own = own.reshape(*own.shape[:2], *(1,) * (plain.ndim - 3), *own.shape[2:])
        for index, columns in enumerate(self._columns):
            made[..., columns] = plain * own[..., index]
        return made

    def values_at(self, data: ElementData, factors, functions, tip=None) -> np.ndarray:
        """(ne, ng, basic, nd) what each unknown makes of the displacements, as Enriched has it."""
        plain = np.zeros((*functions.shape[:2], self.basic, len(self._node)))
        for axis in range(self.basic):
            plain[:, :, axis, self.places.displacement[:, axis]] = functions
        return self.jumping(plain, factors)

    def pressures_at(self, factors, functions) -> np.ndarray:
        """(ne, ng, nd) what each unknown makes of the pressure, `functions` (ne, ng, nv) being those of the vertices."""
        plain = np.zeros((*functions.shape[:2], len(self._node)))
        plain[..., self.places.scalar["p1"]] = functions
        return self.jumping(plain, factors)

    def in_vertices_cell(self, rows, points: np.ndarray) -> np.ndarray:
        """(ne, ng, dim) the places of points (ne, ng, 3) on the linear reference cell of the vertices."""
        kind = vertices_cell(self.cell)
        nodes = self.enrichment.coordinates[rows][:, : reference_cell(kind).n_nodes]
        guess = np.broadcast_to(reference_cell(kind).nodes.mean(axis=0), (*points.shape[:2], self.dim))
        return places_in_cells(kind, points, guess, nodes)

    def vertex_functions(self, rows, points: np.ndarray) -> np.ndarray:
        """(ne, ng, nv) the functions of the vertices at points (ne, ng, 3)."""
        places = self.in_vertices_cell(rows, points)
        return shape_functions(vertices_cell(self.cell), places.reshape(-1, self.dim)).reshape(*points.shape[:2], -1)

    def corner_values(self, data, u):
        """Displacements, and behind them the pressure."""
        rows = self.enrichment.rows(data)
        ne, ns, nv = self.enrichment.points.corners[rows].shape[:3]
        factors = np.repeat(self.enrichment.corner_factors(rows), nv, axis=1)
        functions = self.vertex_functions(rows, self.enrichment.points.corners[rows].reshape(ne, ns * nv, 3))
        pressure = np.einsum("egd,ed->eg", self.pressures_at(factors, functions), u)
        return np.concatenate([super().corner_values(data, u), pressure.reshape(ne, ns, nv, 1)], axis=-1)


class EnrichedPorous(_Jumping, MovingPorous):
    """A cell of a porous medium that cracks run through."""

    def __init__(self, plain: MovingPorous, enrichment: Enrichment):
        super().__init__(plain.cell, plain.layout, plain.family)
        self._enrich(plain, enrichment)
        self.n_points = self.n_solid = enrichment.points.weights.shape[1]
        self._carries = self._stores = np.ones(self.n_points)

    @cached_property
    def _of_vertices(self):
        """(ne, ng, nv) the functions of the vertices at the points of all cells, and (ne, ng, dim, nv) their derivatives."""
        given, kind = self.enrichment, vertices_cell(self.cell)
        places = self.in_vertices_cell(slice(None), given.points.places)
        flat = places.reshape(-1, self.dim)
        functions = shape_functions(kind, flat).reshape(*places.shape[:2], -1)
        slopes = shape_derivatives(kind, flat).reshape(*places.shape, -1)
        jacobian = slopes @ given.coordinates[:, None, : functions.shape[-1], : self.dim]
        return functions, inverted(jacobian)[0] @ slopes

    def functions_at(self, data, rows=slice(None)):
        """Those of each cell by itself."""
        own = self.enrichment.rows(data)[rows]
        return self.enrichment.points.functions[own], self._of_vertices[0][own]

    def _geometry(self, data):
        points, rows = self.enrichment.points, self.enrichment.rows(data)
        return points.gradients[rows], self._of_vertices[1][rows], points.places[rows][..., 0], points.weights[rows]

    def strain_matrix(self, data, rows=slice(None)):
        """B of all functions."""
        return self.jumping(super().strain_matrix(data, rows), self.enrichment.factors(self.enrichment.rows(data)[rows]))

    def summed_weights(self, data):
        """Those of the pieces."""
        return self.point_weights(data)

    def _tangent(self, data, slope):
        return self.held(data, super()._tangent(data, slope))

    def body_force(self, data, force):
        """On all functions."""
        volume = self.point_weights(data)
        force = np.broadcast_to(force, (*volume.shape, 3))[..., : self.dim] * volume[..., None]
        moved = self.strain_matrix(data)[:, :, self.layout.strain["displacement"]]
        return contracted("egid,egi->ed", moved, force)

    def reference_force(self, data, references):
        """code_aster has none."""
        return None

    def mass(self, data):
        """code_aster has none."""
        return None

    def lumped_mass(self, data):
        """code_aster has none."""
        return None


class EnrichedPorousSide(_Jumping, PushedSide, MovingSide):
    """A side of a porous medium that cracks run through."""

    def __init__(self, plain: MovingSide, enrichment: Enrichment):
        super().__init__(plain.cell, plain.layout, plain.family)
        self._enrich(plain, enrichment)

    def point_weights(self, data):
        """(ne, ng) the weighted length or area of the pieces."""
        return self.enrichment.points.weights[self.enrichment.rows(data)]

    def value_matrix(self, data):
        """(ne, ng, basic, nd) of displacements at the points."""
        rows = self.enrichment.rows(data)
        return self.values_at(data, self.enrichment.factors(rows), self.enrichment.points.functions[rows])

    def flow_points(self, coordinates):
        """The integration points themselves (te0579)."""
        return self.points(coordinates)

    def outflow(self, data, flows):
        """On all functions."""
        rows = self.enrichment.rows(data)
        functions = self.vertex_functions(rows, self.enrichment.points.places[rows])
        made = self.pressures_at(self.enrichment.factors(rows), functions)
        return -np.einsum("egd,eg,eg->ed", made, self.point_weights(data), flows["p1"])
