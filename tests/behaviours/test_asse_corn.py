"""The law of bolted angles at its first iterations and the later ones."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.behaviours.asse_corn import BoltedAngle, Joint, Mechanism
from pyaster_lite.fe.data import Step
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.errors import LawFailed

ONE = Mechanism.of((1.0e4, 150.0, 1.0e-3, 0.07, 0.95), 1e4)
TWO = Mechanism.of((5.0e4, 750.0, 1.0e-2, 0.01, 0.95), 1e4)


def joint(held, before, after, start):
    return Joint(ONE, TWO, *map(np.array, (held, before, after)), start)


def test_forces_and_paths_belong_together():
    for p in (1e-3, 0.5, 1.0):
        assert ONE.path(ONE.force(p)) == pytest.approx(p)
    assert ONE.force(1.0) == pytest.approx(0.95)
    with pytest.raises(LawFailed, match="beyond its limit"):
        ONE.path(1.0)


def test_a_trial_force_that_is_met_is_what_later_iterations_find():
    trial = np.array([4.0e3, -60.0])
    p, move = ONE.reached(trial)
    rest = np.zeros(7)
    grown, _, after = joint((0.0, 0.0), (0.0, 0.0), move, False).on_first(rest)
    np.testing.assert_allclose(grown * move, trial)
    np.testing.assert_allclose(after, [p, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], atol=1e-12)


def test_the_second_mechanism_unloads_elastically_and_the_bolts_slip_back():
    moves, state, force = np.array([8.0e-3, 0.01]), np.zeros(7), np.zeros(2)
    grown, _, state = joint(force, (0.0, 0.0), moves, False).on_first(state)
    force = grown * moves
    assert state[2] == 2.0 and TWO.force(state[1]) == pytest.approx(TWO.size(force))
    back = moves - 0.5 * force / TWO.stiff
    grown, _, state = joint(force, moves, back, False).on_second(state)
    np.testing.assert_allclose(force + grown * (back - moves), 0.5 * force)
    assert state[2] == 0.0
    past = state[3:5] - 1e-5 * ONE.reach * np.array([0.6, 0.8])
    grown, _, state = joint(0.5 * force, back, past, False).on_second(state)
    assert state[2] == 1.0 and state[0] == pytest.approx(1e-5)
    np.testing.assert_allclose(0.5 * force + grown * (past - back), -ONE.force(1e-5) * ONE.limit * [0.6, 0.8])


def test_iterations_are_counted_by_the_displacements():
    law, data = BoltedAngle(), SimpleNamespace(characteristics={}, step=Step())
    u = np.zeros((2, 12))
    first = Discrete._iteration(data, law, u)
    np.testing.assert_array_equal(first, np.ones((2, 1, 1)))
    data.characteristics["iterate"] = SimpleNamespace(strain=u[:, None], structural=first)
    assert Discrete._iteration(data, law, u).max() == 1.0
    assert Discrete._iteration(data, law, u + 1.0).max() == 2.0
    assert Discrete._iteration(data, SimpleNamespace(), u) is None
