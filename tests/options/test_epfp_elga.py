"""Strains of creep."""

from types import SimpleNamespace

import numpy as np

from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.options._option import Given
from pyaster_lite.options.epfp_elga import by_law


def test_a_law_without_creep_creeps_by_nothing():
    element = SimpleNamespace(strain_kind="solid", mandel=np.ones(4), continuum=Plane())
    material = SimpleNamespace(get=lambda name: None)
    data = SimpleNamespace(by_material=lambda: [(slice(None), material)], subset=lambda rows: None)
    given = Given(fields={"variables": (np.ones((2, 3, 5)), ())})
    values, names = by_law("basic_creep")(element, data, given)
    np.testing.assert_array_equal(values, np.zeros((2, 3, 4)))
    assert names == ("EPXX", "EPYY", "EPZZ", "EPXY")
