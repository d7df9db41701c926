"""Contact with multipliers: what a step leaves to the next, and to another attempt at itself."""

import numpy as np
import pytest

from pyaster_lite.contact.continuous import Continuous, ContinuousLaw, Loops, _deepest_allowed
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.contact_geometry import Renewal
from pyaster_lite.fe.contact_points import ContinuousGeometry, SlavePoints
from pyaster_lite.fe.iteration_matrix import IterationMatrix
from pyaster_lite.fe.newton import StepFailed
from pyaster_lite.fe.pairing import Zone
from pyaster_lite.fe.pairing_space import Facets, SpaceZone

AT = np.array([[0, 0], [2, 0], [0.5, 0], [1.5, 0]], float)


def contact(law=None, **loops):
    zone = Zone(np.array([2, 3]), np.array([[1, 0]]), np.array([[2, 3]]))
    geometry = ContinuousGeometry([zone], AT, np.arange(8).reshape(-1, 2), Renewal(), [None])
    geometry.set_points([SlavePoints.of(zone, AT, "nodes", 0, False)])
    return Continuous(geometry, [law or ContinuousLaw(False, 100.0, starts="closed")], Loops(**loops))


def turn(made, load, u=None):
    """One iteration on two nodes on springs, over a floor that is held; gives the displacements."""
    held = Elimination(Relations.imposed(8, [0, 1, 2, 3], lambda t: np.zeros(4)))
    matrix = IterationMatrix(np.eye(8) * 10.0, held, True, True)
    u = np.zeros(8) if u is None else u
    force = np.zeros(8)
    force[[5, 7]] = load
    x = made.solve(matrix, force - 10.0 * u, None, u, u)
    made.move(u + x, u + x)
    return u + x


def test_pressed_nodes_stay_on_the_floor_and_their_multipliers_carry_the_load():
    made = contact()
    made.begin(1.0)
    u = turn(made, -3.0)
    assert u == pytest.approx(np.zeros(8))
    assert made.multipliers[0] == pytest.approx([-6.0, -6.0])
    total = np.zeros(8)
    made.judged(u, u)
    turn(made, -3.0, u)
    made.add_force(total)
    assert total[[5, 7]] == pytest.approx([-3.0, -3.0]) and total[[1, 3]].sum() == pytest.approx(6.0)


def test_a_pulled_node_is_let_go_at_the_next_iteration():
    made = contact()
    made.begin(1.0)
    u = turn(made, 3.0)
    made.judged(u, u)
    assert not made.pressing.any()
    u = turn(made, 3.0, u)
    assert u[[5, 7]] == pytest.approx([0.3, 0.3]) and made.judged(u, u)


def test_an_iteration_that_moved_what_presses_is_not_the_last_but_one():
    made = contact(geometry="newton")
    made.begin(1.0)
    u, judged, moved = np.zeros(8), [], []
    for way in (0.1, 0.2, 0.2, 0.4, 0.4, 0.4):
        u = turn(made, -3.0, u)
        u[[4, 6]] = way
        made.move(u, u)
        made._turn_iterations -= 1
        judged.append(made.judged(u, u))
        moved.append(made._moved)
    # the two ways of a point and of what it faces, on a master cell of 2 m; the first two iterations of a step are not looked at
    assert moved == pytest.approx([0.0, 0.0, 0.0, np.sqrt(2) * 0.2 / 2, 0.0, 0.0], abs=1e-12)
    assert judged[3:] == [True, False, True]


def test_another_attempt_starts_from_what_the_step_before_left():
    made = contact()
    made.begin(1.0)
    u = turn(made, -3.0)
    made.judged(u, u)
    made.begin(2.0)
    assert made.pressing.all() and not made.multipliers.any()
    assert made.threshold == pytest.approx([-6.0, -6.0])
    assert made.left_force(8)[5] == pytest.approx(-3.0)
    made.pressing[:] = False
    made.threshold[:] = -1.0
    made.begin(1.5)
    assert made.pressing.all() and made.threshold == pytest.approx([-6.0, -6.0])


def test_a_last_point_that_may_not_open_again_ends_the_loop():
    made = contact(ContinuousLaw(False, 100.0, starts="closed", bilateral=True), contact="fixed")
    for held in ([False, True], [True, False]):
        made.begin(1.0)
        u = turn(made, 3.0)
        made.held[:] = held
        made._watching().pressed[:] = True
        assert made._judge_statuses(u, 0) == held[1] and made.pressing.tolist() == held


def test_loops_that_do_not_end_fail_the_step():
    made = contact(contact="fixed", contact_most=2)
    made.begin(1.0)
    for load in (-3.0, 3.0):
        u = turn(made, load)
        assert made.judged(u, u)
        if load < 0:
            assert not made.settled(u)
    with pytest.raises(StepFailed, match="still change after 2 turns"):
        made.settled(u)


@pytest.mark.parametrize("quiet", [0.0, -4e-3])
def test_from_the_second_turn_on_a_point_without_pressure_ends_the_loop_on_statuses(quiet):
    """The master cell is 2 long: up to 2e-3 is no pressure. Statuses found at the end are those of the next pairing."""
    made = contact(contact="fixed")
    made.geometry.renewal = Renewal("fixed", 3)
    made.begin(1.0)
    for pressures in ([-5.0, -5.0], [-6.0, quiet]):
        u = turn(made, -3.0)
        made.pressing[:] = [True, False]
        made._watching().pressed[:] = [False, True]
        made.multipliers[0] = pressures
        assert not made.settled(u)
    assert made._contact_turns == (1 if quiet == 0.0 else 3)
    assert made.geometry._count == (2 if quiet == 0.0 else 1)


def test_a_point_that_comes_and_goes_is_penalised_in_the_end_and_as_given_in_the_next_step():
    made = contact(ContinuousLaw(False, 1.0, starts="closed"))
    made.begin(1.0)
    for number in range(12):
        u = turn(made, -3.0)
        u[[5, 7]] = 1e-3 if number % 2 else -1e-3
        made.move(u, u)
        made._turn_iterations -= 1
        made.multipliers[0] = 0.0 if number % 2 else -2.0
        made.judged(u, u)
    # ten corrections with other statuses each; the master cell is 2 long
    assert made.laws.penalised.all() and made.laws.stiffness.tolist() == [0.5, 0.5]
    made.begin(2.0)
    assert not made.laws.penalised.any() and made.laws.stiffness.tolist() == [1.0, 1.0]


def test_another_turn_starts_without_multipliers_on_the_pairing_of_where_the_last_one_ended():
    made = contact()
    made.begin(1.0)
    u = turn(made, -3.0)
    made.geometry.renewal = Renewal("fixed", 2)
    assert made.multipliers.any() and not made.settled(u)
    assert not made.multipliers.any() and made.pressing.all() and made.geometry.paired_at is not None
    assert np.array_equal(made.geometry.paired_at, u)


@pytest.mark.parametrize("direction", [None, np.array([0.6, 0.8, 0.0])])
def test_friction_may_be_free_along_one_direction_alone(direction):
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    at = np.vstack([square, square])
    zone = SpaceZone.of(np.arange(4), Facets.of([("QUAD4", np.arange(4, 8))]), Facets.of([("QUAD4", np.arange(4))]))
    geometry = ContinuousGeometry([zone], at, np.arange(24).reshape(-1, 3), Renewal(), [None])
    geometry.set_points([SlavePoints.of(zone, at, "nodes", 0, False)])
    law = ContinuousLaw(False, 100.0, 0.3, free_nodes=np.array([0, 1]), free_direction=direction)
    made = Continuous(geometry, [law], Loops())
    made.begin(1.0)
    made._pair(np.zeros(24))
    points = made._paired.points
    frames = np.concatenate([points.normals[:, None], points.tangents], axis=1)
    assert frames @ frames.transpose(0, 2, 1) == pytest.approx(np.tile(np.eye(3), (4, 1, 1)))
    free = np.array([True, True, False, False])
    assert made._pinned[1].tolist() == free.tolist() and made._pinned[2].tolist() == (free & (direction is None)).tolist()
    if direction is not None:
        assert points.tangents[:2, 0] == pytest.approx(np.tile(direction, (2, 1)))
        assert points.tangents[2:, 0] != pytest.approx(np.tile(direction, (2, 1)))


def test_a_penalty_of_friction_takes_the_scale_of_the_slip_that_is_allowed_where_points_slip():
    made = contact(ContinuousLaw(False, 100.0, friction=0.5, friction_penalised=True, friction_stiffness=7.0, starts="closed", slip=1e-3))
    made.begin(1.0)
    turn(made, -3.0)
    moved = np.zeros(8)
    moved[4] = 1e-6
    made.move(moved, moved)
    made.judged(moved, moved)
    # One master cell alone is the shortest and the longest: ten over the slip allowed, at the point that slips by more than 1e-9
    assert made.laws.friction_stiffness == pytest.approx([1e4, 7.0])


def test_where_slave_nodes_project_is_told_whether_they_press_or_not():
    made = contact()
    made.begin(1.0)
    u = turn(made, 3.0)
    made.judged(u, u)
    turn(made, 3.0, u)
    report = made.report(u)
    assert not report.active.any()
    np.testing.assert_allclose(report.projections, AT[2:], atol=1e-12)


def test_friction_is_told_with_the_limit_that_the_last_iteration_had():
    law = ContinuousLaw(False, 100.0, friction=0.5, friction_stiffness=2.0, starts="closed", threshold=4.0)
    made = contact(law, contact="fixed", friction="fixed")
    made.begin(1.0)
    u = turn(made, -3.0)
    made.multipliers[1] = 2.0
    made.settled(u)
    assert made.threshold == pytest.approx([-6.0, -6.0])
    told = made.report(u)
    # 0.5 of 4 N/m over half a metre each, whatever limit the next turn starts with
    assert abs(told.stuck + told.sliding)[:, 0] == pytest.approx([1.0, 1.0])


CASES = [((1e-4,), 1e-2), ((1e-4, 1e-3), 1e-4), ((1e-3, 1e-4), 1e-2), ((None, 1e-3), 1e-2), ((), np.inf)]


@pytest.mark.parametrize("depths, allowed", CASES)
def test_the_depth_that_ends_the_iterations_is_that_of_a_zone_before_a_laxer_last_one(depths, allowed):
    laws = [ContinuousLaw(True, 1.0, depth=depth) for depth in depths] or [ContinuousLaw(False, 1.0)]
    assert _deepest_allowed(laws) == allowed
