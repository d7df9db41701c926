"""How pipes are strained and move: a beam, and the swelling, warping and ovalisation of its section (r3.08.06).

Unknowns of a node: those of a beam, then of the modes m = 2, .. the displacements u, v, w of the wall along the line, around it and
outwards, UI VI WI going with cos, sin, cos of m t and UO VO WO with sin, cos, sin; then WO, WI1, WO1 of the modes 0 and 1; t is
counted from the generator. Strains: along, around, and both shears with the line. z is the height from the middle of the wall.
"""

from __future__ import annotations

import numpy as np

from .geometry import PLACES, Geometry, Wall, functions

LINES = 4
"""Strains at a point."""


def unknowns(modes: int) -> tuple[str, ...]:
    """The names of those of a node."""
    beam = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
    walls = [f"{direction}{side}{m}" for side in "IO" for m in range(2, modes + 1) for direction in "UVW"]
    return (*beam, *walls, "WO", "WI1", "WO1")


def strain_matrix(cell: str, modes: int, geometry: Geometry, family: str, point: int, wall: Wall) -> np.ndarray:
    """B (ne, ns, 4, nd) at points of the wall, from unknowns in the own axes of the nodes."""
    shapes = functions(cell, family)[:, point]
    b = np.zeros((*wall.angle.shape, LINES, shapes.shape[1] * (9 + 6 * (modes - 1))))
    for rows, make in ((np.flatnonzero(~geometry.bent), _straight), (np.flatnonzero(geometry.bent), _bent)):
        if len(rows):
            part, own = np.zeros((len(rows), *b.shape[1:])), wall.part(rows, slice(None))
            make(part, modes, geometry.rows(rows), shapes, own.height, own.radius, own.angle, cell, family, point)
            b[rows] = part
    return b


def _straight(b, modes, geometry, shapes, z, r, t, cell, family, point):
    """Of a straight line of length L."""
    values, first, second = shapes
    scale, a = 2 / geometry.length[:, None], geometry.mean[:, None]
    c, s, size = np.cos(t), np.sin(t), 9 + 6 * (modes - 1)
    for node, h in enumerate(values):
        d, dd, at = first[node] * scale, second[node] * scale**2, node * size
        for row, column, value in (
            (0, 0, d), (0, 4, -r * c * d), (0, 5, r * s * d), (2, 1, -c * d), (2, 2, s * d), (2, 3, -r * d), (2, 4, s * h), (2, 5, c * h),
            (3, 1, -s * d), (3, 2, -c * d), (3, 4, -c * h), (3, 5, s * h),
        ):  # fmt: skip
            b[:, :, row, at + column] = value
        for side, sign in ((0, 1.0), (1, -1.0)):
            for m in range(2, modes + 1):
                even, odd = (np.cos(m * t), np.sin(m * t)) if side == 0 else (np.sin(m * t), np.cos(m * t))
                column = at + 6 + 3 * (modes - 1) * side + 3 * (m - 2)
                b[:, :, 0, column], b[:, :, 0, column + 2] = d * even, -z * dd * even
                b[:, :, 1, column + 1] = sign * m / r * h * even * (1 + z / a)
                b[:, :, 1, column + 2] = h / r * even * (1 + z * m * m / a)
                b[:, :, 2, column] = -sign * m / r * h * odd
                b[:, :, 2, column + 1] = d * odd * (1 + z / a)
                b[:, :, 2, column + 2] = sign * z * m * d * odd * (1 / a + 1 / r)
        column = at + size - 3
        b[:, :, 0, column], b[:, :, 1, column] = -z * dd, h / r
        for k, even, odd in ((1, c, s), (2, s, -c)):
            b[:, :, 0, column + k], b[:, :, 1, column + k] = -z * dd * even, 2 / r * h * even * (1 + z / a)
            b[:, :, 2, column + k] = d * odd * (1 + 2 * z / a + z / r)


def _bent(b, modes, geometry, shapes, z, r, t, cell, family, point):
    """Of an arc of radius R and angle q; the generator stands at w."""
    values, first, second = shapes
    bend, scale, a = geometry.bend[:, None], 2 / geometry.angle[:, None], geometry.mean[:, None]
    cosines, sines = (part[:, point] for part in geometry.turned(PLACES[cell], family))
    c, s, u = np.cos(t), np.sin(t), t - geometry.start[:, None]
    cu, su, size = np.cos(u), np.sin(u), 9 + 6 * (modes - 1)
    outside, middle = bend + r * s, bend + a * s
    both = 1 / outside + a / (r * middle)
    for node, h in enumerate(values):
        d, dd, at = first[node] * scale, second[node] * scale**2, node * size
        k, q = cosines[:, node, None], sines[:, node, None]
        for row, column, value in (
            (0, 0, d * k), (0, 1, d * q), (0, 3, r * c * d * q), (0, 4, -r * c * d * k), (0, 5, r * s * d),
            (2, 0, c * d * q), (2, 1, -c * d * k), (2, 2, s * d), (2, 3, -(h * q * bend * s + r * d * k)),
            (2, 4, h * k * bend * s - r * d * q), (2, 5, bend * c * h),
            (3, 0, s * d * q), (3, 1, -s * d * k), (3, 2, -c * d), (3, 3, bend * c * h * q),
            (3, 4, -bend * c * h * k), (3, 5, bend * s * h),
        ):  # fmt: skip
            b[:, :, row, at + column] = value / outside
        for side, sign in ((0, 1.0), (1, -1.0)):
            for m in range(2, modes + 1):
                even, odd = (np.cos(m * u), np.sin(m * u)) if side == 0 else (np.sin(m * u), np.cos(m * u))
                column = at + 6 + 3 * (modes - 1) * side + 3 * (m - 2)
                b[:, :, 0, column] = d * even / middle
                b[:, :, 0, column + 1] = h * odd * c * (1 + z / a) / outside
                b[:, :, 0, column + 2] = (
                    -z * dd * even / (outside * middle) + h * even * s / outside + sign * z * m * h * odd * c / (a * outside)
                )
                b[:, :, 1, column + 1] = sign * m / r * h * even * (1 + z / a)
                b[:, :, 1, column + 2] = h / r * even * (1 + z * m * m / a)
                b[:, :, 2, column] = (
                    -sign * m / r * h * odd
                    - h * even * c / outside
                    - z * h * c * s * even / middle * both
                    + z * h * (even * c - sign * m * odd * s) / (r * middle)
                )
                b[:, :, 2, column + 1] = d * odd * (1 + z / a) / outside
                b[:, :, 2, column + 2] = sign * z * m * d * odd * (1 / (a * outside) + 1 / (r * middle)) + z * d * c * even / middle * both
        column = at + size - 3
        b[:, :, 0, column], b[:, :, 1, column] = h * s / outside - z * dd / (middle * outside), h / r
        b[:, :, 2, column] = z * d * c / middle * both
        for k1, even, odd in ((1, cu, su), (2, su, -cu)):
            b[:, :, 0, column + k1] = (
                -z * dd * even / (outside * middle) + 2 * h * c * odd / outside * z / a + h * (even * s + c * odd) / outside
            )
            b[:, :, 1, column + k1] = 2 / r * h * even * (1 + z / a)
            b[:, :, 2, column + k1] = d * odd * ((1 + 2 * z / a) / outside + z / (r * middle)) + z * d * even * c / middle * both


def motion(cell: str, modes: int, geometry: Geometry, family: str, point: int, wall: Wall) -> np.ndarray:
    """(ne, ns, 6, nd): displacements of a beam's point in space, and of the wall along, around and outwards, of unit unknowns.

    As in code_aster those of the modes above 2 are taken as if the unknowns were mode by mode.
    """
    values = functions(cell, family)[0, point]
    r, t, size = wall.radius, wall.angle, 9 + 6 * (modes - 1)
    c, s = np.cos(t), np.sin(t)
    cosines, sines = (part[:, point] for part in geometry.turned(PLACES[cell], family))
    bent = geometry.bent[:, None]
    n = np.zeros((*t.shape, 6, len(values) * size))
    for node, h in enumerate(values):
        k, q = np.where(bent, cosines[:, node, None], 1.0), np.where(bent, sines[:, node, None], 0.0)
        at = node * size
        for row, column, value in (
            (0, 0, k), (0, 1, q), (0, 3, r * c * q), (0, 4, -r * c * k), (0, 5, r * s), (1, 0, -q), (1, 1, k),
            (1, 3, r * c * k), (1, 4, r * c * q), (2, 2, 1.0), (2, 3, -r * s * k), (2, 4, -r * s * q),
        ):  # fmt: skip
            n[:, :, row, at + column] = h * value
        for m in range(2, modes + 1):
            column, even, odd = at + 6 + 6 * (m - 2), np.cos(m * t), np.sin(m * t)
            for row, place, value in ((3, 0, even), (3, 3, odd), (4, 1, odd), (4, 4, even), (5, 2, even), (5, 5, odd)):
                n[:, :, row, column + place] = h * value
        column = at + size - 3
        for row, place, value in ((4, 1, s), (4, 2, -c), (5, 0, 1.0), (5, 1, c), (5, 2, s)):
            n[:, :, row, column + place] = h * value
    return n
