"""What points of BETON_DOUBLE_DP reach along a line of strains e0 + x e1: a cone, or the least excess over it (r5.03.80, r7.01.03).

With s the stress that code_aster takes for elastic, S its deviator, t its trace, the excess over a cone of slope m, width w and limit f is

    y(x) = (S:S/3 - (w f - m t/3)^2)/(w f0)^2 = y0 + 2 y1 x + y2 x^2

1.  a root of a cone counts where the excess over the other one is negative; of two that do, the one that changes the strain least
2.  without any, the cone gives its extreme -y1/y2
3.  of two cones the one with a root, else the one whose place changes the strain least; cones that are used up do not count
4.  the line is the tangent of y there
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.tensors import deviator


def excess(start, unit, slope, width, limit, strength):
    """(y0, y1, y2) of stresses start + x unit (n, ns)."""
    s0, s1, t0, t1 = deviator(start), deviator(unit), start[:, :3].sum(axis=1), unit[:, :3].sum(axis=1)
    far = width * limit - slope * t0 / 3
    y0 = (s0 * s0).sum(axis=1) / 3 - far**2
    y1 = (s0 * s1).sum(axis=1) / 3 + far * slope * t1 / 3
    y2 = (s1 * s1).sum(axis=1) / 3 - (slope * t1 / 3) ** 2
    return tuple(y / (width * strength) ** 2 for y in (y0, y1, y2))


def lines(cones, used_up, change):
    """(n, 2) a, b of the two cones, (y0, y1, y2) each, whether each is used up (2, n), `change` of x (n,) being the size of the strain."""
    found = [_place(own, other, change, gone) for own, other, gone in zip(cones, cones[::-1], used_up[::-1])]
    (x1, root1), (x2, root2) = found
    nearest = np.where(change(x1) <= change(x2), 0, 1)
    chosen = np.where(root1 == root2, nearest, np.where(root1, 0, 1))
    # as in code_aster the second cone has the last word where both are used up
    chosen = np.where(used_up[0], 1, np.where(used_up[1], 0, chosen))
    chosen = np.where(used_up[0] & used_up[1], 1, chosen)
    x = np.where(chosen == 0, x1, x2)
    y0, y1, y2 = (np.where(chosen == 0, first, second) for first, second in zip(*cones))
    return np.stack([y0 - y2 * x**2, 2 * (x * y2 + y1)], axis=-1)


def _place(own, other, change, alone):
    """Steps 1 and 2: x, and whether it is a root that counts; `alone`, where the other cone is used up, every root does."""
    y0, y1, y2 = own
    safe = np.where(y2 == 0.0, 1.0, y2)
    half = y1 / safe
    inside = half**2 - y0 / safe
    roots = [-half + sign * np.sqrt(np.maximum(inside, 0.0)) for sign in (1.0, -1.0)]
    counts = [(inside >= 0.0) & (alone | (other[0] + 2 * x * other[1] + x**2 * other[2] < 0.0)) for x in roots]
    first = counts[0] & (~counts[1] | (change(roots[0]) <= change(roots[1])))
    x = np.where(first, roots[0], np.where(counts[1], roots[1], -half))
    return x, counts[0] | counts[1]
