"""Following the crest of a field in the plane, step by step, and how far a displacement opens across it (post_endo_fiss_ops).

1. From the greatest value, points on a circle of one step around it: where the smoothed values are greatest the crest goes on; one step
   the other way, along a line across, is its first point.
2. From each end in turn: one step straight on, then to where the smoothed values along the line across are greatest, until the value is
   below `least`, the crest turns by more than `widest`, or the line leaves the cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


class NoCrest(ValueError):
    """There is nothing to follow; the text says why."""


@dataclass
class Search:
    """How a crest is looked for.

    step, width, smooth  m: from point to point, of a line across, of the smoothing;  count  points on each half of a line
    least    the value below which a crest ends;  widest  degrees that it may turn by
    """

    step: float
    width: float
    smooth: float
    count: int
    least: float
    widest: float


def follow(values, start, height: float, search: Search):
    """(points (n, 2), values (n,)) of the crest from one end to the other.

    values  function of points (m, 2) giving (m,) values, NaN outside of the cells;  start  (2,) where the field is greatest
    height  what the point that was found on the circle is told instead of its value: as in code_aster its third coordinate
    """
    second = _around(values, start, search)
    ahead = _unit(start - second)
    first = _across(values, second + search.step * ahead, ahead, search)
    if first is None:
        raise NoCrest("the line across beside the greatest value leaves the cells")
    ways = []
    away = _unit(second - first[0])
    for point, own, towards in ((second, height, away), (*first, -away)):
        ways.append(_walk(values, [point], [own], towards, search))
    (one, of_one), (other, of_other) = ways
    return np.array(other[::-1] + one), np.array(of_other[::-1] + of_one)


def _walk(values, points, own, towards, search):
    bound = search.step * np.tan(np.radians(search.widest) / 2.0)
    while True:
        if len(points) > 1:
            towards = _unit(points[-1] - points[-2])
        straight = points[-1] + search.step * towards
        found = _across(values, straight, towards, search)
        if found is None or found[1] < search.least:
            return points, own
        if round(search.widest) != 180 and np.linalg.norm(found[0] - straight) > bound:
            return points, own
        points, own = [*points, found[0]], [*own, found[1]]


def _around(values, centre, search):
    """(2,) where the smoothed values on a circle are greatest."""
    turns = np.radians(np.arange(search.count) * 180.0 / (search.count - 1))
    half = search.step * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    points = _rounded(np.concatenate([centre + half, centre - half]))
    found = values(points)
    kept = ~np.isnan(found)
    # the halves share their ends, of which one each is kept, as in code_aster
    kept[[search.count - 1, 2 * search.count - 2]] = False
    points, found = points[kept], found[kept]
    if not len(found):
        raise NoCrest("the circle of one step around the greatest value lies outside of the cells")
    return points[int(np.argmax(_smoothed_circle(search.smooth, points, found)))]


def _smoothed_circle(smooth, points, values):
    """The values against a bell by the length along the circle; as in code_aster that length takes differences of x to y for those of y."""
    x, y = points.T
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), x[1:] - y[:-1]))])
    bell = np.exp(-(along**2) / (2.0 * smooth**2))
    n = len(values)
    place = (np.arange(n)[:, None] + (n // 2 + 1 + np.arange(n)) % n) % n
    return values[place] @ bell[::-1] / bell.sum()


def line_across(centre, towards, width, count) -> np.ndarray:
    """(2 count, 2) points of a line from the right to the left of a direction, its middle twice."""
    side = width / 2.0 * np.array([towards[1], -towards[0]])
    share = np.linspace(0.0, 1.0, count)[:, None]
    return _rounded(np.concatenate([centre - side + share * side, centre + share * side]))


def _across(values, centre, towards, search):
    """(point, value) where the smoothed values along the line across are greatest; None when its middle is outside."""
    points = line_across(centre, towards, search.width, search.count)
    found = values(points)
    kept = ~np.isnan(found)
    if not kept[search.count - 1]:
        return None
    kept[search.count - 1] = False
    points, found = points[kept], found[kept]
    best = int(np.argmax(smoothed(search.smooth, points, found)))
    return points[best], found[best]


def smoothed(smooth, points, values) -> np.ndarray:
    """The values against a bell about the middle of a line of points (n, 2)."""
    along = np.linalg.norm(points - points[0], axis=1)
    along = along - along[len(along) // 2]
    bell = np.exp(-(along**2) / (2.0 * smooth**2))
    return np.convolve(values, bell, "same") / bell.sum()


def _rounded(points):
    """To 15 digits, as points of a mesh that is written and read."""
    return np.array([[float(f"{value:.14E}") for value in point] for point in points.tolist()])


def _unit(vector):
    length = np.linalg.norm(vector)
    return vector / length if length else vector


# what opens --------------------------------------------------------------------------------------------------------------------------


def sides(points) -> np.ndarray:
    """(n, 2) across a crest of points (n, 2), to its left: normal to the mean of the segments that meet there."""
    pieces = np.array([_unit(piece) for piece in np.diff(points, axis=0)])
    after = pieces[np.minimum(np.arange(len(points)), len(pieces) - 1)]
    before = np.concatenate([after[:1], after[:-1]])
    mean = np.array([_unit(value) for value in (before + after) / 2.0])
    return np.stack([-mean[:, 1], mean[:, 0]], axis=-1)


def opening(values, across, least, middle) -> float | None:
    """How much more the last point of a hump moves across than the first, of values (n,) of `least` or more and motions across (n,).

    The hump is that of the strict maximum nearest to the point `middle`; None where there is none, or it is too low.
    """
    slopes = np.diff(values)
    tops = np.flatnonzero((slopes[:-1] > 0.0) & (slopes[1:] < 0.0)) + 1
    if not len(tops):
        return None
    first = last = int(tops[np.argmin(abs(tops - middle))])
    if values[first] < least:
        return None
    while first > 0 and values[first - 1] >= least:
        first -= 1
    while last < len(values) - 1 and values[last + 1] >= least:
        last += 1
    return float(abs(across[last] - across[first]))
