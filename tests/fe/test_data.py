"""What depends on the surroundings of points is made once for each instant, and anew wherever something else surrounds them."""

from __future__ import annotations

import numpy as np
import pytest

from pyaster_lite.fe.data import INSTANTS, ElementData


class Heat:
    """A property of the temperature that counts how often it is asked for."""

    asked = 0

    def __call__(self, variables):
        self.asked += 1
        return 2.0 * variables["TEMP"]


class Warming:
    """Temperatures (2, 3) that rise with time; each instant has one mapping until `anew`."""

    def __init__(self):
        self.anew()

    def anew(self, first=0.0):
        self.made, self.first = {}, first

    def __call__(self, t):
        return self.made.setdefault(t, {"TEMP": np.full((2, 3), self.first + t)})


def heated(owner=(0, 0)):
    """Data of two cells, the property and what surrounds them."""
    heat, warming = Heat(), Warming()
    materials = [{"young": heat}, {"young": 7.0}]
    return ElementData(np.arange(2), np.zeros((2, 4, 3)), materials, np.array(owner), surroundings=warming), heat, warming


@pytest.mark.parametrize("placed", [lambda data: data, lambda data: data.at_places(np.ones((2, 3, 3)))])
def test_a_property_is_told_once_at_an_instant(placed):
    data, heat, warming = heated()
    data = placed(data)
    for before, after in ((0.0, 1.0), (0.0, 1.0), (1.0, 2.0), (1.0, 1.0)):
        step = data.between(before, after)
        first = step.at_points("young")
        np.testing.assert_array_equal(first, np.full((2, 3), 2.0 * after))
        np.testing.assert_array_equal(step.at_points("young", before=True), np.full((2, 3), 2.0 * before))
        first[:] = np.nan
    assert heat.asked == 3
    moved = data.between(0.0, 1.0).moved(np.ones((2, 12)))
    np.testing.assert_array_equal(moved.at_points("young"), np.full((2, 3), 2.0))
    assert heat.asked == 3
    warming.anew(10.0)
    np.testing.assert_array_equal(data.between(0.0, 1.0).at_points("young"), np.full((2, 3), 22.0))
    assert heat.asked == 4


def test_other_surroundings_are_asked_themselves():
    data, heat, _ = heated()
    data = data.between(0.0, 1.0)
    places = data.at_places(np.full((2, 3, 3), 5.0))
    assert set(data.variables()) == {"TEMP", "INST"} and set(places.variables()) == {"TEMP", "INST", "X", "Y", "Z"}
    assert set(data.variables()) == {"TEMP", "INST"}
    assert data.subset(np.array([1])).at_points("young").shape == (1, 3)
    np.testing.assert_array_equal(data.at_sub_points(3, 2).at_points("young"), np.full((2, 6), 2.0))
    np.testing.assert_array_equal(data.at_points("young"), np.full((2, 3), 2.0))


def test_cells_of_several_materials():
    data, heat, _ = heated((1, 0))
    data = data.between(0.0, 3.0)
    for _ in range(2):
        np.testing.assert_array_equal(data.at_points("young"), [[7.0] * 3, [6.0] * 3])
    assert heat.asked == 1


def test_only_the_last_instants_are_kept():
    data, heat, _ = heated()
    for t in range(INSTANTS + 1):
        data.between(0.0, float(t)).at_points("young")
    data.between(0.0, 0.0).at_points("young")
    assert heat.asked == INSTANTS + 2
