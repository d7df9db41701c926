"""Equivalents of tensors, and eigenvectors by Jacobi's rotations."""

import numpy as np
import pytest

from pyaster_lite.fe.invariants import equivalent_strains, equivalent_stresses, principal
from pyaster_lite.fe.jacobi import eigen


def named(found):
    values, names = found
    return dict(zip(names, np.moveaxis(values, -1, 0)))


def test_uniaxial_stress():
    found = named(equivalent_stresses(np.array([[-3.0, 0, 0, 0, 0, 0]])))
    assert found["VMIS"] == pytest.approx(3.0) and found["VMIS_SG"] == pytest.approx(-3.0)
    assert found["TRESCA"] == pytest.approx(3.0) and found["PRIN_1"] == pytest.approx(-3.0)
    assert found["TRSIG"] == pytest.approx(-3.0) and found["TRIAX"] == pytest.approx(-1 / 3)


def test_shear_has_its_principal_axes_at_45_degrees():
    found = named(equivalent_stresses(np.array([[0, 0, 0, np.sqrt(2.0) * 5]])))
    assert found["PRIN_1"] == pytest.approx(-5.0) and found["PRIN_3"] == pytest.approx(5.0)
    assert found["VMIS"] == pytest.approx(5 * np.sqrt(3)) and found["TRIAX"] == 0.0
    assert abs(found["VECT_3_X"]) == pytest.approx(np.sqrt(0.5)) and found["VECT_3_X"] == pytest.approx(found["VECT_3_Y"])


def test_strain_without_change_of_volume():
    found = named(equivalent_strains(np.array([[2e-3, -1e-3, -1e-3, 0.0]])))
    assert found["INVA_2"] == pytest.approx(2e-3) and abs(found["INVA_2SG"]) == pytest.approx(2e-3)


def test_a_tensor_too_small_has_no_principal_values():
    values, directions = principal(np.array([[1e-10, -1e-10, 1e-5, 0.0], [1e-8, 0.0, 0.0, 0.0]]))
    assert not values[0].any() and not directions[0].any() and values[1].max() == pytest.approx(1e-8)


def test_rotations_give_what_eigh_gives():
    rng = np.random.default_rng(3)
    matrices = rng.normal(size=(50, 3, 3))
    matrices = matrices + matrices.transpose(0, 2, 1)
    matrices[0], matrices[1] = 2 * np.eye(3), np.diag([3.0, 1.0, 2.0])
    values, vectors = eigen(matrices)
    assert np.allclose(values, np.linalg.eigvalsh(matrices))
    assert np.allclose(matrices @ vectors, vectors * values[:, None], atol=1e-8)
    assert np.allclose(vectors.transpose(0, 2, 1) @ vectors, np.eye(3), atol=1e-12)


def test_a_double_value_keeps_the_axes():
    _, vectors = eigen(np.diag([5.0, 1.0, 5.0])[None])
    assert np.allclose(abs(vectors[0]), [[0, 0, 1], [1, 0, 0], [0, 1, 0]])
