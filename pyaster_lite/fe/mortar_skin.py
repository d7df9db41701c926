"""The two sides of contact as surfaces with coordinates of their own: places, tangents, normals, projections along rays (r5.03.50).

Segments stand in the plane z = 0. A segment's outward normal is (dy, -dx), that of a facet follows the right hand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cells import reference_cell
from .pairing import unit
from .pairing_space import Facets, facet_shapes
from .shapes import shape_derivatives, shape_functions, shape_second_derivatives

AXIS_RADIUS = 1e-7
"""The radius (m) given to a point on the axis of revolution."""
EPS = np.finfo(float).eps


@dataclass
class Skin:
    """The cells of one side (nc,), as Facets; `flat`: they are facets in space, else segments in a plane."""

    facets: Facets
    flat: bool

    def __len__(self):
        return len(self.facets.nodes)

    @property
    def nodes(self) -> np.ndarray:
        """(nc, w) nodes, -1 beyond a cell's own."""
        return self.facets.nodes

    @property
    def corner_counts(self) -> np.ndarray:
        """(nc,) how many vertices each cell has."""
        return self._by_kind(lambda kind: reference_cell(kind).corners)

    @property
    def quadratic(self) -> np.ndarray:
        """(nc,) which cells have nodes besides their vertices."""
        return self._by_kind(lambda kind: len(reference_cell(kind).nodes) > reference_cell(kind).corners)

    def _by_kind(self, value):
        found = [None] * len(self)
        for kind, rows in self.facets.groups(np.arange(len(self))):
            for row in rows:
                found[row] = value(kind)
        return np.array(found)

    def shapes(self, cells, xi):
        """Shape functions (n, w) and derivatives (n, 2, w)."""
        return facet_shapes(self.facets, cells, xi)

    def bends(self, cells, xi) -> np.ndarray:
        """(n, 2, 2, w) second derivatives of the shape functions."""
        result = np.zeros((len(cells), 2, 2, self.nodes.shape[1]))
        for kind, rows in self.facets.groups(cells):
            dim = reference_cell(kind).dim
            own = shape_second_derivatives(kind, xi[rows, :dim])
            result[rows, :dim, :dim, : own.shape[3]] = own
        return result

    def places(self, x, cells, xi) -> np.ndarray:
        """(n, 3) at xi (n, 2) of cells (n,), nodes standing at x (n_nodes, 3)."""
        return np.einsum("nk,nkd->nd", self.shapes(cells, xi)[0], x[self.nodes[cells]])

    def slopes(self, x, cells, xi) -> np.ndarray:
        """(n, 2, 3) derivatives of the place, the second zero on segments."""
        return np.einsum("nak,nkd->nad", self.shapes(cells, xi)[1], x[self.nodes[cells]])

    def outward(self, slopes) -> np.ndarray:
        """(n, 3) unit normals from slopes (n, 2, 3)."""
        return unit(normal_vectors(slopes, self.flat))

    def measures(self, x, cells, xi, revolves: bool) -> np.ndarray:
        """(n,) length or area by reference length or area, times the radius in revolution."""
        size = np.linalg.norm(normal_vectors(self.slopes(x, cells, xi), self.flat), axis=1)
        if not revolves:
            return size
        radius = self.places(x, cells, xi)[:, 0]
        return size * np.where(radius == 0.0, AXIS_RADIUS, abs(radius))

    def families(self, x, cells):
        """Groups of cells with as many vertices: (count, ranks among `cells`, their vertices (n, count, 3))."""
        counts = self.corner_counts[cells]
        for count in np.unique(counts):
            rows = np.flatnonzero(counts == count)
            yield int(count), rows, x[self.nodes[cells[rows], :count]]

    def centres(self, x):
        """Means of the vertices (nc, 3) and the distance of the farthest one (nc,)."""
        counts = self.corner_counts
        held = np.arange(self.nodes.shape[1])[None, :] < counts[:, None]
        corners = np.where(held[:, :, None], x[self.nodes], 0.0)
        middle = corners.sum(axis=1) / counts[:, None]
        away = np.linalg.norm(corners - middle[:, None], axis=2)
        return middle, np.where(held, away, 0.0).max(axis=1)

    def middles(self, straight: bool = True) -> np.ndarray:
        """(nc, 2) the middles of the reference cells."""
        return np.where((self.corner_counts == 3)[:, None] & self.flat, 1.0 / 3.0, 0.0) * np.ones((1, 2))

    def straight(self) -> Skin:
        """The same cells by their vertices alone."""
        kinds = {2: "SEG2", 3: "TRIA3", 4: "QUAD4"}
        return Skin(Facets.of([(kinds[n], nodes[:n]) for n, nodes in zip(self.corner_counts, self.nodes)]), self.flat)

    def nodal_normals(self, x) -> np.ndarray:
        """(n_nodes, 3) the outward normals at its nodes, means of those of the cells around; zero elsewhere."""
        total = np.zeros_like(x)
        for kind, rows in self.facets.groups(np.arange(len(self))):
            for local, place in enumerate(reference_cell(kind).nodes):
                xi = np.zeros((len(rows), 2))
                xi[:, : len(place)] = place
                np.add.at(total, self.nodes[rows, local], self.outward(self.slopes(x, rows, xi)))
        size = np.linalg.norm(total, axis=1, keepdims=True)
        return total / np.where(size > 0.0, size, 1.0)


def normal_vectors(slopes, flat: bool):
    """(n, 3) outward normals as long as the cell is large, from slopes (n, 2, 3)."""
    first, second = slopes[:, 0], slopes[:, 1]
    if flat:
        return np.cross(first, second)
    return np.stack([first[:, 1], -first[:, 0], np.zeros_like(first[:, 0])], axis=1)


def cast(skin: Skin, x, cells, points, rays, tolerance: float, most: int):
    """Where rays (n, 3) through points (n, 3) meet cells (n,): xi (n, 2) and whether they do (n,), by Newton's iterations.

    With unknowns xi and b: point - place(xi) = b ray. They stop at a step below `tolerance` times their size.
    """
    n, dim = len(cells), 2 if skin.flat else 1
    xi, along, met = np.zeros((n, 2)), np.ones(n), np.ones(n, bool)
    for kind, rows in skin.facets.groups(cells):
        corners = x[skin.nodes[cells[rows]][:, : len(reference_cell(kind).nodes)]]
        going = np.arange(len(rows))
        for _ in range(most):
            own, at = rows[going], xi[rows[going], :dim]
            place = np.einsum("nk,nkd->nd", shape_functions(kind, at), corners[going])
            slopes = np.einsum("nak,nkd->nad", shape_derivatives(kind, at), corners[going])
            left = points[own] - place - along[own, None] * rays[own]
            columns = np.concatenate([slopes, rays[own, None]], axis=1)[:, :, : dim + 1]
            matrix = columns.transpose(0, 2, 1)
            held = abs(np.linalg.det(matrix)) > EPS
            met[own[~held]] = False
            matrix = np.where(held[:, None, None], matrix, np.eye(dim + 1))
            step = np.where(held[:, None], np.linalg.solve(matrix, left[:, : dim + 1, None])[:, :, 0], 0.0)
            xi[own, :dim] += step[:, :dim]
            along[own] += step[:, dim]
            size, moved = (xi[own] ** 2).sum(axis=1) + along[own] ** 2, np.sqrt((step**2).sum(axis=1))
            near = size <= tolerance
            moves = moved > np.where(near, tolerance / 100.0, tolerance * np.sqrt(np.where(near, 1.0, size)))
            going = going[moves]
            if not len(going):
                break
        met[rows[going]] = False
    return xi, met
