"""Tendons against what is known of them: circles, slips, places in plates."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import Cells
from pyaster_lite.fe.shapes import shape_functions
from pyaster_lite.fe.tendon import Tendon, relaxed_bpel, relaxed_etcc, trajectory
from pyaster_lite.fe.tendon_ties import ON_NODE, ON_SIDE, in_solids, on_plates

SQUARES = np.array([[i, j, 0.0] for j in range(3) for i in range(3)], float)
QUADS = Cells("QUAD4", "QUAD4", np.array([10, 11, 12, 13]), np.array([[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6], [4, 5, 8, 7]]))


def test_a_circle_has_its_length_and_its_angle():
    angle = np.linspace(0.0, 1.5, 61)
    s, turned = trajectory(np.stack([2 * np.cos(angle), 2 * np.sin(angle), np.zeros(61)], axis=1))
    assert s[-1] == pytest.approx(3.0, rel=1e-4)
    assert turned[-1] == pytest.approx(1.5, rel=2e-2)
    assert np.all(np.diff(s) > 0.0)


def test_a_line_that_waves_is_taken_by_its_chords():
    x = np.zeros((41, 3))
    x[:, 0], x[10:30:2, 1] = np.arange(41), 0.0
    x[20, 1] = 1.0
    s, turned = trajectory(x)
    assert s[-1] == pytest.approx(38 + 2 * np.sqrt(2.0))
    assert turned[-1] == pytest.approx(np.pi / 4 + np.arccos(0.0) + np.pi / 4)


def test_two_nodes_at_one_place_are_refused():
    with pytest.raises(ValueError, match="same place"):
        trajectory(np.array([[0, 0, 0], [0, 0, 0], [1, 0, 0]], float))


def test_friction_and_slip_of_one_anchor():
    s = np.linspace(0.0, 20.0, 2001)
    tendon = Tendon(1e6, 1e-3, 3e7, 0.2, 2e-3)
    rubbed = Tendon(1e6, 0.0, 3e7, 0.2, 2e-3).tension(s, 0.01 * s, False)
    np.testing.assert_allclose(rubbed, 1e6 * np.exp(-4e-3 * s))
    slipped = tendon.tension(s, 0.01 * s, False)
    lost = rubbed - slipped
    assert (lost >= -1e-6).all() and lost[0] > 0.0 and lost[-1] == 0.0
    # what is lost is the slip: integral of dF = E A d
    assert ((lost[1:] + lost[:-1]) * np.diff(s)).sum() / 2 == pytest.approx(3e7 * 1e-3, rel=1e-3)


@pytest.mark.parametrize("slip", [1e-4, 2e-3, 1e-2])
def test_both_anchors_lose_their_slips(slip):
    s = np.linspace(0.0, 20.0, 2001)
    slipped = Tendon(1e6, slip, 3e7, 0.2, 2e-3).tension(s, 0.01 * s, True)
    whole = Tendon(1e6, 0.0, 3e7, 0.2, 2e-3).tension(s, 0.01 * s, True)
    np.testing.assert_allclose(slipped, slipped[::-1], rtol=1e-9)
    lost = whole - slipped
    assert ((lost[1:] + lost[:-1]) * np.diff(s)).sum() / 2 == pytest.approx(2 * 3e7 * slip, rel=2e-3)


def test_relaxation():
    assert relaxed_bpel(np.array([5e5]), 1e6, 2.5, 0.3, 0.8) == pytest.approx(5e5 * (1 - 0.8 * 0.125 * 0.2))
    assert relaxed_etcc(np.array([1e6]), 1e6, 2.5, 1e5) == pytest.approx(1e6 * (1 - 0.8 * 0.66e-5 * 2.5 * np.exp(9.1)))


@pytest.mark.parametrize(
    "point, cell, index",
    [((0.4, 0.2, 0.1), 10, 0), ((1.0, 1.0, -0.2), 10, ON_NODE), ((1.0, 0.6, 0.1), 10, ON_SIDE + 2), ((0.3, 1.0, 0.1), 10, ON_SIDE + 3)],
)
def test_places_over_plates(point, cell, index):
    (tie,) = on_plates(np.array([point]), SQUARES, [QUADS])
    assert (tie.cell, tie.index) == (cell, index)
    np.testing.assert_allclose(tie.weights @ SQUARES[tie.masters] + tie.arm, point, atol=1e-12)
    np.testing.assert_allclose(tie.arm, [0.0, 0.0, point[2]], atol=1e-12)


def test_a_place_beside_a_ridge_goes_to_its_edge():
    x = np.array([[0, 0, 0], [1, 0, 1], [2, 0, 0], [0, 1, 0], [1, 1, 1], [2, 1, 0]], float)
    roof = Cells("QUAD4", "QUAD4", np.array([0, 1]), np.array([[0, 1, 4, 3], [1, 2, 5, 4]]))
    (tie,) = on_plates(np.array([[1.0, 0.3, 1.5]]), x, [roof])
    assert (tie.cell, tie.index) == (0, ON_SIDE + 2)
    np.testing.assert_allclose(tie.arm, [0.0, 0.0, 0.5], atol=1e-12)


def test_places_in_solids_and_outside():
    x = np.array([[i, j, k] for k in (0, 1) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))], float)
    brick = Cells("HEXA8", "HEXA8", np.array([5]), np.arange(8)[None])
    inside, corner, away = in_solids(np.array([[0.2, 0.4, 0.7], [1.0, 1.0, 0.0], [9.0, 0.0, 0.0]]), x, [brick])
    np.testing.assert_allclose(inside.weights @ x[inside.masters], [0.2, 0.4, 0.7], atol=1e-12)
    assert inside.arm is None and corner.masters.tolist() == [2] and corner.index == ON_NODE and away is None


def test_places_in_solids_are_those_of_their_tetrahedra():
    x = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1.6]], float)
    brick = Cells("HEXA8", "HEXA8", np.array([4]), np.array([range(8)]))
    nodes = reference_cell("HEXA8").nodes
    # a raised corner of the top: its halves meet along the diagonal that the tetrahedra have
    own, point = [5, 7, 0, 4], x[[5, 7, 0, 4]].mean(axis=0)
    (tie,) = in_solids(point[None], x, [brick])
    np.testing.assert_allclose(tie.weights, shape_functions("HEXA8", nodes[own].mean(axis=0)[None])[0][tie.masters])
    assert abs(tie.weights @ x[tie.masters] - point).max() > 0.01
    # a lowered one: along the other diagonal, and what is above the tetrahedra is one more
    x[7, 2] = 0.4
    (tie,) = in_solids(x[4:].mean(axis=0)[None], x, [brick])
    assert tie.masters.tolist() == [4, 5, 6, 7]
    np.testing.assert_allclose(tie.weights, 0.25)


def test_places_in_parallelepipeds_are_exact():
    x = np.array([[0, 0, 0], [2, 0, 0], [3, 1, 0], [1, 1, 0], [0, 1, 1], [2, 1, 1], [3, 2, 1], [1, 2, 1]], float)
    place = np.array([0.3, 0.2, 0.4]) @ (x[[1, 3, 4]] - x[0])
    for kind, own in (("HEXA8", range(8)), ("PENTA6", (0, 1, 3, 4, 5, 7)), ("PYRAM5", range(5))):
        (tie,) = in_solids(place[None], x, [Cells(kind, kind, np.array([1]), np.array([own]))])
        np.testing.assert_allclose(tie.weights @ x[tie.masters], place, atol=1e-12)
