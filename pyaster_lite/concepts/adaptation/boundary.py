"""New nodes laid on the curves and surfaces that the sides of an adapted mesh stand for.

Along a curve, given as a line of points, a new node goes halfway, by the length of the line, between the ends of its edge; the shorter
way round a closed one. On a surface a new node goes to the nearest point on its normal. Linear cells, and quadratic ones whose sides were
straight in the first mesh, have the nodes moved where edges are cut; where nodes stood on the curves, the middles of the halves are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.adaptation.division import middles
from pyaster_lite.concepts.adaptation.lineage import DIMENSION, KINDS, Lineage
from pyaster_lite.concepts.cell_types import CELL_TYPES


class Curve:
    """A line through points (n, 3), in order; closed when the last is the first."""

    def __init__(self, points):
        self.points = points
        self.start, self.run = points[:-1], np.diff(points, axis=0)
        length = np.linalg.norm(self.run, axis=1)
        self.abscissa = np.concatenate([[0.0], np.cumsum(length)])
        self.closed = np.linalg.norm(points[-1] - points[0]) <= 1e-7 * self.abscissa[-1]

    def nearest(self, points) -> np.ndarray:
        """The abscissas of the places on the line nearest to points (k, 3)."""
        along = np.einsum("knj,nj->kn", points[:, None] - self.start, self.run) / (self.run**2).sum(axis=1)
        along = np.clip(along, 0.0, 1.0)
        gap = np.linalg.norm(self.start + along[..., None] * self.run - points[:, None], axis=2)
        best = gap.argmin(axis=1)
        row = np.arange(len(points))
        return self.abscissa[best] + along[row, best] * np.diff(self.abscissa)[best]

    def at(self, abscissa) -> np.ndarray:
        """(k, 3) the places at abscissas."""
        return np.stack([np.interp(abscissa, self.abscissa, column) for column in self.points.T], axis=1)

    def placed(self, ends, points) -> np.ndarray:
        """(k, 3) halfway between ends (k, 2, 3); round a closed line the way that moves `points` the least."""
        first, second = self.nearest(ends[:, 0]), self.nearest(ends[:, 1])
        direct = self.at((first + second) / 2)
        if not self.closed:
            return direct
        whole = self.abscissa[-1]
        other = self.at(((first + second + whole) / 2) % whole)
        nearer = np.linalg.norm(other - points, axis=1) < np.linalg.norm(direct - points, axis=1)
        return np.where(nearer[:, None], other, direct)


@dataclass
class Surface:
    """A sphere, cylinder or cone around an axis, or torus.

    centre  (3,); axis (3,), zero for a sphere; radius of a sphere, a cylinder, or of the circle on which a torus runs
    slope   of a cone, whose apex is the centre: its radius over the distance from the apex; tube, the other radius of a torus
    """

    centre: np.ndarray
    axis: np.ndarray
    radius: float = 0.0
    slope: float = 0.0
    tube: float = 0.0

    def placed(self, ends, points) -> np.ndarray:
        """(k, 3) the points moved straight away from the centre, the axis or the circle; `ends` count for nothing."""
        arm = points - self.centre
        size = np.linalg.norm(self.axis)
        along = (arm @ self.axis)[:, None] * self.axis / size**2 if size else np.zeros(arm.shape)
        out = arm - along
        away = np.linalg.norm(out, axis=1, keepdims=True)
        if self.tube:
            circle = self.radius * out / away
            return self.centre + circle + self.tube * _unit(arm - circle)
        radius = self.slope * np.linalg.norm(along, axis=1, keepdims=True) if self.slope else self.radius
        return self.centre + along + radius * out / away


def _unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


class Boundary:
    """What to follow: (rows, shape) of segments and faces; a segment's own shape comes before those of faces around it."""

    def __init__(self, followed):
        self.followed = followed

    def shapes(self, lineage: Lineage) -> np.ndarray:
        """For each edge the index of its shape, -1 without one; edges where two surfaces meet have none of their own."""
        chosen, own = np.full(len(lineage.edges), -1), np.zeros(len(lineage.edges), bool)
        among = np.zeros(len(lineage.kind), bool)
        for dim in (2, 1):
            for index, (rows, _) in enumerate(self.followed):
                among[:] = False
                among[rows] = True
                for kind in np.array(KINDS)[dim == DIMENSION]:
                    edges = np.unique(lineage.edges_of(kind, lineage.rows(kind, among)))
                    meet = own[edges] & (chosen[edges] != index) & (dim == 2)
                    chosen[edges] = np.where(meet, -1, index)
                    own[edges] = True
        return chosen

    def draw_in(self, lineage: Lineage, shapes):
        """Lay nodes of curves exactly on them, and find out whether middles of quadratic edges stand there, at the first step."""
        on_curve = [i for i, (_, shape) in enumerate(self.followed) if isinstance(shape, Curve)]
        edges = np.flatnonzero(np.isin(shapes, on_curve))
        if lineage.curved is None:
            ends = lineage.coordinates[lineage.edges.nodes[edges]]
            gap = (
                np.linalg.norm(lineage.coordinates[lineage.edges.middle[edges]] - ends.mean(axis=1), axis=1) if lineage.quadratic else [0.0]
            )
            half = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / 2
            lineage.curved = bool(len(edges) and lineage.quadratic and max(gap) > 1e-3 * half.max())
        for index in on_curve:
            mine = edges[shapes[edges] == index]
            nodes = np.unique(
                np.concatenate([lineage.edges.nodes[mine].ravel(), lineage.edges.middle[mine] if lineage.curved else []]).astype(int)
            )
            curve = self.followed[index][1]
            lineage.coordinates[nodes] = curve.at(curve.nearest(lineage.coordinates[nodes]))

    def place(self, lineage: Lineage, shapes, fresh):
        """Move what belongs to the edges `fresh`, just cut, except where a cell would turn inside out."""
        edges = lineage.edges
        fresh = fresh[shapes[fresh] >= 0]
        index = shapes[fresh]
        if lineage.curved:
            fresh, index = edges.halves[fresh].ravel(), np.repeat(index, 2)
        nodes = middles(lineage, fresh)
        before = lineage.coordinates.copy()
        for i, (_, shape) in enumerate(self.followed):
            mine = index == i
            if mine.any():
                ends = lineage.coordinates[edges.nodes[fresh[mine]]]
                lineage.coordinates[nodes[mine]] = shape.placed(ends, before[nodes[mine]])
        moved = np.zeros(len(before), bool)
        moved[nodes] = True
        for kind in ("TRIA3", "TETRA4") if not lineage.curved else ():
            corners = lineage.corners(kind, lineage.rows(kind))
            turned = np.sign(_turn(lineage.coordinates[corners])) != np.sign(_turn(before[corners]))
            back = corners[turned & (DIMENSION[KINDS.index(kind)] == DIMENSION[lineage.kind].max())]
            back = np.unique(back)
            back = back[moved[back]]
            lineage.coordinates[back] = before[back]
        if lineage.quadratic and not lineage.curved:
            known = edges.middle >= 0
            known &= ~edges.cut
            lineage.coordinates[edges.middle[known]] = lineage.coordinates[edges.nodes[known]].mean(axis=1)


def _turn(points):
    """Areas in the plane z = 0 or volumes of triangles and tetrahedra, with their sign."""
    arms = points[:, 1:] - points[:, :1]
    return np.cross(arms[:, 0], arms[:, 1])[:, 2] if points.shape[1] == CELL_TYPES["TRIA3"].corners else np.linalg.det(arms)
