"""Defects under a coating: uniform and linear stresses, what lies between tabulated values, equivalents and corrections over time."""

import numpy as np
import pytest

from pyaster_lite.fe.clad_coefficients import TIPS
from pyaster_lite.fe.clad_defect import Defect, corrected, equivalent
from pyaster_lite.fe.errors import ComputationFailed

PLACES = np.linspace(0.0, 0.02, 5)


def test_polynomials_of_the_stress_take_their_coefficients():
    defect = Defect(0.01, 0.02, 0.005, 0.195)
    i = TIPS["B"][0, 1, 6]
    k = defect.intensity("B", np.array([1.0]), PLACES, np.array([[2.0] * 5]))
    assert k[0] == pytest.approx(2.0 * np.sqrt(np.pi * 0.01) * i[0])
    rising = (0.005 + PLACES) / 0.2
    k = defect.intensity("B", np.array([1.0]), PLACES, rising[None])
    assert k[0] == pytest.approx(np.sqrt(np.pi * 0.01) * i[1] * 0.015 / 0.2)


def test_coefficients_lie_straight_between():
    middle = Defect(0.01, 0.01 / 0.75, 0.005, 0.2).coefficients("A", np.ones(1))
    np.testing.assert_allclose(middle[0], 0.5 * (TIPS["A"][0, 0, 6] + TIPS["A"][0, 1, 6]))
    softer = Defect(0.01, None, 0.005, 0.2).coefficients("B", np.array([0.85]))
    np.testing.assert_allclose(softer[0], 0.5 * (TIPS["B"][0, 5, 6] + TIPS["B"][1, 5, 6]))
    with pytest.raises(ComputationFailed):
        Defect(0.03, 0.06, 0.005, 0.2).coefficients("A", np.ones(1))


def test_tables_fall_with_the_degree():
    for table in TIPS.values():
        assert table.shape == (2, 6, 9, 5) and (np.diff(table, axis=-1) <= 0.0).all() and (table > 0.0).all()


def test_equivalent_of_each_mode():
    zero = np.zeros(2)
    np.testing.assert_allclose(equivalent(np.array([3.0, -3.0]), zero, zero), [3.0, 0.0])
    np.testing.assert_allclose(equivalent(zero, zero, np.array([2.0, -2.0])), [1.48, 1.48])
    angle = np.linspace(-np.pi / 2, np.pi / 2, 20001)
    best = ((2.0 * np.cos(angle / 2) ** 2 - 1.5 * 1.0 * np.sin(angle)) * np.cos(angle / 2)).max()
    np.testing.assert_allclose(equivalent(np.full(2, 2.0), np.array([1.0, -1.0]), zero), best, rtol=1e-6)


def test_corrections_stay_when_the_load_falls():
    k, beta = np.array([1.0, 2.0, 1.0, 3.0]), np.array([1.1, 1.2, 1.5, 1.05])
    np.testing.assert_allclose(corrected(k, beta), [1.1, 2.4, 1.4, 3.4])
    defect = Defect(0.01, 0.05, 0.005, 0.2)
    plane, ellipse = (defect.corrections(np.array([50.0]), np.array([300.0]), True, own) for own in (False, True))
    assert plane["A"][0] > 1.0 and plane["B"][0] == plane["C"][0] and 1.0 <= ellipse["B"][0] < plane["B"][0]
