"""Contact of patches: what the gap of each one is, and how its one pressure acts on both sides (r5.03.50, local average contact).

With p a patch, the parts s of its slave cells that face master cells, n the normal into each body, w the weights of the integration
points (the jacobian of the cells as they were, or as they are) and N the shape functions,

    B_p u = sum_s ( int_slave N u . n w  +  int_master N u . n w ),      each over its own points,

    g_p = int gap / W_p,    W_p = int 1    over the slave points, on the cells as they are, the gap being that along the slave's
                                           normal to the master, positive where open.

With smooth normals n is that of each node.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from .contact_geometry import MANY
from .mortar_pairing import FacingCells, cast_overlap, cast_points, onto_slave
from .mortar_skin import Skin
from .quadrature import quadrature

PLANE, CURVED, SPACE = "FPG3", "FPG4", "FPG6"
"""Rules for segments, for segments of three nodes, for the triangles of faces; gaps of segments always take the first."""


@dataclass
class Patchwork:
    """One zone: the two skins, the patch (nc,) of each slave cell, how its weights and normals are taken."""

    slaves: Skin
    masters: Skin
    patch: np.ndarray
    revolves: bool = False
    follows: bool = False
    smooth: bool = False
    tolerance: float = 1e-8

    def pair(self, x) -> PairedPatches:
        """The parts that face each other, nodes standing at x (n_nodes, 3)."""
        pairs = onto_slave(self.slaves, self.masters, x, self.tolerance)
        polygons, whole = cast_overlap(pairs, self.slaves, self.masters, x, self.tolerance)
        pairs, polygons = pairs.kept(whole), polygons.kept(whole)
        rank, xi, weights = pairs.overlap.points(SPACE if self.slaves.flat else PLANE, self.slaves.flat)
        foot, met = cast_points(pairs, self.slaves, self.masters, x, rank, xi, self.tolerance)
        lost = np.zeros(len(pairs.slaves), bool)
        lost[rank[~met]] = True
        kept = ~lost[rank]
        number = np.cumsum(~lost) - 1
        return PairedPatches(self, pairs.kept(~lost), polygons.kept(~lost), number[rank[kept]], xi[kept], weights[kept], foot[kept])


@dataclass
class PairedPatches:
    """The pairs of a patchwork, their overlaps on the master side, and the points (rank, xi, weight, foot on the master) of their gaps."""

    zone: Patchwork
    pairs: FacingCells
    on_master: object
    rank: np.ndarray
    xi: np.ndarray
    weights: np.ndarray
    feet: np.ndarray

    def gaps(self, x, count: int):
        """int gap (count,), W_p (count,) of the patches, nodes standing at x."""
        zone, cells = self.zone, self.pairs.slaves[self.rank]
        size = self.weights * zone.slaves.measures(x, cells, self.xi, zone.revolves)
        way = zone.masters.places(x, self.pairs.masters[self.rank], self.feet) - zone.slaves.places(x, cells, self.xi)
        outward = zone.slaves.outward(zone.slaves.slopes(x, cells, self.xi))
        gap = np.linalg.norm(way, axis=1) * np.where((way * outward).sum(axis=1) >= 0.0, 1.0, -1.0)
        patch = zone.patch[cells]
        return np.bincount(patch, size * gap, count), np.bincount(patch, size, count)

    def areas(self, x, count: int):
        """(count,) the whole area of the patches of slave cells that are paired."""
        zone = self.zone
        cells = np.unique(self.pairs.slaves)
        sizes = np.zeros(len(cells))
        for corners, rows, _ in zone.slaves.families(x, cells):
            xi, weights = _reference(corners)
            own = np.repeat(cells[rows], len(weights))
            measure = zone.slaves.measures(x, own, np.tile(xi, (len(rows), 1)), False).reshape(len(rows), -1)
            sizes[rows] = measure @ weights
        return np.bincount(zone.patch[cells], sizes, count)

    def pressures(self, x, rest, table, count: int):
        """B (count, n) as (rows, columns, values) on the equations `table` (n_nodes, 3), nodes standing at x and at rest at `rest`."""
        zone, found = self.zone, []
        inward = [None, None]
        if zone.smooth:
            inward = [-skin.nodal_normals(x) for skin in (zone.slaves, zone.masters)]
        curved = zone.slaves.quadratic
        for skin, cells, polygons, nodal in (
            (zone.slaves, self.pairs.slaves, self.pairs.overlap, inward[0]),
            (zone.masters, self.pairs.masters, self.on_master, inward[1]),
        ):
            for bent in (False, True):
                rows = np.flatnonzero(curved[self.pairs.slaves] == bent)
                family = SPACE if skin.flat else (CURVED if bent else PLANE)
                rank, xi, weights = polygons.kept(rows).points(family, skin.flat)
                own = cells[rows[rank]]
                weights = weights * skin.measures(x if zone.follows else rest, own, xi, zone.revolves)
                shapes = skin.shapes(own, xi)[0] * weights[:, None]
                nodes = skin.nodes[own]
                if nodal is None:
                    normals = -skin.outward(skin.slopes(x, own, xi))[:, None, :]
                else:
                    normals = nodal[nodes]
                patch = zone.patch[self.pairs.slaves[rows[rank]]]
                values = shapes[:, :, None] * normals
                columns = np.where((nodes >= 0)[:, :, None], table[nodes], -1)
                held = (columns >= 0) & (values != 0.0)
                found.append((np.broadcast_to(patch[:, None, None], held.shape)[held], columns[held], values[held]))
        return tuple(np.concatenate(parts) for parts in zip(*found))


def _reference(corners):
    """Points and weights on a whole reference cell of so many vertices."""
    rule = quadrature({2: "SEG2", 3: "TRIA3", 4: "QUAD4"}[corners], {2: "FPG3", 3: "FPG6", 4: "FPG9"}[corners])
    xi = np.zeros((len(rule), 2))
    xi[:, : rule.points.shape[1]] = rule.points
    return xi, rule.weights


def gathered(parts, equations, count: int, size: int):
    """B (count, m) of all zones on the equations (m,) among `size`, dense, or sparse where there are many."""
    place = np.full(size, -1)
    place[equations] = np.arange(len(equations))
    rows, columns, values = (np.concatenate(own) for own in zip(*parts))
    matrix = csr_array((values, (rows, place[columns])), shape=(count, len(equations)))
    return matrix if len(equations) > MANY else matrix.toarray()
