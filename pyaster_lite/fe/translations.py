"""Rigid translations taken off displacements before a stiffness meets them.

A stiff solid that has moved far has internal forces of E u eps even where it is not strained, because the rows of its
stiffness only sum to zero within rounding. They act as springs, and a slow motion feels them after a while.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array

from .element import Element


class Translations:
    """The bodies that elements make when they hang together, direction by direction.

    free  the element groups that feel no translation, as (element, equations (ne, nd)) pairs
    """

    def __init__(self, size: int, free: Sequence[tuple[Element, np.ndarray]]):
        from scipy.sparse.csgraph import connected_components

        rows, columns = [], []
        for element, equations in free:
            names = [name for node in element.components for name in node]
            for name in element.translations:
                own = equations[:, [i for i, other in enumerate(names) if other == name]]
                rows.append(np.repeat(own[:, 0], own.shape[1]))
                columns.append(own.ravel())
        rows, columns = (np.concatenate(x) if x else np.empty(0, int) for x in (rows, columns))
        graph = coo_array((np.ones(len(rows), np.int8), (rows, columns)), shape=(size, size))
        _, body = connected_components(graph, directed=False)
        self._moving = np.unique(columns)
        _, self._body = np.unique(body[self._moving], return_inverse=True)
        self._count = np.bincount(self._body)

    def less(self, u: np.ndarray) -> np.ndarray:
        """The displacements (n,) less the mean translation of every body."""
        own = u[self._moving]
        mean = np.bincount(self._body, own) / self._count
        result = u.copy()
        result[self._moving] = own - mean[self._body]
        return result
