"""A structure and the multipliers around it: the small system, the whole one and a dense reference agree."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pyaster_lite.fe import bordered
from pyaster_lite.fe.bordered import Border
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.iteration_matrix import IterationMatrix

N, HELD = 12, np.array([0, 5])


def chain():
    return 2 * np.eye(N) - np.eye(N, k=1) - np.eye(N, k=-1)


def elimination():
    return Elimination(Relations.imposed(N, HELD, lambda t: np.zeros(len(HELD))))


def border(seed=2):
    rng = np.random.default_rng(seed)
    m, q = 4, 3
    root = rng.normal(size=(m, m))
    ul = rng.normal(size=(m, q))
    return Border(
        np.array([3, 5, 7, 9]), rng.normal(size=m), rng.normal(size=q), root @ root.T, ul, ul.T, -0.1 * np.eye(q), np.zeros(q, bool)
    )


def reference(base, b, jump, given):
    free = np.setdiff1d(np.arange(N), HELD)
    big = np.zeros((N + 3, N + 3))
    big[:N, :N] = base
    big[np.ix_(given.equations, given.equations)] += given.uu
    big[np.ix_(given.equations, N + np.arange(3))] = given.ul
    big[np.ix_(N + np.arange(3), given.equations)] = given.lu
    big[N:, N:] = given.ll
    right = np.concatenate((b, -given.laws))
    right[given.equations] -= given.force
    x = np.zeros(N + 3)
    x[HELD] = jump[HELD]
    unknown = np.concatenate((free, N + np.arange(3)))
    x[unknown] = np.linalg.solve(big[np.ix_(unknown, unknown)], right[unknown] - big[np.ix_(unknown, HELD)] @ jump[HELD])
    return x[:N], x[N:]


@pytest.mark.parametrize("loose", [1e7, 0.0])
def test_small_and_whole_systems_agree_with_a_dense_one(monkeypatch, loose):
    monkeypatch.setattr(bordered, "LOOSE", loose)
    rng = np.random.default_rng(4)
    b, jump = rng.normal(size=N), np.zeros(N)
    jump[HELD] = [0.3, -0.2]
    matrix = IterationMatrix(csr_array(chain()), elimination(), True, True)
    x, multipliers, force = bordered.solve(matrix, b, jump, border())
    expected = reference(chain(), b, jump, border())
    assert x == pytest.approx(expected[0]) and multipliers == pytest.approx(expected[1])
    given = border()
    assert force == pytest.approx(given.force + given.uu @ x[given.equations] + given.ul @ multipliers)


def floating():
    """Two bodies, the second of which nothing holds: nodes 6 to 11."""
    base = chain()
    base[5, 6] = base[6, 5] = 0.0
    base[6, 6] = base[11, 11] = 1.0
    return base


def test_contact_holds_a_body_that_nothing_else_holds():
    rng = np.random.default_rng(5)
    b = rng.normal(size=N)
    matrix = IterationMatrix(csr_array(floating()), elimination(), True, True)
    assert matrix.failure is not None
    x, multipliers, _ = bordered.solve(matrix, b, None, border())
    expected = reference(floating(), b, np.zeros(N), border())
    assert x == pytest.approx(expected[0]) and multipliers == pytest.approx(expected[1])


def test_what_neither_holds_is_told():
    matrix = IterationMatrix(csr_array(floating()), elimination(), True, True)
    given = border()
    for block in (given.uu, given.ul, given.lu):
        block[:] = 0.0
    with pytest.raises(SingularMatrix):
        bordered.solve(matrix, np.ones(N), None, given)
    with pytest.raises(SingularMatrix):
        IterationMatrix(csr_array(floating()), elimination(), True)


def test_pinned_and_idle_multipliers_stay():
    given = border()
    given.pinned[0] = True
    given.lu[2] = given.ll[2] = 0.0
    matrix = IterationMatrix(csr_array(chain()), elimination(), True, True)
    _, multipliers, _ = bordered.solve(matrix, np.ones(N), None, given)
    assert multipliers[[0, 2]].tolist() == [0.0, 0.0] and multipliers[1] != 0.0


def test_sparse_tangents_give_the_same_and_pin_the_same():
    rng = np.random.default_rng(4)
    b, jump = rng.normal(size=N), np.zeros(N)
    jump[HELD] = [0.3, -0.2]
    matrix = IterationMatrix(csr_array(chain()), elimination(), True, True)
    dense, sparse = border(), border()
    for given in (dense, sparse):
        given.pinned[1] = True
        given.lu[2] = given.ll[2] = 0.0
    for name in ("uu", "ul", "lu", "ll"):
        setattr(sparse, name, csr_array(getattr(sparse, name)))
    expected, found = bordered.solve(matrix, b, jump, dense), bordered.solve(matrix, b, jump, sparse)
    for one, other in zip(expected, found):
        assert one == pytest.approx(other)
    assert found[1][1:] == pytest.approx([0.0, 0.0])


def test_stiff_contact_keeps_the_digits_of_the_motion_that_it_leaves():
    matrix = IterationMatrix(csr_array(chain()), elimination(), True, True)
    stiffness, none = 1e10, np.zeros((2, 0))
    given = Border(np.array([3, 4]), np.zeros(2), np.zeros(0), stiffness * np.eye(2), none, none.T, np.zeros((0, 0)), np.zeros(0, bool))
    b = np.linspace(1e3, 2e3, N)
    x, _, force = bordered.solve(matrix, b, None, given)
    assert force == pytest.approx(b[3:5] - (chain() @ x)[3:5], rel=1e-9)
    assert stiffness * x[3:5] == pytest.approx(force, rel=1e-9)
