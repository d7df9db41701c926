"""Turbulence on modes: limits that are known, and cylinders that close on themselves."""

import numpy as np

from pyaster_lite.fe.turbulence import Flow, acceptance, cylinder_places, plane_places


def line(n):
    x, w = np.polynomial.legendre.leggauss(n)
    return np.stack([0.5 * (x + 1.0), np.zeros(n)], axis=1), 0.5 * w


def test_whirls_that_never_end_push_everywhere_alike():
    places, fluxes = line(7)
    assert np.isclose(acceptance(Flow(1e12, 1e14, 1e12, 1e12, 1.0), places, fluxes * 3.0), 9.0)


def test_whirls_of_a_length_fade_and_turn():
    places, fluxes = line(700)
    length, pulsation, speed = 0.3, 5.0, 1.4
    rate = complex(1.0 / length, -pulsation / speed)
    exact = 2.0 * ((1.0 / rate) * (1.0 - (1.0 - np.exp(-rate)) / rate)).real
    assert np.isclose(acceptance(Flow(speed, 1e9, length, 1.0, pulsation), places, fluxes), exact, rtol=1e-5)


def test_a_speed_across_turns_like_one_along():
    places, fluxes = line(300)
    along = acceptance(Flow(1.4, 1e9, 0.3, 0.3, 5.0), places, fluxes)
    across = acceptance(Flow(1.4, 1.4, 0.3, 0.3, 5.0), places[:, ::-1], fluxes)
    assert np.isclose(along, across)


def test_a_cylinder_closes_on_itself():
    angles = np.array([0.1, 0.1 + np.pi / 2, 0.1 - np.pi / 2, 0.1 + np.pi])
    points = np.stack([2.0 * np.cos(angles) + 1.0, 2.0 * np.sin(angles), np.arange(4.0)], axis=1)
    places, radius = cylinder_places(points, np.array([0.0, 0, 1]), np.array([1.0, 0, 0]))
    assert np.isclose(radius, 2.0)
    np.testing.assert_allclose(places, [[0, 0], [1, np.pi / 2], [2, -np.pi / 2], [3, np.pi]], atol=1e-12)
    flow, one = Flow(1.0, 1e9, 1e12, 3.0, 0.0), np.ones(2)
    far = np.array([[0.0, 3.0], [0.0, -3.0]])
    shortest = 2.0 * np.pi - 6.0
    assert np.isclose(acceptance(flow, far, one, 2.0), 2.0 + 2.0 * np.exp(-2.0 * shortest / 3.0))


def test_places_on_a_plane_are_along_and_across():
    np.testing.assert_allclose(plane_places(np.array([[1.0, 2.0, 3.0]]), [0, 0, 1.0], [0, 1.0, 0]), [[3.0, 2.0]])
