"""HYPER_HILL: stress and tangent are derivatives of the energy of the docstring, stretches that are equal too."""

import numpy as np
import pytest

from pyaster_lite.behaviours.hyper_hill import principal_rates
from pyaster_lite.fe.large_strain import full

TERMS = np.array([[1.5, 3.0, 0.4], [-0.2, -2.0, -0.3]])


def energy(strain):
    stretches = np.sqrt(np.linalg.eigvalsh(np.eye(3) + 2 * full(strain)))
    volume = stretches.prod()
    return sum(2 * mu / alpha**2 * ((stretches**alpha).sum() - 3 + (volume ** (-alpha * beta) - 1) / beta) for mu, alpha, beta in TERMS)


def answer(strain):
    stress, tangent = principal_rates(strain[None, None], *(TERMS[:, k].reshape(1, 1, 1, -1) for k in range(3)))
    return stress[0, 0], tangent[0, 0]


@pytest.mark.parametrize("strain", [0.1 * np.random.default_rng(2).standard_normal(6), np.array([0.1, 0.1, -0.05, 0, 0, 0])])
def test_stress_and_tangent_are_derivatives_of_the_energy(strain):
    stress, tangent = answer(strain)
    for k in range(6):
        step = 1e-5 * np.eye(6)[k]
        assert stress[k] == pytest.approx((energy(strain + step) - energy(strain - step)) / 2e-5, abs=1e-8)
        np.testing.assert_allclose((answer(strain + step)[0] - answer(strain - step)[0]) / 2e-5, tangent[:, k], atol=1e-6)
