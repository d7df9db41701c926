"""Curves of fragility."""

import numpy as np
import pytest
from scipy.stats import norm

from pyaster_lite.fe.fragility import curve, likeliest, normal, regressed


@pytest.mark.parametrize("x", [-3.0, -0.4, 0.0, 1.7])
def test_the_normal_distribution_is_met(x):
    assert normal(x) == pytest.approx(norm.cdf(x), abs=1e-7)


def test_half_fail_at_the_median():
    np.testing.assert_allclose(curve([0.2, 0.4, 0.8], 0.4, 0.3)[1], 0.5, atol=1e-8)


def test_the_likeliest_curve_is_that_of_its_sample():
    strengths = np.repeat(np.linspace(0.2, 0.8, 7), 40)
    failed = np.concatenate([np.arange(40) < round(40 * p) for p in curve(np.linspace(0.2, 0.8, 7), 0.45, 0.4)]).astype(float)
    # many factors make a product too small for this search: a sample of each strength
    found = likeliest(strengths[::8], failed[::8], (0.3, 0.3))
    assert found[0] == pytest.approx(0.45, abs=0.15)


def test_demands_on_a_line_are_regressed():
    strengths = np.array([0.1, 0.2, 0.4, 0.8])
    median, deviation = regressed(strengths, 0.1 * strengths**1.5, 0.1 * 0.3**1.5)
    assert median == pytest.approx(0.3) and deviation == pytest.approx(0.0, abs=1e-12)
