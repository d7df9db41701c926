"""Pairing of slave nodes with master facets in space, as the discrete contact formulation does it (r5.03.50).

The steps are those of fe.pairing. A facet is projected on by Newton's iterations from the middle of its coordinates (xi, eta); what falls
beyond its sides is brought back to the nearest point of its reference cell. With e1, e2 the derivatives of the place along xi and eta,

    n = e2 x e1 / |e2 x e1|                                    into the master body, the facet turning anticlockwise seen from outside
    t1 = (-ny/nx, 1, 0), (1, -nx/ny, 0) or (0, 1, -ny/nz)      over its length: the first of them whose divisor does not vanish
    t2 = t1 x n

A given direction v fixes the normal of a side, or its second tangent; segments and points, which have no normal of their own, need one:

    fixed    t2 = v x t1 / |v x t1|,  so that n = t2 x t1 is -v on the master and v on the slave side, less their parts along t1
    across   t2 = v,  t1 along the segment, or on a facet its part across v
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .cells import reference_cell
from .pairing import EPS, MOST, ON_EDGE, Pairs, Zone, at_points, nearest_masters, unit, unsettled
from .shapes import shape_derivatives, shape_functions, shape_second_derivatives

FACETS = ("TRIA3", "TRIA6", "TRIA7", "QUAD4", "QUAD8", "QUAD9")
LINES = ("SEG2", "SEG3")
KINDS = (*FACETS, *LINES, "POI1")


@dataclass
class Facets:
    """Cells of one side: nodes (nc, 1 to 9), -1 beyond a cell's own ones, and the number in KINDS of each one's type (nc,)."""

    nodes: np.ndarray
    kinds: np.ndarray

    @classmethod
    def of(cls, cells: list[tuple[str, np.ndarray]]) -> Facets:
        """From pairs (type, nodes)."""
        width = max(len(nodes) for _, nodes in cells)
        table = np.array([[*nodes, *[-1] * (width - len(nodes))] for _, nodes in cells], int)
        return cls(table, np.array([KINDS.index(kind) for kind, _ in cells]))

    def groups(self, rows):
        """(type, places in `rows` of its cells) of the types met among the cells `rows`."""
        kinds = self.kinds[rows]
        for kind in np.unique(kinds):
            yield KINDS[kind], np.flatnonzero(kinds == kind)

    def corners(self, cells, kind, x):
        """(n, nn, 3) places of the nodes of cells of one type."""
        return x[self.nodes[cells][:, : len(reference_cell(kind).nodes)]]

    def are_lines(self, cells):
        """(n,) which of some cells are segments."""
        return np.isin(self.kinds[cells], [KINDS.index(kind) for kind in LINES])


@dataclass
class SpaceZone(Zone):
    """What is paired with what in space; `masters` and `slave_cells` are the nodes of the facets of both sides.

    master_facets, slave_facets  the two sides;  direction (3,)
    straight   a QUAD8 passes on forces by its vertices alone, as the discrete formulation has it where its middle nodes are tied to them
    master_axis, slave_axis   what is given of each side: None, or ("fixed" or "across", unit direction (3,))
    """

    master_facets: Facets = None
    slave_facets: Facets = None
    straight: bool = False
    master_axis: tuple[str, np.ndarray] | None = None
    slave_axis: tuple[str, np.ndarray] | None = None
    dim: int = field(default=3, init=False)

    @classmethod
    def of(cls, slaves, masters: Facets, slave_cells: Facets, **options) -> SpaceZone:
        """From the slave nodes and the facets of both sides."""
        return cls(slaves, masters.nodes, slave_cells.nodes, master_facets=masters, slave_facets=slave_cells, **options)

    def pair(self, positions: np.ndarray) -> Pairs:
        """The links for the nodes' current positions (n_nodes, 3)."""
        return pair_points(self, positions, positions[self.slaves], self.slaves)


def pair_points(zone: SpaceZone, x: np.ndarray, slave_x: np.ndarray, nodes: np.ndarray, every: bool = False) -> Pairs:
    """The links of any points `slave_x` (ns, 3) of the slave side; `nodes` and `every` as in the plane (fe.pairing)."""
    facets = zone.master_facets
    nearest, found = nearest_masters(zone, slave_x, x[zone.master_nodes])
    if zone.nodal:
        kept = np.flatnonzero(found)
        reached = zone.master_nodes[nearest[kept]]
        masters, weights, projections = reached[:, None], np.ones((len(kept), 1)), x[reached]
        normals = None if zone.normal == "slave" else _nodal_normals(facets, x, zone.master_nodes)[nearest[kept]]
    else:
        cells, xi, before, inside = _project(zone, x, slave_x, nearest)
        found = found & inside
        kept = np.arange(len(found)) if every else np.flatnonzero(found)
        cells, xi = cells[kept], xi[kept]
        masters = facets.nodes[cells]
        values, slopes = facet_shapes(facets, cells, xi)
        slopes = slopes + facet_shapes(facets, cells, before[kept])[1]
        corners = x[masters]
        projections = at_points(values, corners)
        weights = _straightened(facets, cells, xi, values) if zone.straight else values
        slopes = np.einsum("ndk,nki->ndi", slopes, corners)
        if zone.smooth:
            nodal = np.zeros_like(x)
            nodal[zone.master_nodes] = _nodal_normals(facets, x, zone.master_nodes)
            normals = unit(at_points(values, nodal[masters]))
        elif zone.normal == "master" and zone.master_axis is not None:
            frame = _master_frame(slopes, facets.are_lines(cells), *zone.master_axis)
            return _pairs(kept, masters, weights, frame, projections, slave_x, found)
        elif zone.normal != "slave":
            normals = _inward(slopes)
    if zone.normal != "master":
        own = -_nodal_normals(zone.slave_facets, x, nodes[kept], zone.slave_axis)
        if zone.slave_axis is not None:
            return _pairs(kept, masters, weights, _slave_frame(own, *zone.slave_axis), projections, slave_x, found)
        normals = own if zone.normal == "slave" else unit(own + normals)
    return _pairs(kept, masters, weights, (normals, *tangents(normals)), projections, slave_x, found)


def _pairs(kept, masters, weights, frame, projections, slave_x, found):
    normals, first, second = frame
    gaps = ((projections - slave_x[kept]) * normals).sum(axis=1)
    return Pairs(kept, masters, weights, normals, first, gaps, projections, second, found[kept])


def _master_frame(slopes, lines, way, v):
    """Normals and tangents (n, 3) of the master side from the slopes (n, 2, 3) of cells that are `lines` or facets."""
    first = unit(slopes[:, 0])
    facets = np.flatnonzero(~lines)
    first[facets] = tangents(_inward(slopes[facets]))[0]
    if way == "fixed":
        second = unit(np.cross(v, first))
    else:
        second = np.broadcast_to(v, first.shape)
        first[facets] = unit(np.cross(v, np.cross(first[facets], v)))
    return unit(np.cross(second, first)), first, second


def _slave_frame(normals, way, v):
    """Normals and tangents (n, 3) from nodal normals (n, 3) that point into the master."""
    if way == "fixed":
        second = tangents(-normals)[0]
        first = unit(np.cross(v, second))
        return unit(np.cross(second, first)), first, second
    first = unit(np.cross(v, normals))
    return unit(np.cross(first, v)), first, np.broadcast_to(v, first.shape)


def tangents(normals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit directions (n, 3) each across normals (n, 3), as in the head of the module."""
    nx, ny, nz = normals.T
    by_x, by_y = abs(nx) > EPS, abs(ny) > EPS
    one, none = np.ones_like(nx), np.zeros_like(nx)
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(
            by_x,
            [-ny / nx, one, none],
            np.where(by_y, [one, -nx / ny, none], [none, one, -ny / nz]),
        ).T
    first = unit(first)
    return first, unit(np.cross(first, normals))


def facet_shapes(facets: Facets, cells, xi):
    """Shape functions (n, width) and their derivatives (n, 2, width) at xi (n, 2) in given cells, zero at nodes they have not."""
    width = facets.nodes.shape[1]
    values, slopes = np.zeros((len(cells), width)), np.zeros((len(cells), 2, width))
    for kind, rows in facets.groups(cells):
        dim = reference_cell(kind).dim
        own = shape_functions(kind, xi[rows, :dim])
        values[rows, : own.shape[1]] = own
        slopes[rows, :dim, : own.shape[1]] = shape_derivatives(kind, xi[rows, :dim])
    return values, slopes


def _straightened(facets, cells, xi, values):
    """Shape functions with those of QUAD8 replaced by those of its vertices."""
    rows = np.flatnonzero(facets.kinds[cells] == FACETS.index("QUAD8"))
    if not len(rows):
        return values
    values = values.copy()
    values[rows] = 0.0
    values[rows, :4] = shape_functions("QUAD4", xi[rows])
    return values


def _project(zone, x, slave_x, nearest):
    """Best facet, its (xi, eta), those one step before and whether the projection holds, among the facets around the nearest nodes."""
    n, facets = len(slave_x), zone.master_facets
    best_cell, best_xi, best_before = np.full(n, -1), np.zeros((n, 2)), np.zeros((n, 2))
    best_distance, best_rank = np.full(n, np.inf), np.full(n, 3)
    for candidates in zone.around[nearest].T:
        rows = np.flatnonzero(candidates >= 0)
        cells = candidates[rows]
        for kind, own in facets.groups(cells):
            places, held = rows[own], cells[own]
            corners = facets.corners(held, kind, x)
            xi, before = _closest(kind, corners, slave_x[places], zone.direction)
            xi, over = brought_back(kind, xi)
            refused = over > zone.overhang + ON_EDGE * (1 + zone.overhang)
            rank = np.where(over <= 0.0, 0, np.where(refused, 2, 1))
            foot = at_points(shape_functions(kind, xi[:, : reference_cell(kind).dim]), corners)
            distance = np.sqrt(((foot - slave_x[places]) ** 2).sum(axis=1))
            old_rank, old = best_rank[places], best_distance[places]
            nearer, apart = distance < old, abs(distance - old) > EPS * old
            better = (old_rank == 3) | np.where(rank == 0, (old_rank > 0) | (nearer & apart), (old_rank > 0) & nearer)
            better &= np.isfinite(distance)
            places = places[better]
            best_cell[places], best_xi[places], best_before[places] = held[better], xi[better], before[better]
            best_distance[places], best_rank[places] = distance[better], rank[better]
    return best_cell, best_xi, best_before, best_rank < 2


def _closest(kind, corners, point, direction):
    """(n, 2) reference coordinates of the projections of points on facets, along a direction or by the shortest distance, and those one
    step before.
    """
    dim = reference_cell(kind).dim
    xi, before, along = np.zeros((len(point), 2)), np.zeros((len(point), 2)), np.ones(len(point))
    affine, curved = kind in ("TRIA3", "SEG2"), kind in ("TRIA6", "TRIA7", "SEG3")
    going = np.arange(len(point))
    for _ in range(MOST):
        at, own = xi[going, :dim], corners[going]
        away = point[going] - at_points(shape_functions(kind, at), own)
        slopes, moved = shape_derivatives(kind, at) @ own, 0.0
        if direction is None:
            left = (slopes * away[:, None]).sum(axis=2)
            matrix = slopes @ slopes.transpose(0, 2, 1)
            if curved:
                bend = np.einsum("nabk,nki->nabi", shape_second_derivatives(kind, at), own)
                matrix = matrix - (bend * away[:, None, None]).sum(axis=3)
            step = _solved(matrix, left)
        else:
            columns = np.concatenate([slopes, np.broadcast_to(direction, (len(going), 1, 3))], axis=1)
            whole = _solved(columns.transpose(0, 2, 1), away - along[going, None] * direction)
            step, moved = whole[:, :2], whole[:, 2]
            along[going] += moved
        before[going] = xi[going]
        xi[going, :dim] += step
        if affine:
            return xi, xi
        size = (xi[going] ** 2).sum(axis=1) + (0.0 if direction is None else along[going] ** 2)
        going = going[unsettled((step**2).sum(axis=1) + moved**2, size)]
        if not len(going):
            break
    return xi, before


def _solved(matrices, right):
    """Solutions (n, k) of small systems, not a number where one is singular."""
    singular = abs(np.linalg.det(matrices)) <= EPS * abs(matrices).max(axis=(1, 2)) ** matrices.shape[1]
    if singular.any():
        matrices = np.where(singular[:, None, None], np.eye(matrices.shape[1]), matrices)
        right = np.where(singular[:, None], np.nan, right)
    return np.linalg.solve(matrices, right[:, :, None])[:, :, 0]


def brought_back(kind: str, xi: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The points of the reference cell nearest to xi (n, 2), and how far outside xi was (n,), 0 inside."""
    if not kind.startswith("TRIA"):
        snapped = np.where(abs(abs(xi) - 1.0) <= ON_EDGE, np.sign(xi), xi)
        inside = np.clip(snapped, -1.0, 1.0)
        return inside, np.sqrt(((snapped - inside) ** 2).sum(axis=1))
    snapped = np.where(abs(xi) <= ON_EDGE, 0.0, xi)
    total, difference = snapped.sum(axis=1), snapped[:, 1] - snapped[:, 0]
    beyond = total > 1.0 + ON_EDGE
    inside = np.clip(snapped, 0.0, 1.0)
    slant = np.clip(0.5 * (1.0 + difference), 0.0, 1.0)
    inside = np.where((beyond & (inside.sum(axis=1) > 1.0))[:, None], np.stack([1.0 - slant, slant], axis=1), inside)
    return inside, np.sqrt(((snapped - inside) ** 2).sum(axis=1))


def _inward(slopes):
    """(n, 3) unit normals from the two slopes (n, 2, 3)."""
    return unit(np.cross(slopes[:, 1], slopes[:, 0]))


def _nodal_normals(facets, x, nodes, axis=None):
    """(n, 3) unit normals at `nodes`, into the body: the mean of those of the cells around,
    each taken at the node itself; `axis` is what is given of segments and points.
    """
    total = np.zeros_like(x)
    for kind, rows in facets.groups(np.arange(len(facets.nodes))):
        corners = facets.corners(rows, kind, x)
        for local, place in enumerate(reference_cell(kind).nodes):
            if kind == "POI1":
                own = np.broadcast_to(-axis[1], (len(rows), 3))
            else:
                slopes = np.einsum("dk,nki->ndi", shape_derivatives(kind, place[None])[0], corners)
                own = _line_normals(unit(slopes[:, 0]), *axis) if kind in LINES else _inward(slopes)
            np.add.at(total, facets.nodes[rows, local], own)
    return unit(total[nodes])


def _line_normals(along, way, v):
    """(n, 3) unit normals of segments, into their bodies."""
    second = np.cross(v, along) if way == "fixed" else np.broadcast_to(v, along.shape)
    return unit(np.cross(second, along))
