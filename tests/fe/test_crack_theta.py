"""Extensions along a front: hats, Legendre's polynomials, and what they give back."""

import numpy as np
import pytest

from pyaster_lite.fe.crack_theta import LegendreTheta, NodalTheta, along_hats, hat, orthonormal

POINTS = np.array([0.0, 1.0, 1.5, 3.0, 4.0, 6.0, 7.0])


def test_hats_sum_up_to_one():
    s = np.linspace(0.0, 7.0, 57)
    np.testing.assert_allclose(sum(hat(s, POINTS, i, False) for i in range(7)), 1.0)
    assert [hat(POINTS, POINTS, i, False).tolist() for i in range(7)] == np.eye(7).tolist()


def test_on_a_closed_front_the_first_hat_comes_round():
    s = np.linspace(0.0, 7.0, 57)
    np.testing.assert_allclose(sum(hat(s, POINTS, i, True) for i in range(6)), 1.0)


@pytest.mark.parametrize("quadratic", [False, True])
@pytest.mark.parametrize("closed", [False, True])
def test_a_constant_comes_back(quadratic, closed):
    """What hats give of a constant is the integral of the front's functions; the ends of an open front stand back for their neighbours."""
    points = np.linspace(0.0, 7.0, 9)
    step = 2 if quadratic else 1
    own = np.array([1.0, 4.0, 1.0]) / 6 if quadratic else np.array([0.5, 0.5])
    given = np.zeros((9, 1))
    for start in range(0, 8, step):
        given[start : start + step + 1, 0] += own * (points[start + step] - points[start])
    if closed:
        given[0] = given[-1] = given[0] + given[-1]
    np.testing.assert_allclose(along_hats(points, given, quadratic, closed), 1.0)


def test_polynomials_are_orthonormal():
    x, w = np.polynomial.legendre.leggauss(9)
    values = np.stack([orthonormal(d, 2.5 * (x + 1), 5.0)[0] for d in range(8)])
    np.testing.assert_allclose((values * w * 2.5) @ values.T, np.eye(8), atol=1e-12)
    s = np.array([1.3])
    slope = (orthonormal(5, s + 1e-6, 5.0)[0] - orthonormal(5, s - 1e-6, 5.0)[0]) / 2e-6
    np.testing.assert_allclose(orthonormal(5, s, 5.0)[1], slope, rtol=1e-8)


def test_both_kinds_agree_on_a_constant_along_the_front():
    modulus, directions = np.array([1.0, 0.5, 0.0]), np.tile([0.0, 1.0, 0.0], (3, 1))
    nodes, functions = np.array([[0, 1, 2]]), np.array([[0.2, 0.3, 0.5]])
    derivatives = np.array([[[[-1.0, 1.0, 0.0], [-1.0, 0.0, 1.0], [0.5, 0.5, -1.0]]]])
    plain = NodalTheta(modulus[:, None] * directions).at(nodes, functions, derivatives)
    whole = LegendreTheta(0, 4.0, modulus, directions, np.zeros(3)).at(nodes, functions, derivatives)
    for one, other in zip(plain, whole):
        np.testing.assert_allclose(one, 2.0 * other)


def test_the_last_end_follows_its_own_cells():
    """Where hats release in proportion to the lengths that they stand for, all points have the same; the ends do not count."""
    for points in ([0.0, 0.5, 1.0], [0.0, 0.1, 0.5, 0.6, 1.3]):
        points = np.array(points)
        lengths = np.zeros(len(points))
        lengths[1:] += np.diff(points) / 2
        lengths[:-1] += np.diff(points) / 2
        given = lengths[:, None].copy()
        given[[0, -1]] = 7.0
        found = along_hats(points, given, False, False, inner=0)
        np.testing.assert_allclose(found, 1.0)
