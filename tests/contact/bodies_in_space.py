"""One node above a square floor, held by three springs: what contact in space is tried on."""

import numpy as np

from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.contact_geometry import ContactGeometry, Renewal
from pyaster_lite.fe.evolution import STOP, evolve
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.pairing_space import Facets, SpaceZone
from pyaster_lite.fe.time_list import TimeList
from pyaster_lite.fe.time_scheme import Static

HEIGHT = 0.1
FLOOR_AND_NODE = np.array([[-5.0, -5.0, 0.0], [5.0, -5.0, 0.0], [5.0, 5.0, 0.0], [-5.0, 5.0, 0.0], [0.4, 0.3, HEIGHT]])
KX, KZ = 1e3, 10.0
IN_PLACE = np.eye(3)


class Node:
    """Node 4 over the floor 0 - 3, which is clamped; springs (3, 3) to the ground and loads on node 4."""

    size, linear, definite, mass, damping, silent = 15, True, True, None, None, ()

    def __init__(self, springs, load):
        self.k = np.diag([1.0] * 15)
        self.k[12:, 12:] = springs
        self.load = load
        self.elimination = Elimination(Relations.imposed(15, list(range(12)), lambda t: np.zeros(12)))

    def internal_forces(self, state, increment, t):
        return state.force + self.k @ increment, None

    def stiffness(self, *_):
        return self.k

    def imposed_forces(self, t, starting=False):
        return None

    def dead_loads(self, t):
        return np.concatenate([np.zeros(12), self.load(t)])

    def following_loads(self, t, u, v=None, a=None):
        return None

    def modal_damping(self, v):
        return None


def press_node(member, law, load, turned=IN_PLACE):
    """Displacements of the node under load (t), its contact's report and its last state; axes are turned by a rotation and back."""
    floor, slave = Facets.of([("QUAD4", np.arange(4))]), Facets.of([("TRIA3", np.array([4, 0, 1]))])
    zone = SpaceZone.of(np.array([4]), floor, slave)
    geometry = ContactGeometry([zone], FLOOR_AND_NODE @ turned.T, np.arange(15).reshape(5, 3), Renewal(), [None])
    contact = member(geometry, [law])
    structure = Node(turned @ np.diag([KX, KX, KZ]) @ turned.T, lambda t: turned @ load(t))
    newton = Newton(structure, Options(criteria=Criteria(1e-10), most=100), contact)
    zero = np.zeros(15)
    (*_, last) = evolve(newton, Static(), TimeList((0, 1, 2)), State(0.0, *[zero] * 6), (STOP,))
    return turned.T @ last.state.u[12:], contact.report(last.state.increment), last.state


def pulled(force):
    """A load that presses by 200 and then pulls across by up to `force`, along (0.6, 0.8)."""
    return lambda t: np.array([0.6 * force * max(t - 1, 0.0), 0.8 * force * max(t - 1, 0.0), -200.0])
