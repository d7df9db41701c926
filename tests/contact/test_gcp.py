"""Pressures by projected conjugate gradients: those of the exact problem, within the penetration that is allowed."""

import numpy as np
import pytest

from pyaster_lite.contact.contrainte import press
from pyaster_lite.contact.gcp import ProjectedGradient, Settings, descend
from pyaster_lite.fe.newton import StepFailed

from .bodies import press_row

WAYS = [
    Settings(1e-12),
    Settings(1e-12, admissible=False),
    Settings(1e-12, preconditioned=True),
    Settings(1e-12, preconditioned=True, share=0.1, most_inner=5),
]


def problems(n=9, count=20):
    rng = np.random.default_rng(7)
    for _ in range(count):
        root = rng.normal(size=(n, n))
        yield root @ root.T + 0.5 * np.eye(n), rng.normal(size=n), np.maximum(rng.normal(size=n), 0.0)


@pytest.mark.parametrize("settings", WAYS)
def test_pressures_are_those_of_the_active_set(settings):
    for compliance, apart, start in problems():
        exact = press(compliance, apart, np.zeros(9, bool), np.zeros(9, bool))[0]
        found = descend(compliance, apart, start if settings.admissible else 0.0 * start, settings)
        assert found == pytest.approx(exact, abs=1e-9)


def test_the_penetration_allowed_is_met_and_no_more_is_done():
    for compliance, apart, start in problems():
        coarse = descend(compliance, apart, start, Settings(1e-2))
        gaps = apart + compliance @ coarse
        assert gaps.min() > -1e-2 and (coarse > -1e-12).all()
        assert abs(gaps[coarse > 1e-12]).max(initial=0.0) < 1e-2
        again = descend(compliance, apart, coarse, Settings(1e-2))
        assert (again == coarse).all()


def test_iterations_are_bounded():
    compliance = np.diag(10.0 ** np.arange(0, -12, -2))
    with pytest.raises(StepFailed, match="projected gradients"):
        descend(compliance, -np.ones(6), np.zeros(6), Settings(0.0))


def test_pressed_nodes_stop_at_the_floor():
    heights = np.array([0.0, 0.2, 0.0])
    u, state, contact = press_row(ProjectedGradient, Settings(1e-13), heights, lambda t: [[0.0, -50.0 * t]] * 3)
    assert u[-1][:, 1] == pytest.approx(-heights, abs=1e-12)
    assert contact.report(np.zeros(10)).status.tolist() == [2.0, 2.0, 2.0]
    assert state.reaction[[1, 3]].sum() == pytest.approx(-contact.pressed.sum())


def test_each_step_starts_from_the_pressures_of_the_last():
    _, _, contact = press_row(ProjectedGradient, Settings(1e-13), [0.1, 0.3], lambda t: [[10.0 * t, -50.0 * t]] * 2)
    last = contact.pressed
    contact.begin(3.0)
    assert (contact._pressures == last).all() and (last > 0.0).all()
