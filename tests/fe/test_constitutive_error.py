"""The error in constitutive relation: its fields obey their equations, and a measure of the model itself makes none."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pyaster_lite.fe.constitutive_error import ConstitutiveError
from pyaster_lite.fe.constraints import Elimination, Relations

K = np.array([[3.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 4.0]])
M = np.diag([1.0, 2.0, 1.5])
H = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
G = np.array([[2.0, 0.3], [0.3, 1.0]])
GAMMA, ALPHA = 0.4, 0.7


def problem(held=()):
    relations = Relations.imposed(3, list(held), lambda t: np.zeros(len(held)))
    return ConstitutiveError(csr_array(K), csr_array(M), Elimination(relations), csr_array(H), G, GAMMA, ALPHA)


def test_the_fields_make_the_lagrangian_stationary():
    w, measure, a = 1.3, np.array([0.2, -0.1]), ALPHA / (1.0 - ALPHA)
    u, apart, whole, part = problem().fields(w, measure)
    first = GAMMA * K + GAMMA**2 / (1.0 - GAMMA) * w**2 * M
    second = GAMMA * (w**2 * M - K)
    np.testing.assert_allclose(first @ apart + second @ u, 0.0, atol=1e-12)
    np.testing.assert_allclose(second @ apart - 2.0 * a * H.T @ G @ (H @ u - measure), 0.0, atol=1e-12)
    missed = H @ u - measure
    assert part == pytest.approx(0.5 * apart @ first @ apart)
    assert whole == pytest.approx(part + a * missed @ G @ missed)


def test_a_mode_of_the_model_makes_no_error():
    squares, vectors = np.linalg.eig(np.linalg.solve(M, K))
    mode = vectors[:, 0]
    u, apart, whole, _ = problem().fields(np.sqrt(squares[0]), H @ mode)
    np.testing.assert_allclose(u, mode, atol=1e-9)
    assert abs(apart).max() < 1e-9 and abs(whole) < 1e-12


def test_what_is_held_stays_so():
    u, apart, *_ = problem(held=[2]).fields(0.7, np.array([0.2, -0.1]))
    assert u[2] == apart[2] == 0.0 and abs(u[:2]).min() > 0.0
