"""Stiffness of straight beams in their own axes (r3.08.01, sections 4 and 5).

Unknowns of an end: u, v, w, rx, ry, rz and, with warping, the rate of twist. Bending in one plane couples (v1, t1, v2, t2):

        | k   a  -k   b  |      k = E kappa / l^3         a = q l k       b = (1 - q) l k
        | a   c  -a   d  |      c = E (tau + q^2 kappa) / l
        |-k  -a   k  -b  |      d = E (kappa q (1 - q) - tau) / l
        | b   d  -b   e  |      e = c with the ends exchanged

kappa, q and tau come from the flexibilities of the section along the beam. Of a constant section: kappa = 12 I / (1 + phi),
q = 1/2, tau = I, with phi = 12 E I / (G A' l^2), A' the effective shear area.
"""

from __future__ import annotations

import numpy as np

from .beam_section import AFFINE, HOMOTHETIC, Section

Y_PLANE, Z_PLANE = (1, 5, 7, 11), (2, 4, 8, 10)
"""Places of (v1, rz1, v2, rz2) and of (w1, ry1, w2, ry2) among 12 unknowns."""


def stiffness(section: Section, length, young, shear, with_shear: bool = True) -> np.ndarray:
    """(ne, 12, 12) of beams with 6 unknowns by end; `young` and `shear` moduli (ne,)."""
    result = np.zeros((len(length), 12, 12))
    area, torsion = _mean(section, "area"), _mean(section, "torsion", 2)
    for place, value in ((0, young * area / length), (3, shear * torsion / length)):
        result[:, place, place] = result[:, place + 6, place + 6] = value
        result[:, place, place + 6] = result[:, place + 6, place] = -value
    for plane, sign, inertia, factor, fold, power in ((Y_PLANE, 1.0, "z", "y", 1, 3), (Z_PLANE, -1.0, "y", "z", 0, 1)):
        moments = getattr(section, f"inertia_{inertia}") / section.flexibility[:, [fold]]
        factors = getattr(section, f"shear_{factor}") if with_shear else np.zeros_like(moments)
        softness = young / (shear * length**2) * _shear_flexibility(section, factors)
        block = bending(section.variation, moments, softness, length, young, power)
        rotations = np.array([1.0, sign, 1.0, sign])
        result[np.ix_(range(len(length)), plane, plane)] = block * rotations[:, None] * rotations
    return offset(result, *section.offset)


def _mean(section, name, shift=0):
    """The constant area (or torsion) that gives the same flexibility."""
    first, last = getattr(section, name).T
    return harmonic_mean(first, last, np.where(section.variation == 0, 1, section.variation + shift))


def harmonic_mean(first, last, power) -> np.ndarray:
    """l / integral of dx / s(x), where s^(1/power) goes linearly from first to last; power 1 to 4, (ne,)."""
    first, last, power = np.broadcast_arrays(first, last, power)
    result = first.copy()
    varies = abs(first - last) >= 1e-15 * np.minimum(abs(first), abs(last))
    for n in (1, 2, 3, 4):
        rows = varies & (power == n)
        a, b = first[rows], last[rows]
        if n == 1:
            result[rows] = (b - a) / np.log(b / a)
        else:
            result[rows] = (n - 1) / sum(a ** ((i - n) / n) * b ** (-i / n) for i in range(1, n))
    return result


def _shear_flexibility(section, factors):
    """One over the effective shear area (ne,): zero where no shear is asked for."""
    first, last = (np.where(f == 0.0, a, a / np.where(f == 0.0, 1.0, f)) for a, f in zip(section.area.T, factors.T))
    area = harmonic_mean(first, last, np.where(section.variation == 0, 1, section.variation))
    return np.where((factors == 0.0).all(axis=1), 0.0, 1.0 / area)


def bending(variation, moments, softness, length, young, affine: int) -> np.ndarray:
    """(ne, 4, 4) of bending in one plane: `moments` (ne, 2), `softness` E / (G A' l^2) (ne,).

    affine  the power of the linear dimension that the moment of an affine section is taken to grow with
    """
    power = np.select([variation == AFFINE, variation == HOMOTHETIC], [affine, 4], 0)
    kappa, q, tau = _coefficients(*moments.T, softness, power)
    _, q_end, tau_end = _coefficients(*moments.T[::-1], softness, power)
    k = young * kappa / length**3
    a, b = q * length * k, (1 - q) * length * k
    c, e = young / length * (tau + q**2 * kappa), young / length * (tau_end + q_end**2 * kappa)
    d = young / length * (kappa * q * (1 - q) - tau)
    rows = [[k, a, -k, b], [a, c, -a, d], [-k, -a, k, -b], [b, d, -b, e]]
    return np.moveaxis(np.array(rows), -1, 0)


def _coefficients(first, last, softness, power):
    """kappa, q and tau (ne,) of sections whose moment to the 1/power is linear (0: constant)."""
    kappa, q, tau = 12.0 * first / (1.0 + 12.0 * softness * first), np.full(len(first), 0.5), first.copy()
    spread = abs(last - first) / (last + first)
    for n, least in ((1, 1e-6), (3, 1e-6), (4, 0.0)):
        rows = (power == n) & (spread > least)
        if rows.any():
            kappa[rows], q[rows], tau[rows] = _TAPERED[n](first[rows], last[rows], softness[rows])
    return kappa, q, tau


def _linear(a, b, p):
    log, d = np.log(b / a), b - a
    return d / ((a + b) / (2 * d) - 1 / log + p * d), 1 / log - a / d, d / log


def _cubic(a, b, p):
    x, y = np.cbrt(a), np.cbrt(b)
    q, tau, r = x / (x + y), 2 * (x * y) ** 2 / (x + y), y / x
    cube = (r - 1) ** 3
    return a * cube / (np.log(r) - 2 * q * (r - 1) + p * a * cube), q, tau


def _quartic(a, b, p):
    r = (b / a) ** 0.25
    total = r + r**2 + r**3
    q = 0.5 * (r + 2) / (r**2 + r + 1)
    return 4 * a * total / (4 * p * a * total + 1), q, 3 * a * r**3 / (r**2 + r + 1)


_TAPERED = {1: _linear, 3: _cubic, 4: _quartic}


def warping_stiffness(section: Section, length, young, shear) -> np.ndarray:
    """(ne, 14, 14) of beams of constant section whose twist is held by warping (cubic twist)."""
    plain = stiffness_about_shear_centre(section, length, young, shear)
    result = np.zeros((len(length), 14, 14))
    kept = [i for i in range(14) if i not in (6, 13)]
    result[np.ix_(range(len(length)), kept, kept)] = plain
    gj, ei = shear * section.torsion[:, 0], young * section.warping[:, 0]
    a = 1.2 * gj / length + 12 * ei / length**3
    b = gj / 10 + 6 * ei / length**2
    c = 2 * gj * length / 15 + 4 * ei / length
    d = -gj * length / 30 + 2 * ei / length
    rows = np.array([[a, b, -a, b], [b, c, -b, d], [-a, -b, a, -b], [b, d, -b, c]])
    twist = (3, 6, 10, 13)
    result[np.ix_(range(len(length)), twist, twist)] = np.moveaxis(rows, -1, 0)
    return offset(result, *section.offset)


def stiffness_about_shear_centre(section: Section, length, young, shear) -> np.ndarray:
    """(ne, 12, 12) of the first end's section, constant, with displacements taken at the shear centre."""
    values = np.repeat(section.values[:, :1], 2, axis=1)
    values[..., 5:7] = 0.0
    return stiffness(Section(values, np.zeros(len(length), int), section.flexibility), length, young, shear)


def offset(matrix: np.ndarray, y, z) -> np.ndarray:
    """T^T M T (ne, nd, nd), where T takes displacements of the centroid to those of the shear centre at y, z (ne,)."""
    if not (np.any(y) or np.any(z)):
        return matrix
    nodal = matrix.shape[-1] // 2
    turn = np.broadcast_to(np.eye(2 * nodal), matrix.shape).copy()
    for start in (0, nodal):
        turn[:, start + 1, start + 3], turn[:, start + 2, start + 3] = -z, y
    return turn.transpose(0, 2, 1) @ matrix @ turn
