"""Tubes of nodes about the nodes of a front, ring of cells by ring of cells, and how far each of them opens the crack when it moves.

At each node of the front a tube starts as that node; each ring spreads it over the cells that touch it, kept between its neighbours'.
A tube moves along the crack by a hundredth of a cell or so; the area of the lips that this adds tells by how much the crack has grown.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import MODELISATIONS

_SHARE = 100.0
"""A tube moves by this part of the length of the front between its neighbours."""


class FrontTubes:
    """The tubes of a crack in space.

    nodes     (n,) of the front, that of a closed one once;  count  how many rings
    tubes     for each, the numbers of its nodes;  cells  those of the body that touch any of them
    """

    def __init__(self, crack, count: int):
        self.crack, self.mesh, self.count = crack, crack.mesh, count
        self.nodes = crack.nodes[:-1] if crack.closed else crack.nodes
        self.step = 2 if crack.quadratic else 1
        self._dims = self.mesh.cell_dim()
        self.tubes = [np.array([node]) for node in self.nodes]
        for _ in range(count - 1):
            self.tubes = self._spread(self.tubes)
        self.cells = self._touching(np.concatenate(self.tubes), 3)

    def _touching(self, nodes, dim):
        """The cells of that dimension that hold at least one of the nodes, ascending."""
        held = self.mesh.cells_around(nodes)
        return held[self._dims[held] == dim]

    def _spread(self, tubes):
        """The tubes by one ring wider: blocks of cells stand between the ends of each segment of the front, tubes where they meet."""
        corners, closed, step = tubes[:: self.step], self.crack.closed, self.step
        around = [self._touching(tube, 3) for tube in corners]
        blocks = [np.setdiff1d(around[0], around[-1]) if closed else around[0]]
        for own in around[1:] if closed else around[1:-1]:
            blocks.append(np.setdiff1d(own, blocks[-1]))
        blocks = [self.mesh.nodes_of_cells(cells) for cells in blocks]
        wider = [None] * len(tubes)
        for k in range(0 if closed else 1, len(corners) if closed else len(corners) - 1):
            wider[step * k] = np.intersect1d(blocks[k - 1], blocks[k])
        if not closed:
            for end, beside in ((0, 1), (-1, -2)):
                sides = np.setdiff1d(self._touching(corners[end], 2), self._touching(corners[beside], 2))
                wider[end] = self.mesh.nodes_of_cells(sides)
        if step == 2:
            for k, block in enumerate(blocks):
                wider[2 * k + 1] = np.setdiff1d(block, np.concatenate([wider[2 * k], wider[(2 * k + 2) % len(wider)]]))
        return wider

    # how they move ------------------------------------------------------------------------------------------------------------

    def directions(self) -> np.ndarray:
        """(n, 3) by which each tube moves, in the plane of the crack at the start of the front, across the front."""
        places, front, crack = self.mesh.coordinates, self.nodes, self.crack
        behind = places[crack.rows_above[0][self.step]]
        if not crack.symmetric:
            behind = (behind + places[crack.rows_below[0][self.step]]) / 2.0
        normal = np.cross(places[front[0]] - behind, places[front[1]] - behind)
        normal = normal / np.linalg.norm(normal)
        points = places[front]
        found = np.cross((np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)) / 2.0, normal)
        if not crack.closed:
            found[0] = self._at_end(0, points[1] - points[0], normal)
            found[-1] = self._at_end(-1, points[-1] - points[-2], normal)
        return found / _SHARE

    def _at_end(self, end, along, normal):
        """At an end of the front: across it, together with its image in the plane of the nodes behind that end."""
        across, here = np.cross(along, normal), self.mesh.coordinates[self.nodes[end]]
        row = self.crack.rows_above[len(self.nodes) - 1 if end else 0]
        skin = np.cross(self.mesh.coordinates[row[self.step]] - here, normal)
        if abs(skin @ across) <= 1e-10:
            return across
        unit = skin / np.linalg.norm(skin)
        return across + (across - 2.0 * (across @ unit) * unit)

    def _rows(self, i):
        """The lines of nodes behind a node of the front, on each lip, as far as its tube reaches and one further."""
        length = (2 if self.step == 2 and i % 2 == 0 else 1) * self.count + 1
        crack = self.crack
        return [rows[i][:length] for rows in ([crack.rows_above] if crack.symmetric else [crack.rows_above, crack.rows_below])]

    def growth(self, i: int, direction) -> float:
        """By how much the area of the crack grows as the tube of a node of the front moves by `direction` (3,), m2."""
        rows, n = self._rows(i), len(self.nodes)
        inner = np.concatenate([row[1:-1] for row in rows])
        if not self.crack.closed and i in (0, n - 1):
            beside = self._rows(i + self.step if i == 0 else i - self.step)
            faces = np.intersect1d(self._touching(inner, 2), self._touching(np.concatenate([row[1:-1] for row in beside]), 2))
        else:
            faces = np.intersect1d(self._touching(inner, 2), np.concatenate([self.crack.upper, self.crack.lower]))
        moved = self.mesh.coordinates.copy()
        moved[self._moving(i, rows)] += direction
        found = self._area(faces, moved) - self._area(faces, self.mesh.coordinates)
        return found if self.crack.symmetric else found / 2.0

    def _moving(self, i, rows):
        """The nodes of the lips that move. As in code_aster, of lips that are both there, those of inner ends of quadratic segments do as
        if they were middles."""
        ends = not self.crack.closed and i in (0, len(self.nodes) - 1)
        whole = self.step == 2 and i % 2 == 0 and (self.crack.symmetric or ends)
        length = 2 * self.count - 1 if whole else self.count
        return np.unique(np.concatenate([row[:length] for row in rows]))

    def _area(self, faces, places):
        total = 0.0
        for block in self.mesh.select(faces):
            element = MODELISATIONS["3D"].elements[block.type]
            total += np.linalg.norm(element.normals(places[block.nodes]), axis=-1).sum()
        return total
