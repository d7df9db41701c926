"""A control rod in a flow."""

import numpy as np
import pytest

from pyaster_lite.fe.flow.control_rod import LENGTH, SPECTRA, ControlRod, excitation, pieces
from pyaster_lite.io.flow_coefficients import known_rods


def row(**powers):
    values = np.zeros(11)
    for name, value in powers.items():
        values[7 + int(name[1:].replace("m", "-"))] = value
    return values


def test_a_coefficient_goes_by_pieces():
    rows = np.stack([row(p0=2.0, p1=3.0), row(pm1=8.0)])
    assert pieces(np.array([4.0]), rows, 2.0) == 8.0 and pieces(np.array([4.0]), rows, 4.0) == 2.0
    assert pieces(np.empty(0), rows[:1], 0.0) == 2.0


def test_forces_of_the_flow_scale_with_its_velocity():
    one = (np.empty(0), row(p0=0.3)[None])
    rod = ControlRod(0.1, 1000.0, [one, one], [one, one])
    slow, fast = (np.array(rod.added(20j, velocity, (0.25, 0.0))) for velocity in (1.0, 2.0))
    np.testing.assert_allclose(fast / slow, (2.0, 4.0))
    np.testing.assert_allclose(slow[0], -0.5 * 1000.0 * 0.1 * LENGTH * 0.1 * 0.3 * 0.25)


def test_the_mass_of_the_fluid_is_that_of_its_length():
    rod = ControlRod(0.1, 1000.0, [], [])
    np.testing.assert_allclose(rod.added_mass(2.0, np.array([[1.0, 0.0]])), 1000.0 * 0.01 * LENGTH * 0.1)


@pytest.mark.parametrize("arrangement", SPECTRA)
def test_spectra_scale_with_the_cube_of_the_velocity_at_one_reduced_frequency(arrangement):
    one, two = (excitation(arrangement, np.array([f]), v, 0.1, 1000.0) for f, v in ((3.0, 1.0), (6.0, 2.0)))
    np.testing.assert_allclose(two, 8.0 * one)


@pytest.mark.parametrize("which", ["damping", "stiffness"])
def test_the_known_tables_are_whole(which):
    tables = known_rods(which)
    assert len(tables) == len(SPECTRA)
    assert all(rows.shape == (len(limits) + 1, 11) for pair in tables for limits, rows in pair)
