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

        def start(sense, distance):
            first = sense * stand_in if by_stand_in else distance
            found = np.where(known & nodes & (distance >= 0.0), first, FAR)
            waits = nodes & (distance >= 0.0)
            other = sense * stand_in if ahead is None else np.where(ahead, sense * stand_in, distance)

            def tell(node):
                told = []
                for axis in range(self.dim):
                    for side in (1, 0):
                        place = self.neighbours[node, axis, side]
                        if place >= 0 and waits[place] and not known[place]:
                            found[place] = self._met(place, found, nodes, other)
                            told.append(int(place))
                waits[node] = False
                return told

            return found, tell

        return start

    def _met(self, place, found, nodes, other):
        values, steps = [], []
        for axis in range(self.dim):
            pairs = zip(self.neighbours[place, axis].tolist(), self.steps[place, axis].tolist())
            beside = [(found[i], h) for i, h in pairs if i >= 0 and nodes[i]]
            value, step = min(beside, key=lambda item: item[0]) if beside else (FAR, 1.0)
            values.append(float(value))
            steps.append(step)
        if max(values) == FAR:
            return other[place]
        a, b, c = (sum(v**k / h**2 for v, h in zip(values, steps)) for k in (0, 1, 2))
        inner = b * b - a * (c - 1.0)
        return (b + sqrt(inner)) / a if inner > 0.0 else other[place]


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
