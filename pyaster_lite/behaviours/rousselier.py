"""RELATION='ROUSSELIER': plasticity of metals with cavities in large strain, after Rousselier (r5.03.06).

b is the elastic left Cauchy-Green tensor, kept as e = (1 - b)/2, t Kirchhoff's stress with the thermal part c = 3K e_th, f the cavities:

1. trial b* = dF b_ dF^T, e* with its trace and q* = sqrt(3/2 dev e* : dev e*)
2. f = max(f0, 1 - (1 - f0)/J), or, where PORO_TYPE is 2, those of the start of the step;  F = D f exp(-(K tr e* + c)/s1)
3. where 2mu q* - R(p_) + s1 F > 0, y solves  2mu q* - S - 3mu dp = 0 with  dp = y e^y s1/(F K),  S = R(p_ + dp) - s1 F e^-y;
   where S would be negative without a flow and 3/2 dp is beyond q* at S = 0, that one is the solution and no deviator is left
4. e = (1 - 3dp/2q*) dev e* + (tr e* + s1 y/K)/3 1;  t = (lambda tr e + c) (2e - 1) + 2mu (2 e e - e)
5. where PORO_TYPE is 2, f becomes 1 - (1 - f) exp(-s1 y/K), of PORO_ACCE as much beyond PORO_CRIT
6. the trace that is kept of e makes det b the square of the elastic change of volume, the plastic one having grown by exp(s1 y/K)
7. rates over L = dF F^-1 by the derivatives of the above, as code_aster has them; those of a start by dp = 0

Equations are solved between bounds, on code_aster's path, within RESI_INTE beside the first stress of the curve.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.contraction import contracted
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import deviator, unit

from ._hardening import by_points
from ._rousselier_flow import Flow
from ._simo_miehe import UNIT, _level

ELASTIC, FLOWS, CORNER = 0.0, 1.0, 2.0
ONE = unit(6)


class Rousselier:
    """The law, in large strain alone."""

    linear = plane_stress = False
    internal_names = ("EPSPEQ", "POROSITE", "INDIPLAS")
    internal_size = len(internal_names)
    needs = {"poisson": "ELAS", "traction": "TRACTION", "cavity_shape": "ROUSSELIER"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision of step 3."""
        return Rousselier(precision, tries)

    def kirchhoff(self, f, before, internal, data):
        """Kirchhoff's stress (ne, ng, 3, 3), its rate (ne, ng, 3, 3, 3, 3) over L and the variables at gradients f, see _simo_miehe."""
        shape, predicting = f.shape[:2], data.step.predicting
        at = data.between(data.step.before, data.step.before) if predicting else data
        made = by_points(at, shape, False)
        caused = anelastic_strain(at, ("XX",))
        two_mu, three_k = (np.broadcast_to(v, shape) for v in (made.elasticity.two_mu, made.elasticity.three_k))
        heated = np.zeros(shape) if caused is None else three_k * caused[..., 0]
        volume, volume_before = np.linalg.det(f), np.linalg.det(before)
        step, start = f @ np.linalg.inv(before), UNIT - 2.0 * full(internal[..., 3:])
        trial = step @ start @ np.swapaxes(step, -1, -2)
        strain = 0.5 * (ONE - mandel(trial, 6))
        words = {word: np.broadcast_to(at.at_points(f"cavity_{word}"), shape) for word in WORDS}
        follows = words["kind"] == 1.0
        open_ = 1 - (1 - words["initial"]) / volume
        cavities = np.maximum(words["initial"], np.where(follows, open_, internal[..., 1]))
        grows = np.where(follows & (open_ > words["initial"]), words["shape"] * (1 - words["initial"]) / volume**2, 0.0)
        flow = Flow(self, made.hardening, two_mu, three_k / 3, words["stress"], words["shape"] * cavities, internal[..., 0], strain, heated)
        if predicting:
            kind, dp, y = internal[..., 2], np.zeros(shape), np.zeros(shape)
        else:
            kind, dp, y = flow.solved()
            if (dp > words["step"]).any():
                raise LawFailed("ROUSSELIER: the plastic strain grows by more than DP_MAXI in a step")
        x = words["stress"] * y / flow.bulk
        found = np.where((kind == ELASTIC)[..., None], strain, (strain[..., :3].sum(axis=-1) + x)[..., None] / 3 * ONE)
        safe = np.where(flow.size > 0.0, flow.size, 1.0)
        left = np.where(kind == FLOWS, 1 - 1.5 * dp / safe, 0.0)
        found = found + np.where(kind == ELASTIC, 0.0, left)[..., None] * deviator(strain)
        lame = flow.bulk - two_mu / 3
        stress = _stress(found, lame, two_mu, heated)
        out = np.concatenate([(internal[..., 0] + dp)[..., None], cavities[..., None], kind[..., None], found], axis=-1)
        if not predicting:
            grown = 1 - (1 - cavities) * np.exp(-x)
            faster = 1 - (1 - cavities) * np.exp(-words["faster"] * x)
            out[..., 1] = np.where(follows, cavities, np.where(grown >= words["joining"], faster, grown))
            spread = volume / (volume_before / np.sqrt(np.linalg.det(start)) * np.exp(x))
            held = np.where(kind == ELASTIC, 1 - 2 * found[..., :3].sum(axis=-1) / 3, _kept(found, spread))
            out[..., 3:] = deviator(found) + ((1 - held) / 2)[..., None] * ONE
        return full(stress), _rate(flow, kind, dp, found, trial, lame, heated, grows * volume), out


WORDS = ("shape", "stress", "initial", "joining", "faster", "step", "kind")


def _kept(found, volume):
    """The part of b along 1 with det b = volume^2, that next to the one found."""
    return _level(full(-2 * deviator(found)), 1 - 2 * found[..., :3].sum(axis=-1) / 3, volume)


def _stress(e, lame, two_mu, heated):
    """Step 4."""
    square = mandel(full(e) @ full(e), 6)
    return (lame * e[..., :3].sum(axis=-1) + heated)[..., None] * (2 * e - ONE) + two_mu[..., None] * (2 * square - e)


def _rate(flow, kind, dp, e, trial, lame, heated, growth):
    """Step 7, (ne, ng, 3, 3, 3, 3); `growth` is the derivative of D f by ln J."""
    basis = full(np.eye(6))
    tensor = full(e)
    squares = np.einsum("...ij,ajk->...aik", tensor, basis)
    squares = mandel(squares + np.swapaxes(squares, -1, -2), 6)
    by_strain = 2 * flow.two_mu[..., None, None] * np.swapaxes(squares, -1, -2)
    by_strain = by_strain + lame[..., None, None] * ((2 * e - ONE)[..., :, None] * ONE)
    by_strain = by_strain + (2 * (lame * e[..., :3].sum(axis=-1) + heated) - flow.two_mu)[..., None, None] * np.eye(6)
    by_trial, by_cavities = flow.rates(kind, dp, e)
    along = -0.5 * (np.einsum("ij,...lm->...imjl", UNIT, trial) + np.einsum("mj,...il->...imjl", UNIT, trial))
    moved = mandel(np.moveaxis(along, (-4, -3), (-2, -1)), 6)
    made = contracted("...ab,...bc,...jlc->...jla", by_strain, by_trial, moved)
    made = made + contracted("...ab,...b,jl->...jla", by_strain, by_cavities * growth[..., None], UNIT)
    return np.moveaxis(full(made), (-2, -1), (-4, -3))


BEHAVIOURS.add("ROUSSELIER", Rousselier())
