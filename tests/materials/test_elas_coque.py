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
