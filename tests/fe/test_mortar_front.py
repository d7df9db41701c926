"""A front finds the pairs that looking at every pair finds, each slave cell after a neighbour of it."""

from __future__ import annotations

import numpy as np
import pytest

from pyaster_lite.fe.mortar_front import by_front, neighbours
from pyaster_lite.fe.mortar_pairing import along_rays, meet
from pyaster_lite.fe.mortar_skin import Skin
from pyaster_lite.fe.pairing_space import Facets


def rows(count, other):
    """A row of `count` segments under a row of `other` ones, 1 m long: places and skins."""
    low, high = np.linspace(0.0, 1.0, count + 1), np.linspace(0.0, 1.0, other + 1)
    at = np.concatenate([np.stack([x, np.full(len(x), y), 0.0 * x], axis=1) for x, y in ((low, 0.0), (high, 0.1))])
    top = np.arange(other) + count + 1
    slaves = Facets.of([("SEG2", np.array([i + 1, i])) for i in range(count)])
    return at, Skin(slaves, False), Skin(Facets.of([("SEG2", np.array([i, i + 1])) for i in top]), False)


def sheets(count, other):
    """A sheet of count x count quadrangles under one of other x other, 1 m large: places and skins."""
    parts, cells, first = [], [], 0
    for n, height, turn in ((count, 0.0, 1), (other, 0.1, -1)):
        x = np.linspace(0.0, 1.0, n + 1)
        parts.append(np.stack([*(a.ravel() for a in np.meshgrid(x, x)), np.full((n + 1) ** 2, height)], axis=1))
        corner = first + np.arange((n + 1) ** 2).reshape(n + 1, n + 1)
        ring = np.stack([corner[:-1, :-1], corner[:-1, 1:], corner[1:, 1:], corner[1:, :-1]], axis=2).reshape(-1, 4)
        cells.append(Skin(Facets.of([("QUAD4", nodes[::turn]) for nodes in ring]), True))
        first += (n + 1) ** 2
    return np.concatenate(parts), *cells


@pytest.mark.parametrize("made", [rows(3, 5), rows(5, 3), sheets(3, 4), sheets(4, 3)])
def test_a_front_finds_what_looking_at_every_pair_finds(made):
    at, slaves, masters = made
    front, every = by_front(slaves, masters, at), along_rays(slaves, masters, at)
    assert sorted(zip(front.slaves, front.masters)) == sorted(zip(every.slaves, every.masters))
    assert front.overlap.sizes(slaves.flat).sum() == pytest.approx(every.overlap.sizes(slaves.flat).sum())
    across, seen = neighbours(slaves), set()
    for slave in dict.fromkeys(front.slaves.tolist()):
        assert not seen or seen & set(across[slave])
        seen.add(slave)


def test_neighbours_stand_across_sides():
    _, slaves, _ = sheets(2, 1)
    assert neighbours(slaves)[0] == [-1, 1, 2, -1]
    _, slaves, _ = rows(3, 1)
    assert neighbours(slaves)[1] == [2, 0]


def test_cells_too_far_apart_are_not_paired():
    at, slaves, masters = rows(4, 4)
    at[5:, 1] = 3.0
    assert len(along_rays(slaves, masters, at).slaves) == 4
    assert len(along_rays(slaves, masters, at, reach=1.0).slaves) == 0


def test_a_cell_whose_own_start_misses_it_is_met_from_its_neighbour():
    """Beside the first slave cell leans a wall whose rays fall on that cell, while its own rays only meet the roof, farther away."""
    floor = np.array([[x, 0.0, 0.0] for x in range(4)])
    roof, wall = floor + [0.0, 1.5, 0.0], np.array([[-0.3, 0.6, 0.0], [-0.7, 0.2, 0.0]])
    slaves = Skin(Facets.of([("SEG2", np.array([i + 1, i])) for i in range(3)]), False)
    masters = Skin(Facets.of([("SEG2", np.array(pair)) for pair in ([9, 8], [4, 5], [5, 6], [6, 7])]), False)
    at = np.concatenate([floor, roof, wall])
    assert meet(masters, slaves, at, np.array([0]), np.array([0])).sizes[0] > 0.1
    front = by_front(slaves, masters, at)
    assert sorted(zip(front.slaves.tolist(), front.masters.tolist())) == [(0, 1), (1, 2), (2, 3)]
