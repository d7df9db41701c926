"""What damages of concrete share: the part of a stress that closes cracks, an exponential threshold, how far a threshold reaches."""

from __future__ import annotations

import numpy as np

CLOSED = 1e-3
"""Beside b, how little a strain must be negative to count as none."""


def negative(x, b):
    """neg(x) = (x - b/2) exp(b/x) where x is negative, else 0, and its derivative; b endless where nothing closes."""
    shut = x < -CLOSED * b
    safe = np.where(shut, x, -1.0)
    u = np.where(shut, -b / safe, 0.0)
    return np.where(shut, (x - 0.5 * b) * np.exp(-u), 0.0), np.where(shut, (1 + u * (1 + 0.5 * u)) * np.exp(-u), 0.0)


def half_square(x, b):
    """x^2 exp(b/x)/2 where x is negative, else 0: what neg is the derivative of."""
    shut = x < -CLOSED * b
    safe = np.where(shut, x, -1.0)
    return np.where(shut, 0.5 * x**2 * np.exp(np.where(shut, b / safe, 0.0)), 0.0)


def closed(strains, lame, two_mu, b, secant=False):
    """The stress of neg(tr e) and neg(e_i), of principal strains (..., 3), and its derivatives (..., 3, 3), or what it is beside them."""
    whole = strains.sum(-1)
    trace, by_trace = negative(whole, b)
    values, rates = negative(strains, b[..., None])
    if secant:
        by_trace, rates = trace / np.where(trace == 0.0, 1.0, whole), values / np.where(values == 0.0, 1.0, strains)
    rate = (two_mu[..., None] * rates)[..., None] * np.eye(3)
    return (lame * trace)[..., None] + two_mu[..., None] * values, rate + (lame * by_trace)[..., None, None]


def exponential(stress, spread, level, scale):
    """chi of principal stresses s (..., 3), and its derivatives by them.

    u = s/(chi scale) is where  sqrt(|u|^2 + spread (tr u)^2) + |exp u| = level.
    """
    size = np.linalg.norm(stress, axis=-1)
    some = size > scale * np.finfo(float).eps
    n = stress / np.where(some, size, 1.0)[..., None]
    linear = np.sqrt(np.maximum(1 + spread * n.sum(-1) ** 2, 0.0))
    y = level / linear
    top = n.max(-1)
    y = np.where(top > 0.0, np.minimum(y, np.log(level) / np.where(top > 0.0, top, 1.0)), y)
    for _ in range(100):
        exponent = np.exp(2 * y[..., None] * n)
        norm = np.sqrt(exponent.sum(-1))
        step = (linear * y + norm - level) / (linear + (n * exponent).sum(-1) / norm)
        y = y - step
        if (abs(step) <= 1e-15 * abs(y)).all():
            break
    found = np.where(some, size / (y * scale), 0.0)
    b = stress / scale[..., None]
    even = b + (spread * b.sum(-1))[..., None]
    length = np.where(some, np.sqrt((even * b).sum(-1)), 1.0)
    exponent = np.exp(2 * np.where(some, y, 0.0)[..., None] * n)
    norm = np.sqrt(exponent.sum(-1))
    normal = even / length[..., None] + exponent / norm[..., None]
    bottom = np.where(some, length + (exponent * b).sum(-1) / norm, 1.0)
    return found, (found / bottom / scale)[..., None] * normal


def convex_lines(g, scale, bounds, reach):
    """Lines (n, 2, 2) of reach where a convex g(x) -> values, slopes vanishes; None where a point can have no solution."""
    count = len(scale)
    found = np.full((count, 2, 2), np.nan)
    for side, (sign, bound) in enumerate(((-1.0, bounds[0]), (1.0, bounds[1]))):
        x, crossed, lost = _outer_root(g, sign, bound, scale)
        if lost.any():
            return None
        found[:, side, 0] = np.where(crossed, reach - sign * x, np.nan)
        found[:, side, 1] = np.where(crossed, sign, np.nan)
    none = np.isnan(found[..., 1]).all(axis=1)
    if none.any() and (g(np.full(count, np.clip(0.0, *bounds)))[0][none] > 0.0).any():
        return None
    return found


def climb(by_value, axes, unit):
    """(n,) how a function grows along tensors `unit` (n, 3, 3): its derivatives (n, 3) by principal values, their axes in columns."""
    return (by_value * (axes * (unit @ axes)).sum(axis=1)).sum(axis=-1)


def _outer_root(g, sign, bound, scale):
    """The last place towards `sign` where a convex g vanishes within a bound: (x, whether there is one, whether g never vanishes)."""
    limit = np.full(len(scale), sign * bound)
    x = sign * np.minimum(scale, limit)
    y, slope = g(x)
    for _ in range(400):
        goes = ((y <= 0.0) | (sign * slope <= 0.0)) & (sign * x < limit)
        if not goes.any():
            break
        x = np.where(goes, sign * np.minimum(2 * abs(x) + scale, limit), x)
        y, slope = g(x)
    crossed, lost = y > 0.0, np.zeros(len(x), bool)
    for _ in range(100):
        step = np.where(crossed & ~lost, y / np.where(slope == 0.0, np.inf, slope), 0.0)
        if (abs(step) <= 1e-14 * abs(x)).all():
            break
        x = x - step
        y, slope = g(x)
        lost |= crossed & (y > 0.0) & (sign * slope <= 0.0)
    return x, crossed & ~lost, lost
