"""The laws of desorption, and cells that dry."""

import numpy as np
import pytest

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.drying import Diffusion, DryingCell, Leverett
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.kinematics import Plane

CONCRETE = Leverett(9.33427661, 0.38923339, 10.160105601, 20.0, 0.161)


def test_the_slope_of_the_capillary_pressure_is_its_derivative_at_the_reference_temperature():
    water, step = np.array([40.0, 80.0, 140.0]), 1e-4
    ends = [CONCRETE.pressure(water + side * step, 20.0)[0] for side in (-1, 1)]
    by_saturation = (ends[1] - ends[0]) / (2 * CONCRETE.saturation(step))
    np.testing.assert_allclose(CONCRETE.pressure(water, 20.0)[1], by_saturation, rtol=1e-7)


def test_wetter_pores_are_more_humid_and_full_ones_saturated():
    humidity, _ = CONCRETE.humidity(np.array([20.0, 60.0, 120.0, 161.0]), 20.0)
    assert (np.diff(humidity) > 0.0).all()
    assert humidity[-1] == pytest.approx(1.0, abs=1e-3)


def test_pressures_come_in_the_unit_of_the_deck():
    mega = Leverett(9.33427661, 0.38923339, 10.160105601, 20.0, 0.161, 1e6)
    assert mega.humidity(80.0, 20.0)[1] == pytest.approx(CONCRETE.humidity(80.0, 20.0)[1] / 1e6)


def test_more_water_than_the_pores_hold_is_refused():
    with pytest.raises(ComputationFailed, match="outside 0 and 1"):
        CONCRETE.pressure(200.0, 20.0)


def square(around, **material):
    corners = np.array([[[0.0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]]])
    return ElementData(np.array([0]), corners, [material], np.array([0]), surroundings=around)


def test_water_flows_by_the_diffusion_at_the_points():
    law = Diffusion(lambda water, around, material: (2.0 + 0.0 * water, 1.0))
    data = square(lambda t: {"TEMP": np.full((1, 4), 20.0)}, diffusion=law)
    cell = DryingCell("QUAD4", Plane(), "FPG4", "FPG4")
    along = np.array([[0.0, 2.0, 2.0, 0.0]])
    np.testing.assert_allclose(cell.conducted(data, along), [[-1.5, 1.5, 1.5, -1.5]])
    np.testing.assert_allclose(cell.stored(data, np.ones((1, 4))).sum(), 2.0)
    assert cell.components[0] == ("SECH",)


def test_drying_needs_the_temperature():
    data = square(None, diffusion=Diffusion(lambda water, around, material: (water, 0.0)))
    with pytest.raises(ComputationFailed, match="temperature"):
        DryingCell("QUAD4", Plane(), "FPG4", "FPG4").conducted(data, np.ones((1, 4)))
