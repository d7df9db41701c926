"""Sections joined to the node of a beam: what they weigh, and that rigid motions agree."""

import numpy as np
import pytest

from pyaster_lite.fe.section_link import section_link

SQUARE = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
TWO = [("QUAD4", np.array([[0, 4, 5, 3]])), ("TRIA3", np.array([[4, 1, 2], [4, 2, 5]]))]


def test_a_rectangle_in_two_kinds_of_cells():
    link = section_link(TWO, SQUARE)
    assert link.size == pytest.approx(2.0) and link.weights.sum() == pytest.approx(2.0)
    np.testing.assert_allclose(link.centre, [1.0, 0.5, 0.0], atol=1e-14)
    np.testing.assert_allclose(np.diag(link.inertia), [2 / 12, 8 / 12, 10 / 12], rtol=1e-12)
    np.testing.assert_allclose(link.arms.sum(axis=0), 0.0, atol=1e-14)
    np.testing.assert_allclose(link.tangents, [[1, 0, 0], [0, 1, 0]], atol=1e-14)


def test_rigid_motions_of_the_section_are_those_of_its_node():
    turn = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0]
    places = SQUARE @ turn.T + [3.0, -1.0, 2.0]
    link = section_link(TWO, places)
    shift, spin = np.array([0.3, -0.2, 0.5]), np.array([0.1, 0.7, -0.4])
    u = shift + np.cross(spin, places[link.nodes] - link.centre)
    np.testing.assert_allclose(link.weights @ u, link.size * shift, atol=1e-12)
    np.testing.assert_allclose(np.cross(link.arms, u).sum(axis=0), link.inertia @ spin, atol=1e-12)


def test_a_line_in_the_plane():
    link = section_link([("SEG2", np.array([[0, 1]]))], np.array([[0.0, -1.0, 0.0], [0.0, 2.0, 0.0]]))
    assert link.size == pytest.approx(3.0) and link.inertia[2, 2] == pytest.approx(27 / 12)
