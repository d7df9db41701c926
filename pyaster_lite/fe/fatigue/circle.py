"""The least circle, or sphere, around the tips of vectors (r7.04.04 section 2.4)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

_INSIDE = 1.0 + 1e-4
"""By how much of the radius a point may stand off the circle and still count as in it."""
_NOTHING = 1e-6
_PAIRS = 4_000_000
"""How many pairs of points are looked at together."""


def enclosing_radii(points: np.ndarray) -> np.ndarray:
    """(m,) radii of the least circles around m sets of n points, (m, n, 2).

    The two points furthest apart make a first circle; while a point stands out of it, a circle through three points that holds
    the furthest one replaces it.
    """
    m, n = points.shape[:2]
    step = max(1, _PAIRS // (n * n))
    return np.concatenate([_of_some(points[first : first + step]) for first in range(0, m, step)])


def _of_some(points):
    low, high = points.min(axis=1), points.max(axis=1)
    points = points - (low + (high - low) / 2.0)[:, None]
    one, other = np.triu_indices(points.shape[1], 1)
    apart = points[:, one] - points[:, other]
    across = apart[..., 0] ** 2 + apart[..., 1] ** 2
    rows, widest = np.arange(len(points)), across.argmax(axis=1)
    ends = one[widest], other[widest]
    radii = np.sqrt(across[rows, widest]) / 2.0
    centres = (points[rows, ends[0]] + points[rows, ends[1]]) / 2.0
    off = np.sqrt(((points - centres[:, None]) ** 2).sum(axis=-1).max(axis=1))
    for row in np.flatnonzero((off > radii * _INSIDE) & (radii > _NOTHING)):
        radii[row] = _by_three(points[row], ends[0][row], ends[1][row])
    return np.where(2.0 * radii < _NOTHING, 0.0, radii)


def _by_three(points, first, second):
    """The radius of the circle that grows out of the pair of points furthest apart."""
    centre = (points[first] + points[second]) / 2.0
    held = (first, second, int(np.linalg.norm(points - centre, axis=1).argmax()))
    centre, radius = _through(points[list(held)])
    for _ in range(len(points) + 10):
        off = np.linalg.norm(points - centre, axis=1)
        if off.max() <= radius * _INSIDE:
            return radius
        four = (*held, int(off.argmax()))
        held, centre, radius = _best(points, four)
    raise ComputationFailed("no least circle was found around the shear on a plane")


def _best(points, four):
    """Of the circles through the last of four points and two others, the least one that holds them all."""
    found = None
    for held in ((four[1], four[2], four[3]), (four[2], four[3], four[0]), (four[3], four[0], four[1])):
        circle = _through(points[list(held)])
        if circle is None or (np.linalg.norm(points[list(four)] - circle[0], axis=1) > circle[1] * _INSIDE).any():
            continue
        if found is None or circle[1] < found[2]:
            found = (held, *circle)
    if found is None:
        raise ComputationFailed("no least circle was found around the shear on a plane")
    return found


def _through(three):
    """Centre and radius of the circle through three points, None where they stand in a line."""
    sides = three[1:] - three[0]
    if abs(np.linalg.det(sides)) < 1e-12 * (sides**2).sum():
        return None
    centre = three[0] + np.linalg.solve(2.0 * sides, (sides**2).sum(axis=1))
    return centre, float(np.linalg.norm(three[0] - centre))


def enclosing_sphere(deviators: np.ndarray, gap: float = 1e-3, share: float = 0.05) -> float:
    """The radius of the sphere around deviators (n, 6), by letting it grow by a share of what stands out of it.

    The length is sqrt(s:s / 2). It starts at the mean with no radius and ends when none stands out by more than `gap`
    (Papadopoulos).
    """
    count, centre, radius = len(deviators), deviators.mean(axis=0), 0.0
    weights = np.array([0.5, 0.5, 0.5, 1.0, 1.0, 1.0])
    inside, row = 0, 0
    while inside < count:
        row = (row + 1) % count
        apart = deviators[row] - centre
        length = np.sqrt(weights @ apart**2)
        if length - radius > gap:
            radius += share * (length - radius)
            centre = centre + (length - radius) / length * apart
            inside = 0
        else:
            inside += 1
    return radius
