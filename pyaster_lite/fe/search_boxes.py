"""In which order the simplices around a point are looked at: by boxes of a grid, then by their numbers (pj2dfb, pj3dfb, pj3dgb).

It decides which of several simplices that are equally near a point is taken: those of two faces that meet in an edge, for instance.

1. A grid of equal boxes stands over all cells and all points; each box knows the simplices whose own box meets it.
2. For a point, the first simplex of the first box that has one, in cubes that grow around the point's box, tells by the distance
   of its first corner how far to look.
3. The boxes within that distance are gone through, the first axis being the slowest, and the simplices of each in their order.
"""

from __future__ import annotations

import numpy as np

_MARGIN = 1.05
"""The grid is larger than what it holds by this much."""


class SearchBoxes:
    """The grid over simplices of `corners` (ns, k, d) and over everything that stands at `places` (n, d)."""

    def __init__(self, corners: np.ndarray, places: np.ndarray):
        self.starts = corners[:, 0]
        low = places.min(axis=0)
        extent = places.max(axis=0) - low
        share = 2.0 * extent.max() / len(corners) ** (1.0 / 3.0) if len(low) == 3 else np.sqrt(5.0 * extent.prod() / len(corners))
        self.size = share or extent.max() or 1.0
        self.shape = (extent * _MARGIN / self.size).astype(int) + 1
        self.low = low - (self.shape * self.size - extent) / 2.0
        self.first = self._boxes(corners.min(axis=1))
        self.heads = self._heads(self._boxes(corners.max(axis=1)))

    def order(self, points: np.ndarray, simplices: np.ndarray) -> np.ndarray:
        """(n,) the rank of the box in which a point (n, d) meets a simplex (n,) that is near it."""
        reach = np.linalg.norm(points - self.starts[self._seeds(points)], axis=1)
        met = np.maximum(self._boxes(points - reach[:, None]), self.first[simplices])
        return np.ravel_multi_index(met.T, self.shape)

    def _boxes(self, points):
        return np.clip(np.floor((points - self.low) / self.size).astype(int), 0, self.shape - 1)

    def _heads(self, last):
        """The first simplex of each box, -1 where there is none."""
        count = len(self.first)
        heads = np.full(self.shape, count)
        spans = last - self.first + 1
        for span in np.unique(spans, axis=0):
            rows = np.flatnonzero((spans == span).all(axis=1))
            for offset in np.ndindex(*span):
                np.minimum.at(heads, tuple((self.first[rows] + offset).T), rows)
        return np.where(heads == count, -1, heads)

    def _seeds(self, points):
        """(n,) the simplex that tells how far to look."""
        boxes = self._boxes(points)
        found = self.heads[tuple(boxes.T)]
        for row in np.flatnonzero(found < 0):
            for k in range(1, self.shape.max()):
                around = self.heads[tuple(slice(max(p - k, 0), p + k + 1) for p in boxes[row])].ravel()
                if (around >= 0).any():
                    found[row] = around[(around >= 0).argmax()]
                    break
        return found
