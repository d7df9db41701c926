"""Turbulence on tubes."""

import numpy as np
import pytest

from pyaster_lite.fe.flow import tube_spectra
from pyaster_lite.fe.flow.patterson import nested_integral, rules


def test_the_rules_are_nested_and_exact():
    points, weights = rules()
    counts = [int((own != 0.0).sum()) for own in weights]
    assert counts == [3, 7, 15, 31, 63, 127, 255]
    for count, own in zip(counts, weights):
        degree = (3 * count + 1) // 2 // 2 * 2
        np.testing.assert_allclose(own @ points**degree, 2.0 / (degree + 1), rtol=1e-9)


def test_an_integral_stops_when_it_holds():
    points = rules()[0]
    values = np.stack([points**4, np.exp(3 * points)])
    np.testing.assert_allclose(nested_integral(values, 1e-6), [0.4, 2 * np.sinh(3.0) / 3.0], rtol=1e-12)


def test_correlations_of_even_shapes_are_known():
    s, ones, length = np.linspace(0.0, 2.0, 11), np.ones(11), 0.4
    found = tube_spectra.correlations(s, (0.0, 2.0), length, ones, 3.0 * ones, np.stack([ones, 2 * ones], axis=1))
    exact = 9.0 * 2 * length * (2.0 - length * (1 - np.exp(-2.0 / length)))
    np.testing.assert_allclose(found, exact * np.array([[1.0, 2.0], [2.0, 4.0]]), rtol=1e-4)


@pytest.mark.parametrize("law", [lambda x: tube_spectra.falling(x, 0.1, 2.0, 3.0), lambda x: tube_spectra.smooth_peak(x, 1e4)])
def test_spectra_fall_beyond_their_corner(law):
    values = law(np.array([1.0, 10.0, 100.0]))
    np.testing.assert_allclose(np.log10(values[1:] / values[:-1])[-1], -3.0, atol=0.15)


def test_two_slopes_meet_their_powers():
    values = tube_spectra.two_slopes(np.array([0.1, 0.4]), 0.2, (2.0, 0.5), (3.0, 2.0))
    np.testing.assert_allclose(values, [2.0 / 0.1**0.5, 3.0 / 0.16])


def test_two_phases_scale_with_their_flow():
    one, other = (tube_spectra.two_phases(np.array([0.3]), 0.85, 2.0, flow, 4.0) for flow in (100.0, 200.0))
    np.testing.assert_allclose(one / other, 16.0)
