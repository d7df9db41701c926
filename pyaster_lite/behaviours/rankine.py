"""RELATION='RANKINE': no principal stress above a limit, with associated flow and no hardening (r7.01.39).

With x1 >= x2 >= x3 the principal values of the elastic trial, s the limit, a = 4/3 mu + K, b = K - 2/3 mu:

1. as many mechanisms act as trial values are above s;
2. the stress has the trial's axes and the values
       none  x;   one  s, x2 - b g, x3 - b g,  g = (x1 - s)/a;
       two   s, s, x3 - b (g1 + g2),  g1 + g2 = (x1 + x2 - 2 s)/(a + b);   three  s, s, s
3. the plastic strain grows by g1, g2, g3 along the axes;
4. tangent: the derivative of 2 by the trial (_principal.turned) times the elasticity.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mean, unit

from ._law import Law, moduli, strain_increment
from ._principal import turned

LITTLE = 1e-10
"""Excess of a stress beside its limit that counts as none."""


class Rankine(Law):
    """The law over all cells and points."""

    plane_stress = False
    internal_names = ("EPSPVOL", "EPSPEQ", "INDIPLAS", *(f"EPSP{axes}" for axes in AXES))
    needs = {"young": "ELAS", "tension_limit": "RANKINE"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, predicting = strain.shape[:2], strain.shape[-1], data.step.predicting
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        limit = np.broadcast_to(data.at_points("tension_limit"), shape)
        trial = state.stress
        if not predicting:
            increment, _ = strain_increment(strain, state, data, continuum)
            trial = trial + two_mu[..., None] * deviator(increment) + (three_k * mean(increment))[..., None] * unit(n)
        values, axes = np.linalg.eigh(full(trial))
        values, axes = values[..., ::-1], axes[..., ::-1]
        scale = np.where(limit != 0.0, abs(limit), 1.0)
        active = ((values - limit[..., None]) / scale[..., None] > LITTLE).sum(axis=-1)
        if predicting:
            active = np.rint(state.internal[..., 2]).astype(int)
        a, b = two_mu / 1.5 + three_k / 3, three_k / 3 - two_mu / 3
        found, rate, slip = _returned(values, limit, a, b, active)
        tangent = turned(values, found, rate, axes, n) @ isotropic_stiffness(two_mu, three_k, n)
        if predicting:
            return state.stress, state.internal, tangent
        stress = np.where((active == 0)[..., None], trial, mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), n))
        return stress, _variables(state.internal, active, slip, limit, three_k, axes), tangent


def _returned(x, limit, a, b, active):
    """Steps 2 and 3: values (..., 3), their derivatives (..., 3, 3) and slips (..., 3)."""
    excess = x - limit[..., None]
    s, one, two, three = limit, active == 1, active == 2, active == 3
    g = np.where(one, excess[..., 0] / a, 0.0)
    # a g1 + b g2 = e1, b g1 + a g2 = e2
    pair = np.stack([a * excess[..., 0] - b * excess[..., 1], a * excess[..., 1] - b * excess[..., 0]], axis=-1) / (a**2 - b**2)[..., None]
    slips = np.zeros(x.shape)
    slips[..., 0] = np.where(one, g, np.where(two, pair[..., 0], 0.0))
    slips[..., 1] = np.where(two, pair[..., 1], 0.0)
    total = excess.sum(axis=-1)
    each = (excess - (b / (a + 2 * b) * total)[..., None]) / (a - b)[..., None]
    slips = np.where(three[..., None], each, slips)
    found = x.copy()
    lost = b * slips.sum(axis=-1)
    for i in range(3):
        free = active <= i
        found[..., i] = np.where(free, x[..., i] - np.where(active > 0, lost, 0.0), s)
    rate = np.where((active == 0)[..., None, None], np.eye(3), 0.0)
    rate[..., 1, 1] += one
    rate[..., 2, 2] += one | two
    for i in (1, 2):
        rate[..., i, 0] -= np.where(one, b / a, 0.0)
    for j in (0, 1):
        rate[..., 2, j] -= np.where(two, b / (a + b), 0.0)
    return found, rate, slips


def _variables(before, active, slip, limit, three_k, axes):
    """As code_aster has them: at the apex the first one grows by 3 s/3K, shear strains are multiplied by sqrt 2."""
    out, (g1, g2, g3) = before.copy(), np.moveaxis(slip, -1, 0)
    size = np.sqrt(np.maximum(g1**2 + g2**2 + g3**2 - g1 * g2 - g1 * g3 - g2 * g3, 0.0))
    out[..., 0] += np.where(active == 3, 3 * limit / three_k, g1 + g2)
    out[..., 1] += 2 / 3 * size
    out[..., 2] = active
    out[..., 3:] += mandel(np.einsum("...ai,...i,...bi->...ab", axes, slip, axes), 6)
    return out


BEHAVIOURS.add("RANKINE", Rankine())
