"""The part of a life that a cycle of load takes."""

import numpy as np
import pytest

from pyaster_lite.fe import cycle_damage
from pyaster_lite.fe.cycle_counting import rainflow, rainflow_largest_first
from pyaster_lite.fe.errors import ComputationFailed


def test_a_line_in_logarithms_is_basquins_law():
    stress = np.array([50.0, 120.0, 300.0])
    zones = cycle_damage.by_zones(stress, [12.0, -4.0, 0.0, 0.0], limit=0.0)
    np.testing.assert_allclose(zones, cycle_damage.basquin(stress, 1e-12, 4.0), rtol=1e-12)


def test_nothing_below_the_limit_of_endurance():
    damage = cycle_damage.along_a_curve([90.0, 110.0], lambda stress: 1e6 + 0.0 * stress, limit=100.0)
    np.testing.assert_allclose(damage, [0.0, 1e-6])
    assert cycle_damage.by_zones([90.0], [6.0, 0.0, 0.0, 0.0], 100.0)[0] == 0.0


def test_the_plastic_correction_is_continuous():
    n, m, strength = 0.2, 2.0, 100.0
    factor = cycle_damage.plastic_correction([300.0, 300.0 + 1e-7, 600.0 - 1e-7, 600.0, 900.0], n, m, strength)
    np.testing.assert_allclose(factor, [1.0, 1.0, 5.0, 5.0, 5.0], rtol=1e-7)


def test_a_mean_stress_counts_for_more_with_goodman_than_with_gerber():
    line, parabola = (cycle_damage.mean_stress_correction([100.0], 400.0, kind)[0] for kind in ("GOODMAN", "GERBER"))
    assert line == pytest.approx(0.75) and parabola == pytest.approx(1 - 1 / 16)
    with pytest.raises(ComputationFailed, match="mean stress"):
        cycle_damage.mean_stress_correction([400.0], 400.0, "GOODMAN")


def test_later_smaller_cycles_of_strain_know_the_largest_one():
    damage = cycle_damage.taheri([1.0, 3.0, 2.0, 3.0], lambda strain: strain, lambda most, strain: 10.0 * most + strain)
    np.testing.assert_allclose(damage, [1.0, 3.0, 32.0, 3.0])


def test_constant_stress_damages_by_the_closed_form():
    p, one = np.linspace(0.0, 1.0, 6), np.ones(6)
    damage = cycle_damage.lemaitre(p, 0.0 * one, 100.0 * one, 1e4 * one, 0.5 * one, one, 0.0 * one, 1.0)
    lost = 3.0 * (1.5 * 100.0**2 / 3.0 / 1e4) * p
    np.testing.assert_allclose(damage, np.where(lost < 1.0, 1.0 - np.cbrt(np.clip(1.0 - lost, 0.0, None)), 1.0), rtol=1e-12)


def test_the_largest_cycle_comes_first():
    points = np.array([0.0, 10.0, 4.0, 6.0, -8.0, 2.0, 0.0])
    cycles = rainflow_largest_first(points)
    assert sorted(cycles) == sorted(rainflow(points))
    assert np.ptp(cycles[0]) == max(np.ptp(cycle) for cycle in cycles)
