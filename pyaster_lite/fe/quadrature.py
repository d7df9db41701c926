"""Quadrature rules by code_aster's names of their families (FPG4: four points), points in its order.

Order of a rule: the degree of the polynomials it integrates exactly. Source: r3.01.01, annex.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np

from . import quadrature_higher as higher
from . import quadrature_space as space
from .cells import reference_cell


@dataclass(frozen=True)
class Rule:
    """Points (n, dim) and weights (n,) on a reference cell."""

    points: np.ndarray
    weights: np.ndarray

    def __len__(self):
        return len(self.weights)


def families(cell: str) -> list[str]:
    """The names of the rules that a cell type has."""
    shape = cell.rstrip("0123456789")
    return ["FPG1", "NOEU", "NOEU_S", *(family for own, family in _RULES if own == shape)]


@cache
def quadrature(cell: str, family: str) -> Rule:
    """The rule of a family on a cell type; raises KeyError when the cell has no such family."""
    if family == "NOEU":
        nodes = reference_cell(cell).nodes
        return Rule(nodes, np.full(len(nodes), reference_cell(cell).volume / len(nodes)))
    if family == "NOEU_S":
        nodes = reference_cell(cell).nodes[: reference_cell(cell).corners]
        return Rule(nodes, np.full(len(nodes), reference_cell(cell).volume / len(nodes)))
    if family == "FPG1":
        return Rule(reference_cell(cell).nodes.mean(axis=0, keepdims=True), np.array([reference_cell(cell).volume]))
    return _RULES[cell.rstrip("0123456789"), family]()


def _gauss(n):
    """Gauss-Legendre on [-1, 1] in code_aster's order of the points."""
    points, weights = np.polynomial.legendre.leggauss(n)
    if n <= 3:
        return points, weights
    half = [(p, w) for p, w in zip(points, weights) if p > 1e-12]
    order = _PAIRS[n]
    pairs = [half[i] for i in order]
    sign = -1.0 if n == 4 else 1.0
    rows = [] if n % 2 == 0 else [(0.0, weights[n // 2])]
    for p, w in pairs:
        rows += [(sign * p, w), (-sign * p, w)]
    table = np.array(rows)
    return table[:, 0], table[:, 1]


_PAIRS = {4: (0, 1), 5: (0, 1), 6: (1, 0, 2), 7: (0, 1, 2), 8: (0, 1, 2, 3)}
"""In which order the pairs of symmetric points come, counted from the centre."""


def _segment(n):
    points, weights = _gauss(n)
    if n in (2, 4):
        points = -points
    return Rule(points[:, None].copy(), weights)


def _closed(points, weights):
    return Rule(np.array(points, float)[:, None], np.array(weights, float))


def _tensor(n, dim):
    points, weights = _gauss(n)
    grids = np.meshgrid(*[points] * dim, indexing="ij")
    product = np.prod(np.meshgrid(*[weights] * dim, indexing="ij"), axis=0)
    return Rule(np.stack([g.ravel() for g in grids], axis=1), product.ravel())


def _square4():
    a = 1 / sqrt(3)
    return Rule(a * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float), np.ones(4))


def _square9():
    a = sqrt(3 / 5)
    points = a * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [0, -1], [1, 0], [0, 1], [-1, 0], [0, 0]], float)
    return Rule(points, np.array([25.0] * 4 + [40.0] * 4 + [64.0]) / 81)


def _orbit(a):
    """Three symmetric points of a triangle: (a, a), (1 - 2a, a), (a, 1 - 2a)."""
    return [[a, a], [1 - 2 * a, a], [a, 1 - 2 * a]]


def _triangle(*orbits, centre=None, centre_first=False):
    """Rule of orbits (weight, points) and the weight of the centre."""
    points = [p for _, orbit in orbits for p in orbit]
    weights = [w for w, orbit in orbits for _ in orbit]
    if centre is not None:
        points.insert(0 if centre_first else len(points), [1 / 3, 1 / 3])
        weights.insert(0 if centre_first else len(weights), centre)
    return Rule(np.array(points), np.array(weights))


def _triangle6():
    a, b = 0.445948490915965, 0.091576213509771
    outer, inner = 0.054975871827661, 0.111690794839005
    return _triangle((outer, _orbit(b)), (inner, [[a, 1 - 2 * a], [a, a], [1 - 2 * a, a]]))


def _triangle7():
    r = sqrt(15)
    orbits = ((155 + r) / 2400, _orbit((6 + r) / 21)), ((155 - r) / 2400, _orbit((6 - r) / 21))
    return _triangle(*orbits, centre=9 / 80, centre_first=True)


def _triangle12():
    c, d = 0.310352451033785, 0.053145049844816
    e = 1 - c - d
    return _triangle(
        (0.025422453185103, _orbit(0.063089014491502)),
        (0.058393137863189, _orbit(0.249286745170910)),
        (0.041425537809187, [[c, d], [d, c], [e, c], [e, d], [c, e], [d, e]]),
    )


_LOBATTO = np.array([-1.0, -sqrt(3 / 7), 0.0, sqrt(3 / 7), 1.0])

_RULES = {
    **{("SEG", f"FPG{n}"): lambda n=n: _segment(n) for n in range(2, 9)},
    ("SEG", "SIMP"): lambda: _closed([-1, 0, 1], [1 / 3, 4 / 3, 1 / 3]),
    ("SEG", "COTES"): lambda: _closed([-1, -1 / 3, 1 / 3, 1], [1 / 4, 3 / 4, 3 / 4, 1 / 4]),
    ("TRIA", "FPG3"): lambda: _triangle((1 / 6, _orbit(1 / 6))),
    ("TRIA", "COT3"): lambda: _triangle((1 / 6, [[0.5, 0.5], [0.0, 0.5], [0.5, 0.0]])),
    ("TRIA", "FPG4"): lambda: _triangle((25 / 96, _orbit(0.2)), centre=-27 / 96),
    ("TRIA", "FPG6"): _triangle6,
    ("TRIA", "FPG7"): _triangle7,
    ("TRIA", "FPG12"): _triangle12,
    ("TRIA", "FPG13"): lambda: Rule(*higher.triangle13()),
    ("TRIA", "FPG16"): lambda: Rule(*higher.triangle16()),
    ("TRIA", "FPG19"): lambda: Rule(*higher.triangle19()),
    ("QUAD", "FPG4"): _square4,
    ("QUAD", "FPG9"): _square9,
    **{("QUAD", f"FPG{n * n}"): lambda n=n: _tensor(n, 2) for n in range(4, 9)},
    **{("HEXA", f"FPG{n**3}"): lambda n=n: _tensor(n, 3) for n in range(2, 9)},
    ("HEXA", "LOB5"): lambda: Rule(np.insert(np.zeros((5, 2)), 2, _LOBATTO, axis=1), np.array([9, 49, 64, 49, 9]) * 4 / 90),
    ("TETRA", "FPG4"): lambda: Rule(*space.tetra4()),
    ("TETRA", "FPG5"): lambda: Rule(*space.tetra5()),
    ("TETRA", "FPG11"): lambda: Rule(*higher.tetra11()),
    ("TETRA", "FPG15"): lambda: Rule(*space.tetra15()),
    ("TETRA", "FPG24"): lambda: Rule(*higher.tetra24()),
    ("TETRA", "FPG46"): lambda: Rule(*higher.tetra46()),
    ("PENTA", "FPG6"): lambda: Rule(*space.prism6()),
    ("PENTA", "FPG6B"): lambda: Rule(*higher.prism6()),
    ("PENTA", "FPG21"): lambda: Rule(*space.prism21()),
    ("PENTA", "FPG29"): lambda: Rule(*higher.prism29()),
    ("PENTA", "FPG95"): lambda: Rule(*higher.prism95(list(zip(*_gauss(5))))),
    ("PYRAM", "FPG5"): lambda: Rule(*space.pyramid5()),
    ("PYRAM", "FPG10"): lambda: Rule(*space.pyramid10()),
    ("PYRAM", "FPG24"): lambda: Rule(*higher.pyramid24()),
    ("PYRAM", "FPG47"): lambda: Rule(*higher.pyramid47()),
}
