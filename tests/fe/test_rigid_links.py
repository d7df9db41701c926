"""Rigid bodies in any rotations: distances that stay, forces that follow, whatever corners are taken."""

import numpy as np
import pytest
from scipy.sparse import eye_array

from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.iteration_matrix import IterationMatrix
from pyaster_lite.fe.rigid_links import Pairs, RigidLinks
from pyaster_lite.loads.liaison_solide import _corners

PLACES = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]])
A, B = np.triu_indices(3, 1)


def triangle():
    """Three points, six equations."""
    table = np.arange(6).reshape(3, 2)
    return RigidLinks([Pairs(np.stack([table[A], table[B]], axis=1), PLACES[B] - PLACES[A])])


def test_turned_points_are_still_as_far_apart():
    links, angle = triangle(), 1.1
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    gaps, rates = links._laws((PLACES @ turn.T - PLACES).ravel())
    np.testing.assert_allclose(gaps, 0.0, atol=1e-14)
    # whatever moves as a body leaves them so
    spin = (PLACES @ turn.T @ np.array([[0.0, 1.0], [-1.0, 0.0]])).ravel()
    np.testing.assert_allclose(rates @ spin, 0.0, atol=1e-14)


def test_iterations_find_the_body_that_springs_hold_best():
    links, size = triangle(), 6
    springs, pulled = np.ones(size), np.array([0.0, 0.0, -1.5, 2.0, 0.0, 0.0])
    matrix = IterationMatrix(eye_array(size, format="csr"), Elimination(Relations.stacked(size, [])), True, True)
    u = np.zeros(size)
    links.begin(1.0)
    for _ in range(100):
        u = u + links.solve(matrix, pulled - springs * u, None, u, u)
        links.move(u, u)
    total = np.zeros(size)
    links.add_force(total)
    np.testing.assert_allclose(links._laws(u)[0], 0.0, atol=1e-12)
    np.testing.assert_allclose(springs * u + total, pulled, atol=1e-9)
    # the forces of the body balance one another
    moved = (PLACES + u.reshape(3, 2)) - PLACES.mean(axis=0)
    forces = total.reshape(3, 2)
    np.testing.assert_allclose(forces.sum(axis=0), 0.0, atol=1e-12)
    assert (moved[:, 0] * forces[:, 1] - moved[:, 1] * forces[:, 0]).sum() == pytest.approx(0.0, abs=1e-12)


def test_another_attempt_starts_from_the_forces_of_the_step_before():
    links = triangle()
    links.begin(1.0)
    links.multipliers[:] = 3.0
    links.move(np.zeros(6), np.zeros(6))
    links.begin(2.0)
    links.multipliers[:] = 5.0
    links.begin(1.5)
    np.testing.assert_allclose(links.multipliers, 3.0)
    assert links.left_force(6) @ links.left_force(6) > 0.0


def test_corners_span_what_the_points_span():
    grid = np.array([[x, y, 0.0] for x in range(4) for y in range(2)], float)
    assert _corners(grid, 1e-6).tolist() == [0, 7, 6] or len(_corners(grid, 1e-6)) == 3
    assert len(_corners(grid * [1, 0, 0], 1e-6)) == 2
    assert len(_corners(np.vstack([grid, [0.0, 0.0, 1.0]]), 1e-6)) == 4
