"""Penalised contact with friction: one node above a floor, held by two springs."""

import numpy as np
import pytest

from pyaster_lite.contact.penalisation import DiscretePenalty
from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.contact_geometry import ContactGeometry, Renewal, ZoneLaw
from pyaster_lite.fe.evolution import STOP, Remedy, evolve
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.pairing import Zone
from pyaster_lite.fe.time_list import TimeList
from pyaster_lite.fe.time_scheme import Static

FLOOR_AND_NODE = np.array([[-5.0, 0.0], [5.0, 0.0], [0.0, 0.0]])
EN, ET, MU = 1e6, 1e7, 0.3


class Node:
    """Node 2 over the floor 0 - 1, which is clamped; springs kx, ky to the ground and loads on node 2."""

    size, linear, definite, mass, damping, silent = 6, True, True, None, None, ()

    def __init__(self, kx, ky, load):
        self.k = np.diag([1.0, 1.0, 1.0, 1.0, kx, ky])
        self.load = load
        self.elimination = Elimination(Relations.imposed(6, [0, 1, 2, 3], lambda t: np.zeros(4)))

    def internal_forces(self, state, increment, t):
        return state.force + self.k @ increment, None

    def stiffness(self, *_):
        return self.k

    def imposed_forces(self, t, starting=False):
        return None

    def dead_loads(self, t):
        return np.concatenate([np.zeros(4), self.load(t)])

    def following_loads(self, t, u, v=None, a=None):
        return None

    def modal_damping(self, v):
        return None


def run(load, friction=MU, renewal=None, instants=(0, 1, 2), remedies=(STOP,), **options):
    zone = Zone(np.array([2]), np.array([[1, 0]]), np.array([[2, 0]]))
    geometry = ContactGeometry([zone], FLOOR_AND_NODE, np.arange(6).reshape(3, 2), renewal or Renewal(), [options.pop("play", None)])
    contact = DiscretePenalty(geometry, [ZoneLaw(EN, ET, friction, options.pop("reduction", 0.9))])
    newton = Newton(Node(1e3, 10.0, load), Options(criteria=Criteria(1e-10), most=100), contact)
    zero = np.zeros(6)
    steps = list(evolve(newton, Static(), TimeList(instants), State(0.0, *[zero] * 6), remedies))
    return [step.state.u[4:] for step in steps], steps[-1].state, contact


def test_pressed_node_sinks_by_its_load_over_the_penalty():
    u, state, contact = run(lambda t: np.array([0.0, -50.0 * t]))
    assert u[-1][1] == pytest.approx(-100.0 / (EN + 10.0))
    assert contact.penetration() == pytest.approx(100.0 / (EN + 10.0))
    assert state.reaction[[1, 3]].sum() == pytest.approx(-EN * 100.0 / (EN + 10.0))


def test_a_lifted_node_is_free():
    u, _, contact = run(lambda t: np.array([0.0, 5.0 * t]))
    assert u[-1][1] == pytest.approx(1.0) and contact.penetration() == 0.0


def test_friction_holds_up_to_its_limit_and_slides_beyond():
    pressed = 200.0 * EN / (EN + 10.0)
    stuck, _, _ = run(lambda t: np.array([50.0 * (t - 1) if t > 1 else 0.0, -200.0]), reduction=0.0)
    assert stuck[-1][0] == pytest.approx(50.0 / (ET + 1e3))
    slid, _, _ = run(lambda t: np.array([500.0 * (t - 1) if t > 1 else 0.0, -200.0]))
    assert slid[-1][0] == pytest.approx((500.0 - MU * pressed) / 1e3)
    free, _, _ = run(lambda t: np.array([500.0 * (t - 1) if t > 1 else 0.0, -200.0]), friction=0.0)
    assert free[-1][0] == pytest.approx(0.5)


@pytest.mark.parametrize("renewal", [Renewal("once"), Renewal("fixed", 3), Renewal("automatic")])
def test_every_renewal_rule_slides_alike_on_a_flat_floor(renewal):
    u, _, _ = run(lambda t: np.array([300.0 * t, -200.0]), renewal=renewal, instants=(0, 0.5, 1, 1.5, 2))
    assert u[-1][0] == pytest.approx((600.0 - MU * 200.0 * EN / (EN + 10.0)) / 1e3)


def test_play_is_taken_off_the_gap():
    u, _, _ = run(lambda t: np.array([0.0, -50.0]), play=lambda t, x, ranks: np.full(len(x), 0.01))
    assert u[-1][1] == pytest.approx((EN * 0.01 - 50.0) / (EN + 10.0))


def test_penalties_stiffen_until_the_penetration_is_allowed():
    remedy = Remedy("penetration", "stiffen", bound=2e-5)
    u, _, contact = run(lambda t: np.array([0.0, -50.0 * t]), remedies=(remedy, STOP))
    assert contact.penetration() <= 2e-5 and contact.laws[0].normal == 8 * EN


def test_an_attempt_that_was_not_balanced_leaves_its_links_to_the_next_one():
    """With the gaps that they had after the last step, none of which there is before the first one ended."""
    zone = Zone(np.array([2]), np.array([[1, 0]]), np.array([[2, 0]]))
    geometry = ContactGeometry([zone], FLOOR_AND_NODE, np.arange(6).reshape(3, 2), Renewal("fixed", 1), [None])
    high, higher = np.zeros(6), np.zeros(6)
    high[5], higher[5] = 1.0, 3.0
    geometry.begin(1.0)
    first = geometry.links(high)
    assert first.gaps == pytest.approx([1.0])
    geometry.begin(0.5)
    assert geometry.links(higher) is first and first.gaps == pytest.approx([0.0])
    first.gaps = np.array([0.25])
    assert geometry.settled(higher)
    geometry.keep()
    geometry.begin(1.0)
    second = geometry.links(higher)
    assert second.gaps == pytest.approx([3.0])
    geometry.begin(0.75)
    assert geometry.links(high) is second and second.gaps == pytest.approx([0.25])
