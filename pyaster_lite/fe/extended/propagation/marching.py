"""Level sets made distances to their zeros again, from these outwards (r7.02.12, 5.5; Sethian, Fast marching methods).

1. What is near the zero of the level set stays: the nodes of the cells that it cuts, and those on it.
2. On either side of it in turn, the nearest node that is not settled yet is; then its neighbours are told what follows for them.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np

from ..level_sets import edges
from .domain import Domain

FAR = np.finfo(float).max
"""What is not known yet."""
_SAME = 1e-12
_ZERO = np.finfo(float).eps


def near_zero(values: np.ndarray, domain: Domain, smallest: float, dim: int) -> tuple[np.ndarray, np.ndarray]:
    """(values that vanish where they are less than a hundredth of the shortest edge, nodes near the zero of them), (n,) both."""
    values, least = values.copy(), 1e-2 * smallest
    on = domain.nodes & (abs(values) < least)
    values[on] = 0.0
    near = on.copy()
    for part in domain.cells:
        cut = (abs(values[part.nodes]) < least).sum(axis=1) >= dim
        ends = values[part.nodes[:, edges(part.type)[:, :2]]]
        cut |= ((ends.prod(axis=2) < 0.0) & (abs(ends) > _ZERO).all(axis=2)).any(axis=1)
        near[part.nodes[cut]] = True
    return values, near & domain.nodes


def marched(values, domain: Domain, settle) -> np.ndarray:
    """The values (n,) of both sides, one after the other.

    settle  function (sense, distances on this side) -> (first values (n,), FAR where not known; function that is told each settled
            node, changes the values of its neighbours in place and says which nodes these are)
    """
    values, given, nodes = values.copy(), values, np.flatnonzero(domain.nodes)
    for sense in (-1.0, 1.0):
        distance = sense * given
        found, tell = settle(sense, distance)
        queue = _Queue(found, nodes[distance[nodes] >= 0.0])
        for node in queue:
            queue.put(tell(node))
            values[node] = sense * found[node]
    return values


class _Queue:
    """Nodes in the order of their values, which change meanwhile; of those that are as near as the nearest, the first one comes."""

    def __init__(self, values, nodes):
        waiting = np.zeros(len(values), bool)
        waiting[nodes] = True
        self.values, self.waiting, self.near, self.alike = values, waiting.tolist(), [], []
        self.unknown = iter(nodes.tolist())
        self.heap = [(float(values[node]), node) for node in nodes.tolist() if values[node] < FAR]
        heapify(self.heap)

    def put(self, nodes):
        """Values of these have changed."""
        for node in nodes:
            if self.waiting[node]:
                heappush(self.heap, (float(self.values[node]), node))

    def __iter__(self):
        while True:
            node = self._next()
            if node is None:
                return
            self.waiting[node] = False
            yield node

    def _next(self):
        """Those that are as near as the nearest wait by their numbers: on a grid there may be many of them."""
        tops = [own[0][0] for own in (self._cleared(self.heap), self._cleared(self.near)) if own]
        if not tops:
            return next((node for node in self.unknown if self.waiting[node]), None)
        least = min(tops)
        bound = least + max(_SAME * (1.0 + least), 0.0)
        while self.heap and self.heap[0][0] <= bound:
            value, node = heappop(self.heap)
            heappush(self.near, (value, node))
            heappush(self.alike, (node, value))
            self._cleared(self.heap)
        while True:
            node, value = heappop(self.alike)
            if self._holds(value, node):
                if value <= bound:
                    return node
                heappush(self.heap, (value, node))

    def _holds(self, value, node):
        return self.waiting[node] and self.values[node] == value

    def _cleared(self, heap):
        """The heap without what is on top of it and has come already, or has another value now."""
        while heap and not self._holds(*heap[0]):
            heappop(heap)
        return heap
