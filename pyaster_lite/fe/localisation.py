"""Where a plane solid may lose its uniqueness: Rice's criterion on tangents, and the modulus of micro-dilation (r7.01.04, u2.04.07).

With H a tangent over (xx, yy, zz, xy) in Mandel's notation and the normal of a band (1, x), its acoustic determinant is
a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4; a band is there where that is negative, between its real roots.
"""

from __future__ import annotations

import numpy as np

SMALL = np.finfo(float).eps
TURNS = ((5.0, 36), (1.0, 9), (0.2, 9))
"""The steps of angle (degrees) and their numbers of the three rounds of `dilation_modulus`."""


def acoustic(tangent: np.ndarray) -> np.ndarray:
    """(n, 5) a0 to a4 of tangents (n, ns, ns)."""
    h = np.moveaxis(tangent[..., [0, 1, 3], :][..., [0, 1, 3]], 0, -1)
    (xx, xy, xs), (yx, yy, ys), (sx, sy, ss) = h
    return np.stack(
        [
            xx * ss - xs * sx,
            xx * (sy + ys) - xs * yx - xy * sx,
            xx * yy + xs * sy + sx * ys - xy * ss - xy * yx - ss * yx,
            yy * (xs + sx) - xy * ys - sy * yx,
            ss * yy - sy * ys,
        ],
        axis=-1,
    )


def bands(tangent: np.ndarray) -> np.ndarray:
    """(n, 5) whether a band may form at points with tangents (n, ns, ns), 1 or 0, and the angles (degrees) that bound its normals.

    The largest angle comes first; those that are not there are 0.
    """
    found = np.zeros((len(tangent), 5))
    for row, a in enumerate(acoustic(tangent)):
        if abs(a[4]) < SMALL:
            found[row, :2] = 1.0, 90.0
            continue
        least = _real(_companion(a[1:] * np.arange(1, 5)), 1e-10)
        if (np.sign(a[4]) * np.polyval(a[::-1], least) < -SMALL).any():
            angles = np.degrees(np.arctan(_real(_companion(a), SMALL)))
            angles = angles[np.argsort(-abs(angles), kind="stable")]
            found[row, 0], found[row, 1 : 1 + len(angles)] = 1.0, angles
    return found


def _companion(a):
    matrix = np.diag(np.ones(len(a) - 2), 1)
    matrix[-1] = -a[:-1] / a[-1]
    return matrix


def _real(matrix, close):
    roots = np.linalg.eigvals(matrix)
    return roots.real[abs(roots.imag) <= close * (1.0 + abs(roots.real))]


def dilation_modulus(tangent_of, stress: np.ndarray) -> np.ndarray:
    """(n,) the modulus A1 lc^2 that keeps bands as wide as the unit of length, 0 where none may form.

    stress (n, ns) in Mandel's notation; tangent_of(stress) gives tangents (n, ns, ns). Among axes that turn around z by 5 degrees, then
    around the best of them by 1 and by 0.2, the largest of (Hsi His - Hss Hii)/(3 Hss (2 pi)^2), i being x or y.
    """
    n = len(stress)
    best, start = np.zeros(n), np.zeros(n)
    for round_, (step, count) in enumerate(TURNS):
        chosen = np.zeros(n)
        for number in range(1, count + 1):
            tangent = tangent_of(_turned(stress, np.radians(number * step) + start))
            shear = tangent[:, 3, 3]
            there = abs(shear) > SMALL
            values = [
                (tangent[:, 3, i] * tangent[:, i, 3] - shear * tangent[:, i, i]) / (12 * np.pi**2 * np.where(there, shear, 1.0))
                for i in (0, 1)
            ]
            opening = round_ == 0 and number == 1
            value = values[0] if opening else np.maximum(*values)
            better = there & ((value >= best) | opening)
            best = np.where(better, value, best)
            chosen = np.where(better | (there & (number == 1)), number, chosen)
        start = start + np.radians((chosen - 1) * step)
    return np.maximum(best, 0.0)


def _turned(stress, angle):
    """Stresses seen from axes turned around z."""
    c, s = np.cos(angle), np.sin(angle)
    xx, yy, xy = stress[:, 0], stress[:, 1], stress[:, 3] / np.sqrt(2.0)
    seen = stress.copy()
    seen[:, 0] = c * c * xx + s * s * yy + 2 * c * s * xy
    seen[:, 1] = s * s * xx + c * c * yy - 2 * c * s * xy
    seen[:, 3] = np.sqrt(2.0) * (c * s * (yy - xx) + (c * c - s * s) * xy)
    return seen
