"""ELAS_HYPER: the energy is that of the docstring, and a simple stretch gives the textbook's stress."""

import numpy as np
import pytest

from pyaster_lite.behaviours.elas_hyper import energy_rates
from pyaster_lite.fe.large_strain import full


def energy(strain, c10, c01, c20, bulk):
    c = np.eye(3) + 2 * full(strain)
    j = np.sqrt(np.linalg.det(c))
    first = np.trace(c)
    second = 0.5 * (first**2 - np.trace(c @ c))
    j1, j2 = first * j ** (-2 / 3), second * j ** (-4 / 3)
    return c10 * (j1 - 3) + c01 * (j2 - 3) + c20 * (j1 - 3) ** 2 + bulk / 2 * (j - 1) ** 2


def test_stress_and_tangent_are_derivatives_of_the_energy():
    strain, coefficients = 0.1 * np.random.default_rng(1).standard_normal(6), (1.0, 0.5, 0.3, 10.0)
    stress, tangent = energy_rates(strain, *(np.array(c) for c in coefficients))
    for k in range(6):
        step = np.zeros(6)
        step[k] = 1e-5
        slope = (energy(strain + step, *coefficients) - energy(strain - step, *coefficients)) / 2e-5
        assert stress[k] == pytest.approx(slope, abs=1e-8)
        ahead, behind = (energy_rates(strain + s * step, *(np.array(c) for c in coefficients))[0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-5, tangent[:, k], atol=1e-7)


def test_an_incompressible_neo_hookean_bar():
    """Stretched by l, the sides being free: Cauchy's stress 2 C10 (l^2 - 1/l)."""
    length = 1.5
    strain = 0.5 * (np.array([length**2, 1 / length, 1 / length, 0, 0, 0]) - np.array([1, 1, 1, 0, 0, 0.0]))
    stress, _ = energy_rates(strain, np.array(2.0), np.array(0.0), np.array(0.0), np.array(1e9))
    # What the volume's energy adds is a pressure that the free sides take away.
    cauchy = np.array([length**2, 1 / length]) * stress[:2]
    assert cauchy[0] - cauchy[1] == pytest.approx(4.0 * (length**2 - 1 / length), rel=1e-6)
