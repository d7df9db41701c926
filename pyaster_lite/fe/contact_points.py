"""The contact points of the continuous formulation, and what they are paired with (r5.03.52).

A contact point stands at xi in one slave cell, with the weight of its rule times the jacobian of the cell as it was at
the beginning.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, issparse

from . import pairing, pairing_space
from .contact_geometry import ContactGeometry, Layout, widened
from .contact_rules import facet_rule, rule
from .contact_system import Points
from .pairing import Zone, at_points, segment_shapes
from .pairing_space import SpaceZone, facet_shapes

AXIS_RADIUS = 1e-7
"""The radius (m) given to a point on the axis of revolution, whose weight would vanish."""


@dataclass
class SlavePoints:
    """The contact points of one zone.

    nodes     (np, nn) nodes of the cell of each point, -1 where a middle node is missing;  shapes (np, nn)
    weights   (np,) weight times jacobian (times radius in revolution)
    node      (np,) the node a point stands on, -1 when it is none;  cells (np,) the rank of its cell
    excluded  (np,) points where contact is given up from the start
    """

    nodes: np.ndarray
    shapes: np.ndarray
    weights: np.ndarray
    node: np.ndarray
    excluded: np.ndarray
    cells: np.ndarray

    @classmethod
    def of(cls, zone: Zone, coordinates: np.ndarray, kind: str, order: int, axis: bool) -> SlavePoints:
        """The points of a zone whose nodes stand at `coordinates` (n_nodes, 2 or 3) at the beginning, by a rule of fe.contact_rules."""
        if isinstance(zone, SpaceZone):
            return cls._of_facets(zone, coordinates, kind, order)
        middles = zone.slave_cells[:, 2] >= 0 if zone.slave_cells.shape[1] == 3 else np.zeros(len(zone.slave_cells), bool)
        parts = []
        for quadratic in (False, True):
            rows = np.flatnonzero(middles == quadratic)
            if rows.size:
                xi, weights = rule(kind, order, 3 if quadratic else 2)
                at = np.arange(len(xi)) if kind == "nodes" else np.full(len(xi), -1)
                parts.append((np.repeat(rows, len(xi)), np.tile(xi, rows.size), np.tile(weights, rows.size), np.tile(at, rows.size)))
        cells, xi, weights, at = (np.concatenate(columns) for columns in zip(*parts))
        order = np.argsort(cells, kind="stable")
        cells, xi, weights, at = cells[order], xi[order], weights[order], at[order]
        nodes = zone.slave_cells[cells]
        shapes, slopes, _ = segment_shapes(xi, nodes)
        corners = coordinates[nodes, :2]
        weights = weights * np.linalg.norm(at_points(slopes, corners), axis=1)
        if axis:
            radius = at_points(shapes, corners)[:, 0]
            weights = weights * np.where(radius == 0.0, AXIS_RADIUS, abs(radius))
        node = np.where(at >= 0, nodes[np.arange(len(at)), at], -1)
        return cls(nodes, shapes, weights, node, (node >= 0) & ~np.isin(node, zone.slaves), cells)

    @classmethod
    def _of_facets(cls, zone, coordinates, kind, order):
        facets, parts = zone.slave_facets, []
        for cell, rows in facets.groups(np.arange(len(facets.nodes))):
            xi, weights, at = facet_rule(kind, order, cell)
            n = len(rows)
            parts.append((np.repeat(rows, len(xi)), np.tile(xi, (n, 1)), np.tile(weights, n), np.tile(at, n)))
        cells, xi, weights, at = (np.concatenate(columns) for columns in zip(*parts))
        order = np.argsort(cells, kind="stable")
        cells, xi, weights, at = cells[order], xi[order], weights[order], at[order]
        nodes = facets.nodes[cells]
        shapes, slopes = facet_shapes(facets, cells, xi)
        first, second = np.einsum("pkn,pnd->kpd", slopes, coordinates[nodes])
        sizes = np.where(facets.are_lines(cells)[:, None], first, np.cross(first, second))
        weights = weights * np.linalg.norm(sizes, axis=1)
        node = np.where(at >= 0, nodes[np.arange(len(at)), at], -1)
        return cls(nodes, shapes, weights, node, (node >= 0) & ~np.isin(node, zone.slaves), cells)


class ContinuousGeometry(ContactGeometry):
    """Pairs the contact points of the zones on the moved positions; `once` is once for all steps; what `play` is given are ranks of cells.

    points  SlavePoints of each zone;  nodes  (nl,) that carry multipliers, each once
    weights, node, excluded, zone_of_point  (np,) of all points;  rank_in_cell  (np,) of each among the points of its cell
    first_tangents  (np, 3) directions that the first tangent follows in space, zero where it is free
    """

    def set_points(self, points: list[SlavePoints]):
        """Take the points of each zone."""
        self.points = points
        self.zone_of_point = np.repeat(np.arange(len(points)), [len(p.weights) for p in points])
        self.weights, self.node, self.excluded = (np.concatenate([getattr(p, a) for p in points]) for a in ("weights", "node", "excluded"))
        self.rank_in_cell = np.concatenate([np.arange(len(p.cells)) - np.searchsorted(p.cells, p.cells) for p in points])
        width = max(p.nodes.shape[1] for p in points)
        nodes = np.concatenate([widened(p.nodes, width, -1) for p in points])
        self._shares = np.concatenate([widened(p.shapes, width, 0.0) for p in points])
        self._nodes = nodes
        self.first_tangents = np.zeros((len(nodes), 3))
        self.nodes = np.unique(nodes[nodes >= 0])
        held = nodes >= 0
        rows = np.broadcast_to(np.arange(len(nodes))[:, None], nodes.shape)[held]
        where = rows, np.searchsorted(self.nodes, nodes[held])
        self.shapes = csr_array((self._shares[held], where), shape=(len(nodes), len(self.nodes)))
        self._whole_shapes = self.shapes.toarray()

    def master_sizes(self) -> tuple[float, float]:
        """(m) the shortest and the longest of the master cells paired, at rest, as mmopti measures them.

        A segment by its ends, a triangle by the median from its third node, a quadrangle by the sum of its diagonals.
        """
        cells = np.unique(self._layout.involved[:, self._nodes.shape[1] :], axis=0)
        cells = cells[(cells >= 0).sum(axis=1) > 1]
        if not len(cells):
            return 0.0, 0.0
        counts, x = (cells >= 0).sum(axis=1), self.coordinates
        corners = cells[:, : min(4, cells.shape[1])]
        sizes = np.linalg.norm(x[corners[:, 1]] - x[corners[:, 0]], axis=1)
        if x.shape[1] == 3:
            triangles, quadrangles = np.isin(counts, (3, 6, 7)), np.isin(counts, (4, 8, 9))
            if triangles.any():
                first, second, third = x[corners[triangles, :3]].transpose(1, 0, 2)
                sizes[triangles] = np.linalg.norm(third - (first + second) / 2, axis=1)
            if quadrangles.any():
                ends = x[corners[quadrangles]]
                sizes[quadrangles] = (np.linalg.norm(ends[:, [2, 3]] - ends[:, [0, 1]], axis=2)).sum(axis=1)
        return float(sizes.min()), float(sizes.max())

    def begin(self, t):
        """A step (or another attempt at it) towards t starts."""
        self.renew()
        super().begin(t)
        self._stale = self._links is None or self.renewal.rule != "once"

    def positions(self, u):
        """(n_nodes, 2 or 3) of the nodes moved by u."""
        positions = self.coordinates.copy()
        positions[self._carried] += u[self.table[self._carried]]
        return positions

    def play_at(self, u):
        """(np,) what the functions of the zones take off the gaps, 0 where there are none."""
        if all(play is None for play in self.play):
            return np.zeros(len(self.weights))
        positions, values = self.positions(u), []
        for points, play in zip(self.points, self.play):
            places = at_points(points.shapes, positions[points.nodes])
            values.append(np.zeros(len(places)) if play is None else np.asarray(play(self._time, places, points.cells), float))
        return np.concatenate(values)

    def _pair(self, u):
        self.paired_at, positions = u, self.positions(u)
        found, slave_places = [], []
        dim = self.coordinates.shape[1]
        pair_points = pairing.pair_points if dim == 2 else pairing_space.pair_points
        for zone, points in zip(self.zones, self.points):
            places = at_points(points.shapes, positions[points.nodes])
            slave_places.append(places)
            # code_aster tells gaps and projections of points that it leaves out, too
            found.append(pair_points(zone, positions, places, points.node, every=True))
        width = max(p.masters.shape[1] for p in found)
        masters = np.concatenate([widened(p.masters, width, -1) for p in found])
        shares = np.concatenate([widened(p.weights, width, 0.0) for p in found])
        axes = ("normals", "tangents", "laterals")[:dim]
        normals, *tangents = (np.concatenate([getattr(p, name) for p in found]) for name in axes)
        turned = np.flatnonzero(self.first_tangents.any(axis=1))
        if dim == 3 and len(turned):
            plane = np.stack([axis[turned] for axis in tangents], axis=1)
            along = np.einsum("pkd,pd->pk", plane, self.first_tangents[turned])
            tangents[0][turned] = pairing.unit(np.einsum("pk,pkd->pd", along, plane))
            tangents[1][turned] = np.cross(tangents[0][turned], normals[turned])
        involved = np.concatenate([self._nodes, masters], axis=1)
        if self._layout is None or not np.array_equal(self._layout.involved, involved):
            layout = Layout(involved, self.table)
            if self._layout is not None and np.array_equal(layout.equations, self._layout.equations):
                layout.equations = self._layout.equations
            self._layout = layout
        shares = np.concatenate([self._shares, -shares], axis=1)
        jump = self._layout.jumps(shares)
        shapes = self.shapes if issparse(jump) else self._whole_shapes
        apart = (shares[:, :, None] * self.coordinates[involved]).sum(axis=1)
        lost = ~np.concatenate([p.taken for p in found])
        points = Points(jump, shapes, self.weights, normals, np.stack(tangents, axis=1), apart, self.play_at(u))
        return PairedPoints(points, self._layout.equations, lost | self.excluded, np.concatenate(slave_places), masters)


@dataclass
class PairedPoints:
    """The points of a pairing, their equations (m,), which take no part (np,), where they stand, the nodes of what they face (np, nm)."""

    points: Points
    equations: np.ndarray
    left_out: np.ndarray
    places: np.ndarray
    masters: np.ndarray
