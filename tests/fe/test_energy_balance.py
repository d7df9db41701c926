"""Energies of steps, against those of an oscillator."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.fe.energy_balance import StepBalance
from pyaster_lite.fe.newton import State

STIFFNESS, MASS, DAMPING, DT = 4.0, 1.0, 0.3, 0.1
STRUCTURE = SimpleNamespace(
    size=1, mass=np.array([[MASS]]), damping=np.array([[DAMPING]]), imposed_forces=lambda t: None, modal_damping=lambda v: None
)


def moved(number, gamma):
    """The free oscillator after some steps of Newmark's rule, from a unit displacement, with what its states are."""
    beta, u, v = 0.25 * (0.5 + gamma) ** 2, 1.0, 0.0
    a = -(STIFFNESS * u + DAMPING * v) / MASS
    for k in range(number + 1):
        zero = np.zeros(1)
        yield State(k * DT, np.array([u]), np.array([v]), np.array([a]), zero, np.array([STIFFNESS * u]), zero)
        ahead, faster = u + DT * v + DT**2 * (0.5 - beta) * a, v + DT * (1 - gamma) * a
        a = -(STIFFNESS * ahead + DAMPING * faster) / (MASS + DT * gamma * DAMPING + DT**2 * beta * STIFFNESS)
        u, v = ahead + DT**2 * beta * a, faster + DT * gamma * a


@pytest.mark.parametrize("gamma, lost", [(0.5, False), (0.8, True)])
def test_a_free_oscillator_keeps_or_loses_its_energy(gamma, lost):
    first, *others = moved(30, gamma)
    balance = StepBalance(STRUCTURE, first)
    for state in others:
        balance.add(state)
    last, totals = others[-1], balance.totals
    assert totals["elastic"] == pytest.approx(0.5 * STIFFNESS * (last.u[0] ** 2 - 1.0))
    assert totals["kinetic"] == pytest.approx(0.5 * MASS * last.v[0] ** 2)
    assert totals["damped"] > 0.0
    assert totals["external"] == totals["bound"] == 0.0
    assert totals["scheme"] > 0.01 if lost else abs(totals["scheme"]) < 1e-12


def test_contact_and_supports_work_as_they_move():
    """Beside half a step of what was there before."""
    structure = SimpleNamespace(size=1, mass=None, damping=None, imposed_forces=lambda t: np.array([0.5]))
    zero = np.zeros(1)
    start = State(0.0, zero, zero, zero, zero, zero, zero)
    end = State(1.0, np.array([2.0]), zero, zero, np.array([-3.0]), np.array([2.5]), np.array([0.5]))

    class Contact:
        def add_force(self, total):
            total += 1.0

    balance = StepBalance(structure, start, Contact(), {"external": 10.0})
    balance.add(end)
    assert balance.totals == pytest.approx(
        {"external": 10.0 + 4.5, "elastic": 3.5, "kinetic": 0.0, "damped": 0.0, "bound": 1.0, "scheme": 0.0}
    )
