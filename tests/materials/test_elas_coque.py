"""ELAS_COQUE: the stiffness of a plate told as a whole."""

import numpy as np

from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.materials.elas_coque import ORTHOTROPIC, PLANE, SHEAR


class Said(dict):
    __getattr__ = dict.get

    def __missing__(self, word):
        return None


def made(**said):
    return MATERIALS["ELAS_COQUE"].properties(Said(said))


def test_an_orthotropic_plate_and_the_same_with_all_its_coefficients():
    orthotropic = made(**dict(zip(ORTHOTROPIC.split(), [10.0, 2.0, 8.0, 3.0, 1.0, 0.2, 0.8, 0.3, 5.0, 4.0])))
    plane = {"M": [10.0, 2.0, 0.0, 8.0, 0.0, 3.0], "F": [1.0, 0.2, 0.0, 0.8, 0.0, 0.3], "MF": [0.0] * 6}
    whole = {f"{kind}_{axes}": value for kind, values in plane.items() for axes, value in zip(PLANE.split(), values)}
    whole |= {f"{kind}_{axes}": 0.0 for kind in ("MC", "FC") for axes in SHEAR.split()}
    whole = made(**whole, C_LZLZ=5.0, C_LZTZ=0.0, C_TZTZ=4.0)
    for name, values in orthotropic.items():
        np.testing.assert_array_equal(values, whole[name])
    np.testing.assert_allclose(orthotropic["plate_shear_flexibility"], np.diag([0.2, 0.25]))


class Ramp:
    """A function of the temperature."""

    def __init__(self, start, slope):
        self.start, self.slope, self.y = start, slope, np.array([start, start + slope])

    def evaluate(self, TEMP):
        return self.start + self.slope * TEMP


def test_coefficients_that_are_functions():
    numbers = dict(zip(ORTHOTROPIC.split(), [10.0, 2.0, 8.0, 3.0, 1.0, 0.2, 0.8, 0.3, 5.0, 4.0]))
    plain = made(**numbers)
    law = MATERIALS["ELAS_COQUE_FO"]
    even = law.properties(Said({word: Ramp(value, 0.0) for word, value in numbers.items()}))
    for name, values in plain.items():
        np.testing.assert_array_equal(values, even[name])
    warm = law.properties(Said({word: Ramp(value, 0.5 if word in ("MEMB_L", "CISA_T") else 0.0) for word, value in numbers.items()}))
    np.testing.assert_array_equal(warm["plate_bending"], plain["plate_bending"])
    around = {"TEMP": np.array([[0.0, 2.0]])}
    found = warm["plate_membrane"](around)
    np.testing.assert_allclose(found[0, 0], plain["plate_membrane"])
    np.testing.assert_allclose(found[0, 1] - found[0, 0], np.diag([1.0, 0.0, 0.0]))
    np.testing.assert_allclose(warm["plate_shear_flexibility"](around)[0, 1], np.diag([0.2, 0.2]))
