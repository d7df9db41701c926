"""Johansen's criterion of sections of reinforced concrete, and how they yield in both bendings (r7.01.31).

With y = forces less those that hardening carries (n, 6), s = 0, 1 the sides, M_s(N) the moments that yield, h_s = +-1:

    f_s = m_xy^2 - (m_x - M_sx)(m_y - M_sy) and g_s = h_s (m_x - M_sx + m_y - M_sy), up to a slant, stay below zero;
    plastic strains go along df_s/dy, or, in reach of the tip of the cone, along h_s (-M_sx', -M_sy', 0, 1, 1, 0);
    y changes by T de - sum (T + C_s) dp_s, where T is the stiffness of the cracked section and C_s the hardening of Prager.

A part of a step is linear in f, or of the second order in reach of the tip, halved until as many criteria are met at its half as at its
end; what is left outside is brought back without strain. So are glrcad, critnu, dndiss, brbagl of code_aster: they are followed in
what they take for a tip (5 % of the moments), in their limits (1e-6) and in that f is approached from both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.reinforced_plate import moment_at

from ._over_points import OverPoints

_SLANT = 1.001
_LIMIT = 1e-6
_TIP = 0.05
_CLOSE = 1e-3
_SINGULAR = 1e-3
_SMALL = 1e-8
_PULLS = 1000
NOT_FOUND, OUTSIDE = 3, 1
SIGNS = (1.0, -1.0)


@dataclass
class Yielding(OverPoints):
    """At points (n,): curves (n, 2 axes, 2 sides, 6) of `moment_at`, hardening (n, 2 sides, 6), the sizes of moments and forces."""

    curves: np.ndarray
    hardening: np.ndarray
    moment: np.ndarray
    force: np.ndarray

    def limits(self, y, side):
        """(n, 2) the moments of a side that yield along both axes."""
        return moment_at(self.curves[:, :, side].reshape(-1, 6), y[:, :2].ravel()).reshape(-1, 2)

    def slopes(self, y, side):
        """(n, 2) their derivatives by forces, those of the parabolas, which stay what they are at their ends."""
        return _slope(self.curves[:, :, side].reshape(-1, 6), y[:, :2].ravel()).reshape(-1, 2)

    def criterion(self, y, side):
        """f_s (n,)."""
        away = y[:, 3:5] - self.limits(y, side)
        return y[:, 5] ** 2 - away[:, 0] * away[:, 1]

    def beyond(self, y, side):
        """g_s (n,)."""
        x, z = (SIGNS[side] * (y[:, 3:5] - self.limits(y, side))).T
        return np.maximum(_SLANT * x + z, x / _SLANT + z)

    def met(self, y):
        """(n,) 1 for the first criterion, 2 for the second one, 3 for both, 0 for none."""
        return sum((side + 1) * ((self.criterion(y, side) > 0.0) | (self.beyond(y, side) > 0.0)) for side in (0, 1))

    def gradient(self, y, side):
        """df_s/dy (n, 6)."""
        away, slope = y[:, 3:5] - self.limits(y, side), self.slopes(y, side)
        found = np.zeros_like(y)
        found[:, 3:5] = -away[:, ::-1]
        found[:, 5] = 2.0 * y[:, 5]
        found[:, :2] = -slope * found[:, 3:5]
        return found

    def second(self, y, side):
        """d2f_s/dy2 (n, 6, 6), the curvature of the moments left out."""
        slope, found = self.slopes(y, side), np.zeros((len(y), 6, 6))
        found[:, 0, 1] = found[:, 1, 0] = -slope[:, 0] * slope[:, 1]
        found[:, 4, 0] = found[:, 0, 4] = slope[:, 0]
        found[:, 3, 1] = found[:, 1, 3] = slope[:, 1]
        found[:, 3, 4] = found[:, 4, 3] = -1.0
        found[:, 5, 5] = 2.0
        return found

    def near(self, y, side):
        """(n,) whether the tip of the cone is in reach."""
        sizes = (np.repeat(size, 2) for size in (self.force, self.moment))
        apart = _distance(self.curves[:, :, side].reshape(-1, 6), y[:, :2].ravel(), y[:, 3:5].ravel(), *sizes)
        return np.hypot(apart[::2], apart[1::2]) < _TIP

    def flow(self, y, side, near):
        """The direction of plastic strains (n, 6)."""
        tip, slope = np.zeros_like(y), self.slopes(y, side)
        tip[:, :2], tip[:, 3:5] = -SIGNS[side] * slope, SIGNS[side]
        return np.where(near[:, None], tip, self.gradient(y, side))

    def inside(self, y):
        """(n,) whether both g are below their limit."""
        return np.maximum(self.beyond(y, 0), self.beyond(y, 1)) <= _LIMIT * self.moment

    def limit(self):
        """(n,) what f may be."""
        return _LIMIT * self.moment**2


def _slope(curve, force):
    low, high = np.minimum(curve[:, 3], curve[:, 4]), np.maximum(curve[:, 3], curve[:, 4])
    return curve[:, 1] + 2.0 * curve[:, 2] * np.clip(force, low, high)


def _distance(curve, force, moment, force_size, moment_size):
    """From points to curves, both in parts of the sizes: projections from the place of no force on, until they move by less than 3 %."""
    x0, y0, ratio = force / force_size, moment / moment_size, force_size / moment_size
    x = np.zeros(len(force))
    for _ in range(1000):
        y, slope = moment_at(curve, x * force_size) / moment_size, _slope(curve, x * force_size) * ratio
        new = (slope * (y0 - y + slope * x) + x0) / (slope**2 + 1.0)
        new_y = moment_at(curve, new * force_size) / moment_size
        going = (new - x) ** 2 + (new_y - y) ** 2 >= _CLOSE
        x = np.where(going, new, x)
        if not going.any():
            break
    return np.hypot(new - x0, new_y - y0)


def _dot(a, b):
    return np.einsum("ni,ni->n", a, b)


def _times(m, v):
    return np.einsum("nij,nj->ni", m, v)


def part(points: Yielding, met, y, step, stiff):
    """y, plastic strains and how it went (n,), 0 where all is well, after a part of a step (n, 6) that meets criteria as `met` has them."""
    new, plastic, failed = y + _times(stiff, step), np.zeros_like(y), np.zeros(len(y), int)
    for kind in (1, 2, 3):
        rows = np.flatnonzero(met == kind)
        if len(rows):
            own, told = points.of(rows), (y[rows], step[rows], stiff[rows])
            new[rows], plastic[rows], failed[rows] = _both(own, *told) if kind == 3 else _one(own, kind - 1, *told)
    return new, plastic, failed


def _one(points, side, y, step, stiff):
    """One criterion: of the second order in reach of the tip and, where that has no answer or is out of reach, linear."""
    near, change = points.near(y, side), _times(stiff, step)
    u, df, f = points.flow(y, side, near), points.gradient(y, side), points.criterion(y, side)
    v = _times(stiff, u) + points.hardening[:, side] * u
    with np.errstate(divide="ignore", invalid="ignore"):
        size = (f + _dot(df, change)) / _dot(df, v)
    new = y + change - size[:, None] * v
    failed = np.where(points.inside(new), 0, OUTSIDE)
    curved = points.second(y, side)
    hv, hc = _times(curved, v), _times(curved, change)
    roots = _roots(0.5 * _dot(v, hv), -_dot(df, v) - _dot(change, hv), f + _dot(df + 0.5 * hc, change))
    open_ = near.copy()
    for root in roots:
        there = y + change - root[:, None] * v
        good = open_ & (root >= 0.0) & points.inside(np.where(np.isfinite(there), there, y))
        size, new, failed = np.where(good, root, size), np.where(good[:, None], there, new), np.where(good, 0, failed)
        open_ &= ~good
    return new, size[:, None] * u, failed


def _roots(a, b, c):
    """Both real roots (2, n), the lesser first, NaN where there are none."""
    least = _SMALL * np.maximum(np.maximum(abs(a), abs(b)), abs(c))
    curved, straight = abs(a) > least, abs(b) > least
    square, product = b * b, 4.0 * a * c
    inside, close = square - product, _SMALL * np.maximum(square, abs(product))
    twice = np.where(curved, 2.0 * a, 1.0)
    middle, apart = -b / twice, np.sqrt(np.where(inside >= close, inside, 0.0)) / abs(twice)
    line = np.where(straight, -c / np.where(straight, b, 1.0), np.nan)
    middle = np.where(curved, np.where(inside < -close, np.nan, middle), line)
    return np.stack([middle - np.where(curved, apart, 0.0), middle + np.where(curved, apart, 0.0)])


def _both(points, y, step, stiff):
    """Both criteria: of the second order in reach of both tips, linear otherwise, each one where the other has no answer."""
    near = [points.near(y, side) for side in (0, 1)]
    change = _times(stiff, step)
    u = [points.flow(y, side, near[side]) for side in (0, 1)]
    v = [_times(stiff, u[side]) + points.hardening[:, side] * u[side] for side in (0, 1)]
    df = [points.gradient(y, side) for side in (0, 1)]
    f = [points.criterion(y, side) for side in (0, 1)]

    def answer(sizes):
        there = y + change - sizes[:, :1] * v[0] - sizes[:, 1:] * v[1]
        return there, np.where(points.inside(there), 0, OUTSIDE)

    sizes, singular = _linear([f[s] + _dot(df[s], change) for s in (0, 1)], [[_dot(df[s], v[t]) for t in (0, 1)] for s in (0, 1)])
    new, failed = answer(sizes)
    failed = np.where(singular, NOT_FOUND, failed)
    curved = (near[0] & near[1]) | ((near[0] | near[1]) & (failed > 0))
    for n in np.flatnonzero(curved):
        own = slice(n, n + 1)
        alone = points.of(own)
        h = [alone.second(y[own], side)[0] for side in (0, 1)]
        a, b = v[0][n], v[1][n]
        conics = []
        for s in (0, 1):
            slope = df[s][n] + h[s] @ change[n]
            # the mixed term of the second one is, as in code_aster, that of the first one
            conics.append(
                [f[s][n] + (df[s][n] + 0.5 * h[s] @ change[n]) @ change[n], -slope @ a, -slope @ b, a @ h[0] @ b,
                 0.5 * a @ h[s] @ a, 0.5 * b @ h[s] @ b]
            )  # fmt: skip
        for pair in crossings(np.array(conics)):
            there = y[n] + change[n] - pair[0] * a - pair[1] * b
            if (pair >= 0.0).all() and alone.inside(there[None])[0]:
                sizes[n], new[n], failed[n] = pair, there, 0
                break
        else:
            if not (near[0][n] and near[1][n]):
                failed[n] = NOT_FOUND
    return new, sizes[:, :1] * u[0] + sizes[:, 1:] * u[1], failed


def _linear(f, b):
    """Sizes (n, 2) of both flows; where they are alike, one size for both; and (n,) where there is none."""
    det = b[0][0] * b[1][1] - b[1][0] * b[0][1]
    size = b[0][0] ** 2 + b[0][1] ** 2 + b[1][0] ** 2 + b[1][1] ** 2
    alike, whole = abs(det) < _SINGULAR * size, b[0][0] + b[0][1] + b[1][0] + b[1][1]
    singular = alike & (abs(whole) < _SINGULAR * np.sqrt(size))
    safe, total = np.where(alike, 1.0, det), np.where(singular | ~alike, 1.0, whole)
    one = (f[0] + f[1]) / total
    first = np.where(alike, one, (f[0] * b[1][1] - f[1] * b[0][1]) / safe)
    second = np.where(alike, one, (f[1] * b[0][0] - f[0] * b[1][0]) / safe)
    return np.where(singular[:, None], 0.0, np.stack([first, second], axis=1)), singular


def crossings(conics):
    """(m, 2) the real common points of two conics a + b x + c y + d x y + e x^2 + f y^2 (2, 6), those next to the origin first.

    By the roots of their resultant, and Newton's method from these.
    """
    a = abs(conics[:, 0]).max()
    unit = max(np.sqrt(a / max(abs(conics[:, 3:]).max(), 1e-300)), 1e-300)
    p, q = conics * [1.0, unit, unit, unit**2, unit**2, unit**2] / max(a, 1e-300)
    # the sum and the difference have the same points, and the difference may be a line
    p, q = p + q, p - q
    first, second = (((k[5],), (k[3], k[2]), (k[4], k[1], k[0])) for k in (p, q))

    def cross(i, j):
        return np.polysub(np.polymul(first[i], second[j]), np.polymul(second[i], first[j]))

    resultant = np.trim_zeros(np.polysub(np.polymul(cross(0, 2), cross(0, 2)), np.polymul(cross(0, 1), cross(1, 2))), "f")
    found = []
    for x in np.roots(resultant) if len(resultant) > 1 else ():
        if abs(x.imag) > 1e-6 * (1.0 + abs(x)):
            continue
        for other in np.concatenate([np.roots([np.polyval(c, x.real) for c in k]) for k in (first, second)]):
            point = _polished(p, q, np.array([x.real, other.real]))
            if point is not None and not any(np.allclose(point, old, rtol=1e-8, atol=1e-12) for old in found):
                found.append(point)
    return np.array(sorted(found, key=lambda v: abs(v).sum())).reshape(-1, 2) * unit


def _polished(p, q, point):
    for _ in range(12):
        x, y = point
        values = np.array([k @ [1.0, x, y, x * y, x * x, y * y] for k in (p, q)])
        rates = np.array([[k[1] + k[3] * y + 2 * k[4] * x, k[2] + k[3] * x + 2 * k[5] * y] for k in (p, q)])
        if abs(np.linalg.det(rates)) < 1e-14 * (abs(rates).max() ** 2 + 1e-300):
            break
        point = point - np.linalg.solve(rates, values)
    size = np.array([abs(k) @ abs(np.array([1.0, x, y, x * y, x * x, y * y])) for k in (p, q)])
    return point if np.isfinite(point).all() and (abs(values) <= 1e-9 * size).all() else None


def brought_back(points: Yielding, y, stiff):
    """y, plastic strains, dissipation and whether f is met (n,), of points that are outside, without strain."""
    y, plastic, lost = y.copy(), np.zeros_like(y), np.zeros(len(y))
    met, well, going = points.met(y), np.zeros(len(y), bool), np.arange(len(y))
    for _ in range(_PULLS):
        own = points.of(going)
        new, more, failed = part(own, met[going], y[going], np.zeros((len(going), 6)), stiff[going])
        kept = failed == 0
        going, own, new, more = going[kept], own.of(kept), new[kept], more[kept]
        lost[going] += 0.5 * _dot(more, y[going] + new)
        y[going], plastic[going] = new, plastic[going] + more
        f = np.stack([own.criterion(new, side) for side in (0, 1)])
        there = (f < own.limit()).all(axis=0) & (f > -own.limit()).any(axis=0)
        well[going[there]] = True
        again = own.met(new)
        met[going] = np.where(again > 0, again, met[going])
        going = going[~there]
        if not len(going):
            break
    return y, plastic, lost, well


def tangent(points: Yielding, met, y, stiff, extremes):
    """(n, 6, 6) that of code_aster: extremes (n, 2 sides, 2 axes) stand for the moments that yield, whatever the forces."""
    df = np.zeros((2, *y.shape))
    for side in (0, 1):
        df[side, :, 3:5] = -(y[:, 3:5] - extremes[:, side])[:, ::-1]
        df[side, :, 5] = 2.0 * y[:, 5]
    hard = [stiff.copy() for _ in SIGNS]
    for side in (0, 1):
        hard[side][:, range(3, 6), range(3, 6)] += points.hardening[:, side, 3:]
    found = stiff.copy()
    for n in np.flatnonzero(met):
        if met[n] < 3:
            side = met[n] - 1
            a = df[side, n]
            inner = np.outer(a, a) / (a @ hard[side][n] @ a)
        else:
            # the product of both minors, where their difference would be meant, is code_aster's
            (a, b), (first, second) = df[:, n], (hard[0][n], hard[1][n])
            aa, bb, ba, ab = a @ first @ a, b @ second @ b, b @ first @ a, a @ second @ b
            inner = (bb * np.outer(a, a) - ab * np.outer(a, b) + aa * np.outer(b, b) - ba * np.outer(b, a)) / (aa * bb * ba * ab)
        found[n] -= stiff[n] @ inner @ stiff[n]
    return found
