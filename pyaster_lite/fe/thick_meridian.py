"""Shells of revolution that are thick beside their radii: what the lengths off the middle do to the section (r3.07.02; te0221, te0239).

At the height z a line is 1 + z c times as long along the meridian, of curvature c, and 1 + z k around the axis, k = cos a / r. The
section sums up stresses over J = 1 + z (c + k), with code_aster's couplings of strains and curvatures, which are not all those of an
energy.
"""

from __future__ import annotations

import numpy as np

THIN = 1e-3
"""Half a thickness times a curvature up to which code_aster takes the shell as thin, and what it takes for nothing in its couplings."""
_POINTS, _WEIGHTS = np.polynomial.legendre.leggauss(20)


def _apart(along, around, radius):
    """Where the two curvatures are neither the same nor nothing."""
    cosine, turned = around * radius, along * radius
    return (abs(cosine) > THIN) & (abs(turned) > THIN) & (abs(cosine - turned) > THIN)


def felt(along, around, radius, thickness) -> tuple[np.ndarray, np.ndarray]:
    """The curvatures (ne, ng) that a law in the layers feels, 0 where code_aster leaves them out."""
    half = thickness[:, None] / 2
    bent, hooped = abs(half * along), abs(half * around)
    known = (bent < 1.0) & (hooped < 1.0)
    return np.where(known & (bent > THIN), along, 0.0), np.where(known & (hooped > THIN) & _apart(along, around, radius), around, 0.0)


def section(along, around, radius, thickness, young, poisson, shear_factor) -> np.ndarray:
    """(ne, ng, 5, 5) forces by length of e_s, k_s, e_t, k_t, g, of arrays (ne, ng) and, the last four, (ne,)."""
    nu, half = poisson[:, None], thickness[:, None] / 2
    plate, shear = (young / (1 - poisson**2))[:, None], (young / (1 + poisson) * shear_factor / 2)[:, None]
    bent, hooped = abs(half * along), abs(half * around)
    meridian = _sums(along, around, half, (bent < 1.0) & (bent > THIN), (2, 0))
    known = (bent < 1.0) & (hooped < 1.0)
    hoop = _sums(along, around, half, known & (hooped > THIN), (0, 2))
    both = _sums(along, around, half, known & _apart(along, around, radius), (1, 1))
    result = np.zeros((*along.shape, 5, 5))
    for (i, j), value in {
        (0, 0): plate * meridian[0], (0, 1): -plate * meridian[1], (1, 1): plate * meridian[2], (4, 4): shear * meridian[0],
        (2, 2): plate * hoop[0], (2, 3): plate * hoop[1] * radius, (3, 3): plate * hoop[2],
        (0, 2): nu * plate * both[0], (0, 3): 2 * nu * plate * both[1], (1, 2): -2 * nu * plate * both[1], (1, 3): -nu * plate * both[2],
    }.items():  # fmt: skip
        result[..., i, j] = result[..., j, i] = value
    return result


def _sums(along, around, half, thick, powers):
    """(3, ne, ng) integrals over the thickness of z^n J / (1 + z c)^p / (1 + z k)^q, n = 0, 1, 2, with c = k = 0 but where `thick`."""
    c, k, z = np.where(thick, along, 0.0)[..., None], np.where(thick, around, 0.0)[..., None], half[..., None] * _POINTS
    with np.errstate(divide="ignore", invalid="ignore"):
        density = (1 + z * (c + k)) / ((1 + z * c) ** powers[0] * (1 + z * k) ** powers[1])
    return np.stack([half * ((z**n * density) @ _WEIGHTS) for n in range(3)])
