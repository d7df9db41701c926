"""Modes of pencils of pressure and potential, small (dense) and large (sparse): a column of fluid with a mass on a spring at its end."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pyaster_lite.fe.eigen import DENSE, residuals
from pyaster_lite.fe.indefinite_modes import IndefinitePencil

RHO, SPEED, LENGTH, SPRING, MASS = 1000.0, 1400.0, 1.0, 2e9, 300.0


def column(n):
    """K and M of n linear cells, pressure zero at one end, unknowns u, p, phi: u the motion of the mass at the other end."""
    h, size = LENGTH / n, 2 * n + 1
    k, m = np.zeros((size, size)), np.zeros((size, size))
    p, phi = 1 + np.arange(n), 1 + n + np.arange(n)
    for cell in range(n):
        nodes = [i for i in (cell - 1, cell) if i >= 0]
        local = slice(2 - len(nodes), None)
        q = (h / 6 * np.array([[2.0, 1], [1, 2]]) / SPEED**2)[local, local]
        gradient = (np.array([[1.0, -1], [-1, 1]]) / h)[local, local]
        k[np.ix_(p[nodes], p[nodes])] += q / RHO
        m[np.ix_(p[nodes], phi[nodes])] += q
        m[np.ix_(phi[nodes], p[nodes])] += q
        m[np.ix_(phi[nodes], phi[nodes])] -= RHO * gradient
    k[0, 0], m[0, 0] = SPRING, MASS
    m[0, phi[-1]] = m[phi[-1], 0] = RHO
    return csr_array(k), csr_array(m)


def exact(count):
    """Pulsations: (k - m w2) cos(w L / c) = rho c w sin(w L / c)."""
    from scipy.optimize import brentq

    balance = lambda w: (SPRING - MASS * w**2) * np.cos(w * LENGTH / SPEED) - RHO * SPEED * w * np.sin(w * LENGTH / SPEED)  # noqa: E731
    grid = np.linspace(1.0, 6 * np.pi * SPEED / LENGTH, 4001)
    values = [balance(w) for w in grid]
    return np.array([brentq(balance, a, b) for a, b, x, y in zip(grid, grid[1:], values, values[1:]) if x * y < 0][:count])


@pytest.mark.parametrize("n", (40, DENSE // 2 + 60))
def test_modes_of_a_column_with_a_mass_at_its_end(n):
    pencil, known = IndefinitePencil(*column(n)), exact(5) ** 2
    values, vectors = pencil.nearest(0.0, 4)
    np.testing.assert_allclose(values, known[:4], rtol=3.0 * (np.pi * 4 / n) ** 2)
    np.testing.assert_allclose(vectors.T @ (pencil.mass @ vectors), np.eye(4), atol=1e-7)
    assert residuals(pencil.stiffness, pencil.mass, values, vectors, 1e-12).max() < 1e-5
    low, high = 0.5 * (values[0] + values[1]), 0.5 * (values[2] + values[3])
    assert pencil.count_below(low) == 1 and pencil.count_below(high) == 3
    assert pencil.count_below(-1.0) == 0
    between, _ = pencil.between(low, high)
    np.testing.assert_allclose(between, values[1:3], rtol=1e-9)


def test_a_closed_cavity_keeps_its_modes():
    """The potential that is the same everywhere has neither stiffness nor mass."""
    n, h = 30, LENGTH / 30
    closed_k, closed_m = np.zeros((2 * n + 2,) * 2), np.zeros((2 * n + 2,) * 2)
    for cell in range(n):
        p, phi = np.array([cell, cell + 1]), n + 1 + np.array([cell, cell + 1])
        q = h / 6 * np.array([[2.0, 1], [1, 2]]) / SPEED**2
        closed_k[np.ix_(p, p)] += q / RHO
        closed_m[np.ix_(p, phi)] += q
        closed_m[np.ix_(phi, p)] += q
        closed_m[np.ix_(phi, phi)] -= RHO * np.array([[1.0, -1], [-1, 1]]) / h
    values, _ = IndefinitePencil(closed_k, closed_m).nearest(0.0, 3)
    np.testing.assert_allclose(values, (np.pi * SPEED / LENGTH * np.arange(1, 4)) ** 2, rtol=1e-2)
