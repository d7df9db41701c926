"""Critical loads of chains that are known, and which eigenvalues are looked for."""

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.stability import Follow, critical_pencil, held, normed, stiffness_pencil


def chain(n=6):
    return csr_array(diags_array([-np.ones(n - 1), 2.0 * np.ones(n), -np.ones(n - 1)], offsets=[-1, 0, 1]))


def free(n=6, equations=()):
    return Elimination(Relations.imposed(n, np.array(equations, int), lambda t: np.zeros(len(equations))))


def test_an_excluded_unknown_takes_what_makes_the_least_energy():
    stiffness = chain(3)
    values, _ = Follow(2).find(stiffness_pencil(stiffness, free(3), [1]))
    # with the middle one free to follow: k_ij - k_i1 k_1j / k_11
    np.testing.assert_allclose(values, np.linalg.eigvalsh([[1.5, -0.5], [-0.5, 1.5]]), rtol=1e-12)


def test_a_held_unknown_does_not_move():
    stiffness = held(chain(3), [1], 1e6)
    values, vectors = Follow(2).find(stiffness_pencil(stiffness, free(3), [1]))
    np.testing.assert_allclose(values, [2.0, 2.0], rtol=1e-12)
    assert abs(vectors[1]).max() < 1e-12
    np.testing.assert_array_equal(held(chain(3).toarray(), [1], 1e6), stiffness.toarray())


def test_an_unstable_structure_has_a_negative_eigenvalue():
    stiffness = chain() - 0.5 * csr_array(np.eye(6))
    values, _ = Follow(3).find(stiffness_pencil(stiffness, free()))
    known = 2.0 - 2.0 * np.cos(np.arange(1, 7) * np.pi / 7) - 0.5
    np.testing.assert_allclose(values, known[:3], rtol=1e-9)
    assert values[0] < 0.0
    assert Follow(bounds=(-1.0, 0.0)).count(stiffness_pencil(stiffness, free())) == np.count_nonzero(known < 0.0)


def test_loads_of_both_signs_are_found_within_bounds():
    geometric = csr_array(np.diag([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0]))
    pencil = critical_pencil(chain(), geometric, free(equations=(0,)))
    values, vectors = Follow(bounds=(-3.0, 3.0)).find(pencil)
    assert (values < 0.0).any() and (values > 0.0).any()
    np.testing.assert_allclose(pencil.stiffness @ vectors, (pencil.mass @ vectors) * values, atol=1e-9)


def test_modes_are_normed_by_their_largest_value():
    np.testing.assert_array_equal(normed(np.array([[1.0, 2.0], [-4.0, 1.0]])), [[-0.25, 1.0], [1.0, 0.5]])
    assert pytest.approx(normed(np.zeros((2, 1)))) == np.zeros((2, 1))
