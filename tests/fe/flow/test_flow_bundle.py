"""Modes of tubes in a transverse flow."""

import numpy as np
import pytest

from pyaster_lite.fe.flow.bundle import Correlation, Flow, Zone, damping_correlation, zone_means
from pyaster_lite.fe.flow.connors import critical_velocities, felt_velocities, flow_energies, line_mass, modal_line_mass
from pyaster_lite.fe.flow.coupled_mode import coupled_mode


def constant(value):
    return Correlation(np.array([0.0]), np.array([[0.0] * 7 + [value, 0.0, 0.0, 0.0]]), (0.0, 1e9))


@pytest.mark.parametrize("damping", [0.01, -0.02, 0.3])
def test_a_mode_with_known_additions_is_found(damping):
    mass, added, frequency = 3.0, 0.7, 12.0
    w = 2 * np.pi * frequency
    stiffness = (mass + added) * w**2 - mass * w**2

    def equation(s):
        return (mass + added) * s * s + 2 * damping * w * (mass + added) * s + mass * w**2 + stiffness

    found = coupled_mode(equation, frequency, 0.02)
    np.testing.assert_allclose(found[:2], (frequency, damping), rtol=1e-8)
    assert found[2]


def test_a_correlation_goes_by_pieces():
    law = Correlation(np.array([1.0, 2.0]), np.array([[0.0] * 8 + [3.0, 0.0, 0.0], [0.0] * 6 + [4.0] + [0.0] * 4]), (1.0, 3.0))
    np.testing.assert_allclose(law([0.5, 1.5, -1.5, 4.0]), [0.0, -4.5, -4.5, -1.0])


def test_a_last_piece_may_be_a_power():
    law = damping_correlation((2, 1003), [1.0], [[0.0] * 7 + [0.5] + [0.0] * 3], (0.0, 1.0))
    np.testing.assert_allclose(law([2.0]), -(0.5 + 0.0214 * 2.0**1.1146))


def test_a_uniform_flow_adds_what_its_integrals_say():
    s, n = np.linspace(0.0, 2.0, 401), 401
    u, phi = np.ones(n), np.sin(np.pi * s / 2.0)
    zone = Zone((0, n - 1), (1, 1), constant(0.3), constant(0.5))
    flow = Flow(s, np.full(n, 1000.0), 0.02, (zone,), u, u, 1.0)
    damping, stiffness = flow.added(10j, 4.0, phi)
    np.testing.assert_allclose(damping, -0.5 * 0.02 * 4.0 * 0.3 * 1000.0, rtol=1e-4)
    np.testing.assert_allclose(stiffness, -0.5 * 16.0 * 0.5 * 1000.0, rtol=1e-4)


def test_zones_have_their_means():
    s = np.linspace(0.0, 1.0, 5)
    ends, means, mean = zone_means(s, [np.array([0.0, 2.0, 2.0, 0.0, 0.0]), np.array([0.0, 0.0, 0.0, 4.0, 4.0])])
    assert ends == [(1, 2), (3, 4)]
    np.testing.assert_allclose((*means, mean), (2.0, 4.0, 3.0))


def test_connors_velocity_of_a_uniform_flow_is_his_formula():
    s = np.linspace(0.0, 1.0, 101)
    phi, ones = np.sin(np.pi * s)[:, None], np.ones(101)
    energies = flow_energies(s, 900.0 * ones, ones, [(0, 100)], phi[..., None])
    mass = line_mass(0.0 * ones, 900.0 * ones, 0.02, 0.016, 7800.0, np.pi / 2)
    mu = modal_line_mass(s, mass, phi)
    critical = critical_velocities(energies, np.array([[3.0], [6.0]]), np.array([40.0]), np.array([0.01]), mass[0], 900.0)
    decrement = 2 * np.pi * 0.01 / np.sqrt(1 - 1e-4)
    np.testing.assert_allclose(critical, 40.0 * np.sqrt(mass[0] * decrement / 900.0) * np.array([[3.0, 6.0]]))
    np.testing.assert_allclose(felt_velocities(energies, mu, mass[0], 900.0), 1.0)
