"""Unilateral conditions on two springs: exact and penalised, with bounds that move."""

import numpy as np
import pytest

from pyaster_lite.contact.contrainte import ActiveSet
from pyaster_lite.contact.penalisation import DiscretePenalty
from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.contact_geometry import ZoneLaw
from pyaster_lite.fe.evolution import STOP, evolve
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.time_list import TimeList
from pyaster_lite.fe.time_scheme import Static
from pyaster_lite.fe.unilateral import Conditions

K = np.array([[3.0, -1.0, 0.0], [-1.0, 2.0, 0.0], [0.0, 0.0, 5.0]])


class Springs:
    """Three unknowns, the load t (6, 4, -10)."""

    size, linear, definite, mass, damping, silent = 3, True, True, None, None, ()
    elimination = Elimination(Relations.stacked(3, []))

    def internal_forces(self, state, increment, t):
        return state.force + K @ increment, None

    def stiffness(self, *_):
        return K

    def imposed_forces(self, t, starting=False):
        return None

    def dead_loads(self, t):
        return t * np.array([6.0, 4.0, -10.0])

    def following_loads(self, t, u, v=None, a=None):
        return None

    def modal_damping(self, v):
        return None


def solve(member, law, weights, bounds):
    """u at t = 1, and the contact; conditions on (u0, u1) and on u2 alone."""
    conditions = Conditions(np.array([0, 1]), np.array([0, 0]), np.array([[0, 1], [2, -1]]), weights, bounds)
    contact = member(conditions, [law])
    zero = np.zeros(3)
    newton = Newton(Springs(), Options(criteria=Criteria(1e-12), most=20), contact)
    steps = list(evolve(newton, Static(), TimeList((0.0, 0.5, 1.0)), State(0.0, *[zero] * 6), (STOP,)))
    return steps[-1].state.u, contact


def weights(t):
    return np.array([[1.0, 2.0], [1.0, 99.0]])


def test_a_condition_on_two_unknowns_holds_with_one_multiplier():
    u, contact = solve(ActiveSet, None, weights, lambda t: np.array([2.0 * t, 0.0]))
    assert u[0] + 2 * u[1] == pytest.approx(2.0)
    assert K @ u == pytest.approx(np.array([6.0, 4.0, -10.0]) - contact.pressed[0] * np.array([1.0, 2.0, 0.0]))
    assert contact.active.tolist() == [True, False] and u[2] == pytest.approx(-2.0)


def test_a_loose_condition_changes_nothing():
    u, contact = solve(ActiveSet, None, weights, lambda t: np.array([1e3, 1e3]))
    assert u == pytest.approx(np.linalg.solve(K, [6.0, 4.0, -10.0])) and not contact.active.any()


def test_a_penalty_gives_way_by_its_force():
    u, contact = solve(DiscretePenalty, ZoneLaw(1e3), weights, lambda t: np.array([2.0, 0.0]))
    row = np.array([1.0, 2.0, 0.0])
    expected = np.linalg.solve(K + 1e3 * np.outer(row, row), np.array([6.0, 4.0, -10.0]) + 2e3 * row)
    assert u == pytest.approx(expected)
    assert contact.penetration() == pytest.approx(row @ expected - 2.0)


def test_coefficients_follow_time():
    u, _ = solve(ActiveSet, None, lambda t: np.array([[0.0, t], [-t, 0.0]]), lambda t: np.array([1.0, t * t]))
    assert u[1] == pytest.approx(1.0) and u[2] == pytest.approx(-1.0)
