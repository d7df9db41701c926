"""Which cells of the two sides of contact face each other, and over which part of the slave cell (r5.03.50, mortar pairing).

Both ways of doing it take cells by their vertices to find what overlaps:

onto slave    master vertices fall on the plane of the slave cell's first three vertices by the shortest distance, and the overlap is
              found there; its vertices are then cast along the slave's normals onto the master cell as it is;
along rays    slave vertices are cast along the slave's normals onto the master cell, whose reference cell holds the overlap.

A pair is refused where its cells do not look at each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cells import reference_cell
from .mortar_skin import Skin, cast
from .polygons import MOST, Polygons, overlaps, shared_segments
from .shapes import shape_derivatives, shape_functions

SMALLEST = 1e-8
"""Overlaps up to this size of the reference cell are none; projections stop at this share of their last step."""
NEAR = 2.0
"""Cells whose spheres are farther apart than this many times the way to the nearest master are not looked at."""
CHUNK = 2_000_000
STEPS = 100


@dataclass
class FacingCells:
    """Pairs of cells: ranks (np,) in the slave and the master skin, and their overlap in the slave's reference cell."""

    slaves: np.ndarray
    masters: np.ndarray
    overlap: Polygons

    def kept(self, rows) -> FacingCells:
        """Some of them."""
        return FacingCells(self.slaves[rows], self.masters[rows], self.overlap.kept(rows))


def candidates(slaves: Skin, masters: Skin, x) -> tuple[np.ndarray, np.ndarray]:
    """Ranks of pairs of cells near enough to face each other, nodes standing at x, in the order of the slaves."""
    own, own_radius = slaves.centres(x)
    other, radius = masters.centres(x)
    found = []
    step = max(1, CHUNK // max(len(other), 1))
    for start in range(0, len(own), step):
        distance = np.linalg.norm(own[start : start + step, None] - other[None], axis=2)
        reach = NEAR * distance.min(axis=1)[:, None] + own_radius[start : start + step, None] + radius[None]
        rows, columns = np.nonzero(distance <= reach)
        found.append((rows + start, columns))
    rows, columns = (np.concatenate(parts) for parts in zip(*found))
    return rows, columns


def onto_slave(slaves: Skin, masters: Skin, x, tolerance: float = SMALLEST) -> FacingCells:
    """The pairs found in the slave cells' planes."""
    rows, columns = candidates(slaves, masters, x)
    parts = []
    for pairs, own, other in _families(slaves, masters, rows, columns, x):
        frame = own[:, :3] if slaves.flat else own
        at = _on_plane(frame, other)
        foot = _from_plane(frame, at)
        opposite = _look_at_each_other(foot - other, _outward(own), _outward(other), tolerance)
        pairs, at, own, frame = pairs[opposite], at[opposite], own[opposite], frame[opposite]
        if not slaves.flat:
            overlap = shared_segments(at[:, :, 0], tolerance)[0]
        elif own.shape[1] == 3:
            overlap = overlaps(at, np.broadcast_to(reference_cell("TRIA3").nodes, (len(at), 3, 2)), tolerance)[0]
        else:
            corners = _on_plane(frame, own)
            overlap = overlaps(at, corners, tolerance)[0]
            overlap = Polygons(_unmapped(overlap.vertices, corners), overlap.count)
        parts.append((pairs, overlap))
    return _gathered(rows, columns, parts, slaves.flat, tolerance)


def along_rays(slaves: Skin, masters: Skin, x, reach: float = -1.0, tolerance: float = SMALLEST) -> FacingCells:
    """The pairs found in the master cells; those farther apart than `reach` diameters of the larger cell are refused, none if negative."""
    rows, columns = candidates(slaves, masters, x)
    met = meet(slaves, masters, x, rows, columns, reach, tolerance)
    large = np.flatnonzero(met.sizes > tolerance)
    return FacingCells(rows[large], columns[large], met.overlap.kept(large))


@dataclass
class Meeting:
    """What pairs of cells (n,) share in the slave's reference cell, how large it is, and which of its sides (n, 4) touch the master."""

    overlap: Polygons
    sizes: np.ndarray
    touched: np.ndarray


def meet(slaves: Skin, masters: Skin, x, rows, columns, reach: float = -1.0, tolerance: float = SMALLEST) -> Meeting:
    """What given pairs of cells (slave ranks, master ranks) share, slave vertices cast on the master cells by their vertices alone."""
    total = Polygons(np.zeros((len(rows), MOST, 2)), np.zeros(len(rows), int))
    touched = np.zeros((len(rows), 4), bool)
    near = _within(slaves, masters, rows, columns, x, reach) if reach > 0.0 else np.ones(len(rows), bool)
    straight = masters.straight()
    for pairs, own, other in _families(slaves, masters, rows, columns, x):
        normal, facing = _outward(own), _outward(other)
        kept = near[pairs] & (abs((normal * facing).sum(axis=1)) > tolerance)
        pairs, own, other, normal, facing = pairs[kept], own[kept], other[kept], normal[kept], facing[kept]
        count, n = own.shape[1], len(pairs)
        cells, targets = np.repeat(rows[pairs], count), np.repeat(columns[pairs], count)
        corners = reference_cell({2: "SEG2", 3: "TRIA3", 4: "QUAD4"}[count]).nodes
        xi = np.zeros((n * count, 2))
        xi[:, : corners.shape[1]] = np.tile(corners, (n, 1))
        rays = slaves.outward(slaves.slopes(x, cells, xi))
        at, met = cast(straight, x, targets, own.reshape(-1, 3), rays, tolerance, 75)
        feet = straight.places(x, targets, at).reshape(own.shape)
        good = met.reshape(n, count).all(axis=1) & _turned_alike(own, feet, normal, facing, tolerance)
        pairs, at = pairs[good], at.reshape(n, count, 2)[good]
        if slaves.flat:
            target = reference_cell("TRIA3" if other.shape[1] == 3 else "QUAD4").nodes
            _, overlap, sides = overlaps(at, np.broadcast_to(target, (len(at), *target.shape)), tolerance)
        else:
            _, overlap, sides = shared_segments(at[:, :, 0], tolerance)
        total.vertices[pairs], total.count[pairs] = overlap.vertices, overlap.count
        touched[pairs, :count] = sides
    return Meeting(total, total.sizes(slaves.flat), touched)


def cast_overlap(pairs: FacingCells, slaves: Skin, masters: Skin, x, tolerance: float = SMALLEST):
    """The overlaps as they fall on the master cells along the slave's normals, and which of the pairs (np,) have one."""
    used = np.arange(MOST)[None, :] < pairs.overlap.count[:, None]
    rank, _ = np.nonzero(used)
    at, met = cast_points(pairs, slaves, masters, x, rank, pairs.overlap.vertices[used], tolerance)
    vertices = np.zeros_like(pairs.overlap.vertices)
    vertices[used] = at
    whole = np.ones(len(pairs.slaves), bool)
    np.logical_and.at(whole, rank, met)
    return Polygons(vertices, pairs.overlap.count), whole


def cast_points(pairs: FacingCells, slaves: Skin, masters: Skin, x, rank, xi, tolerance: float = SMALLEST):
    """Where points at xi (n, 2) of the slave cells of pairs `rank` (n,) fall on the master cells, and whether they do (n,)."""
    cells = pairs.slaves[rank]
    rays = slaves.outward(slaves.slopes(x, cells, xi))
    return cast(masters, x, pairs.masters[rank], slaves.places(x, cells, xi), rays, tolerance, STEPS)


def _families(slaves, masters, rows, columns, x):
    """Pairs with as many vertices on either side: their ranks and the vertices of both (n, ., 3)."""
    for _, own, corners in slaves.families(x, rows):
        for _, other, facing in masters.families(x, columns[own]):
            yield own[other], corners[other], facing


def _gathered(rows, columns, parts, flat, tolerance):
    """All pairs whose overlap is large enough, in the order of the slaves."""
    if not parts:
        return FacingCells(np.empty(0, int), np.empty(0, int), Polygons(np.empty((0, MOST, 2)), np.empty(0, int)))
    pairs = np.concatenate([own for own, _ in parts])
    overlap = Polygons(*(np.concatenate([getattr(p, name) for _, p in parts]) for name in ("vertices", "count")))
    large = np.flatnonzero(overlap.sizes(flat) > tolerance)
    large = large[np.argsort(pairs[large], kind="stable")]
    return FacingCells(rows[pairs[large]], columns[pairs[large]], overlap.kept(large))


def _on_plane(frame, points):
    """(n, k, 2) reference coordinates of the feet of points (n, k, 3) on the planes of triangles, or on lines, `frame` (n, 3 or 2, 3)."""
    sides = frame[:, 1:] - frame[:, :1]
    left = np.einsum("nkd,nad->nka", points - frame[:, None, 0], sides)
    at = np.linalg.solve(sides @ sides.transpose(0, 2, 1), left.transpose(0, 2, 1)).transpose(0, 2, 1)
    if frame.shape[1] == 3:
        return at
    return np.concatenate([2.0 * at - 1.0, np.zeros_like(at)], axis=2)


def _from_plane(frame, at):
    sides = frame[:, 1:] - frame[:, :1]
    shares = at if frame.shape[1] == 3 else 0.5 * (at[:, :, :1] + 1.0)
    return frame[:, None, 0] + shares @ sides


def _outward(corners):
    """(n, 3) unit normals in the middle of cells by their vertices (n, 2 to 4, 3)."""
    if corners.shape[1] == 2:
        side = corners[:, 1] - corners[:, 0]
        normal = np.stack([side[:, 1], -side[:, 0], np.zeros(len(side))], axis=1)
    else:
        slopes = corners[:, 1:3] - corners[:, :1]
        if corners.shape[1] == 4:
            slopes = np.einsum("ak,nkd->nad", shape_derivatives("QUAD4", np.zeros((1, 2)))[0], corners)
        normal = np.cross(slopes[:, 0], slopes[:, 1])
    return normal / np.linalg.norm(normal, axis=1, keepdims=True)


def _look_at_each_other(way, normal, facing, tolerance):
    """Whether ways (n, k, 3) from master vertices to their feet go with one normal and against the other."""
    size = np.linalg.norm(way, axis=2)
    along, across = (np.einsum("nkd,nd->nk", way, own) for own in (normal, facing))
    gap = np.where(along >= 0.0, -size, size)
    wrong = ((gap < -tolerance) & (across > -tolerance)) | ((gap > tolerance) & (across < tolerance))
    return ~wrong.any(axis=1)


def _turned_alike(corners, feet, normal, facing, tolerance):
    """Whether sides keep their direction when cast, and vertices and feet are apart with one normal and against the other."""
    sides, cast_sides = (np.roll(p, -1, axis=1) - p for p in (corners, feet))
    way = feet - corners
    along, across = (np.einsum("nkd,nd->nk", way, own) for own in (normal, facing))
    same = ((along < -tolerance) & (across < -tolerance)) | ((along > tolerance) & (across > tolerance))
    return ~(((sides * cast_sides).sum(axis=2) < -tolerance) | same).any(axis=1)


def _within(slaves, masters, rows, columns, x, reach):
    own, other = (skin.centres(x)[0] for skin in (slaves, masters))
    sizes = [diameters(skin.straight(), x) for skin in (slaves, masters)]
    distance = np.linalg.norm(own[rows] - other[columns], axis=1)
    return distance < 2.0 * reach * np.maximum(sizes[0][rows], sizes[1][columns])


def diameters(skin, x):
    """(nc,) the longest way between two nodes of each cell."""
    held = skin.nodes >= 0
    both = held[:, :, None] & held[:, None, :]
    corners = x[skin.nodes]
    away = np.linalg.norm(corners[:, :, None] - corners[:, None], axis=3)
    return np.where(both, away, 0.0).max(axis=(1, 2))


def _unmapped(points, corners):
    """Reference coordinates of points (n, k, 2) in the plane of quadrangles (n, 4, 2)."""
    n, k, _ = points.shape
    target, cell = points.reshape(-1, 2), np.repeat(corners, k, axis=0)
    xi = np.zeros_like(target)
    for _ in range(STEPS):
        left = target - np.einsum("nk,nkd->nd", shape_functions("QUAD4", xi), cell)
        slopes = np.einsum("nak,nkd->nad", shape_derivatives("QUAD4", xi), cell)
        step = np.linalg.solve(slopes.transpose(0, 2, 1), left[:, :, None])[:, :, 0]
        xi += step
        if abs(step).max(initial=0.0) <= SMALLEST:
            break
    return xi.reshape(n, k, 2)
