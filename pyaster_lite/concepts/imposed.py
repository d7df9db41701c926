"""What the right-hand sides of linear systems impose by the relations of loads."""

from __future__ import annotations

import numpy as np


def summed(imposed) -> np.ndarray:
    """The values of parts (matrix, values) by relations of one unknown, those of the same relations of several parts added up."""
    found: dict[tuple, float] = {}
    for matrix, values in imposed:
        seen: dict[tuple, int] = {}
        for key, value in zip(_keys(matrix), values):
            if len(key[0]) > 1:
                continue
            turn = seen[key] = seen.get(key, -1) + 1
            found[key, turn] = found.get((key, turn), 0.0) + value
    return np.array(list(found.values()))


def imposed_values(relations, imposed) -> np.ndarray | None:
    """(m,) what the parts (matrix, values) of a right-hand side impose by each relation, zero where they say nothing.

    A relation that several parts have gets the sum of what they say; None when some part has a relation that is not among these.
    """
    places: dict[tuple, list[int]] = {}
    for row, key in enumerate(_keys(relations.matrix)):
        places.setdefault(key, []).append(row)
    result = np.zeros(relations.matrix.shape[0], np.result_type(float, *(values for _, values in imposed)))
    for matrix, values in imposed:
        seen: dict[tuple, int] = {}
        for key, value in zip(_keys(matrix), values):
            rows = places.get(key)
            if rows is None:
                return None
            turn = seen[key] = seen.get(key, -1) + 1
            result[rows[turn % len(rows)]] += value
    return result


def _keys(matrix):
    """What tells the rows of a sparse matrix apart."""
    for start, end in zip(matrix.indptr[:-1], matrix.indptr[1:]):
        yield tuple(matrix.indices[start:end].tolist()), tuple(matrix.data[start:end].tolist())
