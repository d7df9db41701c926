"""Elements on cells that cracks enrich: their own functions, and these times what jumps across the cracks (r7.02.12, 3.5).

Unknowns of nodes that no crack enriches are held at zero by a stiffness of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..data import ElementData
from ..element import PointState
from ..solid import Solid
from .cutting import Pieces
from .integration import PiecePoints

JUMPS = ("H1", "H2", "H3", "H4")
"""What the components of the functions that jump start with."""


@dataclass
class Enrichment:
    """What enriches the cells of a group, all of one type, with as many pieces each.

    cells   (ne,) their numbers in the mesh, ascending
    coordinates  (ne, nn, 3) of their nodes
    levels  (ne, nn, cracks) the normal level sets there
    made    the pieces
    points  the points of the pieces
    jumps   (ne, ns, nn, nh) the functions that jump, on each piece
    active  (ne, nn, nh) which of them the nodes have
    cracks  the places of the cracks among those of the model
    """

    cells: np.ndarray
    coordinates: np.ndarray
    levels: np.ndarray
    made: Pieces
    points: PiecePoints
    jumps: np.ndarray
    active: np.ndarray
    cracks: tuple[int, ...] = (0,)

    def rows(self, data: ElementData) -> np.ndarray:
        """The rows of some of the cells."""
        return np.searchsorted(self.cells, data.cells)

    @cached_property
    def _places(self):
        return {nodes.tobytes(): row for row, nodes in enumerate(self.coordinates)}

    def rows_at(self, coordinates: np.ndarray) -> np.ndarray:
        """The rows of some of the cells, by where their nodes stand (k, nn, 3)."""
        if len(coordinates) == len(self.coordinates):
            return np.arange(len(coordinates))
        return np.array([self._places[nodes.tobytes()] for nodes in np.ascontiguousarray(coordinates)], int)

    @property
    def pieces(self) -> int:
        """How many pieces each cell has."""
        return self.jumps.shape[1]

    def factors(self, rows) -> np.ndarray:
        """(ne, ng, nn, 1 + nh) what each function of a node is multiplied by at the points: one, and the jumps."""
        jumps = np.repeat(self.jumps[rows], self.points.per_piece, axis=1)
        return np.concatenate([np.ones((*jumps.shape[:3], 1)), jumps], axis=-1)

    def corner_factors(self, rows) -> np.ndarray:
        """(ne, ns, nn, 1 + nh) the same at the vertices of the pieces."""
        jumps = self.jumps[rows]
        return np.concatenate([np.ones((*jumps.shape[:3], 1)), jumps], axis=-1)


class Enriched:
    """What elements on enriched cells share; `plain` is the element without the cracks."""

    def enrich(self, plain, enrichment: Enrichment, unknowns: tuple[str, ...], names: tuple[str, ...]):
        """Take over an element: `unknowns` of every node, and how each is called after the H1, H2, ... of its jumps."""
        self.plain, self.enrichment = plain, enrichment
        nh = enrichment.jumps.shape[-1]
        self.components = ((*unknowns, *(f"{jump}{name}" for jump in JUMPS[:nh] for name in names)),) * len(plain.components)
        self.basic = len(unknowns)

    def dead(self, data: ElementData) -> np.ndarray:
        """(ne, nd) the unknowns that are held at zero."""
        active = self.enrichment.active[self.enrichment.rows(data)]
        active = np.concatenate([np.ones((*active.shape[:2], 1), bool), active], axis=-1)
        return ~np.repeat(active, self.basic, axis=-1).reshape(len(data), -1)

    def held(self, data: ElementData, matrix: np.ndarray) -> np.ndarray:
        """The matrix (ne, nd, nd) with the mean of the ends of its diagonal for the dead unknowns."""
        dead = self.dead(data)
        diagonal = np.einsum("eii->ei", matrix)
        scale = (diagonal.max(axis=1) + diagonal.min(axis=1)) / 2
        rows, columns = np.nonzero(dead)
        matrix[rows, columns, :] = 0.0
        matrix[rows, :, columns] = 0.0
        matrix[rows, columns, columns] = np.where(scale == 0.0, 1.0, scale)[rows]
        return matrix

    def geometry(self, data: ElementData, purpose: str = "stiffness"):
        """Gradients (ne, ng, dim, nf), functions (ne, ng, nf), radius (ne, ng) and weighted volume (ne, ng), node after node."""
        return data.once(("enriched geometry", purpose), lambda: self._geometry(data))

    def _geometry(self, data):
        rows = self.enrichment.rows(data)
        points, factors = self.enrichment.points, self.enrichment.factors(rows)
        ne, ng = factors.shape[:2]
        functions = (points.functions[rows][..., None] * factors).reshape(ne, ng, -1)
        gradient = (points.gradients[rows][..., None] * factors[:, :, None]).reshape(ne, ng, self.dim, -1)
        radius = points.places[rows][..., 0]
        return gradient, functions, radius, points.weights[rows] * self.continuum.measure(radius)

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points of some of the cells stand."""
        return self.enrichment.points.places[self.enrichment.rows_at(coordinates)]

    def corner_values(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ns, nv, basic) the field of unknowns u (ne, nd) at the vertices of the pieces."""
        rows = self.enrichment.rows(data)
        factors = self.enrichment.corner_factors(rows)
        nodal = u.reshape(len(u), factors.shape[2], factors.shape[3], self.basic)
        return np.einsum("esvn,esnf,enfk->esvk", self.enrichment.points.corner_functions[rows], factors, nodal, optimize=True)


class EnrichedSolid(Enriched, Solid):
    """A solid that cracks run through."""

    def __init__(self, plain: Solid, enrichment: Enrichment):
        super().__init__(plain.cell, plain.continuum, plain.families["stiffness"], plain.families["mass"])
        self.enrich(plain, enrichment, plain.continuum.unknowns, tuple(name[1:] for name in plain.continuum.unknowns))

    def stiffness(self, data):
        """sum over points of B^T C B; the dead unknowns held."""
        return self.held(data, super().stiffness(data))

    def mass(self, data):
        """sum over points of rho N^T N."""
        _, functions, _, volume = self.geometry(data)
        density = data.property("density")
        scalar = np.einsum("eg,egn,egm->enm", volume * density[:, None], functions, functions, optimize=True)
        ne, nf, dim = len(data), scalar.shape[1], self.dim
        result = np.zeros((ne, nf, dim, nf, dim))
        for axis in range(dim):
            result[:, :, axis, :, axis] = scalar
        return result.reshape(ne, nf * dim, nf * dim)

    def body_force(self, data, force):
        """Of a force by volume, on all functions."""
        _, functions, _, volume = self.geometry(data)
        force = np.broadcast_to(force, (*volume.shape, 3))[..., : self.dim] * volume[..., None]
        return np.einsum("egn,egk->enk", functions, force).reshape(len(data), -1)

    def start(self, data, behaviour):
        """No strain, no stress."""
        shape = (len(data), self.enrichment.points.weights.shape[1])
        zero = np.zeros((*shape, len(self.continuum.strains)))
        return PointState(zero, zero, np.zeros((*shape, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """As a solid's; the dead unknowns held."""
        force, matrix, state = super().respond(data, behaviour, u, state, want_tangent)
        return force, None if matrix is None else self.held(data, matrix), state

    def _strained(self, u):
        return u
