"""Forces are found again from the vibrations that they make."""

import numpy as np
import pytest

from pyaster_lite.fe.force_identification import identified, inverse, receptances

RANDOM = np.random.RandomState(3)
GAUGES, PLACES = RANDOM.normal(size=(5, 3)), RANDOM.normal(size=(2, 3))
HERTZ = np.array([3.0, 7.0, 11.0])


def vibrations():
    own = receptances(HERTZ, [4.0, 9.0, 12.0], [0.02, 0.01, 0.03], [1.0, 2.0, 0.5])
    root = RANDOM.normal(size=(3, 2, 2)) + 1j * RANDOM.normal(size=(3, 2, 2))
    forces = root @ root.conj().transpose(0, 2, 1)
    paths = (GAUGES * own[:, None]) @ PLACES.T
    return own, forces, paths @ forces @ paths.conj().transpose(0, 2, 1)


def test_the_forces_are_found_again():
    own, forces, measured = vibrations()
    found, remade = identified(measured, GAUGES, PLACES, own, 0.0, 0.0)
    np.testing.assert_allclose(found, forces, rtol=1e-7)
    np.testing.assert_allclose(remade, measured, rtol=1e-7)


def test_what_is_regularised_is_less():
    own, forces, measured = vibrations()
    found, _ = identified(measured, GAUGES, PLACES, own, 0.0, 0.5)
    assert np.trace(found[0]).real < np.trace(forces[0]).real


def test_one_mass_and_small_singular_values():
    (value,) = receptances([2.0], [5.0], [0.1], [3.0])[0]
    w, wk = 4.0 * np.pi, 10.0 * np.pi
    assert value == pytest.approx(1.0 / (3.0 * (wk**2 - w**2 + 0.2j * w * wk)))
    np.testing.assert_allclose(inverse(np.diag([2.0, 1e-9]), 1e-6), np.diag([0.5, 0.0]), atol=1e-15)
