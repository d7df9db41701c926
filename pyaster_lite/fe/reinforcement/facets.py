"""Bars of plates in two directions by facets (Capra and Maury, 1978; r7.04.05, section 2)."""

from __future__ import annotations

import numpy as np


def facets(count: int) -> tuple[np.ndarray, np.ndarray]:
    """(cosines, sines) of the angles of the facets, from -90 degrees on by equal steps over half a turn."""
    angle = np.cumsum(np.append(-0.5 * np.pi, np.full(count - 1, np.pi / count)))
    cosine, sine = np.cos(angle), np.sin(angle)
    cosine[0], sine[0] = 0.0, -1.0
    return cosine, sine


def least_pair(cosine: np.ndarray, sine: np.ndarray, areas: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) and (n,) the areas along x and y of the least sum whose projections are enough for those of each facet, areas (n, facets).

    1. The chain of vertices of the facets 0 and 90 degrees is cut by the line of each other facet in turn, unless it passes
    within 1e-10 of it. 2. Along the chain, from the least x on, a later vertex is taken when its sum is 0.01 per cent less.
    """
    count, straight = len(cosine), len(cosine) // 2
    lines = np.stack([cosine**2, sine**2], axis=1)
    n, far = len(areas), np.full(len(areas), 1e6)
    x = np.stack([areas[:, straight], areas[:, straight], far], axis=1)
    y = np.stack([far, areas[:, 0], areas[:, 0]], axis=1)
    owner = np.tile([0, straight, 0], (n, 1))
    for facet in range(1, count):
        if facet != straight:
            x, y, owner = _cut(lines, areas, facet, x, y, owner)
    best, chosen = np.full(n, np.inf), np.zeros(n, int)
    for vertex in range(x.shape[1]):
        gain = x[:, vertex] + y[:, vertex] <= 0.9999 * best
        best, chosen = np.where(gain, x[:, vertex] + y[:, vertex], best), np.where(gain, vertex, chosen)
    rows = np.arange(n)
    return x[rows, chosen], y[rows, chosen]


def _cut(lines, areas, facet, x, y, owner):
    """The chains (n, k) without the vertices below the line of a facet, and with its crossings of what was there.

    owner  the facet whose line leads to each vertex; a chain that is shorter than others repeats its last vertex
    """
    n, size = x.shape
    below = lines[facet, 0] * x + lines[facet, 1] * y - areas[:, facet, None] < -1e-10
    below[:, 0] = False
    cut = below.any(axis=1)
    if not cut.any():
        return x, y, owner
    rows = np.arange(n)
    first = below.argmax(axis=1)
    after = np.argmin(np.where(np.arange(size) >= first[:, None], below, True), axis=1)
    place = np.arange(size + 1)
    source = np.where(cut[:, None] & (place > first[:, None]), place + (after - first)[:, None] - 2, place)
    source = np.clip(source, 0, size - 1)
    x, y, lead = (np.take_along_axis(values, source, axis=1) for values in (x, y, owner))
    for spot, other, name in ((first, owner[rows, first], owner[rows, first]), (first + 1, owner[rows, after], np.full(n, facet))):
        own = rows[cut]
        at, one, two = spot[cut], lines[facet], lines[other[cut]]
        scale = 1.0 / (one[0] * two[:, 1] - two[:, 0] * one[1])
        wanted, given = areas[own, facet], areas[own, other[cut]]
        x[own, at] = (wanted * two[:, 1] - given * one[1]) * scale
        y[own, at] = (given * one[0] - wanted * two[:, 0]) * scale
        lead[own, at] = name[cut]
    return x, y, lead
