"""DIS_CHOC: contact and friction in discretes, of one node or two, however they stand."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData, Motion
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.frames import rotation

KN, KT, MU = 1000.0, 400.0, 0.5
SHOCK = BEHAVIOURS["DIS_CHOC"]


def shock(cell="POI1", unknowns=("DX", "DY", "DZ"), friction=MU, angles=(0.0, 0.0, 0.0), gap=0.0, apart=0.0, beside=(0.0, 0.0, 0.0)):
    """One discrete that pushes along its own x, the two nodes `apart` along it."""
    element, frame = Discrete(cell, unknowns), rotation(*angles)
    material = {
        "shock_stiffness": KN,
        "shock_tangential_stiffness": KT,
        "shock_friction": friction,
        "shock_gap": gap,
        "shock_distances": [0.0, 0.0],
        "spring_beside": list(beside),
    }
    own = np.zeros((1, element.size, element.size))
    coordinates = np.zeros((1, len(element.components), 3))
    coordinates[0, -1] = apart * frame[0]
    data = ElementData(np.zeros(1, int), coordinates, [material], np.zeros(1, int), {"stiffness": own, "frame": frame[None]})
    return element, data


def go(element, data, *places):
    """Force (nd,), tangent and state after a course of displacements (nd,)."""
    state = element.start(data, SHOCK)
    for u in places:
        force, tangent, state = element.respond(data, SHOCK, np.array(u, float)[None], state)
    return force[0], tangent[0], state


def test_it_pushes_only_when_the_gap_is_used_up():
    element, data = shock(gap=0.2)
    assert not go(element, data, (-0.1, 1.0, 0.0))[0].any()
    force, _, state = go(element, data, (-0.3, 0.0, 0.0))
    assert force == pytest.approx([-0.1 * KN, 0.0, 0.0])
    assert state.internal[0, 0, :4] == pytest.approx([-0.1, 0.0, 0.0, 0.0])


def test_two_nodes_push_each_other_away_along_their_line():
    element, data = shock("SEG2", angles=(0.7, -0.4, 0.2), apart=1.0)
    x = data.characteristics["frame"][0, 0]
    force, _, _ = go(element, data, np.concatenate([0.3 * x, -0.8 * x]))
    assert force == pytest.approx(0.1 * KN * np.concatenate([x, -x]))


def test_friction_sticks_then_slips_at_its_limit_and_springs_back():
    element, data = shock()
    stuck = go(element, data, (-0.1, 0.0, 0.0), (-0.1, 0.06, 0.08))[0]
    assert stuck == pytest.approx([-0.1 * KN, 0.06 * KT, 0.08 * KT])
    force, _, state = go(element, data, (-0.1, 0.0, 0.0), (-0.1, 0.3, 0.4))
    assert force[1:] == pytest.approx(MU * 0.1 * KN * np.array([0.6, 0.8]))
    assert state.internal[0, 0, 3] == 1.0
    slid = np.array([0.3, 0.4]) - force[1:] / KT
    assert state.internal[0, 0, 4:6] == pytest.approx(slid)
    back, _, _ = go(element, data, (-0.1, 0.0, 0.0), (-0.1, 0.3, 0.4), (-0.1, 0.29, 0.4))
    assert back[1:] == pytest.approx(force[1:] - [0.01 * KT, 0.0])


def test_what_has_opened_comes_down_without_friction():
    element, data = shock()
    force, _, _ = go(element, data, (-0.1, 0.3, 0.4), (0.1, 0.5, 0.0), (-0.1, 0.5, 0.0))
    assert force == pytest.approx([-0.1 * KN, 0.0, 0.0])


def test_without_friction_the_own_springs_act_while_it_is_closed():
    element, data = shock("SEG2", friction=0.0)
    data.characteristics["stiffness"][0] = np.kron([[1.0, -1.0], [-1.0, 1.0]], np.diag([9.0, 20.0, 30.0]))
    assert go(element, data, (0, 0, 0, -0.1, 1.0, 1.0))[0][3:] == pytest.approx([-0.1 * KN, 20.0, 30.0])
    assert not go(element, data, (0, 0, 0, 0.1, 1.0, 1.0))[0].any()


def test_the_spring_beside_acts_always():
    element, data = shock(beside=(1.0, 2.0, 3.0))
    assert go(element, data, (0.1, 0.2, 0.3))[0] == pytest.approx([0.1, 0.4, 0.9])


def test_rotations_are_held_while_it_is_closed():
    element, data = shock(unknowns=("DX", "DY", "DZ", "DRX", "DRY", "DRZ"), friction=0.0)
    data.characteristics["stiffness"][0] = np.diag([0.0, 0, 0, 5.0, 6.0, 7.0])
    assert go(element, data, (-0.1, 0, 0, 1.0, 1.0, 1.0))[0][3:] == pytest.approx([5.0, 6.0, 7.0])
    assert not go(element, data, (0.1, 0, 0, 1.0, 1.0, 1.0))[0].any()


@pytest.mark.parametrize("cell,unknowns", [("POI1", ("DX", "DY", "DZ")), ("SEG2", ("DX", "DY", "DZ")), ("SEG2", ("DX", "DY"))])
@pytest.mark.parametrize("friction", [0.0, MU])
@pytest.mark.parametrize("seed", range(6))
def test_the_tangent_is_the_derivative_of_the_forces(cell, unknowns, friction, seed):
    element, data = shock(cell, unknowns, friction, (0.7, 0.0, 0.0) if len(unknowns) == 2 else (0.7, -0.4, 0.2), beside=(1.0, 2.0, 3.0))
    generator = np.random.default_rng(seed)
    first, u = generator.standard_normal((2, element.size))
    _, tangent, _ = go(element, data, first, u)
    step = 1e-6
    for j, unit in enumerate(step * np.eye(element.size)):
        change = go(element, data, first, u + unit)[0] - go(element, data, first, u - unit)[0]
        assert change / (2 * step) == pytest.approx(tangent[:, j], abs=1e-4)


@pytest.mark.parametrize(
    ("course", "wanted"),
    [
        ([], np.diag([KN, KT, KT])),
        ([(0.1, 0.0, 0.0)], np.zeros((3, 3))),
        ([(-0.1, 0.0, 0.0)], np.diag([KN, KT, KT])),
        ([(-0.1, 0.5, 0.0)], [[KN, 0, 0], [-MU * KN, 0, 0], [0, 0, KT]]),
    ],
    ids=["at rest", "open", "stuck", "slipped"],
)
def test_rates_are_foreseen_by_the_last_state_alone(course, wanted):
    element, data = shock(gap=0.05)
    state, u = element.start(data, SHOCK), np.zeros((1, 3))
    for place in course:
        u = np.array(place)[None]
        state = element.respond(data, SHOCK, u, state)[2]
    tangent = element.respond(data.between(0.0, 1.0, predicting=True), SHOCK, u, state)[1][0]
    np.testing.assert_allclose(tangent, wanted, atol=1e-9 * KN)


def test_supports_that_move_close_the_gap():
    element, data = shock(gap=0.2)
    moving = data.between(0.0, 1.0)
    moving.motion = Motion(np.zeros((1, 3)), False, np.array([[-0.25, 0.0, 0.0]]))
    assert go(element, moving, (-0.05, 0.0, 0.0))[0] == pytest.approx([-0.1 * KN, 0.0, 0.0])


def test_dampers_act_while_it_is_closed():
    element, data = shock("SEG2", apart=1.0, angles=(0.3, 0.2, 0.0), beside=(50.0, 0.0, 0.0))
    data.materials[0].update(shock_damping=7.0, shock_tangential_damping=3.0)
    axes = rotation(0.3, 0.2, 0.0)
    for depth, closed in ((-1.5, 1.0), (0.5, 0.0)):
        tangent = go(element, data, np.concatenate([np.zeros(3), depth * axes[0]]))[1]
        own = axes.T @ np.diag([7.0, 3.0, 3.0]) @ axes * closed
        found = element.tangent_damping(data, SHOCK, tangent[None], None)[0]
        np.testing.assert_allclose(found, np.block([[own, -own], [-own, own]]), atol=1e-12)
