import numpy as np
import pytest

from pyaster_lite.fe.modal_combination import (
    chained,
    complete_correlation,
    correlated,
    double_sum_correlation,
    group_correlation,
    near_correlation,
    newmark_cases,
    rigid_share,
    together,
)

FREQUENCIES = np.array([1.0, 1.05, 1.2, 5.0])
DAMPINGS = np.array([0.02, 0.05, 0.05, 0.05])


@pytest.mark.parametrize(
    "h", [complete_correlation(DAMPINGS, FREQUENCIES), double_sum_correlation(DAMPINGS, FREQUENCIES, 20.0), near_correlation(FREQUENCIES)]
)
def test_correlations_are_symmetric_with_ones_on_the_diagonal_and_fade(h):
    np.testing.assert_allclose(h, h.T, rtol=1e-14)
    np.testing.assert_allclose(np.diag(h), 1.0, rtol=1e-14)
    assert h[0, 1] > h[0, 2] >= h[0, 3] >= 0.0
    assert h[0, 3] < 0.02


def test_equal_dampings_give_the_textbook_correlation():
    # 8 a^2 (1 + r) r^(3/2) / ((1 - r^2)^2 + 4 a^2 r (1 + r)^2), r the ratio of the frequencies
    a, r = 0.05, 1.0 / 1.2
    h = complete_correlation(np.array([a, a]), np.array([1.0, 1.2]))
    expected = 8 * a**2 * (1 + r) * r**1.5 / ((1 - r**2) ** 2 + 4 * a**2 * r * (1 + r) ** 2)
    np.testing.assert_allclose(h[0, 1], expected, rtol=1e-12)


def test_modes_without_damping_are_not_correlated():
    np.testing.assert_array_equal(complete_correlation(np.zeros(4), FREQUENCIES), np.eye(4))


def test_groups_and_chains():
    r = np.array([[1.0], [-2.0], [4.0], [8.0]])
    np.testing.assert_allclose(chained(r, FREQUENCIES), 9.0 + 16.0 + 64.0)
    h = group_correlation(FREQUENCIES)
    np.testing.assert_allclose(correlated(np.abs(r), h), 9.0 + 16.0 + 64.0)
    assert group_correlation(np.array([1.0, 1.1]))[0, 1] == 0.0, "a mode at ten percent begins another group"
    chain = np.array([1.0, 1.08, 1.16])
    assert near_correlation(chain)[0, 2] == 0.0
    np.testing.assert_allclose(chained(np.ones((3, 1)), chain), 9.0)
    np.testing.assert_allclose(correlated(np.ones((3, 1)), group_correlation(chain)), 5.0)


def test_rigid_share():
    np.testing.assert_allclose(rigid_share(np.array([1.0, 2.0, 4.0, 8.0, 20.0]), 2.0, 8.0), [0.0, 0.0, 0.5, 1.0, 1.0])


def test_directions():
    x, y, z = np.array([3.0]), np.array([-4.0]), np.array([12.0])
    assert together([x, y, z], "square") == 13.0 and together([x, y], "sum") == -1.0 and together([x, y], "absolute") == 7.0
    cases = newmark_cases([x, y, z])
    assert len(cases) == 24
    np.testing.assert_allclose(max(case[0] for case in cases), 12.0 + 0.4 * 7.0)
    assert [case[0] for case in newmark_cases([x])] == [3.0, -3.0]
