"""Virtual extensions theta of a crack: vector fields about its front, and what is told along the front from them (r7.02.01).

In space the front is extended by functions of the abscissa s along it, of which there are several: hats between points of the
front, or Legendre's polynomials g_i(s) = sqrt((2 i + 1) / L) P_i(2 s / L - 1), which are orthonormal on a front of length L.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import legendre


@dataclass
class NodalTheta:
    """Extensions given at nodes, interpolated like displacements: `vectors` (n_nodes, 3)."""

    vectors: np.ndarray

    def reaches(self, nodes: np.ndarray) -> np.ndarray:
        """(ne,) whether the extension moves any of the nodes (ne, nn) of cells."""
        return (abs(self.vectors[nodes]).max(axis=2) > 0.0).any(axis=1)

    def at(self, nodes, functions, derivatives) -> tuple[np.ndarray, np.ndarray]:
        """(theta (ne, ng, 3), its derivatives (ne, ng, 3, nd)) at points of cells.

        functions (ng, nn) or (ne, ng, nn) and derivatives (ne or 1, ng, nd, nn) of the nodes (ne, nn).
        """
        own = self.vectors[nodes]
        return functions @ own, _slopes(derivatives, own)


@dataclass
class LegendreTheta:
    """The polynomial of a degree along the front, times a modulus (n_nodes,) and directions (n_nodes, 3).

    abscissas (n_nodes,) along the front of a length;  each factor is interpolated by itself.
    """

    degree: int
    length: float
    modulus: np.ndarray
    directions: np.ndarray
    abscissas: np.ndarray

    def reaches(self, nodes):
        """(ne,) whether the extension moves any of the nodes (ne, nn) of cells."""
        return (self.modulus[nodes] > 0.0).any(axis=1)

    def at(self, nodes, functions, derivatives):
        """As NodalTheta.at."""
        modulus, direction, s = self.modulus[nodes], self.directions[nodes], self.abscissas[nodes]
        size, size_slope = (functions @ modulus[..., None])[..., 0], _slopes(derivatives, modulus[..., None])[..., 0, :]
        way = functions @ direction
        way_slope = _slopes(derivatives, direction)
        factor, rate = orthonormal(self.degree, (functions @ s[..., None])[..., 0], self.length)
        slope = rate[..., None] * size[..., None] * _slopes(derivatives, s[..., None])[..., 0, :] + factor[..., None] * size_slope
        scale = (factor * size)[..., None]
        return scale * way, way[..., None] * slope[..., None, :] + scale[..., None] * way_slope


def _slopes(derivatives, nodal):
    """(ne, ng, k, nd) of values (ne, nn, k) at the nodes by the derivatives (ne or 1, ng, nd, nn)."""
    return (derivatives @ nodal[:, None]).swapaxes(-1, -2)


def orthonormal(degree: int, s: np.ndarray, length: float) -> tuple[np.ndarray, np.ndarray]:
    """Legendre's polynomial of a degree on a front of a length, at abscissas s, and its derivative."""
    coefficients = np.zeros(degree + 1)
    coefficients[degree] = np.sqrt((2 * degree + 1) / length)
    x = 2.0 * s / length - 1.0
    return legendre.legval(x, coefficients), legendre.legval(x, legendre.legder(coefficients)) * 2.0 / length


def hat(abscissas: np.ndarray, points: np.ndarray, index: int, closed: bool) -> np.ndarray:
    """The hat about one of the points (m,) of a front, at abscissas along it; the first of a closed front reaches back over its end."""
    here = points[index]
    values = np.zeros_like(abscissas)
    if index < len(points) - 1:
        after = (abscissas >= here) & (abscissas <= points[index + 1])
        values[after] = 1.0 - (abscissas[after] - here) / (points[index + 1] - here)
    before = points[index - 1] if index else (points[-2] if closed else None)
    if before is None:
        return values
    rising = abscissas >= before if not index else (abscissas >= before) & (abscissas <= here)
    values[rising] = (abscissas[rising] - before) / ((points[-1] if not index else here) - before)
    return values


def along_hats(points: np.ndarray, given: np.ndarray, quadratic: bool, closed: bool, corrected: bool = True, inner: int = 1) -> np.ndarray:
    """(m, k) values at the points (m,) of a front of what hats about them gave, (m, k).

    They solve M g = given, M the mass matrix of the front's linear or quadratic functions. At the ends, where a hat is cut in
    half by the skin, what its neighbour gave stands for it (if `corrected`), by the lengths of the two cells there: at the last end
    code_aster takes those so many cells further in (`inner`). Quadratic values are smoothed from vertex to vertex.
    """
    given, count = given.copy(), len(points)
    if closed:
        given[-1] = given[0]
    elif count != 2 and corrected:
        last = np.maximum(count - inner - np.array([3, 2, 1]), 0)
        first, third = (points[1] - points[0]) / (points[2] - points[0]), np.diff(points[last])
        given[0] = given[1] * (0.25 if quadratic else first)
        given[-1] = given[-2] * (0.25 if quadratic else third[1] / third.sum())
    found = np.linalg.solve(_mass(points, quadratic, closed), given)
    return _smoothed(points, found) if quadratic and count // 2 > 1 else found


def _mass(points, quadratic, closed):
    count = len(points)
    own = np.array([[4.0, 2.0, -1.0], [2.0, 16.0, 2.0], [-1.0, 2.0, 4.0]]) / 30 if quadratic else np.array([[2.0, 1.0], [1.0, 2.0]]) / 6
    step = 2 if quadratic else 1
    matrix = np.zeros((count, count))
    for start in range(0, count - 1, step):
        rows = np.arange(start, start + step + 1)
        part = (points[rows[-1]] - points[start]) * own
        matrix[np.ix_(rows, rows)] += part
        if closed and start == 0:
            matrix[count - 1, [count - 1, *rows[1:]]] += part[0]
        if closed and rows[-1] == count - 1:
            matrix[0, [*rows[:-1], 0]] += part[-1]
    return matrix


def _smoothed(points, values):
    lengths = abs(points[2::2] - points[:-2:2])[:, None]
    both = lengths[:-1] + lengths[1:]
    inner = (2 * lengths[:-1] / both * values[1:-2:2] + values[2:-1:2] + 2 * lengths[1:] / both * values[3::2]) / 3
    vertices = np.concatenate([(2 * values[:1] + values[1:2]) / 3, inner, (values[-2:-1] + 2 * values[-1:]) / 3])
    result = np.empty_like(values)
    result[::2], result[1::2] = vertices, (vertices[:-1] + vertices[1:]) / 2
    return result
