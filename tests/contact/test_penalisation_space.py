"""Penalised contact with friction in space: one node above a square floor, held by three springs."""

import numpy as np
import pytest

from pyaster_lite.contact.penalisation import DiscretePenalty
from pyaster_lite.fe import contact_geometry
from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.contact_geometry import ContactGeometry, Renewal, ZoneLaw
from pyaster_lite.fe.evolution import STOP, evolve
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.pairing_space import Facets, SpaceZone
from pyaster_lite.fe.time_list import TimeList
from pyaster_lite.fe.time_scheme import Static

FLOOR_AND_NODE = np.array([[-5.0, -5.0, 0.0], [5.0, -5.0, 0.0], [5.0, 5.0, 0.0], [-5.0, 5.0, 0.0], [0.4, 0.3, 0.0]])
EN, ET, MU, KX, KZ = 1e6, 1e7, 0.3, 1e3, 10.0
IN_PLACE = np.eye(3)
PRESSED = 200.0 * EN / (EN + KZ)


class Node:
    """Node 4 over the floor 0 - 3, which is clamped; springs to the ground and loads on node 4."""

    size, linear, definite, mass, damping, silent = 15, True, True, None, None, ()

    def __init__(self, load):
        self.k = np.diag([1.0] * 12 + [KX, KX, KZ])
        self.load = load
        self.elimination = Elimination(Relations.imposed(15, list(range(12)), lambda t: np.zeros(12)))

    def internal_forces(self, state, increment, t):
        return state.force + self.k @ increment, None

    def stiffness(self, *_):
        return self.k

    def imposed_forces(self, t):
        return None

    def dead_loads(self, t):
        return np.concatenate([np.zeros(12), self.load(t)])

    def following_loads(self, t, u):
        return None

    def modal_damping(self, v):
        return None


def run(load, friction=MU, turned=IN_PLACE, reduction=0.9):
    """Displacements of the node and the contact's report, axes turned by a rotation and back."""
    floor, slave = Facets.of([("QUAD4", np.arange(4))]), Facets.of([("TRIA3", np.array([4, 0, 1]))])
    zone = SpaceZone.of(np.array([4]), floor, slave)
    geometry = ContactGeometry([zone], FLOOR_AND_NODE @ turned.T, np.arange(15).reshape(5, 3), Renewal(), [None])
    contact = DiscretePenalty(geometry, [ZoneLaw(EN, ET, friction, reduction)])
    structure = Node(lambda t: turned @ load(t))
    structure.k[12:, 12:] = turned @ structure.k[12:, 12:] @ turned.T
    newton = Newton(structure, Options(criteria=Criteria(1e-10), most=100), contact)
    zero = np.zeros(15)
    (*_, last) = evolve(newton, Static(), TimeList((0, 1, 2)), State(0.0, *[zero] * 6), (STOP,))
    return turned.T @ last.state.u[12:], contact.report(last.state.increment), last.state


def pulled(force):
    return lambda t: np.array([0.6 * force * max(t - 1, 0.0), 0.8 * force * max(t - 1, 0.0), -200.0])


def test_pressed_node_sinks_by_its_load_over_the_penalty_and_the_floor_carries_it():
    u, report, state = run(lambda t: np.array([0.0, 0.0, -100.0 * t]))
    assert u == pytest.approx([0.0, 0.0, -200.0 / (EN + KZ)])
    assert report.normal[0] == pytest.approx([0.0, 0.0, -PRESSED])
    assert state.reaction[2:12:3].sum() == pytest.approx(-PRESSED)


@pytest.mark.parametrize("sparse", (False, True))
@pytest.mark.parametrize("angle", (0.0, 0.7))
def test_friction_acts_against_the_slip_whatever_its_direction(angle, sparse, monkeypatch):
    if sparse:
        monkeypatch.setattr(contact_geometry, "MANY", 0)
    c, s = np.cos(angle), np.sin(angle)
    turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    stuck, report, _ = run(pulled(50.0), turned=turned, reduction=0.0)
    assert stuck[:2] == pytest.approx(np.array([30.0, 40.0]) / (ET + KX)) and report.status[0] == 2.0
    slid, report, _ = run(pulled(500.0), turned=turned)
    assert slid[:2] == pytest.approx((500.0 - MU * PRESSED) / KX * np.array([0.6, 0.8]), rel=1e-7)
    assert np.linalg.norm(report.stuck[0]) == pytest.approx(MU * PRESSED) and report.slip.shape == (1, 2)
    assert np.linalg.norm(report.slip[0]) == pytest.approx((500.0 - MU * PRESSED) / KX)


def test_without_friction_it_moves_freely_across():
    assert run(pulled(500.0), friction=0.0)[0][:2] == pytest.approx([0.3, 0.4])
