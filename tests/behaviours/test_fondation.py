"""Shallow foundations against their surfaces and what is known of them."""

import numpy as np
import pytest

from pyaster_lite.behaviours._footing import Footing, Side, bearing, light_bearing, light_sliding, sliding
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.errors import LawFailed

BASE = Footing(2.0, 1.5, 0.4, 30.0, 0.0, 0.0, 1000.0, 500.0, 0.02, ((0.0, 0.0),) * 4, False)
FORCE = np.array([60.0, -40.0, -300.0, 25.0, -35.0])
SIDE = Side(np.zeros(2), 1.0, (1.0, -1.0), (1.0, 1.0))
KNOWN = dict(LONG_X=2.0, LONG_Y=1.5, PHI=20.0, COHESION=0.0, CP_SERVICE=1000.0, CP_ULTIME=1500.0, DEPL_REFE=0.02, DECOLLEMENT=False)
KNOWN |= dict.fromkeys(("RAID_GLIS", "GAMMA_REFE", *(f"{w}_CP_{a}" for w in ("RAID", "GAMMA") for a in ("X", "Y", "RX", "RY"))), 0.0)
OWN = np.array([7e4, 5e4, 8e4, 1e4, 1.5e4, 5e3])


@pytest.mark.parametrize("light", [False, True])
def test_gradients_of_the_surfaces_are_their_differences(light):
    q = np.array([5.0, 3.0, 40.0, 2.0, -4.0])
    slide = (lambda f: light_sliding(BASE, f, q[:2], SIDE, 1e-6)) if light else (lambda f: sliding(BASE, f, q[:2], SIDE))
    bear = (lambda f, q: light_bearing(BASE, f, q, SIDE, 0.4)) if light else (lambda f, q: bearing(BASE, f, q, SIDE))
    step = 1e-4 * np.eye(5)
    for values in (slide, lambda f: bear(f, q)):
        found = np.array([(values(FORCE + d)[0] - values(FORCE - d)[0]) / 2e-4 for d in step]).T
        told = values(FORCE)[1]
        if light and values is not slide:
            # code_aster takes the lengths of the base one for the other here
            told = told * [1, 1, 1, BASE.x / BASE.y, BASE.y / BASE.x]
        np.testing.assert_allclose(told, found, rtol=1e-5, atol=1e-6)
    if not light:
        by_q = (bear(FORCE, q + step[2])[0] - bear(FORCE, q - step[2])[0]) / 2e-4
        np.testing.assert_allclose(bear(FORCE, q)[2][:, 2], by_q, rtol=1e-5)


def borne(course, **words):
    """Forces, tangents and variables of a base on a node that is moved step by step."""
    element, behaviour = Discrete("POI1", ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")), BEHAVIOURS["FONDATION"].within(1e-6, 30)
    material = {"footing": KNOWN | words, "spring_beside": [0.0] * 3}
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), [material], np.array([0]), {"stiffness": np.diag(OWN)[None]})
    state, found = element.start(data, behaviour), []
    for step, u in enumerate(course):
        force, tangent, state = element.respond(data.between(step, step + 1.0), behaviour, np.array([u], float), state)
        found.append((force[0], tangent[0], state.internal[0, 0]))
    return found


@pytest.mark.parametrize("service, state", [(3e4, 11.0), (1e5, 10001.0)])
def test_a_base_slides_by_its_friction(service, state):
    down, pushed = [0, 0, -5e-3, 0, 0, 0], [2.5e-3, 0, -5e-3, 0, 0, 0]
    (first, tangent, _), (force, soft, variables) = borne([down, pushed], CP_SERVICE=service, CP_ULTIME=service)
    assert first[2] == pytest.approx(-400.0) and variables[17] == state
    np.testing.assert_allclose(tangent, np.diag(OWN))
    assert force[0] == pytest.approx(-np.tan(np.radians(20.0)) * force[2], rel=1e-4)
    # what flows is along the surface's gradient
    assert variables[2] / variables[0] == pytest.approx(np.tan(np.radians(20.0)), rel=1e-6)
    assert abs(soft[0, 0]) < OWN[0]


def test_a_base_sinks_by_the_curve_of_its_capacity():
    found = borne([[0, 0, -0.01, 0, 0, 0], [0, 0, -0.02, 0, 0, 0], [0, 0, -0.015, 0, 0, 0]])
    assert found[0][0][2] == pytest.approx(-800.0)
    sunk = found[1][2][20]
    assert found[1][0][2] == pytest.approx(-1000.0 - 500.0 * sunk / (0.02 + sunk), rel=1e-6)
    assert found[1][0][2] == pytest.approx(-OWN[2] * (0.02 - sunk), rel=1e-6)
    assert found[2][0][2] - found[1][0][2] == pytest.approx(OWN[2] * 0.005)
    rate = 500.0 * 0.02 / (0.02 + sunk) ** 2
    assert found[1][1][2, 2] == pytest.approx(OWN[2] * rate / (OWN[2] + rate), rel=1e-4)


def test_a_base_that_lifts_turns_more_easily():
    down, turned = [0, 0, -5e-3, 5e-3, 0, 0], [0, 0, -5e-3, 6e-3, 0, 0]
    tight, loose = (borne([down, turned], DECOLLEMENT=lifts, CP_SERVICE=1e4)[1] for lifts in (False, True))
    assert loose[0][3] == pytest.approx(tight[0][3])
    far = [0, 0, -5e-3, 15e-3, 0, 0], [0, 0, -5e-3, 16e-3, 0, 0]
    force, _, _ = borne(far, DECOLLEMENT=True, CP_SERVICE=4e3)[1]
    assert force[3] - 150.0 == pytest.approx(10.0 * 27 / 8 * (1 - 2 * 150.0 / 400.0 / 1.5) ** 3, rel=1e-6)


def test_a_force_beside_the_base_is_refused():
    with pytest.raises(LawFailed, match="leaves the base"):
        borne([[0, 0, -5e-3, 0, 0, 0], [0, 0, -5e-3, 0.04, 0, 0]])
