"""Slip systems of crystals: the unit normals of the planes and the unit directions of slip in them (r5.03.11, section 2).

The order and the senses are code_aster's, for the variables of a system are known by its number.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pyaster_lite.fe.large_strain import mandel

_OCTAHEDRAL = (
    ((1, 1, 1), ((-1, 0, 1), (0, -1, 1), (-1, 1, 0))),
    ((1, -1, 1), ((-1, 0, 1), (0, 1, 1), (1, 1, 0))),
    ((-1, 1, 1), ((0, -1, 1), (1, 1, 0), (1, 0, 1))),
    ((-1, -1, 1), ((-1, 1, 0), (1, 0, 1), (0, 1, 1))),
)
"""By plane: its normal and the directions in it."""
_CUBIC_110 = (
    ((1, -1, 1), ((1, 1, 0), (-1, 0, 1), (0, -1, -1))),
    ((1, 1, 1), ((0, -1, 1), (1, 0, -1), (-1, 1, 0))),
    ((-1, 1, 1), ((-1, -1, 0), (1, 0, 1), (0, 1, -1))),
    ((1, 1, -1), ((1, -1, 0), (-1, 0, -1), (0, 1, 1))),
)
"""By direction: it and the normals of the planes that it lies in; the next ones likewise."""
_DIRECTIONS = ((1, 1, -1), (1, -1, -1), (1, -1, 1), (1, 1, 1))
_NORMALS_110 = (
    ((0, 1, 1), (1, 0, 1), (1, -1, 0)),
    ((0, 1, -1), (1, 0, 1), (1, 1, 0)),
    ((0, 1, 1), (1, 0, -1), (1, 1, 0)),
    ((0, 1, -1), (1, 0, -1), (1, -1, 0)),
)
_NORMALS_211 = (
    ((2, -1, 1), (1, -2, -1), (1, 1, 2)),
    ((2, 1, 1), (1, 2, -1), (1, -1, 2)),
    ((2, 1, -1), (1, 2, 1), (1, -1, -2)),
    ((2, -1, -1), (1, -2, 1), (1, 1, -2)),
)


def _by_direction(pairs):
    return [(normal, direction) for direction, normals in pairs for normal in normals]


def _hexagonal():
    """Prismatic, basal, pyramidal <a> and pyramidal <c+a> systems, to the twelve decimals that code_aster knows."""
    c, s, a, h = 0.866025403784, 0.5, 0.87856329157, 0.477625944339
    p, q, t, u, v = 0.760858129332, 0.439281645785, 0.531670580449, 0.846951234656, 0.265835290225
    w, x, y = 0.460440229114, 0.423475617328, 0.733481284978
    sides = ((1, 0, 0), (-s, c, 0), (-s, -c, 0))
    prismatic = list(zip(sides, ((0, -1, 0), (c, s, 0), (-c, s, 0))))
    basal = [(side, (0, 0, 1)) for side in sides]
    ways = ((0, -a, h), (0, a, h), (-p, -q, h), (p, q, h), (-p, q, h), (p, -q, h))
    pyramidal = [(sides[i // 2], way) for i, way in enumerate(ways)]
    tilted = [(t, 0, -u), *[(v, w, -u)] * 2, *[(-v, w, -u)] * 2, *[(-t, 0, -u)] * 2, *[(-v, -w, -u)] * 2, *[(v, -w, -u)] * 2, (t, 0, -u)]
    around = ((p, q, h), (0, a, h), (-p, q, h), (-p, -q, h), (0, -a, h), (p, -q, h))
    first = [(normal, around[i // 2]) for i, normal in enumerate(tilted)]
    second = [
        ((-v, -w, u), (x, y, t)), ((t, 0, u), (-u, 0, t)), ((-v, w, u), (x, -y, t)),
        ((v, w, u), (-x, -y, t)), ((-t, 0, u), (u, 0, t)), ((v, -w, u), (-x, y, t)),
    ]  # fmt: skip
    return [*prismatic, *basal, *pyramidal, *first, *second]


_PAIRS = {
    "OCTAEDRIQUE": lambda: [(normal, direction) for normal, ways in _OCTAHEDRAL for direction in ways],
    "CUBIQUE1": lambda: _by_direction(_CUBIC_110),
    "CUBIQUE2": lambda: _by_direction(zip(_DIRECTIONS, _NORMALS_211)),
    "BCC24": lambda: _by_direction(zip(_DIRECTIONS, _NORMALS_110)) + _by_direction(zip(_DIRECTIONS, _NORMALS_211)),
    "ZIRCONIUM": _hexagonal,
    "UNIAXIAL": lambda: [((1, 0, 0), (1, 0, 0))],
}
FAMILIES = tuple(_PAIRS)
"""The families that are known by name."""


@lru_cache
def family(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Unit normals and directions (n, 3) of a family in the axes of the crystal; not to be changed."""
    pairs = np.array(_PAIRS[name](), float)
    # those of hexagonal metals are used as they are known
    return (pairs[:, 0], pairs[:, 1]) if name == "ZIRCONIUM" else (unit(pairs[:, 0]), unit(pairs[:, 1]))


def unit(vectors: np.ndarray) -> np.ndarray:
    """The vectors (n, 3) with length one."""
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def schmid(normals: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """(..., 6) symmetric parts of direction x normal in Mandel's notation."""
    product = directions[..., :, None] * normals[..., None, :]
    return mandel(0.5 * (product + product.swapaxes(-1, -2)), 6)
