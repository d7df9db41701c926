import numpy as np
import pytest
import scipy.sparse as sp

from pyaster_lite.fe import algebra, ordering
from pyaster_lite.fe.algebra import factorise
from pyaster_lite.fe.errors import SingularMatrix

pytest.importorskip("pymetis")


def grid(n, unknowns, shift=0.1):
    """A definite matrix on n^3 points that each touch their 26 neighbours."""
    line = sp.diags_array([np.ones(n - 1), np.ones(n), np.ones(n - 1)], offsets=[-1, 0, 1])
    graph = sp.kron(sp.kron(line, line), line)
    laplacian = sp.diags_array(graph.sum(axis=1) + shift) - graph
    return sp.kron(laplacian, np.eye(unknowns) + 1.0).tocsr()


def test_large_crowded_systems_are_dissected():
    matrix = grid(11, 3)
    order = ordering.elimination_order(matrix)
    assert sorted(order) == list(range(matrix.shape[0]))
    assert ordering.elimination_order(2.0 * matrix) is order


def test_a_few_other_rows_leave_the_order_and_many_do_not():
    matrix = grid(11, 3)
    order, n = ordering.elimination_order(matrix), matrix.shape[0]
    for share, same in ((0.01, True), (0.3, False)):
        some = np.arange(int(share * n))
        more = sp.csr_array((np.ones(len(some)), (some, n - 1 - some)), shape=(n, n))
        assert (ordering.elimination_order((matrix + more).tocsr()) is order) == same


def test_unknowns_meet_from_either_side():
    one_sided = sp.csr_array(np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0], [4.0, 3.0, 1.0]]))
    starts, neighbours = ordering._neighbours(one_sided)
    assert starts.tolist() == [0, 2, 4, 6]
    assert [sorted(part) for part in np.split(neighbours, starts[1:-1])] == [[1, 2], [0, 2], [0, 1]]


def test_others_are_left_to_the_solver():
    assert ordering.elimination_order(grid(5, 3)) is None
    assert ordering.elimination_order(sp.diags_array(np.ones(ordering.LARGE + 1)).tocsr()) is None


def test_the_order_shrinks_the_factor():
    from cvxopt import cholmod, spmatrix
    from cvxopt import matrix as column

    matrix = grid(15, 3)
    lower = sp.tril(matrix).tocoo()
    packed = spmatrix(column(lower.data), column(lower.row.astype(int)), column(lower.col.astype(int)), matrix.shape)
    sizes = []
    for given in ((), (column(ordering.elimination_order(matrix)),)):
        factor = cholmod.symbolic(packed, *given)
        cholmod.numeric(packed, factor)
        sizes.append(len(cholmod.getfactor(factor).V))
    assert sizes[1] < 0.85 * sizes[0]


def test_solutions_are_those_of_the_system():
    matrix = grid(11, 3)
    x = np.random.default_rng(3).random(matrix.shape[0])
    assert factorise(matrix, symmetric=True, definite=True).solve(matrix @ x) == pytest.approx(x, rel=1e-9)


def skew(n=11, unknowns=3):
    """One that is not symmetric, on the same pattern."""
    matrix = grid(n, unknowns)
    matrix.data *= 1.0 + 0.3 * np.random.default_rng(2).random(matrix.nnz)
    return matrix


@pytest.mark.parametrize("probed", [100, 10**6])
def test_systems_that_are_not_definite_are_dissected_too(monkeypatch, probed):
    monkeypatch.setattr(algebra, "PROBED", probed)
    monkeypatch.setattr(algebra, "MULTIFRONTAL", 0)
    matrix = skew()
    x = np.random.default_rng(3).random((matrix.shape[0], 2))
    solver = factorise(matrix)
    assert isinstance(solver, algebra._SuperLU) and solver._order is not None
    assert solver.solve(matrix @ x) == pytest.approx(x, rel=1e-9)
    assert factorise(matrix * (1 + 2j)).solve(matrix @ x) * (1 + 2j) == pytest.approx(x, rel=1e-9)


@pytest.mark.parametrize("enough, tried", [(algebra.ENOUGH, 1), (0.0, 2)])
def test_pivots_are_small_unless_they_lose_digits_which_refined_solutions_have_back(monkeypatch, enough, tried):
    monkeypatch.setattr(algebra, "ENOUGH", enough)
    monkeypatch.setattr(algebra, "EXACT", 0.0)
    taken, kept = [], sp.linalg.splu
    monkeypatch.setattr(sp.linalg, "splu", lambda of, **how: taken.append(how["diag_pivot_thresh"]) or kept(of, **how))
    matrix = sp.kron(grid(11, 1), np.array([[1e3, 1.0, 1.0], [1.0, 1e3, 1.0], [1.0, 1.0, 0.0]])).tocsr()
    x = np.random.default_rng(3).random((matrix.shape[0], 2))
    solver = algebra._SuperLU(matrix)
    assert solver.solve(matrix @ x) == pytest.approx(x, rel=1e-6)
    assert tuple(taken) == algebra.SMALLEST[:tried] and solver._refined is not None


@pytest.mark.parametrize("probed", [100, 10**6])
def test_a_dissected_system_that_is_singular_is_told(monkeypatch, probed):
    monkeypatch.setattr(algebra, "PROBED", probed)
    matrix = grid(11, 3, 0.0)
    with pytest.raises(SingularMatrix) as told:
        algebra._SuperLU(matrix)
    assert 0 <= told.value.equation < matrix.shape[0]
