"""Discretes whose forces grow over a step: threads of studs, what couples their unknowns, the spring beside; others have a deck."""

import numpy as np
import pytest

from pyaster_lite.behaviours.dis_gouj2e_plas import YieldingThread
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.discrete import Discrete, Link
from pyaster_lite.fe.errors import LawFailed


class Curve:
    """E = 1000 up to 10, then the slope 100 of R over p."""

    def pairs(self, variables):
        shape = variables["INST"].shape
        known = (1000.0, np.array([0.0, 1.0]), np.array([10.0, 110.0]), "LINEAIRE")
        return [(np.ones(shape, bool), known, known, np.zeros(shape))]


def thread(law, moved, force=0.0, earlier=0.0, before=(0.0, 0.0), data=None):
    data = data or ElementData(np.array([0]), np.zeros((1, 2, 3)), [{"traction": Curve()}], np.array([0])).between(0.0, 1.0)
    at = (np.array([[0.0, u]]) for u in (moved, earlier, force))
    moved, earlier, force = at
    link = Link(np.zeros((1, 2)), moved, False, earlier, force, np.zeros((1, 2)), names=("DX", "DY"))
    return law.connect(data, link, np.full((1, 2), 7.0), np.array([before[: law.internal_size]]))


def test_a_thread_follows_its_curve_with_its_tangent():
    law = BEHAVIOURS["DIS_GOUJ2E_PLAS"]
    assert isinstance(law, YieldingThread)
    force, tangent, after, _ = thread(law, 0.032)
    p = (0.032 * 1000.0 - 10.0) / 1100.0
    assert force[0, 1] == pytest.approx(10.0 + 100.0 * p) and after[0].tolist() == pytest.approx([p, 1.0])
    rate = (thread(law, 0.032 + 1e-6)[0] - thread(law, 0.032 - 1e-6)[0])[0, 1] / 2e-6
    assert tangent[0, 1, 1] == pytest.approx(rate) and tangent[0, 0, 0] == 7.0
    back = thread(law, 0.027, force[0, 1], 0.032, after[0])
    assert back[0][0, 1] == pytest.approx(force[0, 1] - 5.0) and back[1][0, 1, 1] == 1000.0 and back[2][0, 1] == 0.0


def test_an_elastic_thread_does_not_yield():
    force, tangent, _, _ = thread(BEHAVIOURS["DIS_GOUJ2E_ELAS"], 0.032)
    assert force[0, 1] == 32.0 and tangent[0, 1, 1] == 1000.0


LIMITS = {"moving_limit": np.array([[5.0, 10.0, np.nan, np.nan]] + [[np.nan] * 4] * 5)}


def test_what_couples_unknowns_stays_elastic():
    rng = np.random.default_rng(1)
    root = rng.standard_normal((6, 6))
    element = Discrete("SEG2", ("DX", "DY", "DRZ"))
    turn = np.eye(3)
    turn[:2, :2] = np.array([[0.6, 0.8], [-0.8, 0.6]])
    stiffness = root @ root.T * 100.0
    given = {"stiffness": stiffness[None], "frame": turn[None]}
    nothing = {"moving_limit": np.full((6, 4), np.nan), "spring_beside": np.zeros(3)}
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [nothing], np.array([0]), given).between(0.0, 1.0)
    law = BEHAVIOURS["DIS_ECRO_CINE"]
    u = 1e-3 * rng.standard_normal((1, 6))
    own = np.kron(np.eye(2), turn) @ stiffness @ np.kron(np.eye(2), turn).T
    for i in range(3):
        own[i + 3, i + 3] = own[i, i]
        own[i, i + 3] = own[i + 3, i] = -own[i, i]
    expected = np.kron(np.eye(2), turn).T @ own @ np.kron(np.eye(2), turn) @ u[0]
    force, _, state = element.respond(data, law, u, element.start(data, law))
    np.testing.assert_allclose(force[0], expected)
    again, _, _ = element.respond(data, law, 2.0 * u, state)
    np.testing.assert_allclose(again[0], 2.0 * expected)


def test_axes_that_are_not_there_are_refused():
    element = Discrete("POI1", ("DX", "DY"))
    limits = np.full((6, 4), np.nan)
    limits[5, 0] = 1.0
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), [{"moving_limit": limits}], np.array([0]), {"stiffness": np.eye(2)[None]})
    law = BEHAVIOURS["DIS_ECRO_CINE"]
    with pytest.raises(LawFailed, match="DRZ, which these discretes do not have"):
        element.respond(data.between(0.0, 1.0), law, np.zeros((1, 2)), element.start(data, law))


def test_a_limit_that_moves_yields_back_after_twice_its_size():
    element = Discrete("POI1", ("DX", "DY"))
    given = {"stiffness": np.diag([100.0, 1.0])[None]}
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), [LIMITS], np.array([0]), given).between(0.0, 1.0)
    law, found = BEHAVIOURS["DIS_ECRO_CINE"], []
    state = element.start(data, law)
    for u in (0.1, -0.2):
        force, tangent, state = element.respond(data, law, np.array([[u, 0.0]]), state)
        found.append(force[0, 0])
    # up: 5 + 10 (0.1 - 0.05); back: elastic over 0.1, then the slope 10
    assert found == pytest.approx([5.5, -4.5 - 10.0 * 0.2])


def test_the_spring_beside_is_counted_with_the_force_that_was():
    element = Discrete("POI1", ("DX", "DY"))
    material = LIMITS | {"spring_beside": np.array([3.0, 0.0, 0.0])}
    given = {"stiffness": np.diag([100.0, 1.0])[None]}
    data = ElementData(np.array([0]), np.zeros((1, 1, 3)), [material], np.array([0]), given).between(0.0, 1.0)
    law = BEHAVIOURS["DIS_ECRO_CINE"]
    force, tangent, state = element.respond(data, law, np.array([[0.01, 0.0]]), element.start(data, law))
    assert force[0, 0] == pytest.approx(1.03) and tangent[0, 0, 0] == pytest.approx(103.0)
    force, _, _ = element.respond(data, law, np.array([[0.02, 0.0]]), state)
    assert force[0, 0] == pytest.approx(1.03 + 1.0 + 0.06)


def moved_by_nothing(law, material):
    """State and tangent along x of a link of two nodes that was pulled by 1 and moves on by rounding alone."""
    element = Discrete("SEG2", ("DX",))
    given = {"stiffness": np.array([[[20.0, -20.0], [-20.0, 20.0]]]), "frame": np.eye(1)[None]}
    material = material | {"spring_beside": np.zeros(3)}
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [material], np.array([0]), given).between(0.0, 1.0)
    _, _, state = element.respond(data, BEHAVIOURS[law], np.array([[0.0, 1.0]]), element.start(data, BEHAVIOURS[law]))
    return state, element.respond(data, BEHAVIOURS[law], np.array([[0.0, 1.0 + 2e-16]]), state)[1]


def test_rounding_is_no_step_over_which_a_secant_could_be_taken():
    state, tangent = moved_by_nothing("DIS_ECRO_CINE", LIMITS)
    assert tangent[0].tolist() == [[20.0, -20.0], [-20.0, 20.0]]
    assert state.internal.shape == (1, 2, 18)
    # code_aster tells these variables at the first node alone (diecci)
    assert state.internal[0, 0, :2].all() and not state.internal[0, 1].any()


def test_an_elastic_link_has_its_variable_at_both_nodes():
    element = Discrete("SEG2", ("DX",))
    data = ElementData(np.array([0]), np.zeros((1, 2, 3)), [{}], np.array([0]), {})
    assert element.start(data, BEHAVIOURS["ELAS"]).internal.shape[:2] == (1, 2)
