"""RELATION='MOHR_COULOMB': perfect plasticity of soils, flow by the angle of dilatancy (r7.01.16; de Souza Neto et al. 2008, 8.2).

With x1 >= x2 >= x3 the principal values of the elastic trial, p, d the angles of friction and dilatancy, c the cohesion:

1.  planes a, b, c of the pairs 13, 12, 23:  f_k = n_k . x - 2 c cos p,  n_a = (1 + sin p, 0, -1 + sin p), and so on;
    flow along m_k, the same with d;  elastic where f_a <= 0
2.  plane a alone:  x - C m_a g,  g = f_a/(n_a . C m_a),  valid where values keep their order
3.  else an edge, planes a and b where (1 - sin d, -2, 1 + sin d) . x >= 0, a and c elsewhere: the g of both by their two equations
4.  else the apex, where all values are c/tan p
5.  tangent: the derivative of 2 to 4 by the trial (_principal.turned) times the elasticity; that of rates is elastic.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, unit

from ._law import Law, moduli, strain_increment
from ._principal import turned

LITTLE, ORDER = 1e-10, 1e-6
"""An excess beside the cohesion that counts as none; how far, beside the largest, values may have lost their order."""
PAIRS = ((0, 2), (0, 1), (1, 2))


def planes(sine):
    """(..., 3, 3) the rows n_a, n_b, n_c of sines (...)."""
    rows = np.zeros((*sine.shape, 3, 3))
    for k, (i, j) in enumerate(PAIRS):
        rows[..., k, i], rows[..., k, j] = 1 + sine, -1 + sine
    return rows


class MohrCoulomb(Law):
    """The law over all cells and points."""

    plane_stress = symmetric = False
    elastic_rates = True
    internal_names = ("EPSPVOL", "EPSPEQ", "INDIPLAS")
    needs = {"young": "ELAS", "soil_friction": "MOHR_COULOMB"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, n = strain.shape[:2], strain.shape[-1]
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        stiffness = isotropic_stiffness(two_mu, three_k, n)
        if data.step.predicting:
            return state.stress, state.internal, stiffness
        increment, _ = strain_increment(strain, state, data, continuum, first=True)
        trial = state.stress + two_mu[..., None] * deviator(increment) + (three_k * mean(increment))[..., None] * unit(n)
        friction, dilatancy, cohesion = (np.broadcast_to(data.at_points(f"soil_{w}"), shape) for w in ("friction", "dilatancy", "cohesion"))
        values, axes = np.linalg.eigh(full(trial))
        values, axes = values[..., ::-1], axes[..., ::-1]
        elasticity = two_mu[..., None, None] * np.eye(3) + ((three_k - two_mu) / 3)[..., None, None]
        found, rate, slip, kind = _returned(values, friction, dilatancy, cohesion, elasticity)
        stress = np.where((kind == 0)[..., None], trial, mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), n))
        internal = state.internal.copy()
        sine = np.sin(dilatancy)
        internal[..., 0] += 2 * sine * slip.sum(-1)
        internal[..., 1] += np.where(kind == 1, np.sqrt(sine**2 + 3) * slip.sum(-1), _size(slip, sine))
        internal[..., 2] = kind
        return stress, internal, turned(values, found, rate, axes, n) @ stiffness


def _size(slip, sine):
    """code_aster's measure of the slips a, b, c of edges and of the apex."""
    one, two, three = 1 + sine / 3, 2 / 3 * sine, sine / 3 - 1
    a, b, c = np.moveaxis(slip, -1, 0)
    parts = a * one + b * one + c * two, a * two + b * three + c * one, a * three + b * two + c * three
    return np.sqrt(1.5 * sum(part**2 for part in parts))


def _returned(x, friction, dilatancy, cohesion, elasticity):
    """Steps 1 to 4: values (..., 3), their derivatives (..., 3, 3), slips (..., 3) and what acts: 0 to 3."""
    normal, flow = planes(np.sin(friction)), planes(np.sin(dilatancy))
    excess = np.einsum("...ki,...i->...k", normal, x) - (2 * cohesion * np.cos(friction))[..., None]
    pushed = np.einsum("...ij,...lj->...il", elasticity, flow)
    coupling = normal @ pushed
    scale = np.where(cohesion != 0.0, abs(cohesion), 1.0)
    yields = excess[..., 0] / scale > LITTLE
    sine = np.sin(dilatancy)
    right = x[..., 0] * (1 - sine) - 2 * x[..., 1] + x[..., 2] * (1 + sine) >= 0.0
    found, rate = x.copy(), np.broadcast_to(np.eye(3), (*x.shape, 3)).copy()
    slip, kind = np.zeros(x.shape), np.where(yields, 3, 0)
    wanted = yields.copy()
    for acting, chosen in (((0,), wanted), ((0, 1), right), ((0, 2), ~right)):
        here = wanted & chosen
        if not here.any():
            continue
        k = list(acting)
        inverse = np.linalg.inv(coupling[here][:, k][:, :, k])
        g = np.einsum("pkl,pl->pk", inverse, excess[here][:, k])
        values = x[here] - np.einsum("pik,pk->pi", pushed[here][:, :, k], g)
        near = abs(values).max(axis=-1) * ORDER
        valid = (values[:, 0] + near >= values[:, 1]) & (values[:, 1] + near >= values[:, 2])
        rows = np.flatnonzero(here.ravel())[valid]
        found.reshape(-1, 3)[rows] = values[valid]
        rate.reshape(-1, 3, 3)[rows] = (np.eye(3) - pushed[here][:, :, k] @ inverse @ normal[here][:, k])[valid]
        taken = np.zeros((valid.sum(), 3))
        taken[:, k] = g[valid]
        slip.reshape(-1, 3)[rows] = taken
        kind.ravel()[rows] = len(k)
        wanted = wanted & (kind == 3)
    apex = kind == 3
    if apex.any():
        if (friction[apex] == 0.0).any() or (dilatancy[apex] == 0.0).any():
            raise LawFailed("MOHR_COULOMB: there is no apex without friction and dilatancy")
        slip[apex] = np.linalg.solve(coupling[apex], excess[apex][..., None])[..., 0]
        found[apex] = (cohesion / np.tan(friction))[apex][:, None]
        rate[apex] = 0.0
    return found, rate, slip, kind


BEHAVIOURS.add("MOHR_COULOMB", MohrCoulomb())
