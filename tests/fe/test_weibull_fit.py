"""Fits of Weibull's parameters: stationary likelihood, lines that stresses lie on, parameters that are kept."""

import numpy as np
import pytest

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.weibull_fit import Broken, by_likelihood, by_lines

STRESS = np.array([900.0, 950.0, 1000.0, 1010.0, 1080.0, 1100.0, 1150.0])
WARMTH = np.array([0, 0, 1, 0, 1, 1, 0])


def likelihood(broken, m, scales):
    s = broken.stress / scales[broken.warmth]
    return (np.log(m / scales[broken.warmth]) + (m - 1) * np.log(s) - s**m).sum()


def test_the_likelihood_is_greatest():
    broken = Broken(STRESS, WARMTH)
    m, scales = by_likelihood(broken, 10.0, np.array([1.0, 1.0]), False, False)
    best = likelihood(broken, m, scales)
    for dm, d0, d1 in ((0.1, 0.0, 0.0), (-0.1, 0.0, 0.0), (0.0, 5.0, 0.0), (0.0, -5.0, 0.0), (0.0, 0.0, 5.0), (0.1, 2.0, -2.0)):
        assert likelihood(broken, m + dm, scales + [d0, d1]) < best


def test_one_parameter_may_be_kept():
    broken = Broken(STRESS, np.zeros(7, int))
    m, scales = by_likelihood(broken, 12.0, np.array([1000.0]), True, False)
    assert m == 12.0 and scales[0] == pytest.approx(np.mean(STRESS**12.0) ** (1 / 12.0))
    m, scales = by_likelihood(broken, 12.0, np.array([1050.0]), False, True)
    assert scales[0] == 1050.0
    best = likelihood(broken, m, scales)
    assert likelihood(broken, m * 1.01, scales) < best > likelihood(broken, m * 0.99, scales)


def test_lines_are_found_again():
    groups = np.array([0, 1, 0, 1, 0, 1])
    shares = np.array([0.25, 0.25, 0.5, 0.5, 0.75, 0.75])
    stress = np.where(groups == 0, 800.0, 900.0) * (-np.log(1.0 - shares)) ** (1.0 / 5.0)
    order = np.argsort(stress)
    m, scales = by_lines(Broken(stress[order], groups[order]), 1.0, np.ones(2), False, False)
    assert m == pytest.approx(5.0) and scales == pytest.approx([800.0, 900.0])


def test_equal_stresses_tell_of_no_modulus():
    with pytest.raises(ComputationFailed):
        by_likelihood(Broken(np.full(4, 100.0), np.zeros(4, int)), 10.0, np.ones(1), False, False)
