"""Steered loads: which intensity each control finds, which of two is taken, and a snap-back that is followed."""

import numpy as np
import pytest

from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import NotConverged
from pyaster_lite.fe.evolution import evolve
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.steering import Arc, Bounds, Component, Prediction, Steering, Trial, Work, crossings
from pyaster_lite.fe.time_list import TimeList
from pyaster_lite.fe.time_scheme import Static


def trial(increment=0.0, fixed=0.0, steered=1.0, reach=1.0, u=0.0, force=1.0):
    return Trial(*(np.array([x], float) for x in (u, increment, fixed, steered, force)), reach)


class Snapping:
    """A spring whose force falls between two peaks, under a steered unit force."""

    size, mass, damping, linear, definite, silent = 1, None, None, False, True, ()
    elimination = Elimination(Relations.stacked(1, []))
    intensity, velocity = 0.0, None

    def internal_forces(self, state, increment, t):
        u = state.u + increment
        return u**3 - 3 * u**2 + 2.2 * u, None

    def stiffness(self, state, increment, t, tangent):
        u = state.u + increment
        return np.diag(3 * u**2 - 6 * u + 2.2)

    def imposed_forces(self, t, starting=False):
        return None

    def dead_loads(self, t):
        return np.zeros(1)

    def following_loads(self, t, u, v=None, a=None):
        return None

    def steered_loads(self, t, u):
        return np.ones(1)

    def modal_damping(self, v):
        return None


def follow(steering, instants):
    newton = Newton(Snapping(), Options(criteria=Criteria(1e-11), most=30))
    newton.steering = steering
    for advance in evolve(newton, Static(), TimeList(instants), State(0.0, *[np.zeros(1)] * 6)):
        yield float(advance.state.u[0]), steering.intensity, advance


def test_a_component_is_brought_to_its_reach():
    assert Component(np.ones(1)).solutions(trial(0.2, 0.1, 2.0, 1.0)) == pytest.approx([0.35])
    assert Component(np.zeros(1)).solutions(trial()) == []


def test_an_arc_has_two_ends_the_larger_first_or_none():
    assert Arc(np.ones(1)).solutions(trial(0.5, 0.0, 2.0, 1.0)) == pytest.approx([0.25, -0.75])
    far = Trial(np.zeros(2), np.array([0.0, 2.0]), np.zeros(2), np.array([1.0, 0.0]), np.zeros(2), 1.0)
    assert Arc(np.ones(2)).solutions(far) == []


def test_the_work_of_the_steered_loads_is_one():
    assert Work().solutions(trial(0.25, 0.25, 2.0, u=0.1, force=1.0)) == pytest.approx([0.2])


def test_the_largest_of_lines_crosses_the_reach_twice_once_or_never():
    assert crossings(np.array([[0.0, 1.0], [0.0, -2.0], [-5.0, 3.0]]), 1.0) == pytest.approx([-0.5, 1.0])
    assert crossings(np.array([[0.0, 1.0], [0.5, 0.0]]), 1.0) == pytest.approx([1.0])
    assert crossings(np.array([[0.0, 1.0], [2.0, 0.0]]), 1.0) == []
    assert crossings(np.array([[3.0, 1.0], [3.0, -1.0]]), 1.0) == []


def test_of_two_solutions_that_of_least_change_residual_or_angle_is_taken():
    near = trial(0.5, 0.0, 2.0, 1.0)  # changes of 1 and -1, from 0.25 and -0.75
    moving = np.ones(1)
    assert Steering(Arc(moving), selection="residual").choose(near, None, lambda e: abs(e + 0.75), [])
    for selection, before, left, wanted in (
        ("residual", None, lambda e: abs(e + 0.75), -0.75),
        ("angle", np.array([-1.0]), None, -0.75),
        ("angle", None, None, 0.25),
        ("mixed", None, lambda e: abs(e + 0.75), -0.75),
    ):
        steering = Steering(Arc(moving), selection=selection, moving=moving)
        assert steering.choose(near, before, left, [])
        assert steering.intensity == pytest.approx(wanted)
    lines = Prediction(lambda t: np.array([[0.0, 1.0], [0.0, -2.0]]))
    least = Steering(lines)
    assert least.choose(trial(-0.2), None, None, [])
    assert least.intensity == pytest.approx(1.0) or least.intensity == pytest.approx(-0.5)
    assert abs(-0.2 + least.intensity) == pytest.approx(0.7)


def test_the_multipliers_of_relations_count_in_the_length_that_an_angle_is_measured_by():
    # changes (3, 1) and (-1, 0), whose products with the change before are -6 and -1: the longer one turns less once l of -200 makes it so
    given = [np.array(x, float) for x in ((0, 0), (1, 0.5), (0, 0), (2, 0.5), (0, 0))]
    steering = Steering(Prediction(lambda t: np.array([[0.0, 1.0], [0.0, -1.0]])), selection="angle", moving=np.ones(2))
    for held, wanted in ((None, -1.0), ((np.array([-100.0]), np.array([-100.0])), 1.0)):
        assert steering.choose(Trial(*given, 1.0, held=held), np.array([1.0, -9.0]), None, [])
        assert steering.intensity == pytest.approx(wanted)


def test_a_falling_branch_is_followed_by_its_displacement():
    found = list(follow(Steering(Component(np.ones(1))), np.linspace(0.0, 2.0, 21)))
    for u, intensity, _ in found:
        assert intensity == pytest.approx(u**3 - 3 * u**2 + 2.2 * u, abs=1e-9)
    assert found[-1][0] == pytest.approx(2.0)
    assert min(b[1] - a[1] for a, b in zip(found[:-1], found[1:])) < 0.0


def test_the_end_of_the_course_is_met_and_ends_the_evolution():
    found = list(follow(Steering(Component(np.ones(1)), bounds=Bounds(high=0.4)), np.linspace(0.0, 2.0, 21)))
    assert found[-1][1] == pytest.approx(0.4)
    assert found[-1][2].is_last
    assert found[-1][0] < 0.4


def test_intensities_outside_the_range_make_the_step_fail():
    with pytest.raises(NotConverged, match="no intensity"):
        list(follow(Steering(Component(np.ones(1)), bounds=Bounds(following="rising")), np.linspace(0.0, 2.0, 21)))
