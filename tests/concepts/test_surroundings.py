"""Command variables at the points of cells, from values at nodes."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.surroundings import CommandVariable, Surroundings


def around(cell, values, name="TEMP", components=("TEMP",)):
    element = MODELISATIONS["3D"].elements[cell]
    nodes = np.arange(len(values))[None]
    field = NodeField(None, "TEMP_R", components, np.asarray(values, float).reshape(len(values), -1))
    group = SimpleNamespace(element=element, cells=np.array([0]), nodes=nodes)
    return element, Surroundings([CommandVariable(name, np.array([0]), field)], group)(0.0)[name]


@pytest.mark.parametrize("cell, nodes", [("HEXA8", 8), ("HEXA20", 20), ("TETRA10", 10), ("PENTA15", 15)])
def test_equal_temperatures_are_found_again_to_the_last_bit(cell, nodes):
    for value in (20.1, 293.15, 1e-3):
        assert (around(cell, [value] * nodes)[1] == value).all()


def test_others_are_interpolated():
    values = np.arange(8.0) ** 2 + 20.0
    element, found = around("HEXA8", values)
    np.testing.assert_allclose(found[0], element.point_functions @ values, rtol=1e-14)


def test_water_is_read_beside_the_temperature():
    both = np.tile([20.0, 5.0], (8, 1))
    assert (around("HEXA8", both, "SECH", ("TEMP", "SECH"))[1] == 5.0).all()
