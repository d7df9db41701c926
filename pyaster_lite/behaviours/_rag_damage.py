"""Orthotropic damage in tension and isotropic damage in compression of BETON_RAG (r7.01.26; Grimal et al. 2008).

All tensors are effective ones, c those of undamaged elasticity (Pa), at points (n, 3, 3):

1.  s = C e, split by its principal values into s+ and s-
2.  the thresholds S, in the axes of s, grow to its positive principal values;  the threshold Sd grows to
    sqrt(J2(s-)) + d I1(s-)/3
3.  in the axes of S, of principal values S_i:  b_i = exp(min(10, (S_i/st)^mt/mt)),  1 - Dc = exp(max(-10, -(Sd/sc)^mc/mc))
4.  s+ damaged: the strain of s+ under the elasticity in which 1/b_i weighs the axes;  s = (1 - Dc) (s+ damaged + s-)

Where two b are alike the elasticity of 4 still depends on the axes: they are those that code_aster's rotations find.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.jacobi import eigen

from ._over_points import OverPoints

FADED = 10.0
"""The largest exponent of a damage."""
ONE = np.eye(3)


@dataclass
class Strength(OverPoints):
    """At points (n,): young, poisson; exponents and strengths in tension (mt, st) and compression (mc, sc); d; None for no damage."""

    young: np.ndarray
    poisson: np.ndarray
    mt: np.ndarray
    st: np.ndarray
    mc: np.ndarray
    sc: np.ndarray
    d: np.ndarray


@dataclass
class Damaged:
    """What the points hold: stress (n, 3, 3), thresholds S (n, 3, 3) and Sd (n,), b (n, 3) in `axes` (n, 3, 3), where `torn` (n,)."""

    stress: np.ndarray
    tension: np.ndarray
    compression: np.ndarray
    b: np.ndarray
    axes: np.ndarray
    torn: np.ndarray


def back(axes, tensor):
    """A tensor in axes (n, 3, 3), columns, in those of the points."""
    return axes @ tensor @ axes.swapaxes(-1, -2)


def exponential(value, strength, exponent):
    """min(10, (value/strength)^exponent/exponent), zero where the strength is not positive."""
    ratio = np.maximum(value, 0.0) / abs(strength)
    return np.where(strength > 0.0, np.minimum(FADED, ratio**exponent / exponent), 0.0)


def damaged(strain, tension, compression, words: Strength, grows: bool = True) -> Damaged:
    """Steps 1 to 4 of mechanical strains (n, 3, 3) from thresholds (n, 3, 3) and (n,), which stay unless damage `grows`."""
    e, nu = words.young, words.poisson
    trace = np.trace(strain, axis1=-2, axis2=-1)
    stress = (e / (1 + nu))[:, None, None] * strain + (e * nu / (1 + nu) / (1 - 2 * nu) * trace)[:, None, None] * ONE
    values, axes = eigen(stress, ordered=False)
    pulled, pressed = np.maximum(values, 0.0), np.minimum(values, 0.0)
    torn, crushed = (values > 0.0).any(axis=-1), (values < 0.0).any(axis=-1)

    if grows:
        own = axes.swapaxes(-1, -2) @ tension @ axes
        for i in range(3):
            own[:, i, i] = np.maximum(own[:, i, i], pulled[:, i])
        tension = np.where(torn[:, None, None], back(axes, own), tension)
        second = sum((pressed[:, i] - pressed[:, j]) ** 2 for i, j in ((0, 1), (0, 2), (1, 2))) / 6
        reached = np.sqrt(second) + words.d * pressed.sum(-1) / 3
        compression = np.where(crushed, np.maximum(compression, np.maximum(reached, 0.0)), compression)

    limits, principal = eigen(tension, ordered=False)
    b = np.exp(exponential(limits, words.st[:, None], words.mt[:, None]))
    sound = np.exp(-exponential(compression, words.sc, words.mc))
    held = back(principal, _opened(principal.swapaxes(-1, -2) @ back(axes, pulled[:, :, None] * ONE) @ principal, b, words))
    held = np.where(torn[:, None, None], held, 0.0)
    total = sound[:, None, None] * (held + back(axes, pressed[:, :, None] * ONE))
    return Damaged(total, tension, compression, b, principal, torn)


def _opened(stress, b, words):
    """The stress in the axes of damage of the strain that undamaged elasticity gives a tension (n, 3, 3) there."""
    e, nu = words.young, words.poisson
    trace = np.trace(stress, axis1=-2, axis2=-1)
    strain = ((1 + nu)[:, None, None] * stress - (nu * trace)[:, None, None] * ONE) / e[:, None, None]
    b1, b2, b3 = b.T
    whole = b1 * b2 * b3 - nu**2 * (b1 + b2 + b3) - 2 * nu**3
    e1, e2, e3 = strain[:, 0, 0], strain[:, 1, 1], strain[:, 2, 2]
    out = np.zeros_like(strain)
    out[:, 0, 0] = (b2 * b3 - nu**2) * e1 + nu * (nu + b3) * e2 + nu * (nu + b2) * e3
    out[:, 1, 1] = nu * (nu + b3) * e1 + (b1 * b3 - nu**2) * e2 + nu * (nu + b1) * e3
    out[:, 2, 2] = nu * (nu + b2) * e1 + nu * (nu + b1) * e2 + (b1 * b2 - nu**2) * e3
    out /= whole[:, None, None]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        out[:, i, j] = out[:, j, i] = strain[:, i, j] / (b[:, i] * b[:, j] * (1 + nu))
    return e[:, None, None] * out
