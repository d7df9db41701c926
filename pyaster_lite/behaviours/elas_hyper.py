"""RELATION='ELAS_HYPER': hyperelasticity of a nearly incompressible solid (r5.03.19).

With C = 1 + 2 E, J^2 = det C and the invariants I1, I2 of C made isochoric, j1 = I1 J^(-2/3), j2 = I2 J^(-4/3):

    W = C10 (j1 - 3) + C01 (j2 - 3) + C20 (j1 - 3)^2 + K/2 (J - 1)^2
    S = 2 dW/dC,   dS = 4 d2W/dC2 dE

in plane stress E_zz is the one for which S_zz vanishes. With small strains S is the stress.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import outer, unit, without_across

from ._law import Law

SPACE = 6


class Hyperelastic(Law):
    """The law over all cells and points."""

    needs = {"energy_c10": "ELAS_HYPER"}

    def integrate(self, strain, state, data, continuum):
        """S from the whole strain; of rates at the strain before."""
        if data.step.predicting:
            strain = state.strain
        ns = strain.shape[-1]
        whole = np.zeros((*strain.shape[:-1], SPACE))
        whole[..., :ns] = strain
        coefficients = [data.at_points(f"energy_{word}") for word in ("c10", "c01", "c20")] + [data.at_points("bulk_modulus")]
        if continuum.flat:
            whole = _flat(whole, coefficients)
        stress, tangent = energy_rates(whole, *coefficients)
        stress, tangent = stress[..., :ns], tangent[..., :ns, :ns]
        if continuum.flat:
            stress[..., 2] = 0.0
            tangent = without_across(tangent)
        return stress, state.internal, tangent


def energy_rates(strain, c10, c01, c20, bulk):
    """S (..., 6) and dS/dE (..., 6, 6) of Green's strain (..., 6)."""
    i = unit(SPACE)
    c = i + 2.0 * strain
    matrix = full(c)
    determinant = np.linalg.det(matrix)
    if not (determinant > 0.0).all():
        raise LawFailed("a cell is turned inside out")
    j = np.sqrt(determinant)
    inverse = mandel(np.linalg.inv(matrix), SPACE)
    first = c[..., :3].sum(axis=-1)
    second = 0.5 * (first**2 - (c * c).sum(axis=-1))
    # Derivatives of W by I1, I2 and J.
    p, q = j ** (-2 / 3), j ** (-4 / 3)
    slope = c10 + 2 * c20 * (first * p - 3)
    w1, w2 = slope * p, c01 * q
    p_j, q_j = -2 / 3 * p / j, -4 / 3 * q / j
    w3 = slope * first * p_j + c01 * second * q_j + bulk * (j - 1)
    w11 = 2 * c20 * p**2
    w13 = slope * p_j + 2 * c20 * first * p * p_j
    w23 = c01 * q_j
    w33 = slope * first * 10 / 9 * p / j**2 + 2 * c20 * (first * p_j) ** 2 + c01 * second * 28 / 9 * q / j**2 + bulk
    one = np.broadcast_to(i, c.shape)
    second_c = first[..., None] * i - c
    volume_c = 0.5 * j[..., None] * inverse
    stress = 2.0 * (w1[..., None] * i + w2[..., None] * second_c + w3[..., None] * volume_c)
    weights = [w[..., None, None] for w in (w11 + 0 * j, w13, w23, w33)]
    curvature = weights[0] * outer(one, one)
    curvature = curvature + weights[1] * (outer(one, volume_c) + outer(volume_c, one))
    curvature = curvature + weights[2] * (outer(second_c, volume_c) + outer(volume_c, second_c)) + weights[3] * outer(volume_c, volume_c)
    curvature = curvature + w2[..., None, None] * (np.outer(i, i) - np.eye(SPACE))
    bent = 0.25 * outer(inverse, inverse) - 0.5 * _both_sides(np.linalg.inv(matrix))
    return stress, 4.0 * (curvature + (w3 * j)[..., None, None] * bent)


def _both_sides(a):
    """(..., 6, 6) of x -> a x a over symmetric x, a (..., 3, 3) symmetric."""
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    result = np.empty((*a.shape[:-2], SPACE, SPACE))
    for row, (i, j) in enumerate(pairs):
        for column, (k, m) in enumerate(pairs):
            scale = (1.0 if i == j else np.sqrt(2.0)) * (0.5 if k == m else np.sqrt(0.5))
            result[..., row, column] = scale * (a[..., i, k] * a[..., j, m] + a[..., i, m] * a[..., j, k])
    return result


def _flat(strain, coefficients):
    """The strain with the E_zz for which S_zz vanishes, by Newton's method from an unchanged volume."""
    c = unit(SPACE) + 2.0 * strain
    area = c[..., 0] * c[..., 1] - 0.5 * c[..., 3] ** 2
    if not (area > 0.0).all():
        raise LawFailed("a cell is turned inside out")
    strain = strain.copy()
    strain[..., 2] = 0.5 * (1.0 / area - 1.0)
    for _ in range(50):
        stress, tangent = energy_rates(strain, *coefficients)
        step = stress[..., 2] / tangent[..., 2, 2]
        lowest = -0.5 * (1.0 + 2.0 * strain[..., 2]) * 0.9
        strain[..., 2] = strain[..., 2] + np.maximum(-step, lowest)
        if (abs(step) <= 1e-14 * (1.0 + abs(strain[..., 2]))).all():
            break
    return strain


BEHAVIOURS.add("ELAS_HYPER", Hyperelastic())
