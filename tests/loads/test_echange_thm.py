"""ECHANGE_THM_HR: what leaves a porous side by the relative humidity outside."""

import numpy as np

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.porous.layout import Layout
from pyaster_lite.fe.porous.side import StillSide
from pyaster_lite.loads._surface import Reading
from pyaster_lite.loads.echange_thm import COOL, _dried
from tests.fe.porous.medium import CLAY


class _Line:
    """A function of the temperature."""

    def evaluate(self, TEMP, **others):
        return 2300.0 * (1.0 + 0.02 * (TEMP - COOL))


def test_without_heat_the_saturating_pressure_is_that_of_the_initial_temperature_and_the_rest_is_cool():
    element = StillSide("SEG3", Layout(Plane(), False, (2, 2), False), "FPG4")
    data = ElementData(np.arange(1), np.array([[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]]), [CLAY], np.zeros(1, int))
    read = Reading(1.0, element.points(data.coordinates), unknowns=np.zeros((1, element.size)))
    found = _dried(element, data, {"HR_EXT": 0.5, "ALPHA": 1e-9, "PVAP_SAT": _Line()}, read)
    ratio = CLAY["steam.mass_mol"] / CLAY["liquid.rho"] / CLAY["skeleton.r_gaz"]
    saturating = 2300.0 * (1.0 + 0.02 * (CLAY["initial.temp"] - COOL))
    flow = 1e-9 * saturating * ratio / COOL * (0.5 - np.exp(-ratio * CLAY["initial.pre1"] / COOL))
    np.testing.assert_allclose(found[0, element.places.scalar["p1"]], -flow)
