"""Surfaces paired with each other: what presses them is carried, what pulls lets go, and friction holds up to its limit."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.contact.mortar._law import Friction
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.iteration_matrix import IterationMatrix
from pyaster_lite.fe.mortar_contact import MortarContact, MortarGeometry
from pyaster_lite.fe.mortar_points import MortarZone
from pyaster_lite.fe.mortar_skin import Skin
from pyaster_lite.fe.pairing_space import Facets

TABLE = np.stack([2 * np.arange(4), 2 * np.arange(4) + 1, np.full(4, -1)], axis=1)
SPRING = 10.0


def contact(word="ROBUSTE", coefficient=100.0, height=0.0, **given):
    """A segment of 1 m above a table that is held."""
    at = np.array([[0, 0, 0], [2, 0, 0], [0.5, height, 0], [1.5, height, 0]], float)
    # outward normals are (dy, -dx): down for the slave side, up for the table
    slaves, masters = (Skin(Facets.of([("SEG2", np.array(nodes))]), False) for nodes in ([2, 3], [1, 0]))
    geometry = MortarGeometry([MortarZone(slaves, masters)], at, TABLE, 2.0, 2)
    law = MORTARS[word](coefficient, **({"components": 0} if word in ("PENALISATION", "NITSCHE") else {}) | given)
    return MortarContact(geometry, [law], 1e-6)


def settle(made, load, turns=8):
    """Displacements of the slave nodes on springs, each pushed by `load` (2,)."""
    held = Elimination(Relations.imposed(8, [0, 1, 2, 3], lambda t: np.zeros(4)))
    matrix = IterationMatrix(np.eye(8) * SPRING, held, True, True)
    force, u = np.concatenate([np.zeros(4), load, load]), np.zeros(8)
    made.begin(1.0)
    for _ in range(turns):
        x = made.solve(matrix, force - SPRING * u, None, u, u)
        u = u + x
        made.move(u, u)
    assert made.judged(u, u) and abs(made.unmet).max(initial=0.0) < 1e-10
    return u[4:].reshape(2, 2)


@pytest.mark.parametrize("word", ["ROBUSTE", "CLASSIQUE"])
def test_multipliers_carry_the_load(word):
    made = contact(word)
    assert settle(made, [0.0, -3.0]) == pytest.approx(np.zeros((2, 2)), abs=1e-12)
    assert made.multipliers == pytest.approx(np.full((1, 2), -6.0))
    total = np.zeros(8)
    made.add_force(total)
    assert total[[5, 7]] == pytest.approx([-3.0, -3.0]) and total[[1, 3]].sum() == pytest.approx(6.0)


@pytest.mark.parametrize("word", list(MORTARS))
def test_what_is_pulled_is_let_go(word):
    made = contact(word)
    assert settle(made, [0.0, 3.0])[:, 1] == pytest.approx([0.3, 0.3])
    assert made.multipliers == pytest.approx(0.0 * made.multipliers)


def test_a_penalty_lets_it_sink():
    sunk = settle(contact("PENALISATION", 50.0), [0.0, -3.0])[:, 1]
    assert sunk == pytest.approx([-6.0 / (2.0 * SPRING + 50.0)] * 2)


def test_a_gap_is_used_up_first():
    made = contact(height=0.2)
    assert settle(made, [0.0, -3.0])[:, 1] == pytest.approx([-0.2, -0.2])
    assert made.multipliers == pytest.approx(np.full((1, 2), -2.0))


@pytest.mark.parametrize("word", ["ROBUSTE", "CLASSIQUE"])
@pytest.mark.parametrize(
    "friction, moved", [(Friction(), 0.2), (Friction("coulomb", 0.3), 0.2 - 0.09), (Friction("given", 1.0), 0.15), (Friction("stuck"), 0.0)]
)
def test_friction_holds_up_to_its_limit(word, friction, moved):
    made = contact(word, components=2, friction=friction, friction_coefficient=100.0)
    assert settle(made, [2.0, -3.0], 20)[:, 0] == pytest.approx([moved, moved], abs=1e-9)


def test_the_first_pairing_may_be_told_what_touches():
    made = contact(height=0.2, starts="closed")
    held = Elimination(Relations.imposed(8, [0, 1, 2, 3], lambda t: np.zeros(4)))
    matrix = IterationMatrix(np.eye(8) * SPRING, held, True, True)
    made.begin(1.0)
    assert made.solve(matrix, np.zeros(8), None, np.zeros(8), np.zeros(8))[[5, 7]] == pytest.approx([-0.2, -0.2])


def test_a_step_that_is_tried_again_starts_from_the_last_balance():
    made = contact()
    settle(made, [0.0, -3.0])
    made.begin(2.0)
    made.multipliers[:] = 7.0
    made.begin(2.0)
    assert made.multipliers == pytest.approx(np.full((1, 2), -6.0))
