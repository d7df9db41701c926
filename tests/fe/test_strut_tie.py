"""Struts and ties: places, bars and sections against what can be told by hand."""

import numpy as np
import pytest

from pyaster_lite.fe import strut_tie
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.strut_tie import Search, Strengths, Truss

STRENGTHS = Strengths(steel=2e5, concrete=2e4, tie=400.0, strut=20.0, least=1e-3, change=0.5)


def bracket():
    """A load between two supports on a line and a point above: two struts and a tie are enough, a diagonal web is not needed."""
    points = np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 2.0], [2.5, 0.5]])
    free = np.array([np.nan, 0.0])
    bars = strut_tie.bars_between(points, 10.0)
    return Truss(points, bars, [(0, np.zeros(2)), (1, free)], [(2, np.array([0.0, -1000.0]))])


def test_forces_are_in_balance():
    truss = bracket()
    truss.sections = np.linspace(0.5, 1.5, len(truss.bars))
    forces = truss.solve(np.full(len(truss.bars), 2e5))
    pull = np.zeros((4, 2))
    for (one, other), force in zip(truss.bars, forces):
        way = truss.points[other] - truss.points[one]
        way = force * way / np.linalg.norm(way)
        pull[one] += way
        pull[other] -= way
    assert pull[2] == pytest.approx([0.0, 1000.0]) and pull[3] == pytest.approx([0.0, 0.0], abs=1e-9)
    assert pull[0] + pull[1] == pytest.approx([0.0, -1000.0])


def test_what_carries_has_the_section_that_its_strength_asks_for():
    truss = bracket()
    strut_tie.optimise(truss, STRENGTHS, Search(200, 1e-6))
    found = {tuple(bar): (force, section) for bar, force, section in zip(truss.bars.tolist(), truss.forces, truss.sections)}
    force = -1000.0 / np.sqrt(2.0)
    assert found[0, 2] == pytest.approx((force, -force / 20.0), rel=1e-3)
    assert found[0, 1] == pytest.approx((500.0, 500.0 / 400.0), rel=1e-2)
    assert found[2, 3][1] == 1e-3


def test_bars_that_do_not_carry_are_left_out():
    truss = bracket()
    before = len(truss.bars)
    strut_tie.optimise(truss, STRENGTHS, Search(200, 1e-5, (0.4, 1)))
    assert len(truss.bars) < before
    assert {tuple(sorted(map(tuple, truss.points[bar].tolist()))) for bar in truss.bars} >= {((0.0, 0.0), (2.0, 2.0))}


def test_a_mechanism_is_told():
    truss = Truss(np.array([[0.0, 0], [1, 0], [2, 0]]), np.array([[0, 1], [1, 2]]), [(0, np.zeros(2)), (2, np.zeros(2))], [(1, np.ones(2))])
    with pytest.raises(ComputationFailed, match="mechanism"):
        truss.solve(np.ones(2))


def test_points_near_one_another_become_one():
    points = np.array([[0.0, 0.0], [0.3, 0.0], [2.0, 1.0], [2.2, 1.0], [5.0, 5.0]])
    fixed = np.array([False, True, False, False, False])
    assert strut_tie.merged(points, 0.5, fixed).tolist() == [[0.3, 0.0], [2.1, 1.0], [5.0, 5.0]]


def test_polygons_and_bars_that_cross_them():
    square = np.array([[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]])
    places = np.array([[1.5, 1.5], [0.5, 1.5], [3.0, 1.5], [1.5, 1.0]])
    assert strut_tie.in_polygon(places, square).tolist()[:3] == [True, False, False]
    assert strut_tie.in_polygon(places, square, True).tolist() == [True, False, False, True]
    points = np.array([[0.0, 0.0], [3.0, 3.0], [3.0, 0.0]])
    assert strut_tie.bars_between(points, 10.0, [square]).tolist() == [[0, 2], [1, 2]]
    assert strut_tie.bars_between(points, 3.5).tolist() == [[0, 2], [1, 2]]


def test_values_on_a_grid_and_their_valleys():
    x, y = np.mgrid[0:4, 0:3].astype(float)
    seeds = np.column_stack([x.ravel(), y.ravel()])
    data = (x.ravel() - 2.0) ** 2 + (y.ravel() - 1.0) ** 2
    values = strut_tie.on_grid(seeds, data, x, y, np.ones(x.shape, bool))
    assert values.ravel() == pytest.approx(data)
    assert np.argwhere(strut_tie.valleys(values)).tolist() == [[2, 1]]
    # Between seeds of one row the code followed lets the slope act from the origin
    row, one = seeds[seeds[:, 1] == 1.0], np.ones((1, 1), bool)
    between = strut_tie.on_grid(row, 3.0 * row[:, 0], np.array([[1.5]]), np.array([[1.0]]), one)
    assert between[0, 0] == pytest.approx(-4.5)
    with pytest.raises(ComputationFailed, match="finds no nodes"):
        strut_tie.on_grid(seeds, data, np.array([[9.0]]), np.array([[0.5]]), np.ones((1, 1), bool))
