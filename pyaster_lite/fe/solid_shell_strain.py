"""Assumed strains of solid shells on eight nodes: polynomials of the reference coordinates (xi, eta, zeta), zeta across (r3.07.16).

With x the places of the nodes, covariant strains are made by one constant pairing S of nodes,

    E = S (x . x - X . X) / 2        dE = S (x . du)

S_ij holding the coefficients of the monomials 1, zeta, zeta^2, xi, eta, xi zeta, eta zeta. Strains in the shell are Taylor
polynomials of N_i,a N_j,b; those across it are sampled, the pinching at the corners of the middle surface, the shears at the
corners of the planes xi = 0 and eta = 0. Cartesian strains follow by the inverse mapping, expanded to the first order about the
centre. Strains are xx, yy, zz, xy, xz, yz with shear doubled.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from .cells import reference_cell
from .contraction import contracted
from .shapes import shape_derivatives

PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
MONOMIALS = ("", "z", "zz", "x", "y", "xz", "yz")
"""The places of the coefficients, xi, eta, zeta being written x, y, z."""
_SAMPLED = {2: ("xy", ("", "x", "y")), 4: ("yz", ("", "z", "y", "yz")), 5: ("xz", ("", "z", "x", "xz"))}
"""The strains that are sampled: the plane of the four points, and the monomials that are taken from them."""


@cache
def slopes() -> list[dict[str, np.ndarray]]:
    """For each reference axis, the coefficients (8,) of the derivatives of the functions of HEXA8 by monomial."""
    corners = reference_cell("HEXA8").nodes
    xy, yz, xz, xyz = (np.prod(corners[:, list(axes)], axis=1) / 8 for axes in ((0, 1), (1, 2), (0, 2), (0, 1, 2)))
    x, y, z = corners.T / 8
    return [{"": x, "y": xy, "z": xz, "yz": xyz}, {"": y, "x": xy, "z": yz, "xz": xyz}, {"": z, "y": yz, "x": xz, "xy": xyz}]


@cache
def pairing() -> np.ndarray:
    """(7, 6, 8, 8) S, symmetric in its nodes."""
    result = np.zeros((len(MONOMIALS), 6, 8, 8))
    for place, (a, b) in enumerate(PAIRS):
        if place in _SAMPLED:
            plane, taken = _SAMPLED[place]
            for point in _corners(plane):
                derivative = shape_derivatives("HEXA8", point[None])[0]
                for name in taken:
                    value = np.prod([point["xyz".index(axis)] for axis in name])
                    result[MONOMIALS.index(name), place] += value / 4 * _both(derivative[a], derivative[b], a == b)
            continue
        for (first, u), (second, v) in product(slopes()[a].items(), slopes()[b].items()):
            name = "".join(sorted(first + second))
            if name in MONOMIALS:
                result[MONOMIALS.index(name), place] += _both(u, v, a == b)
    return result


def _corners(plane):
    return [np.array([s if "x" in plane else 0, (t if "x" in plane else s) if "y" in plane else 0, t if "z" in plane else 0], float)
            for s, t in product((-1, 1), repeat=2)]  # fmt: skip


def _both(u, v, same):
    return np.outer(u, v) if same else np.outer(u, v) + np.outer(v, u)


def _turn(j, k):
    """(ne, 6, 6) Cartesian strains of covariant ones: j^T e k made symmetric in (j, k), each (ne, 3, 3) of axis and direction."""
    both = np.einsum("eax,eby->exyab", j, k)
    both = (both + both.transpose(0, 2, 1, 3, 4) + both.transpose(0, 1, 2, 4, 3) + both.transpose(0, 2, 1, 4, 3)) / 4
    result = np.empty((len(j), 6, 6))
    for row, (x, y) in enumerate(PAIRS):
        for column, (a, b) in enumerate(PAIRS):
            result[:, row, column] = (1.0 if x == y else 2.0) * both[:, x, y, a, b]
    return result


class ShellGeometry:
    """The mapping of cells at rest, (ne, 8, 3) `coordinates`: its determinant at the centre, the thickness, and the turns of strains.

    determinant, thickness  (ne,);  turns  by monomial "", "x", "y", "z", (ne, 6, 6)
    """

    def __init__(self, coordinates: np.ndarray):
        rate = slopes()
        mapping = np.stack([np.einsum("n,enk->ek", rate[a][""], coordinates) for a in range(3)], axis=2)
        inverse = np.linalg.inv(mapping)
        self.determinant = abs(np.linalg.det(mapping))
        self.area = 4 * np.linalg.norm(np.cross(mapping[:, :, 0], mapping[:, :, 1]), axis=1)
        self.thickness = 8 * self.determinant / self.area
        self.turns = {"": _turn(inverse, inverse)}
        for name in "xyz":
            none = np.zeros(8)
            change = np.stack([np.einsum("n,enk->ek", rate[a].get(name, none), coordinates) for a in range(3)], axis=2)
            self.turns[name] = 2 * _turn(inverse, -inverse @ change @ inverse)

    def cartesian(self, covariant: np.ndarray) -> np.ndarray:
        """(7, ne, 6, ...) of covariant strains (7, ne, 6, ...) by monomial."""
        result = np.zeros_like(covariant)
        for (first, turn), (place, second) in product(self.turns.items(), enumerate(MONOMIALS)):
            name = "".join(sorted(first + second))
            if name in MONOMIALS:
                result[MONOMIALS.index(name)] += np.einsum("eij,ej...->ei...", turn, covariant[place])
        return result


def rates(geometry: ShellGeometry, places: np.ndarray) -> np.ndarray:
    """(7, ne, 6, 24) how the strains change with the displacements where the nodes stand at `places` (ne, 8, 3)."""
    covariant = contracted("mcij,eik->mecjk", pairing(), places)
    return geometry.cartesian(covariant.reshape(*covariant.shape[:3], 24))


def green(geometry: ShellGeometry, coordinates: np.ndarray, places: np.ndarray) -> np.ndarray:
    """(7, ne, 6) Green's strains of cells whose nodes have come from `coordinates` to `places`."""
    gain = np.einsum("eik,ejk->eij", places, places) - np.einsum("eik,ejk->eij", coordinates, coordinates)
    return geometry.cartesian(0.5 * contracted("mcij,eij->mec", pairing(), gain))


def through(polynomial: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """(ne, n, ...) of coefficients (7, ne, ...) at heights zeta (n,) above the centre."""
    powers = np.stack([np.ones_like(heights), heights, heights**2], axis=1)
    return np.einsum("gm,me...->eg...", powers, polynomial[:3])
