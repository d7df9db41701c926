"""VARC_ELGA of layers, sheets of bars and discretes: what surrounds each point, by name."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.options._option import Given
from pyaster_lite.options.flux_elga import temperature
from pyaster_lite.options.varc_elga import NAMES, surroundings
from tests.fe.test_grid import one as sheet
from tests.fe.test_plate import heated, one


@pytest.mark.parametrize("word,cell", [("DKT", "TRIA3"), ("Q4G", "QUAD4")])
def test_layers_tell_the_temperature_at_every_height(word, cell):
    element, data = one(word, cell)
    heated(data, len(element.rule()), 2)
    given = data.surroundings(1.0)["TEMP"]
    values, names, sub = surroundings(element, data.between(0.0, 1.0), None)
    assert names == NAMES and sub == 6
    np.testing.assert_allclose(values[..., 0], given)
    assert np.isnan(values[..., 1:]).all()
    values, names, sub = temperature(element, data.between(0.0, 1.0), Given(u=np.zeros((len(data), 1))))
    assert names == ("TEMP",) and sub == 6
    np.testing.assert_allclose(values[..., 0], given)


def test_sheets_and_discretes_tell_it_at_their_points():
    element, data, _ = sheet("GRILLE_MEMBRANE", "QUAD4")
    points = len(element.rule())
    data.surroundings = lambda t: {"TEMP": np.full((1, points), 20.0 * t)}
    values, names = surroundings(element, data.between(0.0, 2.0), None)
    assert values.shape == (1, points, len(names)) and (values[..., 0] == 40.0).all()
    element = MODELISATIONS["DIS_T"].elements["POI1"]
    data.surroundings = lambda t: {"TEMP": np.full((1, 1), 20.0 * t)}
    values, _ = surroundings(element, data.between(0.0, 2.0), None)
    assert values.shape[:2] == (1, 1) and values[0, 0, 0] == 40.0
