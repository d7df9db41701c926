"""Which nodes a crack enriches, and which cells it runs through (r7.02.12, 3.1).

1. The zone of a crack are the cells with vertices on both sides of it, or on it.
2. A node is enriched with a jump when the vertices of the cells of the zone around it are on both sides, and the crack reaches
   behind all of them: its tangent level set is negative wherever it meets an edge of theirs.
3. A node is at the front when the crack begins or ends among these cells: it is enriched with the functions of the front. It
   keeps its jump.
4. A cohesive crack has no functions of its front; a node jumps when some of the crack lies behind in each of the cells of the zone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..cells import reference_cell
from .level_sets import Cells, crossings

JUMP, FRONT = 1, 2
"""What a node's status is made of; FRONT alone, negative, of nodes at the front that have no jump."""
_ZERO = np.finfo(float).eps


@dataclass
class Beyond:
    """A crack that another one branches off: (n_nodes,) its level sets, the normal one times the sense beyond which there is nothing."""

    normal: np.ndarray
    tangent: np.ndarray


def zone(parts: list[Cells], normal: np.ndarray) -> list[np.ndarray]:
    """For each part, (k,) whether the normal level set (n_nodes,) changes its sign or vanishes among the vertices of a cell."""
    found = []
    for part in parts:
        own = normal[part.nodes[:, : reference_cell(part.type).corners]]
        found.append((own[:, :1] * own[:, 1:] <= 0.0).any(axis=1))
    return found


def node_status(parts, normal, tangent, among=None, radius=0.0, branches: list[Beyond] = (), cohesive=False) -> np.ndarray:
    """(n_nodes,) status of the nodes.

    parts          cells of every dimension that may be enriched
    normal, tangent  (n_nodes,) level sets
    among          (n_nodes,) which nodes may be enriched, all where None
    radius         of the functions of the front about it, 0 for the cells of the front only
    cohesive       whether forces hold its lips together (step 4)
    """
    n = len(normal)
    bounds = _Bounds(n)
    others = [_Bounds(n) for _ in branches]
    tangents = [_Bounds(n) for _ in branches]
    for part, inside in zip(parts, zone(parts, normal)):
        if part.type == "POI1" or not inside.any():
            continue
        part = Cells(part.type, part.numbers[inside], part.nodes[inside])
        at_vertices = normal[part.nodes[:, : reference_cell(part.type).corners]]
        met = crossings(part, normal, tangent)
        highest = met.low.min(axis=1) if cohesive else met.high.max(axis=1)
        bounds.spread(part.nodes, at_vertices.min(axis=1), at_vertices.max(axis=1), met.low.min(axis=1), highest)
        for beyond, own, along in zip(branches, others, tangents):
            met = crossings(part, normal, beyond.normal)
            own.spread(part.nodes, met.low.min(axis=1), met.high.max(axis=1), met.low.min(axis=1), met.high.max(axis=1))
            met = crossings(part, normal, beyond.tangent)
            along.spread(part.nodes, met.low.min(axis=1), met.high.max(axis=1), met.low.min(axis=1), met.high.max(axis=1))
    jump = bounds.held & (bounds.low * bounds.high < 0.0)
    if cohesive:
        jump &= bounds.tangent_high < 0.0
        return np.where(jump if among is None else jump & among, JUMP, 0)
    jump &= bounds.tangent_high <= _ZERO
    front = bounds.held & (bounds.low * bounds.high <= _ZERO) & (bounds.tangent_low * bounds.tangent_high <= _ZERO)
    for own, along in zip(others, tangents):
        outside = (own.low >= 0.0) & (along.low < 0.0)
        jump &= ~outside
        front &= ~outside
        on = front & (own.low * own.high <= _ZERO) & (along.low < 0.0)
        front &= ~on
        jump |= on & (bounds.low * bounds.high < 0.0)
    around = (normal**2 + tangent**2 <= radius**2) & ~front if radius > 0.0 else np.zeros(n, bool)
    status = np.where(front, np.where(jump, JUMP + FRONT, -FRONT), np.where(around, FRONT, 0) + np.where(jump, JUMP, 0))
    return status if among is None else np.where(among, status, 0)


class _Bounds:
    """Least and greatest values that nodes see in the cells around them."""

    def __init__(self, n):
        self.low, self.high = np.full(n, np.inf), np.full(n, -np.inf)
        self.tangent_low, self.tangent_high = np.full(n, np.inf), np.full(n, -np.inf)

    def spread(self, nodes, low, high, tangent_low, tangent_high):
        """Tell the nodes (k, nn) of cells what the cells have (k,)."""
        for into, values, take in (
            (self.low, low, np.minimum),
            (self.high, high, np.maximum),
            (self.tangent_low, tangent_low, np.minimum),
            (self.tangent_high, tangent_high, np.maximum),
        ):
            take.at(into, nodes, np.broadcast_to(values[:, None], nodes.shape))

    @property
    def held(self) -> np.ndarray:
        """(n,) which nodes have seen a cell."""
        return self.low <= self.high


def held_cells(parts: list[Cells], inside: list[np.ndarray], status: np.ndarray, dim: int) -> list[tuple[int, str, np.ndarray]]:
    """(number, type, nodes) of the cells of full dimension in the zone all nodes of which the front enriches, in their order."""
    found = []
    for part, within in zip(parts, inside):
        if reference_cell(part.type).dim == dim:
            rows = np.flatnonzero(within & (abs(status[part.nodes]) >= FRONT).all(axis=1))
            found += [(int(part.numbers[row]), part.type, part.nodes[row]) for row in rows]
    return sorted(found, key=lambda cell: cell[0])


def with_layers(status: np.ndarray, normal, tangent, radius: float, among=None) -> np.ndarray:
    """The status of nodes which a front enriches as far as a radius."""
    near = (normal**2 + tangent**2 <= radius**2) & (abs(status) <= JUMP)
    return status + FRONT * (near if among is None else near & among)
