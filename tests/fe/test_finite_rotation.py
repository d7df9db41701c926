"""Rotation vectors against matrices."""

import numpy as np
import pytest

from pyaster_lite.fe.finite_rotation import composed, inverse_tangent, rotation_matrix

VECTORS = np.array([[0.3, -0.2, 0.5], [0.0, 0.0, 0.0], [1.9, 0.7, -2.1], [1e-7, 2e-7, 0.0]])


def test_a_rotation_matrix_turns_about_its_vector_by_its_length():
    r = rotation_matrix(VECTORS)
    np.testing.assert_allclose(r @ r.swapaxes(-1, -2), np.broadcast_to(np.eye(3), r.shape), atol=1e-14)
    np.testing.assert_allclose(np.einsum("nij,nj->ni", r, VECTORS), VECTORS, atol=1e-14)
    np.testing.assert_allclose(np.trace(r, axis1=1, axis2=2), 1 + 2 * np.cos(np.linalg.norm(VECTORS, axis=1)), atol=1e-14)
    assert rotation_matrix(np.array([0.0, 0.0, np.pi / 2])) @ [1, 0, 0] == pytest.approx([0, 1, 0])


def test_composed_rotations_are_products_and_no_longer_than_pi():
    for then in VECTORS[::-1]:
        both = composed(VECTORS, np.broadcast_to(then, VECTORS.shape))
        np.testing.assert_allclose(rotation_matrix(both), rotation_matrix(then) @ rotation_matrix(VECTORS), atol=1e-13)
        assert (np.linalg.norm(both, axis=1) <= np.pi + 1e-12).all()


def test_the_inverse_tangent_is_the_derivative_of_the_composition():
    step = 1e-6
    for vector in VECTORS:
        ways = [[composed(vector, sign * step * axis) for axis in np.eye(3)] for sign in (1, -1)]
        slope = (np.array(ways[0]) - np.array(ways[1])).T / (2 * step)
        np.testing.assert_allclose(inverse_tangent(vector), slope, atol=1e-8)
