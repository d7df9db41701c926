"""Bending of reinforced sections against sums over many fibres."""

import numpy as np
import pytest
from scipy.optimize import brentq

from pyaster_lite.fe.reinforced_section import ReinforcedSection, bending_misfit, compression_misfit, secant_slope, tangent_slope

SECTION = ReinforcedSection(3.2e10, 3.4e6, 3.0e7, 5.0, 0.2, 2.0e11, 8.0e-4, 0.08, 5.0e8)


def by_fibres(s, k, n=20001):
    """The moment of one curvature."""
    y = s.height * (np.arange(n) + 0.5 - n / 2) / n
    t, limit = s.tension / s.young, s.bars_yield

    def forces(e0):
        e = e0 + k * y
        softened = np.maximum(s.tension - (e - t) * s.young / s.softening, 0.0)
        concrete = np.where(e > t, softened, np.maximum(s.young * e, -s.crush)) * s.height / n
        places = np.array([-s.arm, s.arm])
        bars = s.bars * np.clip(s.bars_young * (e0 + k * places), -limit, limit)
        return concrete.sum() + bars.sum(), concrete @ y + bars @ places

    return forces(brentq(lambda e0: forces(e0)[0], -0.05, 0.05, xtol=1e-14))[1]


@pytest.mark.parametrize("k", [5e-4, 2e-3, 5e-3, 9e-3, 1.5e-2, 4e-2])
def test_moments_are_those_of_many_fibres(k):
    assert SECTION.moment(k) == pytest.approx(by_fibres(SECTION, k), rel=1e-4)


def test_before_cracks_it_is_elastic():
    k = 0.5 * SECTION.cracking
    assert SECTION.moment(k) == pytest.approx(SECTION.slope * k) and SECTION.elastic_moment(k) == pytest.approx(SECTION.slope * k)


def test_two_lines_stand_for_the_curve():
    first, slope = tangent_slope(SECTION)
    assert SECTION.tension < first * 6 / SECTION.height**2 < 3 * SECTION.tension and 0.0 < slope < SECTION.slope
    last = 2e-2
    first, slope = secant_slope(SECTION, last)
    start = first / SECTION.slope
    assert first + slope * (last - start) == pytest.approx(float(SECTION.moment(last)), rel=1e-9)
    k = np.linspace(SECTION.cracking, last, 4001)
    work = np.trapezoid(SECTION.moment(k), k)
    lines = np.trapezoid(np.where(k < start, SECTION.slope * k, first + slope * (k - start)), k)
    assert lines == pytest.approx(work, rel=1e-3)
    assert secant_slope(SECTION, 0.5 * SECTION.cracking) == (pytest.approx(SECTION.slope * SECTION.cracking), 0.0)


def test_an_exact_fit_misses_nothing():
    given = {
        "em": 1e9,
        "nyc": 1e9,
        "fcj": 1e6,
        "epsi_c": 2e-3,
        "gamma_c": 0.5,
        "ea": 2e11,
        "omx": 0.0,
        "ef": 3.2e10,
        "ftj": 3.4e6,
        "rx": 0.8,
    }
    given |= {"sy": 5e8, "myf": 1e9, "gamma_f": 0.3}
    k = np.array([0.5, 0.9]) * 2 * 3.4e6 / 3.2e10 / 0.2
    np.testing.assert_allclose(bending_misfit(given, 0.2, k), 0.0, atol=1e-9)
    small = compression_misfit(given | {"em": 2 * 1e6 * 0.2 / 2e-3 / 2}, 0.2, np.array([1e-3, 4e-3]))
    assert (small > 0.0).all()
