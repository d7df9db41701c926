"""What materials are, at points and in the middle of cells."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS, OPTIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.options._option import Given


@pytest.mark.parametrize("word, points", [("MATE_ELGA", 4), ("MATE_ELEM", 1)])
def test_expansions_by_axis_are_no_alpha(word, points):
    element = MODELISATIONS["D_PLAN"].elements["QUAD4"]
    material = {"density": 7.0, "expansion": np.array([1e-5, 2e-5, 3e-5])}
    data = ElementData(np.array([0]), np.pad(reference_cell("QUAD4").nodes, ((0, 0), (0, 1)))[None], [material], np.array([0]), {})
    values, names = OPTIONS[word].compute(element, data, Given())
    assert values.shape == (1, points, len(names))
    np.testing.assert_array_equal(values[..., names.index("ALPHA")], 0.0)
    np.testing.assert_array_equal(values[..., names.index("RHO")], 7.0)
