"""Measurements as coordinates on a basis, and how alike modes are."""

import numpy as np
import pytest

from pyaster_lite.fe import modal_expansion as expansion
from pyaster_lite.fe.errors import SingularMatrix

RANDOM = np.random.default_rng(4)
SEEN = RANDOM.normal(size=(6, 3))


def test_what_the_basis_made_is_found_again():
    wanted = RANDOM.normal(size=(2, 3))
    for cutoff in (None, 1e-12):
        found = expansion.coordinates(SEEN, wanted @ SEEN.T, np.zeros((2, 3)), cutoff=cutoff)
        np.testing.assert_allclose(found, wanted, rtol=1e-10)


def test_few_sensors_take_the_least_coordinates():
    found = expansion.coordinates(SEEN[:2], [[1.0, 2.0]], np.zeros((1, 3)))[0]
    np.testing.assert_allclose(SEEN[:2] @ found, [1.0, 2.0], rtol=1e-10)
    np.testing.assert_allclose(found, np.linalg.pinv(SEEN[:2]) @ [1.0, 2.0], rtol=1e-10)


def test_weights_hold_back_and_follow():
    measured, weights = np.tile(SEEN @ [1.0, 0.0, 0.0], (200, 1)), np.full((200, 3), 50.0)
    held = expansion.coordinates(SEEN, measured, weights)
    assert np.linalg.norm(held[0]) < 0.5 and np.ptp(held, axis=0).max() < 1e-12
    followed = expansion.coordinates(SEEN, measured, weights, follow=True)
    assert np.linalg.norm(followed[-1] - [1, 0, 0]) < 0.2 * np.linalg.norm(followed[0] - [1, 0, 0])


def test_vectors_that_look_alike_are_refused():
    with pytest.raises(SingularMatrix):
        expansion.coordinates(np.zeros((4, 2)), np.ones((1, 4)), np.zeros((1, 2)))


def test_rates_and_sums_of_a_ramp():
    times = np.array([0.0, 0.5, 1.5, 2.0])
    np.testing.assert_allclose(expansion.rates(times, 3.0 * times[:, None]), 3.0)
    np.testing.assert_allclose(expansion.summed(times, np.full((4, 1), 3.0))[:, 0], 3.0 * times)


def test_modes_are_like_themselves_whatever_their_size():
    vectors, weight = RANDOM.normal(size=(5, 2)), np.diag([1.0, 2.0, 3.0, 4.0, 5.0])
    alike, _ = expansion.assurance(vectors, -3.0 * vectors, weight)
    np.testing.assert_allclose(np.diag(alike), 1.0)
    assert alike[0, 1] < 1.0
    alike, across = expansion.assurance(np.eye(2), np.eye(2))
    np.testing.assert_allclose(alike, np.eye(2))
    np.testing.assert_allclose(across, np.eye(2))
    np.testing.assert_allclose(np.diag(expansion.difference(vectors, vectors, weight)), 0.0)
    opposite = expansion.difference(vectors, -vectors, weight)
    np.testing.assert_allclose(np.diag(opposite), 16.0 / 2.0)
