"""Contacts that slide in two directions or on round outlines: closed forms, the contact of one direction, differences."""

import numpy as np
import pytest

from pyaster_lite.fe import trigonometric as series
from pyaster_lite.fe.periodic_contact import FORWARDS, PeriodicContacts, Springs
from pyaster_lite.fe.spatial_contact import INSIDE, OUTSIDE, PLANE, Outlines, SpatialContacts, advanced


def outlines(*rows, corners=None):
    """Rows (kind, origin, reach, normal, tangential, friction, preload)."""
    corners = np.full((len(rows), 2, 3), np.inf) if corners is None else corners
    return Outlines(*(np.array(column) for column in zip(*rows)), corners)


def plane(friction=0.5, preload=1.0, tangential=2.0):
    return PLANE, (0.0, 0.0, 0.0), 0.0, 1.0, tangential, friction, preload


def motion(order, **harmonics):
    """(1, 3, 2H + 1) of x, y and z, each given as the first coefficients."""
    found = np.zeros((1, 3, 2 * order + 1))
    for name, values in harmonics.items():
        found[0, "xyz".index(name), : len(values)] = values
    return found


def fine(contact, moved, count=200000):
    """(n, 2H + 1) forces along x, y, z of one plane contact by a fine march, radial return at every instant."""
    _, _, _, normal, tangential, friction, preload = contact
    order = series.order_of(moved)
    table = series.basis(order, 2 * np.pi * np.arange(count) / count)
    x, y, z = moved[0] @ table.T
    press = np.maximum(preload - normal * y, 0.0)
    pull, forces = np.zeros(2), np.empty((2, count))
    for k in range(2 * count):
        t = k % count
        pull = pull - tangential * np.array([z[t] - z[t - 1], x[t] - x[t - 1]])
        length, limit = np.hypot(*pull), friction * press[t]
        if length > limit:
            pull = pull * (limit / length)
        forces[:, t] = pull
    weights = np.full(2 * order + 1, 2.0 / count)
    weights[0] = 1.0 / count
    return -np.array([weights * (force @ table) for force in (forces[1], press, forces[0])])


def test_one_direction_is_the_contact_of_one_direction():
    """It agrees with the located events to the square of the step, lift-off included."""
    moved = motion(2, z=(0.1, 1.5, 0.3, 0.2, -0.4), y=(0.2, 0.9, -0.8, 0.1, 0.0))
    exact = PeriodicContacts(Springs(*(np.array([value]) for value in (1.0, 2.0, 0.5, 1.0))), 2, 256)(-moved[:, 1], moved[:, 2])
    errors = []
    for instants in (100, 1600):
        found = SpatialContacts(outlines(plane()), 2, instants)(moved)
        np.testing.assert_allclose(found.forces[0, 0], 0.0, atol=1e-14)
        errors.append(max(abs(found.forces[0, 2] - exact.tangential[0]).max(), abs(-found.forces[0, 1] - exact.normal[0]).max()))
    assert errors[0] < 1e-3 and errors[1] < errors[0] / 64


def test_two_directions_are_those_of_a_fine_march():
    contact = plane()
    moved = motion(1, x=(0.0, 1.0, 0.4), y=(0.1, 0.3, -0.5), z=(0.2, -0.3, 1.2))
    expected = fine(contact, moved, 20000)
    found = SpatialContacts(outlines(contact), 1, 1024)(moved)
    np.testing.assert_allclose(found.forces[0], expected, atol=3e-4)


@pytest.mark.parametrize("kind, sign", [(INSIDE, -1.0), (OUTSIDE, 1.0)])
def test_round_and_round(kind, sign):
    """A node that turns on a circle of radius r: N = kn |r - reach|, friction mu N against the motion, at every instant."""
    radius, reach = 1.0 - 0.2 * sign, 1.0
    contact = kind, (0.0, 0.0, 0.0), reach, 3.0, 50.0, 0.25, 0.0
    contacts = SpatialContacts(outlines(contact), 1, 128)
    found = contacts(motion(1, y=(0.0, radius, 0.0), z=(0.0, 0.0, radius)))
    press = 3.0 * 0.2
    np.testing.assert_allclose(found.pressure, press, rtol=1e-12)
    np.testing.assert_allclose(found.pull[0, 0, -64:], -sign * 0.25 * press, rtol=1e-9)
    assert (found.state[0] == (FORWARDS if sign > 0 else 2)).all()
    # the force on the node is sign N along (cos, sin), and -mu N along the motion (-sin, cos)
    np.testing.assert_allclose(-found.forces[0, 1], (0.0, sign * press, 0.25 * press), atol=1e-9)


def test_the_direction_of_friction_turns_towards_the_sliding():
    """tan(f / 2) falls as exp(-kt |s| / mu N) under a steady slide, in one step as in many."""
    pull, slide = np.array([[0.0, 1.0]]), np.array([[-0.6, 0.0]])
    ones = np.ones(1)
    one, _ = advanced(pull, slide, ones, ones, ones, ones)
    many = pull
    for _ in range(50):
        many, _ = advanced(many, slide / 50, ones, ones, ones, ones)
    half = np.tan(np.pi / 4) * np.exp(-0.6)
    expected = [[(1 - half**2) / (1 + half**2), 2 * half / (1 + half**2)]]
    np.testing.assert_allclose(one, expected, atol=1e-14)
    np.testing.assert_allclose(many, expected, atol=1e-12)


def test_the_stiffness_is_the_derivative():
    """Stick, slip and lift-off, planes and circles, in one and in two directions."""
    random = np.random.default_rng(4)
    contacts = SpatialContacts(
        outlines(
            plane(),
            plane(friction=0.0),
            (INSIDE, (0.0, 0.3, 0.1), 1.0, 2.0, 3.0, 0.4, 0.5),
            (OUTSIDE, (0.0, 1.0, 0.5), 1.0, 2.0, 3.0, 0.4, 0.0),
        ),
        2,
        64,
        3,
    )
    moved = 0.6 * random.normal(size=(4, 3, 5))
    found = contacts(moved)
    assert len(np.unique(found.state)) == 4
    for row in range(3):
        for k in range(5):
            step = np.zeros((4, 3, 5))
            step[:, row, k] = 1e-6
            change = (contacts(moved + step).forces - contacts(moved - step).forces) / 2e-6
            np.testing.assert_allclose(found.stiffness[:, :, :, row, k], change, atol=2e-6)


def test_a_motion_of_one_direction_has_finite_derivatives():
    """Friction that opposes the sliding exactly, and a slide of nothing."""
    contacts = SpatialContacts(outlines(plane()), 1, 64)
    for moved in (motion(1, z=(0.0, 2.0, 0.0), y=(0.0, 0.0, 1.5)), motion(1)):
        assert np.isfinite(contacts(moved).stiffness).all()
