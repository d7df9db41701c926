"""Numbers with slopes: derivatives of everything that laws do with them."""

import numpy as np
import pytest

from pyaster_lite.fe.porous import dual

POINT = np.array([[0.7, 1.3], [2.0, 0.4]])


def seeded(x):
    """Two numbers, x and y, at every point."""
    slopes = np.eye(2)
    return [dual.Dual(x[..., i], np.broadcast_to(slopes[i], (*x.shape[:-1], 2))) for i in range(2)]


EXPRESSIONS = {
    "sum and product": lambda x, y: 3.0 * x * y + x - 2.0 * y + 1.0,
    "quotient": lambda x, y: (1.0 - x) / y + 2.0 / x,
    "power": lambda x, y: x**2.5 * y**-1,
    "exponential": lambda x, y: dual.exp(x * y) - dual.log(x),
    "array beside": lambda x, y: np.array([[1.0], [2.0]])[:, 0] * x - y * np.array([3.0, 4.0]),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_slopes_are_derivatives(name):
    expression = EXPRESSIONS[name]
    found = expression(*seeded(POINT))
    np.testing.assert_allclose(found.value, expression(POINT[:, 0], POINT[:, 1]))
    for i in range(2):
        step = np.zeros(2)
        step[i] = 1e-6
        up, down = (expression(*(POINT + sign * step).T) for sign in (1, -1))
        np.testing.assert_allclose(found.slope[:, i], (up - down) / 2e-6, rtol=1e-7)


def test_vectors_are_turned_summed_and_joined():
    x, y = seeded(POINT)
    vector = dual.joined([x[..., None], y[..., None], np.ones((2, 1))])
    matrix = np.array([[[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]]])
    turned = dual.turned(matrix, vector)
    np.testing.assert_allclose(turned.value[:, 0], POINT @ [1.0, 2.0] + 3.0)
    np.testing.assert_allclose(turned.slope[:, 0], [[1.0, 2.0]] * 2)
    np.testing.assert_allclose(dual.total(vector).slope, np.ones((2, 2)))


def test_what_is_given_follows_its_parts_alone():
    x, y = seeded(POINT)
    told = dual.given(np.zeros(2), (x, np.array([5.0, 6.0])), (y, 2.0), (3.0, 7.0))
    np.testing.assert_allclose(told.slope, [[5.0, 2.0], [6.0, 2.0]])
    assert dual.given(1.0, (2.0, 3.0)) == 1.0
