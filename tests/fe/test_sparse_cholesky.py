"""Factors of matrices of one pattern, one after the other and side by side."""

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pyaster_lite.fe import sparse_cholesky
from pyaster_lite.fe.sparse_cholesky import NotDefinite, SparseCholesky


def chain(n, stiffness):
    return csr_array(
        diags_array([-stiffness * np.ones(n - 1), (2 * stiffness + 1) * np.ones(n), -stiffness * np.ones(n - 1)], offsets=[-1, 0, 1])
    )


def test_an_analysis_serves_the_next_matrix_of_its_pattern():
    b = np.arange(1.0, 21.0)
    for stiffness in (1.0, 5.0):
        matrix = chain(20, stiffness)
        np.testing.assert_allclose(matrix @ SparseCholesky(matrix).solve(b), b)
        analysis = sparse_cholesky._last[0]
    assert analysis.serves(chain(20, 7.0))
    assert not analysis.serves(chain(21, 7.0))


def test_factors_that_are_still_needed_stay():
    b = np.ones(30)
    one, two = chain(30, 1.0), chain(30, 9.0)
    first, second = SparseCholesky(one), SparseCholesky(two)
    np.testing.assert_allclose(one @ first.solve(b), b)
    np.testing.assert_allclose(two @ second.solve(b), b)


def test_what_is_not_definite_is_told():
    with pytest.raises(NotDefinite):
        SparseCholesky(-chain(20, 1.0))
    np.testing.assert_allclose(SparseCholesky(chain(20, 1.0)).solve(np.zeros(20)), 0.0)
