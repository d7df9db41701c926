"""Elements on cells that cracks enrich: their own functions, these times what jumps across the cracks, and about a front the
displacements of the modes of opening (r7.02.12, 3.5).

Unknowns of nodes that no crack enriches are held at zero by a stiffness of their own.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from ..cells import reference_cell
from ..contraction import contracted
from ..data import ElementData
from ..element import PointState
from ..errors import ComputationFailed
from ..kinematics import SHEAR
from ..shapes import shape_functions
from ..solid import Solid
from .cutting import Pieces
from .integration import PiecePoints
from .tip import TipFunctions

JUMPS = ("H1", "H2", "H3", "H4")
"""What the components of the functions that jump start with."""
MODES = ("K1", "K2", "K3")
"""The components of the functions of a front."""


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
    tip, corner_tip  the functions of a front at the points, and at the vertices of the pieces (ne, ns nv); None away from fronts
    fronted  (ne, nn) which nodes have them
    by_pieces  whether the facets of the crack are sides of the pieces
    """

    cells: np.ndarray
    coordinates: np.ndarray
    levels: np.ndarray
    made: Pieces
    points: PiecePoints
    jumps: np.ndarray
    active: np.ndarray
    cracks: tuple[int, ...] = (0,)
    tip: TipFunctions | None = None
    corner_tip: TipFunctions | None = None
    fronted: np.ndarray | None = None
    by_pieces: bool = False

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
        return np.repeat(self.corner_factors(rows), self.points.per_piece, axis=1)

    def corner_factors(self, rows) -> np.ndarray:
        """(ne, ns, nn, 1 + nh) the same on each piece."""
        jumps = self.jumps[rows]
        return np.concatenate([np.ones((*jumps.shape[:3], 1)), jumps], axis=-1)


@cache
def carriers(cell: str) -> np.ndarray:
    """(nn, nn) what makes those of its vertices, which carry the functions of a front, of the functions of a cell; zero at other nodes."""
    reference = reference_cell(cell)
    made = np.zeros((reference.n_nodes, reference.n_nodes))
    made[:, : reference.corners] = shape_functions(reference.straight, reference.nodes)
    return made


class Cut:
    """What all elements on enriched cells share: `enrichment`, the `modes` of a front, `dead` and `values_at`.

    known_at_nodes  whether their stresses are taken on to the nodes
    """

    known_at_nodes = True

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

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points of some of the cells stand."""
        return self.enrichment.points.places[self.enrichment.rows_at(coordinates)]

    def corner_values(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ns, nv, basic) the field of unknowns u (ne, nd) at the vertices of the pieces."""
        rows = self.enrichment.rows(data)
        functions = self.enrichment.points.corner_functions[rows]
        ne, ns, nv, nn = functions.shape
        factors = np.repeat(self.enrichment.corner_factors(rows), nv, axis=1)
        front = (self.enrichment.corner_tip.of(rows), self.shown_constants(data)) if self.modes else ()
        matrix = self.values_at(data, factors, functions.reshape(ne, ns * nv, nn), *front)
        return np.einsum("egid,ed->egi", matrix, u).reshape(ne, ns, nv, -1)


class Enriched(Cut):
    """What elements share whose nodes all have the same unknowns; `plain` is the element without the cracks."""

    def enrich(self, plain, enrichment: Enrichment, unknowns: tuple[str, ...], names: tuple[str, ...], modes: tuple[str, ...] = MODES):
        """Take over an element: `unknowns` of every node, how each is called after the H1, H2, ... of its jumps, the front's `modes`."""
        self.plain, self.enrichment = plain, enrichment
        nh = enrichment.jumps.shape[-1]
        self.modes = modes[: len(unknowns)] if enrichment.tip is not None else ()
        jumps = tuple(f"{jump}{name}" for jump in JUMPS[:nh] for name in names)
        self.components = ((*unknowns, *jumps, *self.modes),) * len(plain.components)
        self.basic = len(unknowns)
        self.carrying = carriers(plain.cell)

    def dead(self, data: ElementData) -> np.ndarray:
        """(ne, nd) the unknowns that are held at zero."""
        rows = self.enrichment.rows(data)
        active = self.enrichment.active[rows]
        parts = [np.ones((*active.shape[:2], self.basic), bool), np.repeat(active, self.basic, axis=-1)]
        if self.modes:
            parts.append(np.repeat(self.enrichment.fronted[rows][..., None], len(self.modes), axis=-1))
        return ~np.concatenate(parts, axis=-1).reshape(len(data), -1)

    def geometry(self, data: ElementData, purpose: str = "stiffness"):
        """Gradients (ne, ng, dim, nf), functions (ne, ng, nf), radius (ne, ng) and weighted volume (ne, ng), node after node.

        Without the functions of a front.
        """
        return data.once(("enriched geometry", purpose), lambda: self._geometry(data))

    def _geometry(self, data):
        rows = self.enrichment.rows(data)
        points, factors = self.enrichment.points, self.enrichment.factors(rows)
        ne, ng = factors.shape[:2]
        functions = (points.functions[rows][..., None] * factors).reshape(ne, ng, -1)
        gradient = (points.gradients[rows][..., None] * factors[:, :, None]).reshape(ne, ng, self.dim, -1)
        radius = points.places[rows][..., 0]
        return gradient, functions, radius, points.weights[rows] * self.continuum.measure(radius)

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) the weighted length, area or volume."""
        points, rows = self.enrichment.points, self.enrichment.rows(data)
        return points.weights[rows] * self.continuum.measure(points.places[rows][..., 0])

    def tip_constants(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """(ne,) Kolosov's constant and the shear modulus, Pa, that the functions of the front are made with."""
        young, poisson = data.overall("young"), data.overall("poisson")
        kolosov = (3 - poisson) / (1 + poisson) if self.continuum.flat else 3 - 4 * poisson
        return kolosov, young / (2 * (1 + poisson))

    def shown_constants(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """Those that they are made with to look at results: in plane stress too code_aster takes those of plane strain (res2mat)."""
        _, shear = self.tip_constants(data)
        return 3 - 4 * data.overall("poisson"), shear

    def values_at(self, data: ElementData, factors, functions, tip=None, constants=None) -> np.ndarray:
        """(ne, ng, basic, nd) what each unknown makes of the field at points, `factors` (ne, ng, nn, 1 + nh) and `functions`
        (ne, ng, nn) being those there; `tip` the front's functions there, by other `constants` than the material's where given."""
        ne, ng, nn, count = factors.shape
        width = count * self.basic
        result = np.zeros((ne, ng, self.basic, nn, width + len(self.modes)))
        scaled = functions[..., None] * factors
        for axis in range(self.basic):
            result[:, :, axis, :, axis : width : self.basic] = scaled
        if self.modes:
            values, having = tip.values(*(constants or self.tip_constants(data))), self.enrichment.fronted[self.enrichment.rows(data)]
            result[..., width:] = np.einsum("egn,egai->egina", functions @ self.carrying * having[:, None], values)
        return result.reshape(ne, ng, self.basic, -1)

    def value_matrix(self, data: ElementData) -> np.ndarray:
        """(ne, ng, basic, nd) what each unknown makes of the field at the points."""
        rows = self.enrichment.rows(data)
        tip = self.enrichment.tip.of(rows) if self.modes else None
        return self.values_at(data, self.enrichment.factors(rows), self.enrichment.points.functions[rows], tip)


class EnrichedSolid(Enriched, Solid):
    """A solid that cracks run through.

    releasing, sifting  the same with the points that the energy released and stress intensity factors are integrated at, None where
                        they are its own
    known_at            the same with the points at which masses and forces are summed and it is known what surrounds the cells, None
                        where they are its own
    known_points        which of those its own points read: the first ones (xnmel), or for stress intensity factors the first ones of
                        each piece (te0297), as code_aster has it
    """

    releasing: EnrichedSolid | None = None
    sifting: EnrichedSolid | None = None
    known_at: EnrichedSolid | None = None
    known_points: np.ndarray | None = None
    weighs_across = True

    def __init__(self, plain: Solid, enrichment: Enrichment):
        super().__init__(plain.cell, plain.continuum, plain.families["stiffness"], plain.families["mass"])
        self.enrich(plain, enrichment, plain.continuum.unknowns, tuple(name[1:] for name in plain.continuum.unknowns))

    def reading(self, known_at: EnrichedSolid, by_piece: bool) -> EnrichedSolid:
        """The same element, which finds what surrounds it at the points of another one."""
        made, pieces = copy(self), self.enrichment.pieces
        own, known = (element.enrichment.points.per_piece for element in (self, known_at))
        made.known_at = known_at
        made.known_points = (known if by_piece else own) * np.repeat(np.arange(pieces), own) + np.tile(np.arange(own), pieces)
        return made

    def strain_matrix(self, data):
        """B of all functions, and weighted volume."""
        return data.once("enriched strains", lambda: self._strain_matrix(data))

    def _strain_matrix(self, data):
        gradient, functions, radius, volume = self.geometry(data)
        plain = self.continuum.strain_matrix(gradient, functions, radius)
        if not self.modes:
            return plain, volume
        rows, points = self.enrichment.rows(data), self.enrichment.points
        own, slope = points.functions[rows] @ self.carrying, points.gradients[rows] @ self.carrying
        values, slopes = self._front(data)
        ne, ng, ns, nn = *plain.shape[:3], own.shape[-1]
        made = np.zeros((ne, ng, ns, nn, plain.shape[-1] // nn + len(self.modes)))
        made[..., : -len(self.modes)] = plain.reshape(ne, ng, ns, nn, -1)
        front = made[..., -len(self.modes) :]
        for row, (a, b) in enumerate(self.continuum.strains):
            i, j = "XYZ".index(a), "XYZ".index(b)
            if i >= self.dim or j >= self.dim:
                continue
            front[:, :, row] = own[..., None] * slopes[:, :, None, :, i, j] + slope[:, :, j, :, None] * values[:, :, None, :, i]
            if i != j:
                front[:, :, row] += own[..., None] * slopes[:, :, None, :, j, i] + slope[:, :, i, :, None] * values[:, :, None, :, j]
                front[:, :, row] *= SHEAR
        if self.continuum.revolves:
            front[:, :, 2] = own[..., None] * values[:, :, None, :, 0] / radius[..., None, None]
        return made.reshape(ne, ng, ns, -1), volume

    def plain_strains(self, data, u):
        """(ne, ng, ns) B u, in Mandel's notation; B, which is large, is not made for that."""
        slope = self.displacement_gradient(data, u)
        places = [("XYZ".index(a), "XYZ".index(b)) for a, b in self.continuum.strains]
        return 0.5 * np.stack([slope[..., i, j] + slope[..., j, i] for i, j in places], axis=-1) * self.mandel

    def parting(self, data, functions, factors):
        """(ne, dim) how far the functions of the front, times `factors` (ne, nn, modes), part the lips at a place in each cell,
        where its own functions are `functions` (ne, nn)."""
        tip, nodes = self.enrichment.tip, data.coordinates
        given = nodes, functions[:, None], np.einsum("en,enk->ek", functions, nodes)[:, None]
        both, constants = np.ones((len(functions), 1)), self.shown_constants(data)
        rows = self.enrichment.rows(data)
        lips = [TipFunctions(tip.axes.of(rows), *given, side * both, both > 0).values(*constants)[:, 0] for side in (1, -1)]
        return np.einsum("en,ena,eai->ei", functions @ self.carrying, factors, lips[0] - lips[1])

    def _front(self, data, constants=None):
        """(ne, ng, modes, dim) the front's functions, and (ne, ng, modes, dim, dim) their derivatives; by other `constants` than the
        material's where they are given."""
        rows = self.enrichment.rows(data)
        tip, constants = self.enrichment.tip.of(rows), self.tip_constants(data) if constants is None else constants
        return tip.values(*constants), tip.gradients(*constants, self.enrichment.points.gradients[rows])

    def displacement(self, data, u):
        """(ne, ng, dim) at the points, by all functions."""
        _, functions, _, _ = self.geometry(data)
        plain, factors = self._split(data, u)
        found = functions @ plain
        if self.modes:
            own = self.enrichment.points.functions[self.enrichment.rows(data)] @ self.carrying
            values, _ = data.once("front", lambda: self._front(data))
            found += ((own @ factors)[..., None] * values).sum(axis=2)
        return found

    def _split(self, data, u):
        """(ne, nf, dim) of the functions of `geometry`, and (ne, nn, modes) of those of the front, of unknowns u (ne, nd)."""
        nodal = u.reshape(len(u), len(self.components), -1)
        count = nodal.shape[-1] - len(self.modes)
        return nodal[..., :count].reshape(len(u), -1, self.dim), nodal[..., count:]

    def displacement_gradient(self, data, u):
        """(ne, ng, 3, 3) the derivatives du_i/dX_j of all functions."""
        gradient, functions, radius, _ = self.geometry(data)
        dim, (plain, factors) = self.dim, self._split(data, u)
        result = np.zeros((*radius.shape, 3, 3))
        result[..., :dim, :dim] = contracted("egdn,enk->egkd", gradient, plain)
        radial = (functions @ plain[..., :1])[..., 0]
        if self.modes:
            values, slopes = data.once("front", lambda: self._front(data))
            points, rows = self.enrichment.points, self.enrichment.rows(data)
            carried = self.carrying @ factors
            own, changing = points.functions[rows] @ carried, contracted("egjn,ena->egja", points.gradients[rows], carried)
            result[..., :dim, :dim] += (own[..., None, None] * slopes).sum(axis=2) + (changing @ values).swapaxes(-1, -2)
            radial += (own * values[..., 0]).sum(axis=-1)
        if self.continuum.revolves:
            result[..., 2, 2] = radial / radius
        return result

    def geometric_stiffness(self, data, stress):
        """sum over points of grad N . stress . grad N of all functions.

        As in code_aster the front's functions are not those of the material there, but of Kolosov's constant 3 and of a shear modulus
        which is the mean size of the direct stresses at the point; and shear stresses count divided by the root of two.
        """
        if self.continuum.revolves:
            raise ComputationFailed("stresses do not stiffen solids of revolution that cracks run through yet")
        gradient, _, _, volume = self.geometry(data)
        (ne, ng, dim), nn, modes = gradient.shape[:3], len(self.components), len(self.modes)
        plain = gradient.reshape(ne, ng, dim, nn, -1)
        count = plain.shape[-1] * dim
        slopes = np.zeros((ne, ng, dim, dim, nn, count + modes))
        for axis in range(dim):
            slopes[:, :, axis, :, :, axis:count:dim] = plain
        if modes:
            size = abs(stress[..., :dim]).mean(axis=-1)
            scale = np.divide(1.0, size, np.zeros_like(size), where=size > 0.0)
            values, front = self._front(data, (np.full(ne, 3.0), np.ones(ne)))
            rows, points = self.enrichment.rows(data), self.enrichment.points
            own, slope = points.functions[rows] @ self.carrying, points.gradients[rows] @ self.carrying
            product = np.einsum("egn,egaij->egijna", own, front) + np.einsum("egjn,egai->egijna", slope, values)
            slopes[..., count:] = product * scale[:, :, None, None, None, None]
        slopes = slopes.reshape(ne, ng, dim, dim, -1)
        tensor = np.zeros((ne, ng, 3, 3))
        for place, (a, b) in enumerate(self.continuum.strains):
            i, j = "XYZ".index(a), "XYZ".index(b)
            tensor[..., i, j] = tensor[..., j, i] = stress[..., place] * (1.0 if i == j else 0.5)
        weighted = tensor[..., :dim, :dim] * volume[..., None, None]
        matrix = contracted("egijd,egjk,egikf->edf", slopes, weighted, slopes)
        alive = ~self.dead(data)
        return matrix * alive[:, :, None] * alive[:, None, :]

    def stiffness(self, data):
        """sum over points of B^T C B; the dead unknowns held."""
        return self.held(data, super().stiffness(data))

    def mass(self, data):
        """sum over points of rho N^T N, as in code_aster without the radius of a solid of revolution (xmase2); the dead unknowns held."""
        values, volume = self.value_matrix(data), self.enrichment.points.weights[self.enrichment.rows(data)]
        return self.held(data, contracted("eg,egid,egif->edf", volume * data.property("density")[:, None], values, values))

    def body_force(self, data, force):
        """Of a force by volume, on all functions; uniform ones are summed at more points than the stiffness (xpesro)."""
        if self.known_at is not None and (np.ndim(force) < 3 or np.shape(force)[1] == 1):
            return self.known_at.body_force(data, force)
        volume = self.point_weights(data)
        force = np.broadcast_to(force, (*volume.shape, 3))[..., : self.dim] * volume[..., None]
        return contracted("egid,egi->ed", self.value_matrix(data), force)

    def anelastic_force(self, data, before=False):
        """At the points where it is known what surrounds the cells (te0541)."""
        if self.known_at is None or data.surroundings is None:
            return super().anelastic_force(data, before)
        return self.known_at.anelastic_force(data.at_element(self.known_at), before)

    def start(self, data, behaviour):
        """No strain, no stress."""
        shape = (len(data), self.enrichment.points.weights.shape[1])
        zero = np.zeros((*shape, len(self.continuum.strains)))
        return PointState(zero, zero, np.zeros((*shape, behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """As a solid's; the dead unknowns held."""
        force, matrix, state = super().respond(data, behaviour, u, state, want_tangent)
        return force * ~self.dead(data), None if matrix is None else self.held(data, matrix), state

    def nodal_forces(self, data, stress):
        """Those of a solid on the unknowns that are not held."""
        return super().nodal_forces(data, stress) * ~self.dead(data)

    def _strained(self, u):
        return u
