"""The inertia of equipment on its support."""

import numpy as np
import pytest

from pyaster_lite.fe.equipment_mass import correction

HERTZ = np.array([0.0, 1.0, 5.0, 20.0])


def test_equipment_that_is_stiff_changes_nothing():
    factor = correction(HERTZ, (6.0, 0.05), [(1e6, 0.02, 1.0)], 0.3)
    np.testing.assert_allclose(factor, 1.0, rtol=2e-2)


def test_equipment_without_mass_changes_nothing():
    np.testing.assert_allclose(correction(HERTZ, (6.0, 0.05), [(3.0, 0.02, 1.0)], 0.0), 1.0, rtol=1e-12)


def test_equipment_at_its_own_frequency_holds_the_support_still():
    factor = correction(np.array([4.0]), (6.0, 0.05), [(4.0, 1e-6, 0.5), (9.0, 0.02, 0.5)], 0.2)
    with_mass = 1.0 / abs(1.0 + (4.0 / 6.0) ** 2 / (1.0 - (4.0 / 6.0) ** 2))
    assert abs(factor[0]) < 1e-2 * max(with_mass, 1.0)


def test_two_equal_parts_are_one():
    one, two = (correction(HERTZ, (6.0, 0.05), parts, 0.2) for parts in ([(3.0, 0.02, 1.0)], [(3.0, 0.02, 0.5)] * 2))
    assert one == pytest.approx(two)
