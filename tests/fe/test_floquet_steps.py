"""Multipliers of responses with contacts in space: those of located events, and those of a steady whirl."""

import numpy as np
import pytest

from pyaster_lite.fe.condensation import Condensation
from pyaster_lite.fe.floquet import Variation
from pyaster_lite.fe.floquet_steps import SteppedVariation
from pyaster_lite.fe.harmonic_balance import HarmonicBalance
from pyaster_lite.fe.periodic_contact import PeriodicContacts, Springs
from pyaster_lite.fe.spatial_contact import INSIDE, PLANE, Outlines, SpatialContacts


def array(*values):
    return np.array(values, float)


NONE = Springs(*(np.empty(0) for _ in range(4)))


@pytest.mark.parametrize("force, pulsation", [(0.5, 1.3), (1.0, 1.1), (0.05, 1.2)])
def test_one_direction_is_that_of_located_events(force, pulsation):
    """The mass with its Jenkins element, that sticks and slips, or only sticks."""
    matrices = [(0, array(1.0)), (2, array(1.0)), (1, array(0.02))]
    system = Condensation(matrices, array([0.0], [1.0]), array(1.0, 1.0), lambda h, w: np.array([force * (h == 1)], complex))
    springs = Springs(*(array(1.0) for _ in range(4)))
    balance = HarmonicBalance(system, PeriodicContacts(springs, 15, 256), [0])
    response = balance.response(balance.solve(balance.linear(pulsation).ravel(), pulsation, 1e-10, 50), pulsation)
    exact = Variation(np.eye(1), 0.02 * np.eye(1), np.eye(1), system.rows, springs, [0])
    expected = exact.multipliers(pulsation, response.motion[:1], response.motion[1:], response.cycle)

    contacts = SpatialContacts(Outlines.of([PLANE], np.zeros((1, 3)), [0.0], [1.0], [1.0], [1.0], [1.0], [np.empty((0, 3))]), 15, 2048)
    motion = np.stack((0.0 * response.motion[1], -response.motion[0], response.motion[1]))[None]
    stepped = SteppedVariation(np.eye(1), 0.02 * np.eye(1), np.eye(1), array([0.0], [0.0], [1.0])[None])
    found = stepped.multipliers(pulsation, contacts(motion))
    np.testing.assert_allclose(abs(found[0]), abs(expected[0]), rtol=3e-3)


@pytest.mark.parametrize("friction", [0.0, 0.2, 0.6])
def test_a_steady_whirl(friction):
    """In the frame that turns with the mass its departures obey constant equations: z'' + c z' + k z + kn (|z| - 1)(1 + i mu) z/|z| = F."""
    force, w, c, stiff = 1.5, 0.8, 0.1, 2.0
    places = Outlines.of([INSIDE], np.zeros((1, 3)), [1.0], [stiff], [50.0], [friction], [0.0], [np.empty((0, 3))])
    rows = array([0.0, 0.0], [1.0, 0.0], [0.0, 1.0])
    matrices = [(0, array(1.0, 1.0)), (2, array(1.0, 1.0)), (1, array(c, c))]
    system = Condensation(matrices, rows, np.zeros(3), lambda h, w: (h == 1) * np.array([force, -1j * force]))
    balance = HarmonicBalance(system, PeriodicContacts(NONE, 1, 256), [], SpatialContacts(places, 1, 256))
    response = balance.response(balance.ramp(w, 1e-10, 50), w)
    z = response.whole[1, 0]
    r = abs(z)
    assert abs((1.0 - w**2 + 1j * c * w + stiff * (1.0 - 1.0 / r) * (1.0 + 1j * friction)) * z) == pytest.approx(force, rel=1e-9)

    # along and across the radius: d(kn (|z| - 1)(1 + i mu) z/|z|) = kn (1 + i mu) (a + i (1 - 1/r) b)
    contact = stiff * np.array([[1.0, -friction * (1.0 - 1.0 / r)], [friction, 1.0 - 1.0 / r]])
    turn = array([0.0, -1.0], [1.0, 0.0])
    own = contact + (1.0 - w**2) * np.eye(2) + c * w * turn
    rates = np.block([[np.zeros((2, 2)), np.eye(2)], [-own, -c * np.eye(2) - 2.0 * w * turn]])
    expected = np.sort(abs(np.exp(2.0 * np.pi / w * np.linalg.eigvals(rates))))[::-1]
    found = abs(SteppedVariation(np.eye(2), c * np.eye(2), np.eye(2), rows[None]).multipliers(w, response.spatial))
    np.testing.assert_allclose(found[:4], expected, rtol=2e-3)
    assert (abs(found[4:]) < 1e-12).all()
