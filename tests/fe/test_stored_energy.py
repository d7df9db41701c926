"""Elastic energy of the stretches that laws between gradients keep."""

import numpy as np
import pytest

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.multiplicative import stored_energy
from pyaster_lite.fe.solid import Solid

E, NU, HEAT = 2e11, 0.3, 1e-5
CUBE = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float)
ELEMENT = Solid("HEXA8", Space(), "FPG8", "FPG8")


def data(heat=None):
    material = {"young": E, "poisson": NU, "expansion": HEAT}
    around = None if heat is None else (lambda t: {"TEMP": np.full((1, 8), heat), "TEMP_REF": np.zeros((1, 8))})
    return ElementData(np.zeros(1, int), CUBE[None], [material], np.zeros(1, int), {}, around)


def stretched(gradient):
    """Displacements of a uniform F, all of it elastic, and variables with (1 - F F^T)/2 of it."""
    gradient = np.array(gradient, float)
    kept = 0.5 * (np.eye(3) - gradient @ gradient.T)
    variables = np.zeros((1, 8, 8))
    variables[..., 2:5] = np.diag(kept)
    return (CUBE @ (gradient - np.eye(3)).T).reshape(1, -1), variables


def test_small_stretches_have_the_energy_of_small_strains():
    strain = 1e-6 * np.array([[3.0, 1.0, 0.0], [1.0, -2.0, 0.5], [0.0, 0.5, 1.0]])
    lame, mu = E * NU / (1 + NU) / (1 - 2 * NU), E / (2 * (1 + NU))
    wanted = lame / 2 * np.trace(strain) ** 2 + mu * (strain**2).sum()
    found = stored_energy(ELEMENT, data(), *stretched(np.eye(3) + strain))
    np.testing.assert_allclose(found, wanted, rtol=1e-4)


def test_a_turn_stores_nothing():
    c, s = np.cos(0.7), np.sin(0.7)
    found = stored_energy(ELEMENT, data(), *stretched([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
    np.testing.assert_allclose(found, 0.0, atol=1e-3)


def test_heat_that_expands_freely_stores_nothing_and_a_held_volume_does():
    heat, a = 500.0, 500.0 * HEAT
    free = next(float(root.real) for root in np.roots([1.0, -3 * a, -1.0, -3 * a]) if abs(root - 1) < 0.1)
    own = data(heat)
    np.testing.assert_allclose(stored_energy(ELEMENT, own, *stretched(free ** (1 / 3) * np.eye(3))), 0.0, atol=1e-2)
    held = stored_energy(ELEMENT, own, *stretched(np.eye(3)))
    bulk = E / (3 * (1 - 2 * NU))
    assert held.mean() == pytest.approx(bulk / 2 * (3 * a) ** 2, rel=0.05)
