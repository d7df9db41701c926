"""Steps in velocities and impulses: order, stick and slip, impacts, relations, on bodies small enough to know the answer."""

import numpy as np
import pytest

from pyaster_lite.contact.impulsion import ImpactLaw, Impulses
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.contact_geometry import ContactGeometry, Renewal
from pyaster_lite.fe.errors import NotConverged
from pyaster_lite.fe.evolution import evolve
from pyaster_lite.fe.moreau import Moreau, VelocityScheme
from pyaster_lite.fe.newton import Options, State
from pyaster_lite.fe.pairing import Zone
from pyaster_lite.fe.time_list import TimeList

WEIGHT = 9.81
FOUR_NODES = np.array([[-5.0, 0.0], [5.0, 0.0], [0.0, 0.0], [1.0, 0.0]])


class Points:
    """Nodes 2 and 3 of 1 kg above the floor 0 - 1, which is held; springs `k` (8, 8), forces `push` (t) (2,) on each beside its weight."""

    linear, definite, damping, silent, size = True, True, None, (), 8

    def __init__(self, push=lambda t: np.zeros(2), k=None, relations=(), power=None):
        self.k, self.push, self.power = np.zeros((8, 8)) if k is None else k, push, power
        self.linear = power is None
        self.mass = np.diag([1.0] * 8)
        self.elimination = Elimination(Relations.stacked(8, [Relations.imposed(8, [0, 1, 2, 3], lambda t: np.zeros(4)), *relations]))

    def internal_forces(self, state, increment, t):
        u = state.u + increment
        return self.k @ u if self.power is None else self.power * u**3, None

    def stiffness(self, state, increment, *_):
        return self.k if self.power is None else np.diag(3 * self.power * (state.u + increment) ** 2)

    def dead_loads(self, t):
        pushed = self.push(t) - [0.0, WEIGHT]
        return np.concatenate([np.zeros(4), pushed, pushed])

    def following_loads(self, t, u, v=None, a=None):
        return None

    def modal_damping(self, v):
        return None


def march(structure, instants, friction=0.8, restitution=0.0, start=None, speed=None, contact=True, **scheme):
    """The states after each step."""
    solved = None
    if contact:
        zone = Zone(np.array([2, 3]), np.array([[1, 0]]), np.array([[3, 2]]), reach=-1.0)
        geometry = ContactGeometry([zone], FOUR_NODES, np.arange(8).reshape(4, 2), Renewal(), [None])
        solved = Impulses(geometry, [ImpactLaw(friction, restitution)])
    u, v = np.zeros(8) if start is None else np.array(start, float), np.zeros(8) if speed is None else np.array(speed, float)
    zero = np.zeros(8)
    state = State(instants[0], u, v, zero, zero, structure.internal_forces(State(0.0, u, *[zero] * 5), zero, 0.0)[0], zero)
    loop = Moreau(structure, Options(), solved)
    return [step.state for step in evolve(loop, VelocityScheme(**scheme), TimeList(instants), state)], solved


def wave(t):
    return np.array([8.0 * np.cos(t), 0.0])


def test_first_slip_of_a_block_on_a_table():
    states, _ = march(Points(wave), np.linspace(0.0, 0.3, 301))
    t = states[-1].time
    assert states[-1].u[4] == pytest.approx(8 * (1 - np.cos(t)) - 0.8 * WEIGHT * t**2 / 2, abs=2e-8)
    assert states[-1].v[4] == pytest.approx(8 * np.sin(t) - 0.8 * WEIGHT * t, abs=2e-7)
    assert abs(states[-1].u[5]) < 1e-16


@pytest.mark.parametrize("explicit", (False, True))
def test_second_order_between_events(explicit):
    def error(n):
        t = np.linspace(0.0, 0.3, n + 1)
        end = march(Points(wave), t, explicit=explicit)[0][-1]
        return abs(end.u[4] - (8 * (1 - np.cos(0.3)) - 0.8 * WEIGHT * 0.045))

    assert np.log2(error(20) / error(40)) == pytest.approx(2.0, abs=0.05)


@pytest.mark.parametrize("explicit", (False, True))
def test_second_order_of_an_oscillator(explicit):
    spring = np.diag([0.0] * 4 + [40.0, 40.0, 90.0, 90.0])

    def error(n):
        end = march(Points(wave, spring), np.linspace(0.0, 1.0, n + 1), contact=False, explicit=explicit)[0][-1]
        fine = march(Points(wave, spring), np.linspace(0.0, 1.0, 3201), contact=False, explicit=explicit)[0][-1]
        return abs(end.u - fine.u).max()

    assert np.log2(error(100) / error(200)) == pytest.approx(2.0, abs=0.1)


def test_what_sticks_does_not_drift():
    states, contact = march(Points(lambda t: np.array([7.8, 0.0])), np.arange(5001) * 1e-3)
    assert abs(states[-1].u).max() < 1e-15
    assert contact.impulses / 1e-3 == pytest.approx(np.array([[WEIGHT] * 2, [7.8] * 2]) * [[1], [contact._links.tangents[0, 0]]])


@pytest.mark.parametrize("restitution", (0.0, 0.5, 1.0))
def test_a_dropped_point_lands_and_bounces(restitution):
    height = 0.1
    start = [0, 0, 0, 0, 0, height, 0, height]
    states, _ = march(Points(), np.linspace(0.0, 0.2, 2001), restitution=restitution, start=start)
    heights, speeds = np.array([s.u[5] for s in states]), np.array([s.v[5] for s in states])
    assert heights.min() > -1e-12
    assert speeds.max() == pytest.approx(restitution * np.sqrt(2 * WEIGHT * height), abs=2e-3)
    if not restitution:
        assert heights[-1] < 1e-4 and speeds[-1] == pytest.approx(0.0, abs=1e-14)


def test_relations_between_the_points_hold():
    """Node 3 keeps node 2's horizontal motion, as a rigid body would, and only node 3 is pushed."""
    from scipy.sparse import csr_array

    tie = Relations(csr_array(([1.0, -1.0], ([0, 0], [4, 6])), shape=(1, 8)), lambda t: np.zeros(1))
    structure = Points(relations=[tie])
    structure.dead_loads = lambda t: np.array([0, 0, 0, 0, 0, -WEIGHT, 20.0, -WEIGHT])
    states, _ = march(structure, np.linspace(0.0, 0.1, 101))
    assert states[-1].v[4] == states[-1].v[6]
    assert states[-1].v[4] == pytest.approx(0.1 * (20.0 - 0.8 * 2 * WEIGHT) / 2)


def test_an_imposed_motion_is_followed():
    structure = Points(relations=[Relations.imposed(8, [4], lambda t: np.array([0.3 * t]))])
    states, _ = march(structure, np.linspace(0.0, 0.1, 11), speed=[0, 0, 0, 0, 0.3, 0, 0, 0])
    assert states[-1].u[4] == pytest.approx(0.03) and states[-1].v[4] == pytest.approx(0.3)


def test_a_nonlinear_spring_is_balanced_by_iterations():
    structure = Points(wave, power=500.0)
    states, _ = march(structure, np.linspace(0.0, 1.0, 401), friction=0.0)
    energy = 0.5 * states[-1].v[4] ** 2 + 125.0 * states[-1].u[4] ** 4
    t, u = np.array([s.time for s in states]), np.array([s.u[4] for s in states])
    work = np.trapezoid(8 * np.cos(t) * np.array([s.v[4] for s in states]), t)
    assert u.max() > 0.2 and energy == pytest.approx(work, rel=1e-3)


def test_a_motion_without_bound_is_said():
    with pytest.raises(NotConverged, match="step 0.1 is too long for this scheme, which is stable below 0.0002"), np.errstate(all="ignore"):
        march(Points(wave, np.diag([0.0] * 4 + [1e8] * 4)), np.arange(2000) * 0.1, contact=False, explicit=True)
