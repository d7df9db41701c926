"""Logarithmic strains."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.materials._law import isotropic
from pyaster_lite.options._option import Given
from pyaster_lite.options.epsl_elga import logarithmic


@pytest.mark.parametrize("word", ["C_PLAN", "D_PLAN", "AXIS"])
def test_of_small_displacements_they_are_small_strains_across_too(word):
    element = MODELISATIONS[word].elements["TRIA3"]
    corners = np.array([[[1.0, 0.0, 0.0], [2.0, 0.2, 0.0], [1.3, 1.0, 0.0]]])
    data = ElementData(np.zeros(1, int), corners, [{"elasticity": isotropic(2.0e5, 0.3)}], np.zeros(1, int))
    u = 1e-6 * np.random.default_rng(2).standard_normal((1, 6))
    values, names = logarithmic(element, data, Given(u=u))
    small = element.strains(data, u) / element.mandel
    np.testing.assert_allclose(values, small, atol=1e-5 * abs(small).max())
    assert names[2] == "EPZZ" and (abs(values[..., 2]) > 0).all() == (word != "D_PLAN")
