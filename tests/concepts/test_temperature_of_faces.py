"""Temperatures known at the faces of plates, where plates are seen by their forces."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.surroundings import CommandVariable, Surroundings
from pyaster_lite.fe.data import ElementData

THICKNESS = 0.2


@pytest.mark.parametrize("word, width", [("DKTG", 9), ("DKT", 3)])
def test_the_faces_bend_a_plate_that_is_seen_by_its_forces(word, width):
    element = MODELISATIONS[word].elements["TRIA3"]
    names = ("TEMP_MIL", "TEMP_INF", "TEMP_SUP")
    field = NodeField(None, "TEMP_R", names, np.tile([15.0, 10.0, 40.0], (3, 1)))
    group = SimpleNamespace(element=element, cells=np.array([0]), nodes=np.array([[0, 1, 2]]))
    around = Surroundings([CommandVariable("TEMP", np.array([0]), field, 5.0)], group)
    assert around(0.0)["TEMP"].shape == (1, width)
    given = {"thickness": np.array([THICKNESS]), "direction": np.array([[1.0, 0.0, 0.0]])}
    x = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    data = ElementData(np.array([0]), x, [{"young": 1.0, "poisson": 0.0, "expansion": 1e-3}], np.array([0]), given, surroundings=around)
    free = element.free_strains(data.between(0.0, 0.0))
    if word == "DKT":
        assert free is None or not np.nan_to_num(free).any()
        return
    np.testing.assert_allclose(free[0], np.tile([0.02, 0.02, 0.0, 0.15, 0.15, 0.0], (3, 1)), rtol=1e-12)
