"""How the displacements of Euler's beams stretch their fibres, and what they weigh (r3.08.08).

With xi from 0 to 1 along the beam, u is linear, v and w are cubic, and a hat of its own is added to u, so that the normal force may be even
where the fibres are not balanced about the axis:

    u = (1 - xi) u1 + xi u2 + 4 xi (1 - xi) a,   g = 4 (1 - 2 xi) / L,  the derivative of the hat

A fibre at (y, z) is stretched by  u' - y v'' - z w''.  A fibre of an assembly belongs to a beam whose axis, at (Y, Z), goes with the
section as with a rigid body, and which bends by itself: u, v, w are those of that axis, y and z the places from it.
"""

from __future__ import annotations

import numpy as np

TURNS = (3, 4, 5)
"""Which unknowns of an end move the axes of the beams of an assembly: those by which the section turns."""


def curves(length, xi: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """u', v'' and w'' (ne, 12) of unit unknowns at xi."""
    axial, of_v, of_w = (np.zeros((len(length), 12)) for _ in range(3))
    axial[:, 0], axial[:, 6] = -1 / length, 1 / length
    near, turn, far = (12 * xi - 6) / length**2, (6 * xi - 4) / length, (6 * xi - 2) / length
    for curve, place, slope, sign in ((of_v, 1, 5, 1.0), (of_w, 2, 4, -1.0)):
        curve[:, place], curve[:, place + 6] = near, -near
        curve[:, slope], curve[:, slope + 6] = sign * turn, sign * far
    return axial, of_v, of_w


def stretch(places, length, abscissas, assembly=None, size: int = 6, turns=TURNS) -> tuple[np.ndarray, np.ndarray]:
    """D (ne, ng, nf, 2 size) by unit unknowns and g (ne, ng).

    places    (ne, nf, 3): 1, y, z;  assembly (ne, nf, 2) places of the axes of own beams, None for none
    size      unknowns of an end, of which the first 6 are those of Euler's beam; `turns` see TURNS
    """
    y, z = places[..., 1], places[..., 2]
    own_y, own_z = (np.zeros_like(y),) * 2 if assembly is None else (assembly[..., 0], assembly[..., 1])
    from_y, from_z = (y - own_y)[..., None], (z - own_z)[..., None]
    result = np.zeros((len(length), len(abscissas), y.shape[1], 2 * size))
    for point, xi in enumerate(abscissas):
        axial, of_v, of_w = (curve[:, None] for curve in curves(length, xi))
        plain = axial - from_y * of_v - from_z * of_w
        for end in (0, 1):
            at, first = end * size, 6 * end
            result[:, point, :, at : at + 6] = plain[..., first : first + 6]
            if assembly is None:
                continue
            pull, lift_v, lift_w = axial[..., first], of_v[..., first + 1], of_w[..., first + 2]
            result[:, point, :, at + turns[0]] += (y - own_y) * own_z * lift_v - (z - own_z) * own_y * lift_w
            result[:, point, :, at + turns[1]] += own_z * pull
            result[:, point, :, at + turns[2]] -= own_y * pull
    g = 4 * (1 - 2 * np.asarray(abscissas)) / length[:, None]
    return result, g


def _displacements(length, xi):
    """u, v, w, the twist, v' and w' (ne, 12) of unit unknowns at xi, without the hat."""
    u, v, w, twist, slope_v, slope_w = (np.zeros((len(length), 12)) for _ in range(6))
    for end, share in ((0, 1 - xi), (6, xi)):
        u[:, end] = twist[:, end + 3] = share
    shapes = 1 - 3 * xi**2 + 2 * xi**3, length * (xi - 2 * xi**2 + xi**3), 3 * xi**2 - 2 * xi**3, length * (xi**3 - xi**2)
    slopes = 6 * (xi**2 - xi) / length, 1 - 4 * xi + 3 * xi**2, 6 * (xi - xi**2) / length, 3 * xi**2 - 2 * xi
    for field, slope, place, turn, sign in ((v, slope_v, 1, 5, 1.0), (w, slope_w, 2, 4, -1.0)):
        for array, (near, rise, far, end_rise) in ((field, shapes), (slope, slopes)):
            array[:, place], array[:, place + 6] = near, far
            array[:, turn], array[:, turn + 6] = sign * rise, sign * end_rise
    return u, v, w, twist, slope_v, slope_w


def mass(moments, length, hat) -> np.ndarray:
    """(ne, 12, 12) of integrals of the density over the section (ne, 6), the hat being (ne, 12) by unit unknowns."""
    result = np.zeros((len(length), 12, 12))
    points, weights = np.polynomial.legendre.leggauss(4)
    for xi, weight in zip((1 + points) / 2, weights / 2):
        u, v, w, twist, slope_v, slope_w = _displacements(length, xi)
        u, none = u + 4 * xi * (1 - xi) * hat, np.zeros_like(u)
        for one, by_y, by_z in ((u, -slope_v, -slope_w), (v, none, -twist), (w, twist, none)):
            own = _product(one, one, moments[:, 0]) + _product(by_y, by_y, moments[:, 3]) + _product(by_z, by_z, moments[:, 4])
            cross = _product(one, by_y, moments[:, 1]) + _product(one, by_z, moments[:, 2]) + _product(by_y, by_z, moments[:, 5])
            result += (weight * length)[:, None, None] * (own + cross + cross.transpose(0, 2, 1))
    return result


def _product(left, right, factor):
    return factor[:, None, None] * left[:, :, None] * right[:, None]
