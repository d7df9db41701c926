"""Contact in space: a node on a floor, pressed and pulled across."""

import numpy as np
import pytest

from pyaster_lite.contact.contrainte import ActiveSet
from pyaster_lite.contact.gcp import ProjectedGradient, Settings
from pyaster_lite.contact.lagrangien import Multipliers
from pyaster_lite.contact.penalisation import DiscretePenalty
from pyaster_lite.fe import contact_geometry
from pyaster_lite.fe.contact_geometry import ZoneLaw

from .bodies_in_space import HEIGHT, IN_PLACE, KX, KZ, press_node, pulled

EN, ET, MU = 1e6, 1e7, 0.3
CARRIED = 200.0 - HEIGHT * KZ
SUNK = CARRIED / (EN + KZ)
RUBS = [(DiscretePenalty, ZoneLaw(EN, ET, MU, 0.9), EN * SUNK), (Multipliers, MU, CARRIED)]
"""Algorithms with friction, their laws and the pressing force that they leave."""


def rotation(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def test_a_penalty_sinks_by_the_load_over_it_and_the_floor_carries_the_load():
    u, report, state = press_node(DiscretePenalty, ZoneLaw(EN, ET, MU, 0.9), lambda t: np.array([0.0, 0.0, -100.0 * t]))
    assert u == pytest.approx([0.0, 0.0, -HEIGHT - SUNK])
    assert report.normal[0] == pytest.approx([0.0, 0.0, -EN * SUNK])
    assert state.reaction[2:12:3].sum() == pytest.approx(-EN * SUNK)


@pytest.mark.parametrize(("member", "law"), [(ActiveSet, None), (ProjectedGradient, Settings(1e-12)), (Multipliers, MU)])
def test_exact_contact_lets_nothing_in_and_lets_go(member, law):
    u, report, state = press_node(member, law, lambda t: np.array([0.0, 0.0, -100.0 * t]))
    assert u == pytest.approx([0.0, 0.0, -HEIGHT], abs=1e-11)
    assert report.normal[0] == pytest.approx([0.0, 0.0, -CARRIED])
    assert state.reaction[2:12:3].sum() == pytest.approx(-CARRIED)
    assert press_node(member, law, lambda t: np.array([0.0, 0.0, 5.0 * t]))[0][2] == pytest.approx(10.0 / KZ)


@pytest.mark.parametrize("sparse", (False, True))
@pytest.mark.parametrize("angle", (0.0, 0.7))
@pytest.mark.parametrize(("member", "law", "pressed"), RUBS)
def test_friction_acts_against_the_slip_whatever_its_direction(member, law, pressed, angle, sparse, monkeypatch):
    if sparse:
        monkeypatch.setattr(contact_geometry, "MANY", 0)
    slid, report, _ = press_node(member, law, pulled(500.0), rotation(angle))
    assert slid[:2] == pytest.approx((500.0 - MU * pressed) / KX * np.array([0.6, 0.8]), rel=1e-7)
    assert np.linalg.norm(report.stuck[0] + report.sliding[0]) == pytest.approx(MU * pressed)
    assert report.slip.shape == (1, 2) and np.linalg.norm(report.slip[0]) == pytest.approx((500.0 - MU * pressed) / KX)


def test_friction_holds_below_its_limit():
    stuck, report, _ = press_node(DiscretePenalty, ZoneLaw(EN, ET, MU, 0.0), pulled(50.0))
    assert stuck[:2] == pytest.approx(np.array([30.0, 40.0]) / (ET + KX)) and report.status[0] == 2.0
    stuck, report, _ = press_node(Multipliers, MU, pulled(50.0))
    assert stuck == pytest.approx([0.0, 0.0, -HEIGHT], abs=1e-12) and report.status[0] == 1.0
    assert abs(report.stuck[0]) == pytest.approx([30.0, 40.0, 0.0], abs=1e-10)


@pytest.mark.parametrize(("member", "law"), [(DiscretePenalty, ZoneLaw(EN)), (ActiveSet, None), (Multipliers, 0.0)])
def test_without_friction_it_moves_freely_across(member, law):
    assert press_node(member, law, pulled(500.0), IN_PLACE)[0][:2] == pytest.approx([0.3, 0.4])
