"""Membranes of Neo-Hooke's material against the material in space."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import lambertw

from pyaster_lite.behaviours.elas_membrane_nh import NeoHooke, lambert
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed


def data(poisson=0.45):
    return ElementData(np.array([0]), np.zeros((1, 4, 3)), [{"young": 100.0, "poisson": poisson}], np.array([0]))


def test_stresses_are_those_of_space_without_stress_across():
    strain = np.array([0.2, -0.1, 0.15])
    stress, _ = NeoHooke().spread(data(), strain[None, None])
    shear, lame = 100.0 / 2 / 1.45, 100.0 * 0.45 / 1.45 / 0.1
    c = np.eye(3)
    c[0, 0], c[1, 1] = 1.4, 0.8
    c[0, 1] = c[1, 0] = np.sqrt(2.0) * 0.15

    def second(c33):
        c[2, 2] = c33
        back = np.linalg.inv(c)
        return shear * (np.eye(3) - back) + lame / 2 * np.log(np.linalg.det(c)) * back

    c33 = brentq(lambda x: second(x)[2, 2], 0.1, 5.0, xtol=1e-14)
    whole = second(c33)
    np.testing.assert_allclose(stress[0, 0], [whole[0, 0], whole[1, 1], np.sqrt(2.0) * whole[0, 1]], atol=1e-6)


def test_the_function_of_lambert_is_left_after_one_step_where_it_goes_up():
    for x in (1e-3, 0.5, 2.7, 20.0, 1e4):
        assert lambert(np.array(x)) == pytest.approx(lambertw(x).real, rel=1e-9)
    assert lambert(np.array(5.0)) == pytest.approx(0.5 + 5.0 / (2.0 * np.e))


def test_a_poisson_ratio_of_zero_is_refused():
    with pytest.raises(ComputationFailed, match="above zero"):
        NeoHooke().spread(data(0.0), np.zeros((1, 1, 3)))
