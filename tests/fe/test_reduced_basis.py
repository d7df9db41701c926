"""Bases by proper orthogonal decomposition."""

import numpy as np

from pyaster_lite.fe.reduced_basis import decomposed, grown


def vectors(count, rank, seed=0):
    random = np.random.default_rng(seed)
    return random.normal(size=(40, rank)) @ np.diag(10.0 ** -np.arange(rank)) @ random.normal(size=(rank, count))


def test_a_basis_tells_the_vectors_it_comes_from():
    q = vectors(8, 3)
    basis = decomposed(q, 1e-6, None)
    assert basis.vectors.shape == (40, 3) and decomposed(q, 1e-6, 2).vectors.shape == (40, 2)
    np.testing.assert_allclose(basis.vectors.T @ basis.vectors, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(basis.vectors @ basis.coordinates, q, atol=1e-12)


def test_one_by_one_gives_the_same_space_and_goes_on_from_there():
    q = np.hstack([np.zeros((40, 1)), vectors(8, 3)])
    q[:, 4] = 0.0
    whole = decomposed(q, 1e-6, None)
    basis = grown(q, 1e-10, 1e-6, None)
    np.testing.assert_allclose(basis.values, whole.values)
    np.testing.assert_allclose(basis.vectors @ basis.coordinates, q, atol=1e-12)
    half = grown(q[:, :5], 1e-10, 1e-6, None)
    further = grown(q[:, 5:], 1e-10, 1e-6, None, half)
    np.testing.assert_allclose(further.vectors @ further.coordinates, q, atol=1e-12)
    np.testing.assert_allclose(further.vectors @ further.vectors.T, whole.vectors @ whole.vectors.T, atol=1e-10)
