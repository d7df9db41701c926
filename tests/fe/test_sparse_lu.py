import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pyaster_lite.fe import algebra, sparse_lu
from pyaster_lite.fe.algebra import factorise
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.sparse_lu import NotMet, SparseLU


def saddle(n=400, seed=0, held=True):
    """A chain of springs, not symmetric, every tenth of them tied by a multiplier; loose at its ends where nothing holds it."""
    rng = np.random.default_rng(seed)
    chain = diags_array([-rng.uniform(0.9, 1.1, n - 1), np.full(n, 2.0), -rng.uniform(0.9, 1.1, n - 1)], offsets=[-1, 0, 1]).tolil()
    if not held:
        chain = diags_array([-np.ones(n - 1), np.r_[1.0, np.full(n - 2, 2.0), 1.0], -np.ones(n - 1)], offsets=[-1, 0, 1]).tolil()
    ties = np.arange(0, n - 10, 10)
    whole = np.zeros((n + len(ties), n + len(ties)))
    whole[:n, :n] = chain.toarray()
    for k, i in enumerate(ties):
        whole[n + k, [i, i + 1]] = whole[[i, i + 1], n + k] = 1.0, -1.0
    return csr_array(whole)


@pytest.fixture(autouse=True)
def forgotten():
    sparse_lu._last.clear()


@pytest.mark.parametrize("factor", [1.0, 1 + 2j])
@pytest.mark.parametrize("shape", [(), (3,), (40,)])
def test_solutions_are_those_of_the_system_whether_few_or_many(factor, shape):
    matrix = factor * saddle()
    x = np.random.default_rng(3).random((matrix.shape[0], *shape))
    solver = factorise(matrix)
    assert isinstance(solver, SparseLU)
    assert solver.solve(matrix @ x) == pytest.approx(x, rel=1e-9)


def test_many_right_sides_are_solved_by_the_other_solver_of_the_matrix_as_it_was():
    matrix, made = saddle(), []
    solver = SparseLU(matrix, lambda own: made.append(own) or algebra._SuperLU(own))
    x = np.random.default_rng(3).random(matrix.shape[0])
    right, was = matrix @ x, matrix.copy()
    matrix.data *= 2.0
    for _ in range(sparse_lu.OFTEN + 3):
        assert solver.solve(right) == pytest.approx(x, rel=1e-9)
    assert len(made) == 1 and abs(made[0] - was).max() == 0.0


def test_one_analysis_serves_solvers_that_live_side_by_side():
    matrices = [saddle(seed=seed) for seed in range(3)]
    x = np.random.default_rng(3).random(matrices[0].shape[0])
    solvers = [factorise(matrix) for matrix in matrices]
    assert len({id(solver._analysis) for solver in solvers}) == 1
    for solver, matrix in zip(solvers, matrices, strict=True):
        assert solver.solve(matrix @ x) == pytest.approx(x, rel=1e-9)
    assert factorise(saddle(500))._analysis is not solvers[0]._analysis
    assert factorise(1j * saddle(500))._analysis.kind is complex


def test_singular_systems_are_told_by_the_solver_that_names_the_unknown():
    loose = saddle(held=False)
    with pytest.raises(NotMet):
        SparseLU(loose, None)
    with pytest.raises(SingularMatrix):
        factorise(loose)


def test_unknowns_of_very_different_units_are_solved_for():
    matrix = saddle()
    scales = 10.0 ** np.random.default_rng(1).uniform(-7, 7, matrix.shape[0])
    matrix = matrix * scales[:, None] * scales[None, :]
    x = np.random.default_rng(3).uniform(0.5, 1.0, matrix.shape[0]) / scales
    assert SparseLU(matrix, None).solve(matrix @ x) * scales == pytest.approx(x * scales, rel=1e-7)
