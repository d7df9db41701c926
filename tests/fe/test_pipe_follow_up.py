"""Roche's method: the true stress solves its equation, bends and pressures count as the formulas say."""

import numpy as np
import pytest

from pyaster_lite.fe.pipe_follow_up import Pipes, equivalent, followed, true_stress


def pipes(pressure=0.0, bend=False):
    """Two pipes in a row, the second one twice as long and thinner."""
    one = np.ones((2, 2))
    inertia, radius, wall = 1e-4 * np.array([[4.0, 2.0], [2.0, 1.0]]), 0.1 * one, 0.01 * np.array([[2.0, 1.0], [1.0, 1.0]])
    return Pipes(
        2e11 * one, 1e4 * one, 0.5 * one, 1.28e8 * one, 4.1e8 * one, 1.6e8 * one, one, one * 0.01, inertia, radius, wall,
        pressure * one, np.array([False, bend]), np.array([0.0, np.pi / 2]), np.array([0.0, 0.3]), np.array([1.0, 2.0]), [np.arange(2)],
    )  # fmt: skip


def moments(size):
    return size * np.array([[[0.0, 3.0, 4.0], [0.0, 0.0, 5.0]], [[5.0, 0.0, 0.0], [0.0, 6.0, 8.0]]])


def test_reference_and_spring():
    line = pipes()
    found = followed(line, moments(1e5), True, False)
    z = np.array([[2e-3, 2e-3], [1e-3, 1e-3]])
    np.testing.assert_allclose(found.reference, np.array([[0.79, 0.79], [0.87, 1.58]]) * 5e5 / z)
    np.testing.assert_allclose(found.local, found.reference / 2e11 / (1e4 * (found.reference / 2e11) ** 2))
    own = 0.01 * found.reference**2
    inverse = (line.length * (own / found.local).mean(axis=1)).sum() / (line.length * own.mean(axis=1)).sum()
    np.testing.assert_allclose(found.whole, 1.0 / inverse)
    np.testing.assert_allclose(found.spring, np.maximum(found.whole / found.local - 1.0, 0.0))
    assert (followed(line, moments(1e5), False, False).spring.min() < 0.0) and (found.most == found.spring.max()).all()


def test_true_stress_solves_its_equation():
    line = pipes(pressure=1e6)
    reference, spring = 1e8 * np.array([[1.0, 2.0], [4.0, 1e-4]]), np.array([[0.0, 1.0], [5.0, 0.0]])
    s, p = true_stress(line, reference, spring), line.pressure_stress
    left = spring * (s - p - reference) / line.young + s / line.young + line.plastic(s) - (p + reference) / line.young - line.plastic(p)
    np.testing.assert_allclose(left[:, 0], 0.0, atol=1e-8)
    assert s[1, 1] == 0.0


def test_bends_are_more_flexible_and_bear_less():
    straight, bent = pipes(), pipes(bend=True)
    f = 0.01 * 0.3 / 0.095**2
    assert bent.bending_index[1, 0] == pytest.approx(1.3 / f ** (2 / 3)) and bent.bending_index[0, 0] == 1.0
    assert bent.moment_indices[1, 0, 1] == pytest.approx(max(1.07 * 2.0**-0.4 / f ** (2 / 3), 1.02))
    assert bent.moment_indices[1, 0, 2] > straight.moment_indices[1, 0, 2] == pytest.approx(0.429 * 20.0**0.16)


def test_equivalent_stress_of_pressure_alone():
    zero = np.zeros((2, 2, 3))
    found = equivalent(pipes(pressure=1e6, bend=True), zero, zero, zero)
    np.testing.assert_allclose(found, [[0.0, 0.0], [0.87 * 9e6, 0.87 * 9e6]])
