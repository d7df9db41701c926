"""CHOC_ENDO: a stop that is crushed, in the steps of a motion."""

import numpy as np
import pytest

from pyaster_lite.behaviours.choc_endo import CrushedStop
from pyaster_lite.fe.data import ElementData, Motion
from pyaster_lite.fe.discrete import Discrete

K, STRENGTH = 2000.0, 400.0
STOP = CrushedStop(1e-9, 100)


def stop():
    """One segment of two nodes, 1 m apart, whose faces touch at the start."""
    x, flat = np.array([0.0, 0.2, 0.5, 0.7, 0.9]), np.full(5, 1.0)
    crushed = x - STRENGTH / K
    crushed[0] = -crushed[2]
    known = (x, STRENGTH * flat, K * flat, 0.0 * flat, crushed, 1.0, True)
    given = {"stiffness": np.eye(6)[None], "frame": np.eye(3)[None]}
    nodes = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]])
    return Discrete("SEG2", ("DX", "DY", "DZ")), ElementData(np.zeros(1, int), nodes, [{"crushed_stop": known}], np.zeros(1, int), given)


def go(u, first=False, state=None, start=0.0):
    """Force along x, tangent and state after a second in which the second node goes to u."""
    element, data = stop()
    now = data.between(start, start + 1.0)
    now.motion = Motion(np.zeros((1, 6)), first)
    place = np.array([[0.0, 0.0, 0.0, u, 0.0, 0.0]])
    force, tangent, state = element.respond(now, STOP, place, element.start(data, STOP) if state is None else state)
    return force[0, 3], tangent[0, 3, 3], state


def test_it_pushes_elastically_then_is_crushed_at_its_strength():
    assert go(-0.1)[0] == pytest.approx(-0.1 * K)
    force, _, state = go(-0.3)
    assert force == pytest.approx(-STRENGTH)
    assert state.internal[0, 0, 0] == pytest.approx(0.1)
    assert go(0.1)[0] == 0.0


def test_the_first_forces_of_a_step_are_elastic_or_are_not_judged():
    assert go(-0.3, "kept")[:2] == pytest.approx((-0.3 * K, K))
    assert go(-0.3, "renewed")[:2] == pytest.approx((0.0, K))
    assert STOP.judged_apart(None)


def test_a_move_of_the_last_digit_leaves_the_stiffness():
    state = go(-0.1)[2]
    assert go(np.nextafter(-0.1, 0.0), state=state, start=1.0)[1] == pytest.approx(K)
