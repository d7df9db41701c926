"""Functions that jump across cracks: for each node, twice the indicator of the regions around it that it does not lie in.

A node that one crack enriches has one such function, of the other side; it is counted negative where the node lies above the crack,
so that the displacement jumps by twice the unknown whatever side the node is on (r7.02.12, 3.2). A node that several cracks
enrich has one function for each of them, for the other regions in the order in which its cells are met.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .cutting import Branch


def sides_of_nodes(levels: np.ndarray, branches: Sequence[Branch]) -> np.ndarray:
    """(ne, nn, cracks) -1 below a crack, 1 on it or above, 0 beyond what it branches off; of level sets of that shape."""
    sides = np.where(levels < 0.0, -1, 1)
    for crack, branch in enumerate(branches):
        for other, sense in branch:
            beyond = sense * levels[..., other] >= 0.0 if sense > 0 else sense * levels[..., other] > 0.0
            sides[..., crack][beyond] = 0
    return sides


class Regions:
    """The regions that the functions of nodes stand for, found cell after cell."""

    def __init__(self):
        self._own: dict[int, tuple] = {}
        self._others: dict[int, list[tuple]] = {}

    def meet(self, nodes, cracks: Sequence[int], enriched, own, sides):
        """Learn from one cell: its nodes (nn,), its cracks, whether each enriches each node (nn, cracks), the sides of the nodes
        (nn, cracks) and of the pieces (ns, cracks)."""
        for local, node in enumerate(nodes.tolist()):
            columns = np.flatnonzero(enriched[local])
            if not len(columns):
                continue
            mine = self._own.setdefault(node, self._key(cracks, columns, own[local]))
            known = self._others.setdefault(node, [])
            for side in (own[local], *sides):
                found = self._key(cracks, columns, side)
                if len(known) < len(columns) and found != mine and found not in known:
                    known.append(found)

    @staticmethod
    def _key(cracks, columns, sides):
        return tuple((cracks[c], int(sides[c])) for c in columns)

    def values(self, nodes, cracks: Sequence[int], enriched, sides, most: int) -> np.ndarray:
        """(ns, nn, most) the functions of a cell's nodes on its pieces, as in `meet`; zero where a node has fewer."""
        result = np.zeros((len(sides), len(nodes), most))
        for local, node in enumerate(nodes.tolist()):
            columns = np.flatnonzero(enriched[local])
            if not len(columns):
                continue
            sign = -1.0 if len(columns) == 1 and self._own[node][0][1] == 1 else 1.0
            keys = [self._key(cracks, columns, side) for side in sides]
            for index, region in enumerate(self._others[node]):
                result[:, local, index] = [2.0 * sign * (key == region) for key in keys]
        return result


def single_jumps(own: np.ndarray, sides: np.ndarray, enriched: np.ndarray) -> np.ndarray:
    """(ns, nn, 1) the functions on pieces that one crack bounds: sides of the nodes (ns, nn) and of the piece (ns,), enriched (ns, nn)."""
    return ((sides[:, None] - own) * enriched)[..., None].astype(float)
