"""CALC_CHAM_ELEM: the points of elements, their places and weights."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.data import ElementData
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


def test_edges_of_plates_have_no_points_and_are_passed_over(around):
    mesh = plate()
    mesh.space_dimension = 3
    model = model_of(around, mesh, (("SQUARES", "RIGHT"), "DKTG"))
    thickness = run("AFFE_CARA_ELEM", around, MODELE=model, COQUE=[{"GROUP_MA": "SQUARES", "EPAIS": 0.1}])
    made = run("CALC_CHAM_ELEM", around, MODELE=model, OPTION="COOR_ELGA", CARA_ELEM=thickness)
    assert [block.cells.tolist() for block in made.blocks] == [[0, 1]]
    assert made.blocks[0].values[..., 3].sum(axis=1) == pytest.approx([1.0, 1.0])


def test_points_of_curved_lines_stand_on_them(around):
    cable = MODELISATIONS["CABLE_POULIE"].elements["SEG3"]
    data = ElementData(np.array([0]), np.array([[[0.0, 0, 0], [2.0, 0, 0], [1.0, 1.0, 0]]]), [{}], np.array([0]), {})
    places, weights = cable.gauss_points(data)
    np.testing.assert_allclose(places[0, :, 1], 1.0 - (places[0, :, 0] - 1.0) ** 2)
    assert weights.sum() >= 2.0
