"""DIS_CONTACT: contact with dampers and friction in discretes, integrated over steps."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData, Motion
from pyaster_lite.fe.discrete import Discrete

KN, KT, MU, CN = 1000.0, 400.0, 0.5, 3.0
CONTACT = BEHAVIOURS["DIS_CONTACT"].within(1e-9, 100)


def contact(friction=MU, gap=0.2):
    """One node that pushes along x."""
    material = {
        "shock_stiffness": KN,
        "shock_tangential_stiffness": KT,
        "shock_friction": friction,
        "shock_damping": CN,
        "shock_gap": gap,
        "shock_distances": [0.0, 0.0],
        "spring_beside": [0.0, 0.0, 0.0],
    }
    given = {"stiffness": np.diag([7.0, 8.0, 9.0])[None], "frame": np.eye(3)[None]}
    return Discrete("POI1", ("DX", "DY", "DZ")), ElementData(np.zeros(1, int), np.zeros((1, 1, 3)), [material], np.zeros(1, int), given)


def go(element, data, *places, motion=None):
    """Force (3,), tangent and state after a course of displacements, a second each; `motion` of the last step."""
    state = element.start(data, CONTACT)
    for number, u in enumerate(places, 1):
        now = data.between(number - 1.0, float(number))
        now.motion = motion if number == len(places) else None
        force, tangent, state = element.respond(now, CONTACT, np.array(u, float)[None], state)
    return force[0], tangent[0], state


def test_open_it_is_its_own_springs_across():
    assert go(*contact(), (-0.1, 1.0, 2.0))[0] == pytest.approx([0.0, 8.0, 18.0])


def test_pressed_it_pushes_as_far_as_the_gap_is_used_up():
    force, tangent, state = go(*contact(), (-0.2, 0.0, 0.0), (-0.5, 0.0, 0.0))
    assert force == pytest.approx([-0.3 * KN, 0.0, 0.0])
    assert tangent[0, 0] == pytest.approx(KN)
    assert state.internal[0, 0, 8] == 1.0


def test_friction_sticks_then_slips_at_its_limit():
    closed = (-0.5, 0.0, 0.0)
    stuck = go(*contact(), (-0.2, 0.0, 0.0), closed, (-0.5, 0.06, 0.08))[0]
    assert stuck[1:] == pytest.approx([0.06 * (KT + 8.0), 0.08 * (KT + 9.0)])
    force, _, state = go(*contact(), (-0.2, 0.0, 0.0), closed, (-0.5, 0.6, 0.8))
    assert state.internal[0, 0, :2] == pytest.approx(MU * 0.3 * KN * np.array([0.6, 0.8]), rel=1e-6)
    assert force[1:] == pytest.approx(state.internal[0, 0, :2] + [0.6 * 8.0, 0.8 * 9.0])


def test_what_the_spring_beside_did_stays_in_the_forces():
    element, data = contact()
    data.materials[0]["spring_beside"] = [0.0, 5.0, 0.0]
    plain = go(*contact(), (0.0, 0.1, 0.0), (0.0, 0.3, 0.0))[0]
    found = go(element, data, (0.0, 0.1, 0.0), (0.0, 0.3, 0.0))[0]
    assert found - plain == pytest.approx([0.0, 5.0 * (0.1 + 0.3), 0.0])


def test_the_damper_feels_the_velocity_since_the_last_instant():
    motion = Motion(np.array([[-2.0, 0.0, 0.0]]), False)
    force, _, state = go(*contact(friction=0.0), (-0.2, 0.0, 0.0), (-0.5, 0.0, 0.0), motion=motion)
    assert force[0] == pytest.approx(-0.3 * KN - 2.0 * CN)
    assert state.internal[0, 0, 4] == pytest.approx(-2.0)


def test_supports_that_move_bring_both_ends_of_a_step():
    motion = Motion(np.array([[-1.0, 0.0, 0.0]]), False, np.array([[-0.45, 0.02, 0.0]]))
    force = go(*contact(friction=0.0), (0.1, 0.0, 0.0), (0.05, 0.0, 0.0), motion=motion)[0]
    # where they end counts at the beginning of the step too: it is closed there without a force, and pressed by what comes
    assert force[0] == pytest.approx(-0.05 * KN - 1.0 * CN)


@pytest.mark.parametrize("first,push", [("kept", -0.3 * KN), ("renewed", 0.0)])
def test_the_first_forces_of_a_step_do_not_remember(first, push):
    motion = Motion(np.array([[-2.0, 0.0, 0.0]]), first)
    force, tangent, state = go(*contact(), (-0.2, 0.0, 0.0), (-0.5, 0.0, 0.0), motion=motion)
    assert force[0] == pytest.approx(push) and tangent[0, 0] == KN
    assert state.internal[0, 0, 4] == 0.0


def test_a_gap_that_closes_presses_evenly_and_without_friction():
    element, data = contact(gap=0.0)
    data.materials[0].update(shock_closing=[0.0, 2.0], shock_distances=[0.3, 0.0])
    still = (0.0, 0.0, 0.0)
    for steps, gap in ((1, -0.15), (2, -0.3), (3, -0.3)):
        force, _, state = go(element, data, *[still] * steps)
        assert force == pytest.approx([KN * gap, 0.0, 0.0]) and state.internal[0, 0, 7] == pytest.approx(gap)
    assert go(element, data, (0.0, 0.5, 0.0))[0][1] == pytest.approx(0.5 * 8.0)
    assert go(element, data, still, still, (0.0, 0.1, 0.0))[0][1] == pytest.approx(0.1 * (KT + 8.0))
