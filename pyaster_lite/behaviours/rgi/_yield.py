"""Plasticity of concrete that cracks, closes, is split by what swells in it, and is sheared (r7.01.35; Sellier et al. 2013).

In the axes of the effective stress s of the solid, x = s - b P - bw pw being what it shows (values; compression is negative):

1 to 3.   cracks open along i:    x_i - ft                                        flow e_i
4 to 6.   they close, where open: -x_i - fr                                       flow -e_i
7 to 9.   products split along i: k P + <x_i>- - (ftg + hardening)                flow e_i
10.       shear:                  tau + d p - r(1/sqrt 3 - d/3),  y = min(x, ft), p its mean, tau^2 half its deviator squared
                                                                                  flow along the gradient with the dilatancy instead of d
r grows along a parabola of the whole uniaxial strain from its start to the strength; beyond the peak it hardens by 1e-3 E.
A criterion is active past 1e-6 of its limit; all active ones go to zero at once, linearised, creep relaxing part of the plastic strain;
those whose multiplier would be negative are left out, all together, until none is. This is done a few times at most.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

SMALL, OPEN = 1e-6, 1e-8
HARDENING = 1e-3
"""Of shear past the peak, over E."""
START = 1.05
"""How much stiffer than a parabola's mean its start is."""
LATE = 0.004
"""Strain of the cracks by products past which they harden differently."""
CLOSING, SPLITTING, SHEARING = slice(3, 6), slice(6, 9), 9


class Crossed:
    """The criteria at points: `value`, `active` (n, 10), `gradient` and `flow` (n, 10, 3), and their rates by P and by the multipliers."""

    def __init__(self, n):
        self.value, self.limit = np.zeros((n, 10)), np.zeros((n, 10))
        self.gradient, self.flow = np.zeros((n, 10, 3)), np.zeros((n, 10, 3))
        self.by_pressure, self.hardening = np.zeros((n, 10)), np.zeros((n, 10))
        self.active = np.zeros((n, 10), bool)


def shear_strength(words, ripe, sheared):
    """The strength r at an equivalent plastic strain and its rate (n,), and the volume strain at which damage starts."""
    young, least = ripe.young, _least(ripe)
    peak = np.maximum(words.compression_peak, 3.0 * words.reference_strain)
    elastic = ripe.compression / young
    start = np.maximum((peak - 2.0 * START * elastic) / (1.0 - 2.0 * START), least / young)
    gained, width = ripe.compression - young * start, peak - start
    plastic = np.maximum(peak - elastic, 0.0)
    e = np.maximum(sheared, SMALL)
    before = e <= plastic
    root = np.sqrt(np.maximum(width**2 - 4.0 * gained / young * (plastic - e), 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        share = 2.0 * (plastic - e) / (width + root)
        slope = np.maximum(2.0 * share * gained / root, HARDENING * young)
    late = ripe.compression + HARDENING * young * (e - plastic)
    strength = np.where(before, ripe.compression - share**2 * gained, late)
    volume = -3.0 * ripe.dilatancy / (ripe.dilatancy - np.sqrt(3.0))
    return strength, np.where(before, slope, HARDENING * young), plastic * volume


def _least(ripe):
    """The least strength in compression that leaves the corner of tension alone."""
    d, root = ripe.friction, np.sqrt(3.0)
    least = ripe.tension * np.maximum((root + d) / (root - d), 3.0 * d / (root - d)) * (1.0 + SMALL)
    if (least > ripe.compression).any():
        raise LawFailed("the strength of concrete in compression (RC) is too small beside that in tension (RT)")
    return least


def crossed(words, ripe, stress, pores, pressure, sheared, opened, split) -> Crossed:
    """The criteria of principal stresses, with the pressure of all pores, (P, b) of what swells, and plastic strains in the same axes."""
    n = len(stress)
    c, eye = Crossed(n), np.eye(3)
    gel, b = pressure
    shown = stress - pores[:, None]
    c.value[:, :3], c.limit[:, :3] = shown - ripe.tension[:, None], ripe.tension[:, None]
    c.gradient[:, :3] = c.flow[:, :3] = eye
    c.by_pressure[:, :3], c.by_pressure[:, CLOSING] = -b[:, None], b[:, None]

    c.value[:, CLOSING] = np.where(opened > OPEN, -shown - ripe.closing[:, None], 0.0)
    c.limit[:, CLOSING] = ripe.closing[:, None]
    c.gradient[:, CLOSING] = c.flow[:, CLOSING] = -eye

    k = np.maximum(words.gel_concentration, 0.0)
    late = split >= LATE
    soft, hard = words.gel_hardening * ripe.young, words.gel_hardening * words.late_hardening * ripe.young
    grown = np.where(late, soft[:, None] * LATE + hard[:, None] * (split - LATE), soft[:, None] * np.maximum(split, 0.0))
    c.limit[:, SPLITTING] = ripe.gel_tension[:, None] + grown
    c.value[:, SPLITTING] = (k * gel)[:, None] + np.minimum(shown, 0.0) - c.limit[:, SPLITTING]
    c.by_pressure[:, SPLITTING] = k[:, None] - np.where(shown < 0.0, b[:, None], 0.0)
    c.gradient[:, SPLITTING] = c.flow[:, SPLITTING] = eye
    c.hardening[:, SPLITTING] = np.where(late, hard[:, None], soft[:, None])

    c.active = c.value > SMALL * c.limit
    _shear(c, words, ripe, shown, sheared, b)
    return c


def _shear(c, words, ripe, shown, sheared, b):
    """Criterion 10."""
    strength, slope, _ = shear_strength(words, ripe, sheared)
    factor = 1.0 / np.sqrt(3.0) - ripe.friction / 3.0
    limit = np.maximum(strength * factor, ripe.compression * factor * SMALL)
    y = np.minimum(shown, ripe.tension[:, None])
    mean = y.mean(axis=1)
    deviator = y - mean[:, None]
    tau = np.sqrt((deviator**2).sum(axis=1) / 2.0)
    away = 0.5 * deviator / np.where(tau > 0.0, tau, np.inf)[:, None]
    c.gradient[:, SHEARING], c.flow[:, SHEARING] = away + ripe.friction[:, None] / 3.0, away + ripe.dilatancy[:, None] / 3.0
    c.value[:, SHEARING], c.limit[:, SHEARING] = tau + ripe.friction * mean - limit, limit
    dilates = tau + ripe.dilatancy * mean
    c.active[:, SHEARING] = (c.value[:, SHEARING] > SMALL * limit) & (dilates > SMALL * limit)
    c.by_pressure[:, SHEARING] = -b * c.gradient[:, SHEARING].sum(axis=1)
    c.hardening[:, SHEARING] = slope * (y * c.flow[:, SHEARING]).sum(axis=1) / strength * factor


def returned(c: Crossed, ripe, relaxed, pressure_rate):
    """Multipliers (n, 10), those of left out criteria being zero, what stays active, and whether any was left out.

    relaxed        (n, 3) the share of a plastic strain that creep gives back along each axis
    pressure_rate  (n,) of P by the trace of the strain of cracks by products
    """
    n = len(c.value)
    eased = c.flow * (1.0 - relaxed)[:, None]
    traced = ripe.lame[:, None, None] * eased.sum(axis=2, keepdims=True) + ripe.two_mu[:, None, None] * eased
    matrix = -c.gradient @ traced.swapaxes(1, 2)
    volume = np.zeros((n, 10))
    volume[:, SPLITTING] = c.flow[:, SPLITTING].sum(axis=2) * pressure_rate[:, None]
    matrix += c.by_pressure[:, :, None] * volume[:, None, :]
    matrix -= c.hardening[:, :, None] * np.eye(10)
    active, found, dropped = c.active.copy(), np.zeros((n, 10)), np.zeros(n, bool)
    rows = np.arange(n)
    while rows.size:
        both = active[rows][:, :, None] & active[rows][:, None, :]
        system = np.where(both, matrix[rows], np.where(active[rows], 0.0, 1.0)[:, :, None] * np.eye(10))
        try:
            found[rows] = np.linalg.solve(system, np.where(active[rows], -c.value[rows], 0.0)[..., None])[..., 0]
        except np.linalg.LinAlgError:
            raise LawFailed("the plastic criteria of concrete that are active together have no solution") from None
        negative = active[rows] & (found[rows] < 0.0)
        again = negative.any(axis=1)
        active[rows] &= ~negative
        dropped[rows] |= again
        rows = rows[again]
    return np.where(active, found, 0.0), active, dropped
