"""Bands in plane solids: where the acoustic tensor says so, and how stiff micro-dilation must be."""

import numpy as np

from pyaster_lite.fe.localisation import acoustic, bands, dilation_modulus
from pyaster_lite.fe.tensors import isotropic_stiffness

ELASTIC = isotropic_stiffness(np.array([2.0]), np.array([6.0]), 4)


def across(x):
    """(2, 4) from stresses to the forces on planes of the normal (1, x)."""
    return np.array([[1.0, 0.0, 0.0, x], [0.0, x, 0.0, 1.0]])


def test_the_quartic_is_the_determinant_of_the_acoustic_tensor():
    tangent = np.random.default_rng(1).standard_normal((1, 4, 4))
    for x in (-0.7, 0.0, 1.3):
        wanted = np.linalg.det(across(x) @ tangent[0] @ across(x).T)
        np.testing.assert_allclose(np.polyval(acoustic(tangent)[0][::-1], x), wanted, rtol=1e-12)


def test_elasticity_forms_no_band():
    np.testing.assert_array_equal(bands(ELASTIC), np.zeros((1, 5)))
    np.testing.assert_array_equal(
        dilation_modulus(lambda stress: np.broadcast_to(ELASTIC, (len(stress), 4, 4)), np.ones((3, 4))), np.zeros(3)
    )


def test_a_band_forms_where_a_strain_of_planes_softens():
    x = 0.6
    strain = across(x).T @ np.array([-x, 1.0])
    pushed = ELASTIC[0] @ strain
    softened = ELASTIC - 1.001 * np.outer(pushed, pushed) / (strain @ pushed)
    found = bands(softened)[0]
    angles = np.sort(found[1:][found[1:] != 0.0])
    assert found[0] == 1.0 and len(angles) in (2, 4)
    assert any(low < np.degrees(np.arctan(x)) < high for low, high in zip(angles[::2], angles[1::2], strict=True))


def test_a_tangent_without_stiffness_of_planes_across_forms_a_band_there():
    tangent = ELASTIC.copy()
    tangent[0, 1] = tangent[0, :, 1] = 0.0
    np.testing.assert_array_equal(bands(tangent), [[1.0, 90.0, 0.0, 0.0, 0.0]])


def test_the_modulus_is_the_largest_of_all_axes():
    """A stiffness that falls with the stress along x is least along the largest stress."""

    def tangent_of(stress):
        tangent = np.zeros((len(stress), 4, 4))
        tangent[:, 0, 0], tangent[:, 1, 1], tangent[:, 3, 3] = -stress[:, 0], -stress[:, 1], 1.0
        return tangent

    xx, yy, xy = 3.0, -1.0, 1.5
    largest = (xx + yy) / 2 + np.hypot((xx - yy) / 2, xy)
    found = dilation_modulus(tangent_of, np.array([[xx, yy, 0.0, np.sqrt(2) * xy]]))
    np.testing.assert_allclose(found, largest / (12 * np.pi**2), rtol=2e-5)
