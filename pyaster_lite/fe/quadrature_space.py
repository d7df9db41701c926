"""Quadrature points and weights of tetrahedra, prisms and pyramids, in code_aster's order (r3.01.01, annex)."""

from __future__ import annotations

from math import sqrt

import numpy as np

R15 = sqrt(15)


def _corners(a: float, b: float) -> list:
    """Four symmetric points of the tetrahedron: (a, a, a), then b in place of the third, second, first coordinate."""
    return [[a, a, a], [a, a, b], [a, b, a], [b, a, a]]


def tetra4():
    """Order 2."""
    r5 = sqrt(5)
    return np.array(_corners((5 - r5) / 20, (5 + 3 * r5) / 20)), np.full(4, 1 / 24)


def tetra5():
    """Order 3."""
    return np.array([[0.25] * 3, *_corners(1 / 6, 0.5)]), np.array([-2 / 15] + [3 / 40] * 4)


def tetra15():
    """Order 5."""
    one = _corners((7 + R15) / 34, (13 - 3 * R15) / 34)
    two = _corners((7 - R15) / 34, (13 + 3 * R15) / 34)
    d, e = (5 - R15) / 20, (5 + R15) / 20
    edges = [[d, d, e], [d, e, d], [e, d, d], [d, e, e], [e, d, e], [e, e, d]]
    weights = [8 / 405] + [(2665 - 14 * R15) / 226800] * 4 + [(2665 + 14 * R15) / 226800] * 4 + [5 / 567] * 6
    return np.array([[0.25] * 3, *one, *two, *edges]), np.array(weights)


def _prism(line, triangle):
    """Products along the axis (slow) and in the triangle (fast)."""
    points = [[x, *p] for x, _ in line for p, _ in triangle]
    return np.array(points), np.array([h * w for _, h in line for _, w in triangle])


def prism6():
    """Order 3 along the axis, 2 across."""
    line = [(-1 / sqrt(3), 1.0), (1 / sqrt(3), 1.0)]
    return _prism(line, [([0.5, 0.5], 1 / 6), ([0.0, 0.5], 1 / 6), ([0.5, 0.0], 1 / 6)])


def prism21():
    """Order 5."""
    line = [(-sqrt(3 / 5), 5 / 9), (0.0, 8 / 9), (sqrt(3 / 5), 5 / 9)]
    triangle = [([1 / 3, 1 / 3], 9 / 80)]
    for a, weight in (((6 + R15) / 21, (155 + R15) / 2400), ((6 - R15) / 21, (155 - R15) / 2400)):
        triangle += [(p, weight) for p in ([a, a], [1 - 2 * a, a], [a, 1 - 2 * a])]
    return _prism(line, triangle)


def pyramid5():
    """Order 2."""
    low, high = 0.1531754163448146, 0.6372983346207416
    points = [[0.5, 0, low], [0, 0.5, low], [-0.5, 0, low], [0, -0.5, low], [0, 0, high]]
    return np.array(points), np.full(5, 2 / 15)


def pyramid10():
    """Order 3."""
    a, b = 0.3252907781991163, 0.65796699712169
    za, zb = 0.3223841495782137, 0.0392482838988154
    points = [[0, 0, 0.6772327888861374], [0, 0, 0.1251369531087465]]
    points += [[-a, -a, za], [-a, a, za], [a, a, za], [a, -a, za], [-b, 0, zb], [0, -b, zb], [0, b, zb], [b, 0, zb]]
    weights = [0.07582792211376127, 0.1379222683930349] + [0.07088305859288367] * 4 + [0.04234606044708394] * 4
    return np.array(points), np.array(weights)
