"""Stresses on a line: linear parts of known profiles, Tresca's measure, limits of ratcheting, what cycles use up."""

import numpy as np
import pytest

from pyaster_lite.fe.stress_lines import linear_parts, ranges, ratchet_limits, revolved_parts, thermal_correction, tresca, usage


def test_linear_profiles_are_their_own_parts():
    x = np.array([0.3, 0.5, 0.6, 1.3])
    profile = np.array([1.0, 2.0, 0.0, -1.0, 0.5, 3.0]) + np.multiply.outer(x - 0.8, np.array([2.0, 0.0, 4.0, 1.0, 0.0, -2.0]))
    membrane, bending = linear_parts(x, profile[None])
    np.testing.assert_allclose(membrane[0], [1.0, 2.0, 0.0, -1.0, 0.5, 3.0], atol=1e-14)
    np.testing.assert_allclose(bending[0], [1.0, 0.0, 2.0, 0.5, 0.0, -1.0], atol=1e-14)


def test_a_parabola_has_no_bending():
    x = np.linspace(0.0, 2.0, 2001)
    membrane, bending = linear_parts(x, np.multiply.outer((x - 1.0) ** 2, np.eye(6)[0]))
    assert membrane[0] == pytest.approx(1.0 / 3.0, rel=1e-6) and abs(bending).max() < 1e-12


def test_tresca_of_shear_and_of_pressure():
    assert tresca([0.0, 0.0, 0.0, 3.0, 0.0, 0.0]) == pytest.approx(6.0)
    assert tresca([5.0, 5.0, 5.0, 0.0, 0.0, 0.0]) == pytest.approx(0.0, abs=1e-12)
    found = ranges(np.array([[1.0, 0, 0, 0, 0, 0], [4.0, 0, 0, 0, 0, 0]]))
    np.testing.assert_allclose(found, [[0.0, 3.0], [3.0, 0.0]], atol=1e-12)


def test_limits_of_ratcheting():
    linear, parabolic = ratchet_limits(200.0, np.array([0.0, 50.0, 150.0, 200.0, 250.0]))
    np.testing.assert_allclose(linear, [0.0, 800.0, 200.0, 0.0, np.nan])
    np.testing.assert_allclose(parabolic, [0.0, 200.0 * 5.2, 260.0, 0.0, np.nan])


def test_correction_of_thermal_stresses_is_at_least_one():
    np.testing.assert_allclose(thermal_correction(np.array([0.0, 300.0]), 100.0), [1.0, 1.86 * (1.0 - 1.0 / 4.66)])


def test_the_most_damaging_states_are_combined_first():
    damage = np.array([[0.0, 0.5, 0.2], [0.5, 0.0, 0.1], [0.2, 0.1, 0.0]])
    assert usage(damage, [3, 1, 1]) == pytest.approx(0.5 + 0.2)
    assert usage(damage, [1, 3, 5]) == pytest.approx(0.5 + 2 * 0.1)
    assert usage(np.zeros((2, 2)), [1, 1]) == 0.0


def test_a_thin_wall_of_revolution_is_a_plane_one():
    x, r = np.linspace(0.0, 1.0, 2001), 1e6 + np.linspace(0.0, 1.0, 2001)
    profile = np.array([0.0, 3.0, 1.0, 0.0, 0.0, 0.0]) + np.multiply.outer(x, np.array([0.0, 4.0, -2.0, 0.0, 0.0, 0.0]))
    membrane, (first, last) = revolved_parts(x, r, np.zeros_like(x), profile[None], -1.0)
    plane, bending = linear_parts(x, profile[None])
    np.testing.assert_allclose(membrane, plane, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose([-first, last], [bending, bending], rtol=1e-5, atol=1e-5)


def test_the_neutral_line_of_a_thick_wall_is_off_the_middle():
    """An axial stress that is linear about the neutral line carries no force, its bending is itself."""
    x = np.linspace(0.0, 2.0, 20001)
    r, off = 3.0 + x, 2.0**2 / (12.0 * 4.0)
    profile = np.multiply.outer(x - 1.0 - off, np.eye(6)[1])
    membrane, (first, last) = revolved_parts(x, r, np.zeros_like(x), profile[None], -1.0)
    assert membrane[0, 1] == pytest.approx(0.0, abs=1e-8)
    assert (first[0, 1], last[0, 1]) == pytest.approx((-1.0 - off, 1.0 - off), rel=1e-6)


def test_stresses_along_a_slanted_line_are_turned():
    x, along = np.linspace(0.0, 1.0, 101), np.array([np.cos(0.3), np.sin(0.3)])
    places = 10.0 + np.multiply.outer(x, along)
    pull = np.array([along[0] ** 2, along[1] ** 2, 0.0, along[0] * along[1], 0.0, 0.0])
    membrane, (first, last) = revolved_parts(x, places[:, 0], places[:, 1], np.tile(7.0 * pull, (1, 101, 1)), -1.0)
    np.testing.assert_allclose(membrane[0], [7.0, 0, 0, 0, 0, 0], atol=1e-12)
    np.testing.assert_allclose([first[0], last[0]], np.zeros((2, 6)), atol=1e-12)


def test_a_wall_curved_in_its_meridian_has_another_neutral_line():
    x, curve = np.linspace(0.0, 2.0, 20001), 5.0
    own = 2.0**2 / (12.0 * curve)
    profile = np.multiply.outer(x - 1.0 - own, np.eye(6)[2])
    _, (first, last) = revolved_parts(x, np.full_like(x, 9.0), x, profile[None], curve)
    assert (first[0, 2], last[0, 2]) == pytest.approx((-1.0 - own, 1.0 - own), rel=1e-6)
