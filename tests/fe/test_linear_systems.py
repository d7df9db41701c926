"""Unknowns, assembly, relations and solvers."""

import numpy as np
import pytest
from scipy.sparse import block_array, csr_array, diags_array

from pyaster_lite.fe import algebra
from pyaster_lite.fe.algebra import factorise
from pyaster_lite.fe.assembly import Assembler
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.dofs import Dofs
from pyaster_lite.fe.errors import ComputationFailed, SingularMatrix

RNG = np.random.default_rng(3)


def test_unknowns_are_numbered_node_by_node():
    solid = np.array([[0, 1, 2, 3]])
    rod = np.array([[2, 5]])
    dofs = Dofs.of_elements(6, [(solid, (("DX", "DY"),) * 4), (rod, (("DX", "DY", "DRZ"),) * 2)])
    assert dofs.components == ("DX", "DY", "DRZ") and dofs.size == 4 * 2 + 2 + 2
    assert dofs.index([2, 4, 5], "DRZ").tolist() == [6, -1, 11]
    assert dofs.index(0, "TEMP") == -1
    assert dofs.describe(6, ["a", "b", "c"]) == "DRZ at node c"
    values = dofs.at_nodes(np.arange(12.0))
    assert np.isnan(values[4]).all() and values[5].tolist() == [9.0, 10.0, 11.0]
    assert dofs.vector({"DX": 2.0, "DRZ": [1.0, 1.0]}, [0, 5]).tolist() == [2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]


def test_assembly_adds_what_falls_together():
    equations = [np.array([[0, 1], [1, 2]]), np.array([[2, 0, 3]])]
    blocks = [RNG.standard_normal((2, 2, 2)), RNG.standard_normal((1, 3, 3))]
    assembler = Assembler(5, equations)
    expected = np.zeros((5, 5))
    for own, matrices in zip(equations, blocks):
        for e, m in zip(own, matrices):
            expected[np.ix_(e, e)] += m
    np.testing.assert_allclose(assembler.matrix(blocks).toarray(), expected, atol=1e-15)
    assert assembler.matrix([None, blocks[1] * 1j]).dtype == complex
    vector = assembler.vector([np.ones((2, 2)), None])
    assert vector.tolist() == [1, 2, 1, 0, 0]
    assert np.shares_memory(assembler.matrix(blocks).indices, assembler.matrix([blocks[0], None]).indices)


@pytest.mark.parametrize("d", (1, 2, 3))
def test_patterns_of_nodes_are_those_of_their_unknowns(d):
    """Large systems are assembled by nodes: a chain of cells of three nodes, whose nodes carry d unknowns, and some lone unknowns."""
    nodes = np.arange(400)[:, None] + np.array([0, 2, 1])
    cells = (nodes[:, :, None] * d + np.arange(d)).reshape(len(nodes), -1)
    equations, size = [cells, cells[:7, : 2 * d]], 402 * d
    blocks = [RNG.standard_normal((len(e), e.shape[1], e.shape[1])) for e in equations]
    expected = np.zeros((size, size))
    for own, matrices in zip(equations, blocks):
        for e, m in zip(own, matrices):
            expected[np.ix_(e, e)] += m
    for within in (size, size + 5):
        found = Assembler(within, equations).matrix(blocks)
        np.testing.assert_allclose(found.toarray()[:size, :size], expected, atol=1e-14)
        assert found.has_sorted_indices and found.nnz == np.count_nonzero(expected + np.eye(size)) + within - size


def relations(rows, value):
    return Relations(csr_array(np.array(rows, float)), value)


def test_eliminated_relations_hold_and_reactions_balance():
    """Against the full system with multipliers."""
    k = RNG.standard_normal((6, 6))
    k = csr_array(k @ k.T + np.eye(6))
    c = [[1, 0, 0, 0, 0, 0], [0, 2, -1, 0, 0.5, 0], [1, 0, 1, 0, 0, 3]]
    imposed = relations(c, lambda t: t * np.array([1.0, -2.0, 0.5]))
    elimination = Elimination(imposed)
    assert not elimination.simple and elimination.size == 3
    np.testing.assert_allclose((imposed.matrix @ elimination.transform).toarray(), 0, atol=1e-14)
    np.testing.assert_allclose((imposed.matrix @ elimination.spread).toarray(), np.eye(3), atol=1e-14)
    f, offset = RNG.standard_normal(6), elimination.offset(2.0)
    solver = factorise(elimination.reduce_matrix(k), symmetric=True, definite=True)
    u = elimination.expand(solver.solve(elimination.reduce_vector(f - k @ offset)), offset)
    full = np.block([[k.toarray(), np.array(c).T], [np.array(c), np.zeros((3, 3))]])
    solution = np.linalg.solve(full, np.concatenate([f, 2.0 * np.array([1.0, -2.0, 0.5])]))
    np.testing.assert_allclose(u, solution[:6], rtol=1e-10)
    np.testing.assert_allclose(elimination.multipliers(f - k @ u), solution[6:], rtol=1e-9)
    np.testing.assert_allclose(elimination.reactions(f - k @ u), -np.array(c).T @ solution[6:], rtol=1e-9)
    dense = elimination.reduce_matrix(k.toarray())
    np.testing.assert_allclose(dense, elimination.reduce_matrix(k).toarray(), atol=1e-13)


def test_imposed_unknowns_only_pick_rows():
    assembler = Assembler(4, [np.array([[0, 1], [1, 2], [2, 3]])])
    elimination = Elimination(Relations.imposed(4, [1, 3], lambda t: np.array([t, 2 * t])))
    assert elimination.simple and elimination.free.tolist() == [0, 2]
    for _ in range(2):
        matrix = assembler.matrix([RNG.standard_normal((3, 2, 2))])
        np.testing.assert_array_equal(elimination.reduce_matrix(matrix).toarray(), matrix.toarray()[np.ix_([0, 2], [0, 2])])
    assert elimination.expand(np.array([5.0, 6.0]), elimination.offset(1.0)).tolist() == [5, 1, 6, 2]


def test_redundant_relations_are_dropped_and_contradictory_ones_refused():
    rows = [[1, 0, 0], [0, 1, -1], [1, 1, -1]]
    agreeing = Elimination(relations(rows, lambda t: np.array([1.0, 2.0, 3.0])))
    assert agreeing.size == 1
    np.testing.assert_allclose(np.array(rows) @ agreeing.offset(0.0), [1, 2, 3])
    with pytest.raises(ComputationFailed, match="contradict"):
        Elimination(relations(rows, lambda t: np.array([1.0, 2.0, 4.0]))).offset(0.0)


def test_no_relation_leaves_everything_free():
    elimination = Elimination(Relations.stacked(3, []))
    assert elimination.size == 3 and elimination.offset(0.0).tolist() == [0, 0, 0]


def laplacian(n):
    return csr_array(diags_array([np.full(n - 1, -1.0), np.full(n, 2.0), np.full(n - 1, -1.0)], offsets=[-1, 0, 1]))


@pytest.mark.parametrize("n", [3, algebra.DENSE + 50])
@pytest.mark.parametrize("symmetric,definite", [(True, True), (True, False), (False, False)])
def test_every_solver_solves(n, symmetric, definite):
    matrix = laplacian(n)
    if not definite:
        matrix = csr_array(matrix - 2.5 * csr_array(diags_array(np.arange(n) % 3 == 0, dtype=float)))
    if not symmetric:
        matrix = csr_array(matrix + 0.3 * csr_array(diags_array(np.ones(n - 1), offsets=1)))
    exact = RNG.standard_normal((n, 2))
    solver = factorise(matrix, symmetric, definite)
    np.testing.assert_allclose(solver.solve(matrix @ exact[:, 0]), exact[:, 0], rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(solver.solve(matrix @ exact), exact, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("n", [4, algebra.DENSE + 50])
def test_complex_systems_and_wrong_promises(n):
    matrix = csr_array(laplacian(n) * (1 + 0.1j))
    exact = RNG.standard_normal(n) + 1j
    np.testing.assert_allclose(factorise(matrix, True, True).solve(matrix @ exact), exact, rtol=1e-8)
    indefinite = csr_array(laplacian(n) - 1.7 * csr_array(diags_array(np.ones(n))))
    exact = RNG.standard_normal(n)
    np.testing.assert_allclose(factorise(indefinite, True, True).solve(indefinite @ exact), exact, rtol=1e-6)


@pytest.mark.parametrize("n", [5, algebra.DENSE + 50])
@pytest.mark.parametrize("definite", [True, False])
def test_a_singular_matrix_names_the_unknown(n, definite):
    loose = laplacian(n).tolil()
    loose[2, :] = 0
    loose[:, 2] = 0
    with pytest.raises(SingularMatrix) as failure:
        factorise(csr_array(loose), True, definite)
    assert failure.value.equation == 2
    assert "DY at node N3" in failure.value.at("DY at node N3").message


@pytest.mark.parametrize("n", [5, algebra.DENSE + 50])
def test_a_free_chain_is_singular(n):
    free = laplacian(n).tolil()
    free[0, 0] = free[n - 1, n - 1] = 1.0
    with pytest.raises(SingularMatrix):
        factorise(csr_array(free), True, True)


def test_values_that_are_not_finite_are_refused():
    with pytest.raises(SingularMatrix, match="not finite"):
        factorise(np.array([[1.0, np.nan], [0.0, 1.0]]))


@pytest.mark.parametrize("size", [20, 400])
def test_unknowns_of_very_different_units_are_no_singular_matrix(size):
    stiff = diags_array(1e12 + np.arange(size, dtype=float))
    tie = diags_array(np.full(size, 1e-3))
    matrix = csr_array(block_array([[stiff, tie], [tie, None]]))
    wanted = np.concatenate([RNG.standard_normal(size), 1e15 * RNG.standard_normal(size)])
    found = factorise(matrix, symmetric=True).solve(matrix @ wanted)
    np.testing.assert_allclose(found[:size], wanted[:size], rtol=1e-9)
    np.testing.assert_allclose(found[size:], wanted[size:], rtol=1e-9)


def test_a_stiffness_that_has_lost_its_definiteness_is_solved():
    n = algebra.DENSE + 50
    matrix = diags_array([np.full(n - 1, -1.0), np.linspace(-2.0, 3.0, n), np.full(n - 1, -1.0)], offsets=[-1, 0, 1]).tocsr()
    b = RNG.standard_normal(n)
    np.testing.assert_allclose(matrix @ factorise(matrix, symmetric=True, definite=True).solve(b), b, atol=1e-9)


def test_unknowns_that_several_sets_impose_get_the_sum_of_what_they_say():
    first = Relations.added(4, [0, 2], lambda t: np.array([5.0, 1.0]) * t)
    second = Relations.added(4, [2, 3], lambda t: np.array([-3.0, 2.0]))
    tied = Relations(csr_array([[0.0, 1.0, -1.0, 0.0]]), lambda t: np.zeros(1))
    elimination = Elimination(Relations.stacked(4, [first, tied, second.scaled(lambda t: 2.0)]))
    np.testing.assert_allclose(elimination.offset(10.0), [50.0, 4.0, 4.0, 4.0])
    with pytest.raises(ComputationFailed, match="contradict"):
        plain = [Relations.imposed(4, [0], lambda t, b=b: np.array([b])) for b in (1.0, 2.0)]
        Elimination(Relations.stacked(4, plain)).offset(0.0)


def test_unknowns_of_different_units_stay_definite():
    """Beside pivots larger by fourteen powers of ten small ones are as good as those of a singular matrix, and are not."""
    n = algebra.DENSE + 50
    units = diags_array(np.where(np.arange(n) % 5 == 0, 1e7, 1.0))
    solver = factorise(csr_array(units @ laplacian(n) @ units), True, True)
    assert solver.definite
    exact = RNG.standard_normal(n)
    np.testing.assert_allclose(units @ solver.solve(units @ (laplacian(n) @ exact)), exact, rtol=1e-8, atol=1e-8)


def test_unknowns_of_very_different_units_stay_definite():
    n = algebra.DENSE + 50
    units = diags_array(np.where(np.arange(n) % 5 == 0, 1e9, 1.0))
    assert factorise(csr_array(units @ laplacian(n) @ units), True, True).definite
