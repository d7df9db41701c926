"""CALC_CHAM_ELEM: the points of elements, their places and weights."""

import numpy as np
import pytest

from tests.commands.runner import Surroundings, run
from tests.commands.test_model_data import model_of, plate


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def test_points_of_solids_sides_and_discretes(around):
    model = model_of(around, plate(), (("SQUARES", "RIGHT"), "D_PLAN"), (("SPRING", "POINT"), "2D_DIS_T"))
    made = run("CALC_CHAM_ELEM", around, MODELE=model, OPTION="COOR_ELGA")
    assert (made.location, made.quantity) == ("ELGA", "GEOM_R")
    totals = {}
    for block in made.blocks:
        assert block.components == ("X", "Y", "W")
        for cell, values in zip(block.cells.tolist(), block.values):
            weight = values[:, 2]
            totals[cell] = (weight.sum(), *(weight @ values[:, :2]))
    length = np.hypot(3.0, 4.0)
    expected = {0: (1, 0.5, 0.5), 1: (1, 1.5, 0.5), 2: (1, 2, 0.5), 3: (length, 3.5 * length, 3 * length), 4: (0, 0, 0)}
    assert totals.keys() == expected.keys()
    for cell, total in expected.items():
        np.testing.assert_allclose(totals[cell], total, atol=1e-12)


def test_some_cells_only(around):
    model = model_of(around, plate(), ("SQUARES", "D_PLAN"))
    made = run("CALC_CHAM_ELEM", around, MODELE=model, OPTION="COOR_ELGA", GROUP_MA=("LEFT",))
    assert [block.cells.tolist() for block in made.blocks] == [[0]]
