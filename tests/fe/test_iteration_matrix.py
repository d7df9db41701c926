"""The systems of the nonlinear loop with a local matrix on a few equations."""

import numpy as np
import pytest
from scipy.sparse import block_array, csr_array, diags_array, eye_array, random_array

from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.iteration_matrix import IterationMatrix


@pytest.mark.parametrize("stiffness", [3.0, 1e4, 1e12])
def test_local_matrix_keeps_the_digits_of_the_whole_system(stiffness):
    rng = np.random.default_rng(3)
    n, held = 30, np.array([4, 17])
    rows = rng.normal(size=(n, n - 1))
    base = rows @ rows.T + 1e-3 * np.eye(n)
    local = stiffness * np.array([[1.0, -1.0], [-1.0, 1.0]])
    whole = base.copy()
    whole[np.ix_(held, held)] += local
    matrix = IterationMatrix(csr_array(base), Elimination(Relations.stacked(n, [])), True)
    matrix.correct(held, local)
    b = rng.normal(size=n)
    x = matrix.solve(b)
    assert abs(x - np.linalg.solve(whole, b)).max() < 1e-8 * abs(x).max()


def test_responses_along_rows_are_those_of_their_equations():
    rng = np.random.default_rng(8)
    n, equations = 20, np.array([2, 3, 9, 14])
    root = rng.normal(size=(n, n))
    held = Elimination(Relations.imposed(n, [0, 9], lambda t: np.zeros(2)))
    matrix = IterationMatrix(csr_array(root @ root.T + np.eye(n)), held, True)
    rows = rng.normal(size=(3, 4))
    by_equation, spread = matrix.responses(equations)
    responses = matrix.responses_of(equations, rows)
    expected = rows @ by_equation @ rows.T
    assert responses.among([2, 0]) == pytest.approx(expected[np.ix_([2, 0], [2, 0])])
    forces = np.array([0.7, 0.0, -0.3])
    assert responses.along(forces) == pytest.approx(expected @ forces)
    assert responses.spread(forces) == pytest.approx(spread(forces @ rows)) and len(responses._moved) == 2
    assert responses.whole() == pytest.approx(expected)
    assert matrix.responses_of(equations, rows) is responses


def test_promise_of_definiteness_that_fails_costs_no_digits():
    """Multipliers whose rows are small beside the stiffness, as in sslv130a, meet their equations to rounding."""
    rng = np.random.default_rng(5)
    n, held = 400, 40
    stiffness = diags_array([np.full(n, 4e3), np.full(n - 1, -1.9e3), np.full(n - 1, -1.9e3)], offsets=[0, 1, -1])
    rows = random_array((held, n), density=0.05, rng=rng) * 1e-9
    whole = csr_array(block_array([[stiffness, rows.T], [rows, -1e-22 * eye_array(held)]]))
    known = np.concatenate((rng.normal(size=n), 1e9 * rng.normal(size=held)))
    b = whole @ known
    x = IterationMatrix(whole, Elimination(Relations.stacked(n + held, [])), True).solve(b)
    assert (abs(whole @ x - b) / (abs(whole) @ abs(x))).max() < 1e-14


@pytest.mark.parametrize("n", [6, 900])
def test_what_nothing_drives_may_be_held_by_nothing_where_one_is_lenient(n):
    """Two chains, of which one is free: its pivot vanishes, and no force acts on it."""
    springs = np.random.default_rng(2).uniform(1.0, 2.0, n)
    chain = diags_array([springs + np.append(springs[1:], 0.0), -springs[1:], -springs[1:]], offsets=[0, 1, -1]).tolil()
    free = chain.copy()
    free[0, 0] = springs[1]
    base = csr_array(block_array([[csr_array(chain), None], [None, csr_array(free)]]))
    none = Elimination(Relations.stacked(2 * n, []))
    with pytest.raises(SingularMatrix):
        IterationMatrix(base, none, False)
    pull = np.zeros(2 * n)
    pull[n - 1] = 3.0
    x = IterationMatrix(base, none, False, lenient=True).solve(pull)
    assert x[:n] == pytest.approx(3.0 * np.cumsum(1.0 / springs)) and not x[n:].any()


def test_a_matrix_after_a_stiff_local_one_adds_the_next_at_once_and_leaves_its_base_unfactorised():
    n = 100
    root = np.random.default_rng(5).normal(size=(n, n))
    base, held = root @ root.T + n * np.eye(n), Elimination(Relations.stacked(n, []))
    b, equations, local = np.ones(n), np.array([3, 4]), 1e9 * np.array([[1.0, -1.0], [-1.0, 1.0]])
    first = IterationMatrix(csr_array(base), held, True)
    first.correct(equations, local)
    x = first.solve(b)
    assert first.stiff
    second = IterationMatrix(csr_array(base), held, True, held_otherwise=True)
    second.stiff = True
    second.correct(equations, local)
    np.testing.assert_allclose(second.solve(b), x, rtol=1e-9)
    assert "_solver" not in vars(second)
    second.correct(None, None)
    assert not second.stiff
    np.testing.assert_allclose(base @ second.solve(b), b, rtol=1e-9)
