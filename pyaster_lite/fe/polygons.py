"""Where two flat convex cells overlap: polygons, their triangles, and integration points on them, many pairs at once (r5.03.50).

Vertices of the overlap of A and B, within a tolerance:

1.  those of A inside B;  2. those of B inside A;  3. where a side of A crosses one of B.

They are ordered by their angle about their mean, and one of two that stand at the same angle goes. Each also knows where it is in the
reference cell of A: 1 at a vertex, 3 along a side, 2 by the triangles (1, 2, 3) and (1, 3, 4) that make A.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cells import reference_cell
from .quadrature import quadrature

MOST = 8
"""Vertices that an overlap may have."""
ANGLE = 10.0
"""Vertices nearer to each other in angle than so many tolerances are one."""
STRIPS = {
    3: ((0, 1, 2),),
    4: ((0, 1, 2), (2, 3, 0)),
    5: ((0, 1, 2), (2, 3, 4), (4, 0, 2)),
    6: ((0, 1, 2), (2, 3, 4), (4, 5, 0), (0, 2, 4)),
    7: ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 0, 2), (2, 4, 6)),
    8: ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0), (0, 2, 4), (4, 6, 0)),
}
"""Polygons cut into triangles between their own vertices."""


@dataclass
class Polygons:
    """vertices (n, 8, 2), of which the first `count` (n,) are meant; segments have two vertices on the first axis."""

    vertices: np.ndarray
    count: np.ndarray

    def kept(self, rows) -> Polygons:
        """Some of them."""
        return Polygons(self.vertices[rows], self.count[rows])

    def sizes(self, flat: bool) -> np.ndarray:
        """(n,) areas, or lengths where they are segments, those of fewer than three (two) vertices being none."""
        if not flat:
            return np.where(self.count >= 2, abs(self.vertices[:, 1, 0] - self.vertices[:, 0, 0]), 0.0)
        places = np.arange(MOST)
        following = np.where(places[None, :] + 1 < self.count[:, None], places + 1, 0)
        own = np.where((places[None, :] < self.count[:, None])[:, :, None], self.vertices, 0.0)
        after = np.take_along_axis(self.vertices, following[:, :, None], axis=1)
        area = 0.5 * abs((own[:, :, 0] * after[:, :, 1] - after[:, :, 0] * own[:, :, 1]).sum(axis=1))
        return np.where(self.count > 2, area, 0.0)

    def points(self, family: str, flat: bool, about_mean: bool = False):
        """Integration points: the rank of their polygon (np,), places (np, 2), weights (np,) as large as the polygons together.

        `about_mean`: polygons of more than three vertices are cut into triangles with their mean, not between their own vertices.
        """
        if not flat:
            rule = quadrature("SEG2", family)
            start, end = self.vertices[:, 0, 0], self.vertices[:, 1, 0]
            half = 0.5 * (end - start)
            at = 0.5 * (start + end)[:, None] + half[:, None] * rule.points[:, 0]
            rank = np.repeat(np.arange(len(start)), len(rule))
            return rank, np.stack([at.ravel(), np.zeros(at.size)], axis=1), (abs(half)[:, None] * rule.weights).ravel()
        rule = quadrature("TRIA3", family)
        first, second = rule.points.T
        shares = np.stack([1.0 - first - second, first, second], axis=1)
        found = []
        for count in np.unique(self.count):
            rows = np.flatnonzero(self.count == count)
            corners = self._triangles(rows, int(count), about_mean)
            at = np.einsum("gv,ntvd->ntgd", shares, corners)
            sides = corners[:, :, 1:] - corners[:, :, :1]
            twice = abs(sides[:, :, 0, 0] * sides[:, :, 1, 1] - sides[:, :, 0, 1] * sides[:, :, 1, 0])
            weights = twice[:, :, None] * rule.weights
            found.append((np.repeat(rows, weights[0].size), at.reshape(-1, 2), weights.ravel()))
        rank, at, weights = (np.concatenate(parts) for parts in zip(*found)) if found else (np.empty(0, int), np.empty((0, 2)), np.empty(0))
        order = np.argsort(rank, kind="stable")
        return rank[order], at[order], weights[order]

    def _triangles(self, rows, count, about_mean):
        """(n, nt, 3, 2) corners."""
        own = self.vertices[rows, :count]
        if not about_mean or count == 3:
            return own[:, np.array(STRIPS[count])]
        mean = np.broadcast_to(own.mean(axis=1, keepdims=True), own.shape)
        return np.stack([own, np.roll(own, -1, axis=1), mean], axis=2)


def overlaps(a: np.ndarray, b: np.ndarray, tolerance: float) -> tuple[Polygons, Polygons, np.ndarray]:
    """Where cells A (n, k, 2) and B (n, 3 or 4, 2) of a plane overlap, the same in the reference cells of A, and which sides of A
    (n, k) touch B.
    """
    reference = reference_cell("TRIA3" if a.shape[1] == 3 else "QUAD4").nodes
    n = len(a)
    own, _ = _inside(a, b, tolerance)
    other, twins = _inside(b, a, tolerance)
    crossing, along, at = _crossings(a, b, tolerance)
    sides = reference[None, :, None] + along[..., None] * (np.roll(reference, -1, axis=0) - reference)[None, :, None]
    found = np.concatenate([own, other, crossing.reshape(n, -1)], axis=1)
    places = np.concatenate([a, b, at.reshape(n, -1, 2)], axis=1)
    images = np.concatenate([np.broadcast_to(reference, a.shape), twins, sides.reshape(n, -1, 2)], axis=1)
    whole = ~((_flatness(a) <= tolerance) | (_flatness(b) <= tolerance))[:, None]
    touched = (own | np.roll(own, -1, axis=1) | crossing.any(axis=2)) & whole
    return *_ordered(places, images, found & whole, tolerance), touched


def _flatness(cell):
    """(n,) the smallest squared area of the triangles that make cells."""
    sizes = [_squared(cell[:, i] - cell[:, 0], cell[:, i + 1] - cell[:, 0]) for i in range(1, cell.shape[1] - 1)]
    return np.min(sizes, axis=0)


def _squared(v, w):
    return (v * v).sum(axis=-1) * (w * w).sum(axis=-1) - (v * w).sum(axis=-1) ** 2


def _inside(points, cell, tolerance):
    """Whether points (n, k, 2) are in cells (n, 3 or 4, 2), and where (n, k, 2) in their reference cells."""
    four = cell.shape[1] == 4
    inside, image = np.zeros(points.shape[:2], bool), np.zeros_like(points)
    away = points - cell[:, None, 0]
    for first in (1, 2) if four else (1,):
        v, w = (cell[:, i] - cell[:, 0] for i in (first, first + 1))
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = 1.0 / _squared(v, w)
            vv, vw, ww = (v * v).sum(axis=1), (v * w).sum(axis=1), (w * w).sum(axis=1)
            va, wa = (np.einsum("nkd,nd->nk", away, side) for side in (v, w))
            s = scale[:, None] * (ww[:, None] * va - vw[:, None] * wa)
            t = scale[:, None] * (vv[:, None] * wa - vw[:, None] * va)
            here = ~inside & (s >= -tolerance) & (t >= -tolerance) & (s + t <= 1.0 + tolerance)
        if not four:
            at = np.stack([s, t], axis=2)
        elif first == 1:
            at = np.stack([2.0 * (s + t) - 1.0, 2.0 * t - 1.0], axis=2)
        else:
            at = np.stack([2.0 * s - 1.0, 2.0 * (s + t) - 1.0], axis=2)
        image = np.where(here[:, :, None], at, image)
        inside |= here
    return inside, image


def _crossings(a, b, tolerance):
    """Whether side i of A crosses side j of B (n, ka, kb), how far along A's, and where (n, ka, kb, 2)."""
    along_a, along_b = np.roll(a, -1, axis=1) - a, np.roll(b, -1, axis=1) - b
    p, q = a[:, :, None], b[:, None]
    u, v = along_a[:, :, None], along_b[:, None]
    det = u[..., 1] * v[..., 0] - u[..., 0] * v[..., 1]
    away = p - q
    with np.errstate(divide="ignore", invalid="ignore"):
        s = (v[..., 1] * away[..., 0] - v[..., 0] * away[..., 1]) / det
        t = (u[..., 1] * away[..., 0] - u[..., 0] * away[..., 1]) / det
        found = (abs(det) > tolerance) & (s < 1 + tolerance) & (s > -tolerance) & (t < 1 + tolerance) & (t > -tolerance)
    s, t = np.where(found, s, 0.0), np.where(found, t, 0.0)
    return found, s, 0.5 * (p + s[..., None] * u + q + t[..., None] * v)


def _ordered(places, images, found, tolerance):
    """Polygons of the points that are `found`, by their angle about their mean; those of more than eight vertices are none."""
    total = found.sum(axis=1)
    mean = np.where(found[:, :, None], places, 0.0).sum(axis=1) / np.maximum(total, 1)[:, None]
    away = places - mean[:, None]
    angle = np.where(found, np.arctan2(away[:, :, 0], away[:, :, 1]), np.inf)
    order = np.argsort(angle, axis=1, kind="stable")
    angle = np.take_along_axis(angle, order, axis=1)
    ranks = np.arange(places.shape[1])
    following = np.where(ranks[None, :] + 1 < total[:, None], ranks + 1, 0)
    with np.errstate(invalid="ignore"):
        apart = abs(angle - np.take_along_axis(angle, following, axis=1)) > ANGLE * tolerance
    keep = apart & (ranks[None, :] < total[:, None])
    count = keep.sum(axis=1)
    first = np.argsort(~keep, axis=1, kind="stable")[:, :MOST]
    order = np.take_along_axis(order, first, axis=1)
    valid = np.arange(MOST)[None, :] < count[:, None]
    result = []
    for values in (places, images):
        taken = np.take_along_axis(values, order[:, :, None], axis=1)
        result.append(Polygons(np.where(valid[:, : taken.shape[1], None], taken, 0.0), np.where(count > MOST, 0, count)))
    return tuple(result)


def shared_segments(ends: np.ndarray, tolerance: float) -> tuple[Polygons, Polygons, np.ndarray]:
    """Where segments from ends[:, 0] to ends[:, 1] overlap [-1, 1], the same in their reference cells, and which ends (n, 2) are there."""
    low, high = np.clip(ends.min(axis=1), -1.0, 1.0), np.clip(ends.max(axis=1), -1.0, 1.0)
    meet = (ends.min(axis=1) < 1.0 + tolerance) & (ends.max(axis=1) > -1.0 - tolerance)
    length = ends[:, 1] - ends[:, 0]
    images = [2.0 * ((x - ends[:, 0]) / np.where(length == 0.0, 1.0, length)) - 1.0 for x in (low, high)]
    count = np.where(meet & (length != 0.0), 2, 0)
    made = (_on_axis(np.clip(np.stack(values, axis=1), -1.0, 1.0), count) for values in ((low, high), images))
    return *made, abs(ends) < 1.0 + tolerance


def _on_axis(values, count):
    vertices = np.zeros((len(values), MOST, 2))
    vertices[:, :2, 0] = values
    return Polygons(vertices, count)
