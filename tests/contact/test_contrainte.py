"""Exact contact without friction: a row of nodes pressed on a floor, and the small problem of its pressures."""

import numpy as np
import pytest
from scipy.optimize import nnls

from pyaster_lite.contact import contrainte
from pyaster_lite.contact.contrainte import ActiveSet, press

from .bodies import KY, TIE, press_row


@pytest.mark.parametrize(("n", "turns", "share"), [(7, 30, 0.5), (80, 2, 0.0), (80, 2, 0.5)])
def test_pressures_are_those_of_the_quadratic_problem(n, turns, share):
    rng = np.random.default_rng(3)
    for _ in range(turns):
        root = rng.normal(size=(n, n))
        compliance, apart = root @ root.T + 0.1 * np.eye(n), rng.normal(size=n)
        start = rng.random(n) < share
        found, active = press(compliance, apart, start, np.zeros(n, bool))
        upper = np.linalg.cholesky(compliance).T
        expected = nnls(upper, -np.linalg.solve(upper.T, apart))[0]
        assert found == pytest.approx(expected, abs=1e-10)
        assert (active == (expected > 0.0)).all()


def test_links_without_compliance_and_twin_links_are_harmless():
    compliance = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    found, active = press(compliance, np.array([-1.0, -1.0, -1.0]), np.ones(3, bool), np.zeros(3, bool))
    assert found[:2].sum() == pytest.approx(1.0) and found[2] == 0.0 and not active[2]


def test_pressed_nodes_do_not_penetrate_and_the_floor_carries_their_load():
    heights = np.array([0.0, 0.2, 0.0])
    u, state, contact = press_row(ActiveSet, None, heights, lambda t: [[0.0, -50.0 * t]] * 3)
    assert u[-1][:, 1] == pytest.approx(-heights, abs=1e-12)
    assert contact.penetration() < 1e-14
    stiffness = np.diag([KY + 2 * TIE] * 3) - TIE * (np.eye(3, k=1) + np.eye(3, k=-1))
    assert contact.pressed == pytest.approx(100.0 + stiffness @ -heights)
    assert state.reaction[[1, 3]].sum() == pytest.approx(-contact.pressed.sum())


@pytest.mark.parametrize("slides", [False, True])
def test_a_lifted_node_leaves_the_floor_unless_it_is_held_there(slides):
    u, _, contact = press_row(ActiveSet, 0.0 if slides else None, [0.0], lambda t: [[3.0 * t, -5.0 if t <= 1 else 5.0]])
    expected = 0.0 if slides else 5.0 / (KY + 2 * TIE)
    assert u[-1][0, 1] == pytest.approx(expected, abs=1e-14)
    assert contact.pressed == pytest.approx([-5.0 if slides else 0.0])
    assert contact.report(np.zeros(6)).status.tolist() == [2.0 if slides else 0.0]


def test_links_that_may_not_open_close_their_gaps_at_once():
    u, _, contact = press_row(ActiveSet, 0.05, [0.1], lambda t: [[0.0, 0.0]])
    assert u[-1][0, 1] == pytest.approx(-0.1, abs=1e-14)
    assert contact.pressed == pytest.approx([-(KY + 2 * TIE) * 0.1])
    assert contact.opened() == pytest.approx([0.1])


def test_many_equations_are_solved_along_the_links(monkeypatch):
    heights, load = np.array([0.0, 0.2, 0.0]), lambda t: [[0.0, -50.0 * t]] * 3
    few, _, contact = press_row(ActiveSet, None, heights, load)
    monkeypatch.setattr(contrainte, "MANY", 0)
    many, _, other = press_row(ActiveSet, None, heights, load)
    assert many[-1] == pytest.approx(few[-1]) and other.pressed == pytest.approx(contact.pressed)


def test_a_step_without_any_motion_keeps_its_pairing():
    u, _, _ = press_row(ActiveSet, None, [0.1], lambda t: [[0.0, 0.0]])
    assert not u[-1].any()
