"""Level sets made distances to their zeros again, from these outwards (r7.02.12, 5.5; Sethian, Fast marching methods).

1. What is near the zero of the level set stays: the nodes of the cells that it cuts, and those on it.
2. On either side of it in turn, the nearest node that is not settled yet is; then its neighbours are told what follows for them.
"""

from __future__ import annotations

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
            node and changes the values of its neighbours in place)
    """
    values, given, nodes = values.copy(), values, np.flatnonzero(domain.nodes)
    for sense in (-1.0, 1.0):
        distance = sense * given
        found, tell = settle(sense, distance)
        waiting = distance[nodes] >= 0.0
        for _ in range(int(waiting.sum())):
            left = np.where(waiting, found[nodes], np.inf)
            least = left.min()
            # of those that are as near as the nearest, the first one
            place = int(np.argmax(left <= least + max(_SAME * (1.0 + least), 0.0))) if least < FAR else int(np.argmax(waiting))
            node = int(nodes[place])
            tell(node, waiting, place)
            values[node] = sense * found[node]
            waiting[place] = False
    return values
