"""Modes of an interface: the lattice of its neighbours, and what it says of a structure."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.interface_modes import lattice, lattice_modes, modes_of, neighbours

PLACES = np.array([[0.0, 0.0, 0.0], [1.0, 0.2, 0.0], [1.0, 1.5, 0.3], [5.0, 5.0, 5.0], [5.0, 6.0, 5.0]])
PAIRS = np.array([[0, 1], [1, 2], [3, 4]])


def rigid_motions(places):
    motions = []
    for axis in np.eye(3):
        motions.append(np.hstack([np.tile(axis, (len(places), 1)), np.zeros((len(places), 3))]).ravel())
        motions.append(np.hstack([np.cross(axis, places), np.tile(axis, (len(places), 1))]).ravel())
    return np.array(motions).T


def test_neighbours_are_what_the_matrix_couples():
    matrix = csr_matrix(np.array([[1.0, 0, 2, 0], [0, 1, 0, 3], [2, 0, 1, 0], [0, 3, 0, 1]]))
    assert neighbours(matrix, [[0, 1], [3], [2]]).tolist() == [[0, 1], [0, 2]]
    assert neighbours(matrix, [[0], [3]]).tolist() == []


def test_a_lattice_resists_no_rigid_motion_of_its_pieces():
    built = lattice(PLACES, PAIRS)
    assert built.pieces == 2
    assert np.abs(built.stiffness @ rigid_motions(PLACES)).max() < 1e-9 * np.abs(built.stiffness).max()
    assert np.linalg.matrix_rank(built.stiffness, tol=1e-9 * np.abs(built.stiffness).max()) == 30 - 12
    np.testing.assert_allclose(built.stiffness, built.stiffness.T, atol=1e-12 * np.abs(built.stiffness).max())
    assert np.linalg.eigvalsh(built.mass).min() > 0.0


def test_the_smallest_modes_of_a_lattice_are_its_rigid_motions():
    places = np.column_stack([np.linspace(0.0, 1.0, 9), np.zeros((9, 2))])
    built = lattice(places, np.column_stack([np.arange(8), np.arange(1, 9)]))
    found = lattice_modes(built, 2, 1.0)
    assert found.shape[1] == 10
    assert np.linalg.norm(built.stiffness @ found[:, :6]) < 1e-6 * np.linalg.norm(built.stiffness @ found)


def test_too_small_a_lattice_is_refused():
    with pytest.raises(ComputationFailed, match="no two nodes"):
        lattice(PLACES, np.zeros((0, 2), int))
    with pytest.raises(ComputationFailed, match="need 15 of the interface, which has 12"):
        lattice_modes(lattice(PLACES[:2], np.array([[0, 1]])), 2, 1.0)


def test_frequencies_seen_through_shapes():
    stiffness, mass = np.diag([4.0, 16.0, 100.0]), np.eye(3)
    shapes = np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]])
    frequencies, vectors = modes_of(shapes, stiffness, mass, 2)
    np.testing.assert_allclose(2 * np.pi * frequencies, [2.0, 4.0])
    np.testing.assert_allclose(np.abs(vectors), [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]], atol=1e-12)
