"""A path through a mesh, as INTE_MAIL_2D and INTE_MAIL_3D made it, and fields along it (u4.81.11, u4.81.12)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.line_through_cells import side_distances
from pyaster_lite.fe.point_location import Cells, locate

from .base import Concept
from .cell_types import CELL_TYPES
from .field import NodeField
from .mesh import CellBlock, Mesh

_ON_SIDE = 1e-6
"""Of the size of a cell, how far from a side a point of it may be."""


@dataclass
class Stretch:
    """A part of a path without gaps.

    points  (n, 3)
    start   the abscissa of the first point (m)
    steps   for each of the n - 1 steps from point to point, the cells that hold it
    nodes   (n,) the nodes where the points stand, None where they stand elsewhere
    """

    points: np.ndarray
    start: float
    steps: list[list[int]]
    nodes: np.ndarray | None = None


class MeshPath(Concept):
    """Stretches through a mesh; `kind` is courbe_sdaster in the plane, surface_sdaster in space."""

    def __init__(self, mesh, stretches: list[Stretch], kind: str):
        self.mesh, self.stretches, self.kind = mesh, stretches, kind
        self._terms: dict = {}

    def along(self, field, stretch: Stretch) -> NodeField:
        """A field at nodes or ELNO of the mesh, at the points of a stretch: each is a node of a mesh of segments.

        As in code_aster: in the plane a side with a middle node counts as a parabola where that one has a value, in space only
        the vertices count. Of a field by cells each step has at both its ends the mean of its cells; a point the mean of
        its steps, without value as 0.
        """
        count = len(stretch.points)
        pairs = np.stack([np.arange(count - 1), np.arange(1, count)], axis=1).astype(np.int32)
        line = Mesh(stretch.points, [CellBlock("SEG2", pairs, np.arange(count - 1))], {}, {}, space_dimension=self.mesh.dimension)
        line.name = self.mesh.name
        values = self._at_nodes(field, stretch) if isinstance(field, NodeField) else self._at_cells(field, stretch)
        return NodeField(line, field.quantity, field.components, values)

    def _at_nodes(self, field, stretch):
        if stretch.nodes is not None:
            return field.values[stretch.nodes]
        last = len(stretch.points) - 1
        rows = []
        for point, place in enumerate(stretch.points):
            cell = stretch.steps[min(point, last - 1)][0]
            rows.append(self._value(cell, place, field.values[self.mesh.cell_nodes(cell)]))
        return np.array(rows)

    def _at_cells(self, field, stretch):
        tables = {}
        for block in field.blocks:
            order = [block.components.index(name) if name in block.components else -1 for name in field.components]
            for cell, values in zip(block.cells.tolist(), block.values):
                padded = np.concatenate([values, np.full((len(values), 1), np.nan)], axis=1)
                tables[cell] = padded[:, order]
        sums, counts = np.zeros((2, len(stretch.points), len(field.components)))
        for step, cells in enumerate(stretch.steps):
            own = [cell for cell in cells if cell in tables]
            for point in (step, step + 1):
                found = [self._value(cell, stretch.points[point], tables[cell]) for cell in own]
                if found:
                    mean = np.mean(found, axis=0)
                    there = ~np.isnan(mean)
                    sums[point, there] += mean[there]
                    counts[point, there] += 1
        return sums / np.maximum(counts, 1)

    def _value(self, cell, place, values):
        """Values (nn, n_components) at the nodes of a cell taken to a place on one of its sides."""
        full, corner = self._weights(cell, place)
        with_vertices = corner @ values[: len(corner)]
        used = full != 0.0
        with_all = full[used] @ values[: len(full)][used]
        return np.where(np.isnan(with_all), with_vertices, with_all)

    def _weights(self, cell, place):
        """Functions at a place of a cell: of all its nodes, and of its vertices alone."""
        key = (cell, place.tobytes())
        if key not in self._terms:
            self._terms[key] = self._functions(cell, place)
        return self._terms[key]

    def _functions(self, cell, place):
        kind = self.mesh.cell_type(cell)
        shape, nodes = CELL_TYPES[kind], self.mesh.cell_nodes(cell)
        at = self.mesh.coordinates[nodes][:, : shape.dim]
        place = place[None, : shape.dim]
        corners = at[: shape.corners]
        if side_distances(place, corners, shape.linear)[0] > _ON_SIDE * np.linalg.norm(np.ptp(corners, axis=0)):
            # An end inside a cell: the mean of its nodes, as in code_aster.
            return np.full(len(nodes), 1 / len(nodes)), np.full(shape.corners, 1 / shape.corners)
        corner = _at(place, corners, shape.linear, shape.linear)
        return (_at(place, at, kind, shape.linear) if shape.dim == 2 else corner), corner


def _at(place, x, kind, linear):
    """(nn,) functions of the nodes of a cell that stand at x, at a place (1, d); below rounding they are nothing."""
    located = locate(place, x, [Cells(kind, linear, np.array([0]), np.arange(len(x))[None])])
    weights = np.zeros(len(x))
    for node, weight in located.terms(0):
        weights[node] = weight
    return np.where(np.abs(weights) < 1e-9, 0.0, weights)
