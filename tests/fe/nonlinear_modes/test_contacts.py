"""Forces of regularised contacts: roots of their polynomials, and their slopes by differences."""

import numpy as np

from pyaster_lite.fe.nonlinear_modes.contacts import (
    CIRCLE,
    PLANES,
    Contact,
    one_sided,
    one_sided_slope,
    stiffness_of,
    two_sided,
    two_sided_slope,
)

A, E = 30.0, 0.005
X = np.linspace(-2.5, 2.5, 41)


def test_forces_are_roots():
    f, g = one_sided(X, A, E), two_sided(X, A, E)
    np.testing.assert_allclose(f * (f / A - (X - 1)), E, atol=1e-12)
    np.testing.assert_allclose(g * (g / A - X) ** 2 - g + E * X, 0.0, atol=1e-9)
    assert (abs(g[abs(X) < 0.5]) < 0.01).all() and np.allclose(g[X > 2], A * (X[X > 2] - 1), atol=0.02)


def test_slopes():
    h = 1e-6
    for force, slope in ((one_sided, one_sided_slope), (two_sided, two_sided_slope)):
        np.testing.assert_allclose(slope(X, A, E), (force(X + h, A, E) - force(X - h, A, E)) / (2 * h), rtol=1e-5, atol=1e-4)
    planes = Contact(PLANES, (0,), 1.0, A, E)
    np.testing.assert_allclose(stiffness_of(planes, X[:, None])[:, 0, 0], two_sided_slope(X, A, E))


def test_slope_of_a_circle():
    circle, h = Contact(CIRCLE, (0, 1), 1.0, A, E), 1e-6
    places = np.array([[0.3, 0.2], [1.2, -0.4], [-0.9, 1.1]])

    def force(x):
        radius = np.linalg.norm(x, axis=1, keepdims=True)
        return one_sided(radius, A, E) * x / radius

    found = np.stack([(force(places + h * axis) - force(places - h * axis)) / (2 * h) for axis in np.eye(2)], axis=-1)
    np.testing.assert_allclose(stiffness_of(circle, places), found, rtol=1e-5, atol=1e-5)
