"""Stresses that a geometric stiffness is made of."""

import numpy as np

from pyaster_lite.commands._elementary import _every_stress
from tests.fe.test_plate import one


def test_stresses_that_are_not_given_are_zero():
    element, data = one("DKT", "TRIA3")
    points = 3 * len(element.rule())
    given = np.arange(2.0 * points).reshape(1, points, 2)
    found = _every_stress(element, data, given, ("SIYY", "SIXX"))
    assert found.shape == (1, points, 6)
    np.testing.assert_array_equal(found[..., [1, 0]], given)
    assert not found[..., 2:].any()
    assert _every_stress(element, data, found, ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ")).shape == found.shape
