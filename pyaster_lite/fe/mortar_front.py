"""The order in which a front finds the pairs of facing cells: from one slave cell to its neighbours, and so on (r5.03.55).

1.  A slave cell that was not met yet starts from the first cell, around the master node nearest to its middle, that falls on it.
2.  Master cells are met from there by their neighbours as long as they share something; each side of the slave cell that touches
    one remembers it.
3.  Slave neighbours across these sides follow, each from the master cell remembered last, until there are none; then 1 again.

A cell that step 1 has gone past may be met again by a later front: its own start may have shared nothing with it, or been none
(ap_infast_n and pairGetStartCells, which mark it so even where a front had met it).

Cells are few where somebody asks for this order: it is a loop.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from .mortar_pairing import SMALLEST, FacingCells, meet
from .mortar_skin import Skin

CERTAIN = 100.0
"""The first pair shares more than so many times the least share."""


def neighbours(skin: Skin) -> list[list[int]]:
    """For each cell the rank of the one across each of its sides, or beyond each end of a segment, -1 for none."""
    cells = [nodes[:count].tolist() for nodes, count in zip(skin.nodes, skin.corner_counts)]
    sides: dict = {}
    for rank, nodes in enumerate(cells):
        for side in _sides(nodes, skin.flat):
            sides.setdefault(side, []).append(rank)
    return [[_other(sides[side], rank) for side in _sides(nodes, skin.flat)] for rank, nodes in enumerate(cells)]


def _sides(nodes, flat):
    return [frozenset(pair) for pair in zip(nodes, nodes[1:] + nodes[:1])] if flat else [frozenset((node,)) for node in nodes]


def _other(ranks, own):
    others = [rank for rank in ranks if rank != own]
    return others[0] if len(ranks) == 2 else -1


def by_front(slaves: Skin, masters: Skin, x, reach: float = -1.0, tolerance: float = SMALLEST) -> FacingCells:
    """The pairs, nodes standing at x, in the order in which a front finds them."""
    n, m = len(slaves), len(masters)
    rows, columns = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
    met = meet(slaves, masters, x, rows, columns, reach, tolerance)
    back = meet(masters, slaves, x, columns, rows, reach, tolerance)
    shared, falls = met.sizes.reshape(n, m), back.sizes.reshape(n, m)
    touched = met.touched.reshape(n, m, 4)
    around, across = neighbours(masters), neighbours(slaves)
    starts = _starts(slaves, masters, x, falls, tolerance)
    seen, tried, found = np.zeros(n, bool), np.zeros(n, bool), []
    for first in range(n):
        met_before, tried[first] = tried[first], True
        if met_before or starts[first] < 0:
            continue
        seen[:first], seen[first] = False, True
        waiting = deque([(first, starts[first])])
        while waiting:
            slave, start = waiting.popleft()
            near, reached, fresh, remembered = deque([start]), {start}, True, [-1] * len(across[slave])
            while near:
                master = near.popleft()
                if shared[slave, master] > tolerance:
                    found.append((slave, master))
                if shared[slave, master] > tolerance or fresh:
                    for other in around[master]:
                        if other >= 0 and other not in reached:
                            reached.add(other)
                            near.append(other)
                    for side, other in enumerate(across[slave]):
                        if other >= 0 and not seen[other] and touched[slave, master, side]:
                            remembered[side] = master
                    fresh = False
            for side, other in enumerate(across[slave]):
                if other >= 0 and remembered[side] >= 0 and not seen[other]:
                    seen[other] = tried[other] = True
                    waiting.append((other, remembered[side]))
    pairs = np.array(found, int).reshape(-1, 2)
    return FacingCells(pairs[:, 0], pairs[:, 1], met.overlap.kept(pairs[:, 0] * m + pairs[:, 1]))


def _starts(slaves, masters, x, falls, tolerance):
    """(n,) the master cell that each slave cell would start from, -1 for none."""
    middles = slaves.places(x, np.arange(len(slaves)), slaves.middles())
    nodes = np.unique(masters.nodes[masters.nodes >= 0])
    nearest = nodes[np.linalg.norm(middles[:, None] - x[nodes], axis=2).argmin(axis=1)]
    found = []
    for own, node in zip(falls, nearest):
        around = np.flatnonzero((masters.nodes == node).any(axis=1))
        good = around[own[around] > CERTAIN * tolerance]
        found.append(good[0] if len(good) else -1)
    return found
