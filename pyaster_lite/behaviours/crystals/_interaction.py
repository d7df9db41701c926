"""How the slip of one system hardens the others: matrices by the numbers of coefficients H, H1 to H6 (r5.03.11, section 4).

Each table tells which of the coefficients stands for a pair of systems.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

_FACE_CENTRED = (7, 9, 8, 2, 1, 3, 12, 11, 10, 5, 4, 6)
"""The number of each octahedral system among those of the table below."""


def _blocks(diagonal, others):
    """A symmetric table of blocks of three systems: `others` are those below the diagonal, by pairs of blocks from 0."""
    table = np.zeros((12, 12), int)
    for i in range(4):
        table[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] = diagonal
    for (i, j), block in others.items():
        table[3 * j : 3 * j + 3, 3 * i : 3 * i + 3] = block
        table[3 * i : 3 * i + 3, 3 * j : 3 * j + 3] = np.transpose(block)
    return table


@lru_cache
def face_centred():
    """Coplanar, collinear, glissile, Lomer and Hirth interactions: 1 to 5."""
    one, two = ((2, 3, 3), (3, 5, 4), (3, 4, 5)), ((5, 3, 4), (3, 2, 3), (4, 3, 5))
    three = ((5, 4, 3), (4, 5, 3), (3, 3, 2))
    known = _blocks(1, {(0, 1): one, (2, 3): one, (0, 2): two, (1, 3): two, (1, 2): three, (0, 3): three})
    place = np.array(_FACE_CENTRED) - 1
    table = np.zeros((12, 12), int)
    table[np.ix_(place, place)] = known
    return table


@lru_cache
def body_centred():
    """Coefficients 1 to 6 of the {110} systems."""
    own = ((1, 2, 2), (2, 1, 2), (2, 2, 1))
    a1, a2 = ((5, 4, 3), (4, 6, 4), (3, 4, 5)), ((5, 3, 4), (3, 5, 4), (4, 4, 6))
    a3, a4 = ((6, 4, 4), (4, 5, 3), (4, 3, 5)), ((3, 4, 5), (4, 6, 4), (5, 4, 3))
    a5, a6 = ((4, 4, 6), (3, 5, 4), (5, 3, 4)), ((4, 3, 5), (4, 5, 3), (6, 4, 4))
    return _blocks(own, {(2, 3): a1, (0, 3): a2, (0, 2): a3, (0, 1): a4, (1, 3): a5, (1, 2): a6})


@lru_cache
def cubic24():
    """Coefficients 1 to 4 of the {110} and {211} systems together."""
    block = np.ones((8, 8), int)
    block[4:, 4:] = 3
    block += np.eye(8, dtype=int)
    for i in range(4):
        block[i + 4, i] = block[i, i + 4] = 2
    table = np.kron(block, np.ones((3, 3), int))
    for i, j in ((4, 1), (7, 2), (10, 3), (8, 6), (12, 5), (11, 9)):
        table[i - 1, j - 1] = table[j - 1, i - 1] = 2
    return table


@lru_cache
def octahedral():
    """Coefficients 1 to 6 of the octahedral systems."""
    rows = ("1", "21", "221", "4551", "53621", "563221", "5456351", "65355421", "356365221", "5546536351", "36535655421", "635545365221")
    table = np.array([[int(row[j]) if j < len(row) else 0 for j in range(12)] for row in rows])
    return np.tril(table) + np.tril(table, -1).T


def matrix(coefficients, count: int, table=None) -> np.ndarray:
    """(..., n, n) of a single coefficient (1 along the diagonal) or of several (..., k) by a table.

    Raises ValueError when there is none for this number of systems and coefficients.
    """
    coefficients = np.asarray(coefficients, float)
    known = coefficients.shape[-1]
    if known == 1:
        return np.eye(count) + coefficients[..., None] * (1.0 - np.eye(count))
    if table is None:
        tables = {(24, 4): cubic24, (12, 6): octahedral}
        if (count, known) not in tables:
            raise ValueError(f"there is no interaction of {count} systems by {known} coefficients")
        table = tables[count, known]()
    if len(table) != count or table.max() > known:
        raise ValueError(f"the interaction of {len(table)} systems by {table.max()} coefficients does not fit {count} by {known}")
    return coefficients[..., table - 1]
