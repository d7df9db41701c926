"""Fast marching on regular grids (UPWIND), and what moves level sets before it (r7.02.12, 5.3 and 5.5; Sethian).

A node is met by a front that passed the nearer of its two neighbours along each axis, at the values u_i at distances h_i, at the
greater root p of

    sum_i ((p - u_i) / h_i)^2 = 1

Where there is none, or a neighbour is not known yet, the level set of the front as it went on in its plane stands in.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..level_sets import edges
from .marching import FAR

_STRAIGHT = 1e-2
_SMALL = np.finfo(float).tiny
_ZERO = np.finfo(float).eps
GRID_CELLS = {2: "QUAD4", 3: "HEXA8"}
"""What grids are made of."""


class Crooked(ValueError):
    """The mesh is no grid: why."""


class Grid:
    """The neighbours of the nodes of a grid along its axes.

    neighbours  (n, dim, 2) the node after and the one before along each axis, -1 for none;  steps  (n, dim, 2) how far they are
    smallest    the length of the shortest edge

    Raises Crooked.
    """

    def __init__(self, solids, coordinates, dim: int):
        if [part.type for part in solids] != [GRID_CELLS[dim]]:
            raise Crooked(f"a grid is made of {GRID_CELLS[dim]} only")
        (part,) = solids
        pairs = edges(part.type)
        first = part.nodes[int(np.argmin(part.numbers))]
        ends = [int(b if a == 0 else a) for a, b in pairs if 0 in (a, b)]
        axes = coordinates[first[ends]] - coordinates[first[0]]
        axes /= np.linalg.norm(axes, axis=1, keepdims=True)
        if dim == 2:
            axes = np.vstack([axes, [0.0, 0.0, 1.0]])
        if abs(axes @ axes.T - np.eye(3)).max() > _STRAIGHT:
            raise Crooked("the edges of its first cell are not square to each other")
        axes[2] = np.cross(axes[0], axes[1])
        self.neighbours, self.steps = np.full((len(coordinates), dim, 2), -1), np.zeros((len(coordinates), dim, 2))
        both = part.nodes[:, pairs].reshape(-1, 2)
        both = np.concatenate([both, both[:, ::-1]])
        along = (coordinates[both[:, 1]] - coordinates[both[:, 0]]) @ axes.T
        size = abs(along)
        axis = size.argmax(axis=1)
        own = size[np.arange(len(axis)), axis]
        if ((size > _STRAIGHT * np.linalg.norm(size, axis=1)[:, None]).sum(axis=1) > 1).any():
            raise Crooked("its edges are not along three directions that are square to each other")
        sense = np.where(along[np.arange(len(axis)), axis] > 0.0, 0, 1)
        self.neighbours[both[:, 0], axis, sense], self.steps[both[:, 0], axis, sense] = both[:, 1], own
        self.smallest, self.dim = float(own.min()), dim

    def settle(self, known, nodes, stand_in, by_stand_in: bool, ahead=None):
        """What fast marching starts from and goes on with.

        known     (n,) nodes near the zero: their values stay;  nodes  (n,) those of the domain
        stand_in  (n,) the level set of the front as it went on in its plane
        by_stand_in  whether the values near the zero are its own
        ahead     (n,) where it may stand in, the values before counting elsewhere; everywhere where None
        """

        beside, fixed = self._beside(nodes), (known | ~nodes).tolist()
        around = [
            [place for pair in axes for place in reversed(pair) if place >= 0 and not fixed[place]] for axes in self.neighbours.tolist()
        ]

        def start(sense, distance):
            first = sense * stand_in if by_stand_in else distance
            found = np.where(known & nodes & (distance >= 0.0), first, FAR).tolist()
            waits = (nodes & (distance >= 0.0)).tolist()
            other = (sense * stand_in if ahead is None else np.where(ahead, sense * stand_in, distance)).tolist()

            def tell(node):
                told = [place for place in around[node] if waits[place]]
                for place in told:
                    found[place] = _met(beside[place], found, other[place])
                waits[node] = False
                return told

            return found, tell

        return start

    def _beside(self, nodes):
        """For each node, along each axis, [(neighbour, square of the distance)] of those of the domain."""
        there = (self.neighbours >= 0) & nodes[self.neighbours]
        lists = zip(self.neighbours.tolist(), (self.steps**2).tolist(), there.tolist())
        return [[[(i, h) for i, h, own in zip(*axis) if own] for axis in zip(*node)] for node in lists]


def _met(beside, found, other):
    """When the front meets a node; plain numbers, since nodes come one by one."""
    a = b = c = 0.0
    for pair in beside:
        if not pair:
            return other
        place, square = pair[0]
        value = found[place]
        if len(pair) == 2 and found[pair[1][0]] < value:
            place, square = pair[1]
            value = found[place]
        if value == FAR:
            return other
        a += 1.0 / square
        b += value / square
        c += value * value / square
    inner = b * b - a * (c - 1.0)
    return (b + sqrt(inner)) / a if inner > 0.0 else other


def advected(normal, tangent, gradients, at, cycles: float, nodes):
    """(normal, tangent) level sets (n,) that the velocities of the front have carried for so many cycles, at the nodes (n,) of a mask.

    gradients  those of the normal and the tangent level set, (n, 3) each;  at  Taken by the nodes

    On the crack, velocities are along the gradients, and the surface stays; ahead of it they are those of the nearest place of the
    front, the one across the surface growing from the front to where this goes.
    """
    along, across = at.speeds * np.cos(at.angles), at.speeds * np.sin(at.angles)
    behind = tangent <= _SMALL
    with np.errstate(divide="ignore", invalid="ignore"):
        across = np.where(behind, 0.0, across * tangent / (along * cycles))
    left = tangent < _SMALL
    pulled = np.where(left, np.linalg.norm(gradients[1], axis=1), (at.directions * gradients[1]).sum(axis=1)) * along
    pushed = np.where(left, np.linalg.norm(gradients[0], axis=1), (at.normals * gradients[0]).sum(axis=1)) * across
    return np.where(nodes, normal - cycles * pushed, normal), np.where(nodes, tangent - cycles * pulled, tangent)
