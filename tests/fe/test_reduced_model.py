"""Models whose unknowns are the shares of a few vectors, and what makes and restores them."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.corrected_model import Ends
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.gappy import recovered
from pyaster_lite.fe.interpolation_points import interpolation_points
from pyaster_lite.fe.reduced_model import ReducedModel, ReducedSystem

N = 12


def system(seed=0):
    """A stiffness, its first unknown imposed, and the solutions under two loads, which meet it."""
    random = np.random.default_rng(seed)
    root = random.normal(size=(N, N))
    stiffness, loads = root @ root.T + N * np.eye(N), random.normal(size=(N, 2))
    solutions = np.zeros((N, 2))
    solutions[1:] = np.linalg.solve(stiffness[1:, 1:], loads[1:])
    return csr_array(stiffness), loads, solutions, Elimination(Relations.imposed(N, [0], lambda t: np.array([t])))


def test_a_solution_that_the_vectors_hold_is_found_on_the_whole_and_on_a_part():
    stiffness, loads, solutions, imposed = system()
    for aside in (np.zeros(N, bool), np.arange(N) > 8):
        model = ReducedModel(solutions @ [[1.0, 2.0], [0.5, -1.0]], imposed, aside)
        found = ReducedSystem(stiffness, model).solve(loads @ [3.0, -2.0])
        np.testing.assert_allclose(found, solutions @ [3.0, -2.0], rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(model.vectors @ model.shares(found), found, rtol=1e-10, atol=1e-12)
        left = loads @ [3.0, -2.0] - stiffness @ found
        np.testing.assert_allclose(model.measured(left), 0.0, atol=1e-10)


def test_what_is_imposed_is_met_by_vectors_that_hold_it():
    stiffness, _, solutions, imposed = system()
    moved = np.ones(N)
    moved[1:] = -np.linalg.solve(stiffness.toarray()[1:, 1:], stiffness.toarray()[1:, 0])
    model = ReducedModel(np.column_stack([moved, solutions[:, 0]]), imposed, np.zeros(N, bool))
    lacking = model.missing(0.5, np.zeros(N))
    np.testing.assert_allclose(ReducedSystem(stiffness, model).solve(np.zeros(N), lacking), 0.5 * moved, atol=1e-12)


def test_the_ends_of_a_domain_stay_and_the_others_are_balanced():
    stiffness, loads, _, imposed = system()
    ends = Ends(imposed, np.array([3, 4]), 1.0e24)
    right = loads[:, 0]
    moved = ends.system(stiffness, ends, True).solve(right)
    np.testing.assert_allclose(moved[[0, 3, 4]], 0.0, atol=1e-10)
    np.testing.assert_allclose(ends.measured(right - stiffness @ moved)[1:], 0.0, atol=1e-9)
    firm = abs(Ends(imposed, np.array([3, 4]), 1.0e4).system(stiffness, ends, True).solve(right)[3])
    assert 0.0 < firm < abs(Ends(imposed, np.array([3, 4]), 1.0).system(stiffness, ends, True).solve(right)[3])


def test_points_interpolate_their_vectors_and_what_is_known_in_places_gives_the_rest():
    vectors = np.random.default_rng(1).normal(size=(30, 4))
    points = interpolation_points(vectors)
    assert len(set(points)) == 4 and points[0] == abs(vectors[:, 0]).argmax()
    shares = np.array([1.0, -2.0, 0.5, 3.0])
    np.testing.assert_allclose(recovered(vectors, points, (vectors @ shares)[points]), shares, rtol=1e-10)


def test_vectors_that_follow_from_each_other_are_told():
    vector = np.arange(1.0, 6.0)
    with pytest.raises(ComputationFailed, match="vector 3"):
        interpolation_points(np.column_stack([vector, 0.0 * vector, vector]))
    with pytest.raises(ComputationFailed, match="apart"):
        recovered(np.column_stack([vector, 0.0 * vector]), np.arange(2), vector[:2])
