"""Linear elasticity where no state is given: the strain that heat causes counts from the reference, not from the first instant."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.materials._law import isotropic


def warm():
    around = lambda t: {"TEMP": np.full((1, 1), 30.0), "TEMP_REF": np.full((1, 1), 10.0)}  # noqa: E731
    steel = {"elasticity": isotropic(200.0, 0.25), "expansion": 1e-3}
    return ElementData(np.zeros(1, int), np.zeros((1, 1, 3)), [steel], np.zeros(1, int), surroundings=around).between(0.0, 1.0)


def test_a_warm_solid_that_is_held():
    nothing = np.zeros((1, 1, 6))
    rest = PointState(nothing, nothing, np.zeros((1, 1, 1)))
    held = -200.0 / (1 - 0.5) * 0.02
    stress, _, _ = BEHAVIOURS["ELAS"].total.integrate(nothing, rest, warm(), Space())
    np.testing.assert_allclose(stress[0, 0], [held] * 3 + [0.0] * 3)
    stress, _, _ = BEHAVIOURS["ELAS"].integrate(nothing, rest, warm(), Space())
    np.testing.assert_array_equal(stress, nothing)
