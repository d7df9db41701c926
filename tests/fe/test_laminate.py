"""Laminates against single plates and classical lamination."""

import numpy as np
import pytest

from pyaster_lite.fe.laminate import Layer, laminate

MODULI = (40e9, 9e9, 0.28, 5e9, 4e9, 3e9)


def test_layers_of_one_material_are_one_plate():
    young, poisson, thickness = 2e11, 0.3, 0.02
    shear = young / (2 * (1 + poisson))
    layers = [Layer(h, angle, young, young, poisson, *(shear,) * 3) for h, angle in ((0.004, 0.0), (0.013, 35.0), (0.003, -80.0))]
    made = laminate(layers)
    plane = young / (1 - poisson**2) * np.array([[1, poisson, 0], [poisson, 1, 0], [0, 0, (1 - poisson) / 2]])
    np.testing.assert_allclose(made["plate_membrane"], plane * thickness, rtol=1e-9, atol=1.0)
    np.testing.assert_allclose(made["plate_bending"], plane * thickness**3 / 12, rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(made["plate_coupling"], 0.0, atol=1e-3)
    np.testing.assert_allclose(made["plate_shear_flexibility"], 6 / (5 * shear * thickness) * np.eye(2), rtol=1e-9, atol=1e-18)


def test_layers_below_and_above_couple_by_their_distance():
    made = laminate([Layer(0.001, 0.0, *MODULI), Layer(0.001, 90.0, *MODULI)])
    below, above = (Layer(0.001, angle, *MODULI).plane() for angle in (0.0, 90.0))
    np.testing.assert_allclose(made["plate_coupling"], (above - below) * 0.001**2 / 2, atol=1e-6)
    assert made["plate_coupling"][0, 0] == pytest.approx(-made["plate_coupling"][1, 1])


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0])
def test_turning_the_layers_turns_the_plate(angle):
    layers = lambda more: [Layer(0.001, more, *MODULI), Layer(0.002, more + 20.0, *MODULI)]  # noqa: E731
    plain, turned = laminate(layers(0.0)), laminate(layers(angle))
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    strains = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])
    for name in ("plate_membrane", "plate_coupling", "plate_bending"):
        expected = strains.T @ plain[name] @ strains
        np.testing.assert_allclose(turned[name], expected, rtol=1e-9, atol=1e-9 * abs(expected).max())
    if angle == 30.0:
        return  # halves of the shear force for bending and for torsion are halves in some axes only
    shear = np.array([[c, s], [-s, c]])
    np.testing.assert_allclose(turned["plate_shear_flexibility"], shear.T @ plain["plate_shear_flexibility"] @ shear, rtol=1e-8)
