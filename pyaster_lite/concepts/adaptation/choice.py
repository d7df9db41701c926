"""From an indicator, a value for some cells, to the cells to be cut and those to be put together again."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pyaster_lite.concepts.adaptation.division import PIECES
from pyaster_lite.concepts.adaptation.lineage import KINDS, Lineage

_ALIKE = 1e-12


@dataclass(frozen=True)
class Criterion:
    """How a threshold is given.

    way    "value": itself; "range": a fraction of the way from the least to the greatest value; "share": a fraction of the cells;
           "spread": so many standard deviations above (to cut) or below (to put together) the mean
    amount the number
    """

    way: str
    amount: float


def upper_threshold(values, criterion: Criterion) -> float:
    """Cells of at least this value are cut; `values` (k,) of all cells that have one."""
    least, greatest = values.min(), values.max()
    if criterion.way == "value":
        return criterion.amount
    if criterion.way == "spread":
        return values.mean() + (criterion.amount * values.std() if values.std() > _ALIKE else _ALIKE)
    if greatest - least <= _ALIKE:
        return greatest + _ALIKE
    if criterion.amount <= _ALIKE:
        return 1.5 * greatest if criterion.way == "share" else 0.999 * least
    if criterion.amount >= 1 - _ALIKE:
        return 0.999 * least if criterion.way == "share" else 1.5 * greatest
    if criterion.way == "range":
        return least + criterion.amount * (greatest - least)
    return -_between(-values, criterion.amount)


def lower_threshold(values, criterion: Criterion) -> float:
    """Pieces of at most this value are put together again."""
    least, greatest = values.min(), values.max()
    if criterion.way == "value":
        return criterion.amount
    if criterion.way == "spread":
        return values.mean() - (criterion.amount * values.std() if values.std() > _ALIKE else _ALIKE)
    if greatest - least <= _ALIKE:
        return least - _ALIKE
    if criterion.amount <= _ALIKE:
        return 0.999 * least
    if criterion.amount >= 1 - _ALIKE:
        return 1.5 * greatest
    if criterion.way == "range":
        return least + criterion.amount * (greatest - least)
    return _between(values, criterion.amount)


def _between(values, share):
    """A value between the last of the share of the least values and the next one."""
    count = int(np.floor(share * len(values) + 0.5))
    if count == 0:
        return -np.inf
    if count == 1 and len(values) > 1:
        gaps = np.abs(values[1:] - np.minimum.accumulate(values)[:-1])
        return values.min() + 0.5 * gaps[gaps > _ALIKE].min()
    last = min(count + 1, len(values))
    return np.sort(values)[max(last - 2, 0) : last].mean()


def on_rows(lineage: Lineage, values) -> np.ndarray:
    """The values of the cells of the mesh (n_cells,), nan where there are none, as values of the rows: the greatest of the pieces."""
    found = np.full(len(lineage.kind), -np.inf)
    known = ~np.isnan(values)
    np.maximum.at(found, lineage.of_cell[known], np.asarray(values)[known])
    return np.where(np.isinf(found), np.nan, found)


def families_below(lineage: Lineage, values, threshold: float) -> np.ndarray:
    """Rows whose pieces are all present, all of at most the threshold, and none beside a cell cut finer."""
    low = lineage.leaf & lineage.alive & (np.nan_to_num(values, nan=np.inf) <= threshold)
    for kind in KINDS[1:]:
        mine = lineage.rows(kind, low)
        low[mine[lineage.edges.cut[lineage.edges_of(kind, mine)].any(axis=1)]] = False
    found = []
    for kind in KINDS[1:]:
        parents = lineage.rows(kind, lineage.alive & ~lineage.leaf)
        children = lineage.first_child[parents][:, None] + np.arange(len(PIECES[kind]))
        found.append(parents[low[children].all(axis=1)])
    return np.concatenate(found)


def at_nodes(lineage: Lineage, values) -> np.ndarray:
    """The values at the nodes of the mesh (n_nodes,) as values at all nodes that the lineage knows, nan where there are none.

    Nodes that only make the mesh conform count for nothing.
    """
    found = np.full(len(lineage.coordinates), np.nan)
    found[lineage.of_node] = values
    regular = np.zeros(len(found), bool)
    edges = [lineage.edges.halves[lineage.edges.cut].ravel()]
    for kind in KINDS:
        rows = lineage.rows(kind)
        regular[lineage.corners(kind, rows)] = True
        edges.append(lineage.edges_of(kind, rows).ravel())
    middles = lineage.edges.middle[np.concatenate(edges)]
    regular[middles[middles >= 0]] = True
    return np.where(regular, found, np.nan)


def edges_above(lineage: Lineage, values, threshold: float, below_level: float = np.inf) -> np.ndarray:
    """Whole edges whose nodes all have at least the threshold; `values` by `at_nodes`.

    They are edges of present cells of a level below a given one, and halves of cut edges beside which no cell is cut.
    """
    held, shallow = np.zeros(len(lineage.edges), bool), np.zeros(len(lineage.edges), bool)
    for kind in KINDS[1:]:
        rows = lineage.rows(kind)
        held[lineage.edges_of(kind, rows)] = True
        shallow[lineage.edges_of(kind, rows[lineage.level[rows] < below_level])] = True
    reached = held
    while (reached & lineage.edges.cut).any():
        halves = np.zeros(len(held), bool)
        halves[lineage.edges.halves[reached & lineage.edges.cut]] = True
        reached = halves & ~held
        shallow |= reached
        held = held | reached
    numbers = np.flatnonzero(shallow & ~lineage.edges.cut)
    return numbers[_of_edges(lineage, numbers, np.nan_to_num(values, nan=-np.inf) >= threshold)]


def families_below_at_nodes(lineage: Lineage, values, threshold: float) -> np.ndarray:
    """As `families_below`, of values at nodes: those of the halves of the edges of the cut cell count."""
    low = np.nan_to_num(values, nan=np.inf) <= threshold
    halves = lineage.edges.halves
    both = np.zeros(len(lineage.edges), bool)
    cut = np.flatnonzero(lineage.edges.cut)
    both[cut] = _of_edges(lineage, halves[cut].ravel(), low).reshape(-1, 2).all(axis=1)
    whole = families_below(lineage, np.zeros(len(lineage.kind)), 0.0)
    among = np.zeros(len(lineage.kind), bool)
    among[whole] = True
    found = []
    for kind in KINDS[1:]:
        rows = lineage.rows(kind, among)
        found.append(rows[both[lineage.edges_of(kind, rows)].all(axis=1)])
    return np.concatenate(found)


def _of_edges(lineage, numbers, chosen):
    """Whether the ends of edges, and their middle if they have one, are all chosen (n_nodes,)."""
    middle = lineage.edges.middle[numbers]
    return chosen[lineage.edges.nodes[numbers]].all(axis=1) & ((middle < 0) | chosen[middle])


def diameters(lineage: Lineage) -> np.ndarray:
    """The greatest distance between two vertices of each row, (n,)."""
    found = np.zeros(len(lineage.kind))
    for kind in KINDS[1:]:
        rows = lineage.rows(kind, np.ones(len(found), bool))
        points = lineage.coordinates[lineage.corners(kind, rows)]
        for one, two in combinations(range(points.shape[1]), 2):
            found[rows] = np.maximum(found[rows], np.linalg.norm(points[:, one] - points[:, two], axis=1))
    return found


def skins(lineage: Lineage) -> np.ndarray:
    """Which rows of the present mesh are triangles and quadrangles on volumes, (n,)."""
    owned = np.zeros(len(lineage.faces), bool)
    for kind in KINDS[4:]:
        owned[lineage.faces_of(kind, lineage.rows(kind))] = True
    found = np.zeros(len(lineage.kind), bool)
    for kind in KINDS[2:4]:
        rows = lineage.rows(kind)
        found[rows] = owned[lineage.faces_of(kind, rows)[:, 0]]
    return found
