"""Laws of discrete devices along their axis against what is known of them."""

import numpy as np
import pytest

from pyaster_lite.behaviours import dis_bili_elas
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData, Motion
from pyaster_lite.fe.discrete import Discrete, Link
from pyaster_lite.fe.errors import ComputationFailed, LawFailed

LENGTH = 0.1


def pulled(law, material, course, dt=1.0, start=LENGTH, own=50.0, motion=None):
    """Forces along x, stiffness there and variables over a course of displacements of the second node of two, step by step."""
    behaviour = BEHAVIOURS[law].within(1e-8, 100)
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [material], np.array([0]))
    before, force, earlier, found = np.zeros((1, behaviour.internal_size)), np.zeros((1, 3)), np.zeros((1, 3)), []
    for step, u in enumerate(course):
        moved = np.array([[u, 0.0, 0.0]])
        link = Link(np.array([[start, 0.0, 0.0]]), moved, False, earlier, force, np.zeros((1, 3)))
        force, tangent, before, _ = behaviour.connect(data.between(step * dt, (step + 1) * dt), link, np.full((1, 3), own), before)
        earlier = moved
        found.append((force[0, 0], tangent[0, 0, 0], before[0].copy()))
    return found


def test_a_damper_of_zener_relaxes_to_its_spring():
    k1, k2, k3, c = 100.0, 20.0, 50.0, 3.0
    material = {"zener": (1 / k1, k2, 1 / k3, c, 1.0)}
    found = pulled("DIS_VISC", material, [1e-2] * 60, dt=0.05)
    # at rest the spring k2 stands before k1, at once k2 + k3 does
    assert found[-1][0] == pytest.approx(1e-2 * k1 * k2 / (k1 + k2), rel=1e-5)
    at_once = pulled("DIS_VISC", material, [1e-2], dt=1e-7)[0][0]
    assert at_once == pytest.approx(1e-2 * k1 * (k2 + k3) / (k1 + k2 + k3), rel=1e-4)


def test_a_damper_of_zener_takes_the_spring_beside_it_for_its_own_force():
    material = {"zener": (1 / 100.0, 20.0, 1 / 50.0, 1e12, 1.0)}
    found = pulled("DIS_VISC", material | {"spring_beside": np.array([30.0, 0.0, 0.0])}, [1e-2, 1e-2], dt=0.1)
    assert found[0][0] == pytest.approx((100.0 * 70.0 / 170.0 + 30.0) * 1e-2)
    assert found[1][0] == pytest.approx(found[0][0] + 0.3)


def test_two_slopes_that_fall_past_zero_do_so_on_both_sides():
    found = dis_bili_elas._force(np.array([0.01, 0.1, -0.01, -0.1]), 100.0, -50.0, 2.0, 0.02)
    assert found == pytest.approx([1.0, 2.0 - 50.0 * 0.08, -1.0, 50.0 * 0.08 - 2.0])


def test_a_device_yields_along_its_curve_and_comes_back_elastically():
    x, y = np.array([0.0, 0.1, 0.3, 1.0]), np.array([0.0, 10.0, 20.0, 30.0])
    material = {"yielding_device": (False, False, x, y)}
    found = pulled("DIS_ECRO_TRAC", material, [0.05, 0.2, 0.5, 0.4])
    for (force, _, _), known in zip(found, (5.0, 15.0, np.interp(0.5, x, y), np.interp(0.5, x, y) - 10.0)):
        assert force == pytest.approx(known, rel=1e-5)
    assert found[-1][2][7] == pytest.approx(0.5 - np.interp(0.5, x, y) / 100.0, rel=1e-5)


def test_kinematic_hardening_yields_back_early():
    x, y = np.array([0.0, 0.1, 1.1]), np.array([0.0, 10.0, 20.0])
    material = {"yielding_device": (False, True, x, y)}
    found = pulled("DIS_ECRO_TRAC", material, [0.6, 0.3])
    assert found[0][0] == pytest.approx(15.0, rel=1e-5)
    # the way back is elastic over 20, then has the slope 10
    assert found[1][0] == pytest.approx(15.0 - 20.0 - 10.0 * (0.3 - 0.2), rel=1e-5)


def test_an_elastic_stop_pushes_by_its_curve():
    material = {"elastic_stop": (np.array([0.0, 1e-3, 3e-3]), np.array([0.0, 10.0, 50.0]), False, 0.0)}
    found = pulled("CHOC_ELAS_TRAC", material, [-0.05, -LENGTH - 2e-3, -0.05])
    assert [force for force, _, _ in found] == pytest.approx([0.0, -30.0, 0.0])
    assert [variables[0] for _, _, variables in found] == [0.0, 1.0, 0.0]


CRUSHED = (
    np.array([0.0, 0.1, 0.2, 0.5, 2.0]),
    np.full(5, 100.0),
    np.full(5, 1000.0),
    np.zeros(5),
    np.array([-0.1, 0.0, 0.1, 0.4, 1.9]),
    0.0,
    True,
)


def test_a_crushed_stop_keeps_its_mark():
    found = pulled("CHOC_ENDO", {"crushed_stop": CRUSHED}, [-LENGTH - 0.05, -LENGTH - 0.3, -LENGTH - 0.25, -LENGTH - 0.1], dt=0.1)
    for (force, _, _), known in zip(found, (-50.0, -100.0, -50.0, 0.0)):
        assert force == pytest.approx(known, abs=0.01)
    assert found[-1][2][0] == pytest.approx(0.2, rel=1e-4)


def test_by_penalty_it_does_as_well():
    found = pulled("CHOC_ENDO_PENA", {"crushed_stop": CRUSHED}, [-LENGTH - 0.05, -LENGTH - 0.3, -LENGTH - 0.25, -LENGTH - 0.1])
    assert [force for force, _, _ in found] == pytest.approx([-50.0, -100.0, -50.0, 0.0])


def test_in_dynamics_the_first_iteration_is_elastic():
    behaviour = BEHAVIOURS["CHOC_ENDO"]
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [{"crushed_stop": CRUSHED}], np.array([0]))
    data = data.between(0.0, 0.1)
    data.motion = Motion(np.zeros((1, 6)), "kept")
    link = Link(np.array([[LENGTH, 0, 0]]), np.array([[-LENGTH - 0.3, 0, 0]]), False, np.zeros((1, 3)), np.zeros((1, 3)), np.zeros((1, 3)))
    force, tangent, _, _ = behaviour.connect(data, link, np.zeros((1, 3)), np.zeros((1, 5)))
    assert (force[0, 0], tangent[0, 0, 0]) == pytest.approx((-300.0, 1000.0))


JOINT = (1e6, 5e4, 2e5, 1e5, 1e-3, -1.5e-3, 2e3, -2.5e3)
"""KE, KP, KDP, KDM, RDP, RDM, MYP, MYM."""


def bent(course, own):
    """Moments of the second node about z, stiffness there and variables of a joint along x that is turned so."""
    element, behaviour = Discrete("SEG2", ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")), BEHAVIOURS["JONC_ENDO_PLAS"].within(1e-5, 50)
    stiffness = np.kron([[1.0, -1.0], [-1.0, 1.0]], np.diag(own))[None]
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [{"bending_joint": JOINT}], np.array([0]), {"stiffness": stiffness})
    state, found = element.start(data, behaviour), []
    for step, turn in enumerate(course):
        u = np.zeros((1, 12))
        u[0, 6:] = [1e-3, 0.0, 0.0, 0.0, 2e-3, turn]
        force, tangent, state = element.respond(data.between(step, step + 1.0), behaviour, u, state)
        np.testing.assert_allclose(force[0, :6], -force[0, 6:], rtol=1e-12)
        np.testing.assert_allclose(force[0, 6:11], [1e-3 * own[0], 0.0, 0.0, 0.0, 2e-3 * own[4]])
        found.append((force[0, 11], tangent[0, 11, 11], state.internal[0, 0]))
    return found


def test_a_joint_bends_elastically_then_is_damaged_on_one_side():
    found = bent([0.001, 0.003, 0.0, -0.001, 0.0015], [3.0, 1.0, 1.0, 1.0, 4.0, 7.0])
    assert [moment for moment, _, _ in found] == pytest.approx([1e3, 1.4e3, 0.0, -1e3, 0.7e3], rel=1e-4, abs=0.5)
    assert found[0][1] == pytest.approx(1e6)
    assert found[1][2][6:8] == pytest.approx([(1 - 0.2) * (1 - 1 / 3), 0.0], rel=1e-4)


def test_a_joint_needs_discretes_that_turn():
    element = Discrete("SEG2", ("DX", "DY", "DZ"))
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [{"bending_joint": JOINT}], np.array([0]), {"stiffness": np.eye(6)[None]})
    behaviour = BEHAVIOURS["JONC_ENDO_PLAS"]
    with pytest.raises(ComputationFailed, match="turn in space"):
        element.respond(data.between(0.0, 1.0), behaviour, np.zeros((1, 6)), element.start(data, behaviour))


@pytest.mark.parametrize("frame", [np.eye(3), np.array([[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]])])
def test_a_corner_pushes_along_the_axis_that_is_pressed_least(frame):
    material = {"shock_friction": 0.0, "shock_distances": [0.0, 0.0], "shock_gap": 0.0, "spring_beside": [0.0] * 3}
    material |= {"shock_stiffness": 10.0, "shock_corner": [1e-6] * 3}
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [material], np.array([0]), {"frame": frame[None]})
    none, rest = np.zeros((1, 3)), np.array([0.2, -0.3, 0.0])

    def pushed(change):
        link = Link((frame @ rest)[None], (frame @ change)[None], False, none, none, none)
        force, tangent, after, closed = BEHAVIOURS["DIS_CHOC"].connect(data.between(0.0, 1.0), link, np.zeros((1, 3)), np.zeros((1, 10)))
        assert not closed.any()
        return frame.T @ force[0], frame.T @ tangent[0] @ frame, after[0]

    force, tangent, after = pushed(np.array([-0.25, 0.4, 0.7]))
    np.testing.assert_allclose(force, [-0.5, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(tangent, np.diag([10.0, 0.0, 0.0]), atol=1e-12)
    assert after[3] == 0.0 and after[4] == pytest.approx(-0.05) and after[5] == 0.0
    force, tangent, _ = pushed(np.array([-0.25, 0.32, 0.7]))
    np.testing.assert_allclose(force, [0.0, 0.2, 0.0], atol=1e-12)
    force, tangent, after = pushed(np.array([-0.25, 0.2, 0.0]))
    assert not force.any() and not tangent.any() and after[3] == 2.0


def test_a_corner_stands_in_a_plane_of_the_axes():
    material = {"shock_friction": 0.0, "shock_distances": [0.0, 0.0], "shock_gap": 0.0, "spring_beside": [0.0] * 3}
    material |= {"shock_stiffness": 10.0, "shock_corner": [1e-6] * 3}
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [material], np.array([0]))
    none = np.zeros((1, 3))
    link = Link(np.array([[1.0, 0.0, 0.0]]), none, False, none, none, none)
    with pytest.raises(LawFailed, match="across a corner"):
        BEHAVIOURS["DIS_CHOC"].connect(data.between(0.0, 1.0), link, np.zeros((1, 3)), np.zeros((1, 10)))
