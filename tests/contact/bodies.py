"""A row of nodes above a floor, each held by springs and tied to its neighbours: what exact contact is tried on."""

import numpy as np

from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.contact_geometry import ContactGeometry, Renewal
from pyaster_lite.fe.evolution import STOP, evolve
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.pairing import Zone
from pyaster_lite.fe.time_list import TimeList
from pyaster_lite.fe.time_scheme import Static

KX, KY, TIE = 1e3, 10.0, 4.0


class Row:
    """Nodes 2, 3, ... over the floor 0 - 1, which is clamped; `load` (t) gives (n, 2) forces on them."""

    linear, definite, mass, damping, silent = True, True, None, None, ()

    def __init__(self, count, load):
        self.size = 2 * count + 4
        ties = TIE * (2 * np.eye(count) - np.eye(count, k=1) - np.eye(count, k=-1))
        self.k = np.eye(self.size)
        self.k[4::2, 4::2] = KX * np.eye(count) + ties
        self.k[5::2, 5::2] = KY * np.eye(count) + ties
        self.load = load
        self.elimination = Elimination(Relations.imposed(self.size, [0, 1, 2, 3], lambda t: np.zeros(4)))

    def internal_forces(self, state, increment, t):
        return state.force + self.k @ increment, None

    def stiffness(self, *_):
        return self.k

    def imposed_forces(self, t, starting=False):
        return None

    def dead_loads(self, t):
        return np.concatenate([np.zeros(4), np.ravel(self.load(t))])

    def following_loads(self, t, u, v=None, a=None):
        return None

    def modal_damping(self, v):
        return None


def press_row(member, law, heights, load, instants=(0, 1, 2)):
    """The displacements (n, 2) of each step, the last state and the contact."""
    count = len(heights)
    at = np.column_stack([np.linspace(-1, 1, count) if count > 1 else [0.0], heights])
    coordinates = np.concatenate([[[-5.0, 0.0], [5.0, 0.0]], at])
    nodes = np.arange(2, count + 2)
    cells = np.column_stack([nodes, np.roll(nodes, 1)])
    zone = Zone(nodes, np.array([[1, 0]]), cells)
    geometry = ContactGeometry([zone], coordinates, np.arange(2 * count + 4).reshape(-1, 2), Renewal(), [None])
    contact = member(geometry, [law])
    newton = Newton(Row(count, load), Options(criteria=Criteria(1e-10), most=100), contact)
    zero = np.zeros(2 * count + 4)
    steps = list(evolve(newton, Static(), TimeList(instants), State(0.0, *[zero] * 6), (STOP,)))
    return [step.state.u[4:].reshape(-1, 2) for step in steps], steps[-1].state, contact
