import numpy as np

from pyaster_lite.fe.orthonormal import independent, orthonormal


def metric(n, rng):
    root = rng.standard_normal((n, n))
    return root @ root.T + n * np.eye(n)


def test_vectors_come_out_orthonormal_and_span_the_same_space():
    rng = np.random.default_rng(1)
    matrix, vectors = metric(7, rng), rng.standard_normal((7, 4))
    made = orthonormal(vectors, matrix)
    np.testing.assert_allclose(made.T @ matrix @ made, np.eye(4), atol=1e-12)
    np.testing.assert_allclose(made @ (made.T @ matrix @ vectors), vectors, atol=1e-12)


def test_vectors_that_are_nearly_dependent_stay_orthogonal():
    rng = np.random.default_rng(2)
    matrix, first = metric(7, rng), rng.standard_normal(7)
    made = orthonormal(np.column_stack([first, first + 1e-7 * rng.standard_normal(7)]), matrix)
    np.testing.assert_allclose(made.T @ matrix @ made, np.eye(2), atol=1e-8)


def test_dependent_vectors_are_told():
    rng = np.random.default_rng(3)
    matrix, vectors = metric(6, rng), rng.standard_normal((6, 2))
    made = orthonormal(np.column_stack([vectors, vectors @ [2.0, -1.0], np.zeros(6)]), matrix)
    assert independent(made, matrix)[:2].all() and not independent(made, matrix)[3]
    assert independent(np.column_stack([vectors[:, 0], -3.0 * vectors[:, 0], vectors[:, 1]]), np.eye(6)).tolist()[1] is False
