"""Cracks of sections in bending, by their curvatures (r7.01.31): what GLRC_DAMAGE makes of moments.

With k the curvatures at the end of a step, k_i their principal values, s = +-1 the sides, 2 (a + b) the stiffness in bending, g = GAMMA:

1.  d_s grows to sqrt((1 - g)/K_s (a <tr k>_s^2 + b sum <k_i>_s^2)) - 1, at most (1 - QP_s)/(QP_s - g)
2.  x(v) = (1 + g d)/(1 + d), d that of the side of v;  in the axes of k, the moments change by C = 2 a x(tr k) 1 1^T + 2 b diag x(k_i), and
    b (x(k_2) k_2 - x(k_1) k_1)/(k_2 - k_1) of twice the twist, nothing where both are the same; and by how d_s grows with k
3.  where a k_i changes sign as k goes on by the step once more, C is the mean of its own and of that of where it then is
The moments of a step are those before it and C times its curvatures.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._over_points import OverPoints

EQUAL = 1e-10


@dataclass
class Sides(OverPoints):
    """At points (n,): a, b and g; K (n, 2) and the largest d (n, 2) of positive and of negative bending."""

    a: np.ndarray
    b: np.ndarray
    g: np.ndarray
    k: np.ndarray
    most: np.ndarray

    @classmethod
    def made(cls, young, poisson, thickness, cracking, g, slopes) -> Sides:
        """From the moments of the first crack (n, 2) and the shares (n, 2) of stiffness that stay in the end."""
        flexural = young * thickness**3 / 24.0
        a, b = poisson * flexural / (1.0 - poisson**2), flexural / (1.0 + poisson)
        k = ((1.0 - g) / 4.0 / (a + b))[:, None] * cracking**2
        most = (1.0 - slopes) / (slopes - g[:, None])
        swapped = (cracking[:, 0] <= 0.0)[:, None]
        return cls(a, b, g, *(np.where(swapped, x[:, ::-1], x) for x in (k, most)))


def cracked(sides: Sides, curvature, step, d):
    """Steps 1 to 3: d (n, 2) and C (n, 3, 3) of curvatures (n, 3), the twist being doubled, and their changes over the step."""
    values, angle = _principal(curvature)
    grown, growing = d.copy(), np.zeros((len(d), 3, 3))
    for s, sign in enumerate((1.0, -1.0)):
        grown[:, s], more = _grown(sides, values, sign, s, d[:, s])
        growing += more
    ahead, later = _principal(curvature + step)
    turn, other = _turn(angle), _turn(later)
    own = turn.swapaxes(1, 2) @ _secant(sides, values, curvature, grown) @ turn
    then = other.swapaxes(1, 2) @ _secant(sides, ahead, curvature + step, grown) @ other
    crosses = (values * ahead <= 0.0).any(axis=1)[:, None, None]
    return grown, np.where(crosses, 0.5 * (own + then), own) + turn.swapaxes(1, 2) @ growing @ turn


def _principal(curvature):
    """Values (n, 2), the greatest first, and the angle of its axis, taken as none where there is no twist."""
    x, y, twist = curvature[:, 0], curvature[:, 1], curvature[:, 2] / 2.0
    root = ((x - y) / 2.0) ** 2 + twist**2
    root = np.sqrt(np.where(root >= EQUAL * (abs(x) + abs(y) + abs(twist)) ** 2, root, 0.0))
    values = (x + y)[:, None] / 2.0 + np.stack([root, -root], axis=1)
    turned = abs(twist) > EQUAL * abs(values).sum(axis=1)
    slope = (y - x + np.sqrt((y - x) ** 2 + 4.0 * twist**2)) / np.where(turned, 2.0 * twist, 1.0)
    return values, np.where(turned, np.arctan(slope), 0.0)


def _turn(angle):
    """(n, 3, 3) from curvatures to those in axes at an angle."""
    c, s = np.cos(angle), np.sin(angle)
    rows = ((c * c, s * s, c * s), (s * s, c * c, -c * s), (-2.0 * c * s, 2.0 * c * s, c * c - s * s))
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _grown(sides, values, sign, s, d):
    """Step 1 of a side: d, and what its growth takes from C in the axes of k."""
    trace = values.sum(axis=1)
    even = np.where(trace * sign > 0.0, sides.a * trace, 0.0)
    own = np.where(values * sign > 0.0, sides.b[:, None] * values, 0.0)
    work = even * trace + (own * values).sum(axis=1)
    reached = np.sqrt((1.0 - sides.g) / sides.k[:, s] * work) - 1.0
    grows = reached > d
    soft = grows & (reached < sides.most[:, s])
    found = np.where(grows, np.minimum(reached, sides.most[:, s]), d)
    scale = np.where(soft, 2.0 * (sides.g - 1.0) / ((1.0 + found) * np.where(soft, work, 1.0)), 0.0)
    pull = even[:, None] + own
    more = np.zeros((len(d), 3, 3))
    more[:, :2, :2] = scale[:, None, None] * pull[:, :, None] * pull[:, None, :]
    return found, more


def _secant(sides, values, curvature, d):
    """Step 2 without growth, in the axes of k."""
    g = sides.g

    def left(v):
        own = np.where(v > 0.0, d[:, 0], np.where(v < 0.0, d[:, 1], d.mean(axis=1)))
        return (1.0 + g * own) / (1.0 + own)

    first, second, gap = left(values[:, 0]), left(values[:, 1]), values[:, 1] - values[:, 0]
    c = np.zeros((len(d), 3, 3))
    c[:, :2, :2] = (2.0 * sides.a * left(curvature[:, 0] + curvature[:, 1]))[:, None, None]
    c[:, 0, 0] += 2.0 * sides.b * first
    c[:, 1, 1] += 2.0 * sides.b * second
    same = abs(gap) <= EQUAL * abs(values).sum(axis=1)
    c[:, 2, 2] = np.where(same, 0.0, sides.b * (second * values[:, 1] - first * values[:, 0]) / np.where(same, 1.0, gap))
    return c
