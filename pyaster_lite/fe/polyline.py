"""Points and a broken line in space: where the line comes closest to them."""

from __future__ import annotations

import numpy as np

_CLOSER = 1.0 - 1e4 * np.finfo(float).eps
"""A later piece of the line must come closer than this times the distance so far."""


def nearest_on_line(points: np.ndarray, line: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each of points (n, 3): the piece (n,) of the line (m, 3) that comes closest, the share (n,) of the way along, the place (n, 3).

    Of pieces that come equally close the first one holds.
    """
    count = len(points)
    piece, share, place = np.zeros(count, int), np.zeros(count), np.repeat(line[:1], count, axis=0)
    least = np.full(count, np.inf)
    for index, (start, end) in enumerate(zip(line[:-1], line[1:])):
        along = end - start
        s = (points - start) @ along / (along @ along)
        s = np.where(s <= 1e-12, 0.0, np.where(s - 1.0 >= 1e-12, 1.0, s))
        found = start + s[:, None] * along
        distance = np.linalg.norm(points - found, axis=1)
        closer = distance < least * _CLOSER
        least[closer], piece[closer], share[closer], place[closer] = distance[closer], index, s[closer], found[closer]
    return piece, share, place


def nearest_segment(points: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """For each of points (n, 3) the segment (n,) from starts (m, 3) to ends (m, 3) that comes closest; of equals the first one."""
    best, least = np.zeros(len(points), int), np.full(len(points), np.inf)
    for index, (start, along) in enumerate(zip(starts, ends - starts)):
        length = along @ along
        share = np.clip((points - start) @ along / length, 0.0, 1.0) if length else np.full(len(points), 0.5)
        apart = points - ((1.0 - share)[:, None] * start + share[:, None] * ends[index])
        distance = (apart**2).sum(axis=1)
        closer = distance < least
        least[closer], best[closer] = distance[closer], index
    return best
