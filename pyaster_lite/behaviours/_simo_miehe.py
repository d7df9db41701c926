"""Plasticity of von Mises with large strains by Simo and Miehe (r5.03.21).

With F, F_ the gradients at the ends of the step, J = det F, b the elastic left Cauchy-Green tensor, kept as e = (1 - b) / 2:

1. f = (J/J_)^(-1/3) F F_^-1, trial b^ = f (J_^(-2/3) (1 - 2 e_)) f^T, its deviator d, trace t, q = sqrt(3/2 d : d);
2. elastic where mu q <= R(p_), else dp solves R(p_ + dp) + mu t dp = mu q;
3. d becomes (1 - dp t / q) d;
4. Kirchhoff's stress mu d + (3K (J^2 - 1) - 9K e_th (J + 1/J)) / 6 1, with e_th the thermal strain;
5. b = J^(2/3) d + y 1, with y the root next to J^(2/3) t / 3 of det b = J^2;
6. rates, by L = dF F^-1: db^ = L b^ + b^ L^T - 2/3 tr L b^, the others by the steps above.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.kinematics import determinant, inverted
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import mandel_factors

UNIT = np.eye(3)
SCALE = mandel_factors()


def kirchhoff(make, f, f_before, internal, data, unloading=False, found_slip=None):
    """(stress (ne, ng, 3, 3), rate (ne, ng, 3, 3, 3, 3) over L, internal (ne, ng, 8)); `make` as in _von_mises.VonMises.

    `unloading` asks for rates without any flow (lcpivm, options *_ELAS); found_slip(hardening, mu q, mu t, p, where plastic) gives the dp
    of step 2 where the hardening's own is not what is wanted.
    """
    shape = f.shape[:2]
    at = data.between(data.step.before, data.step.before) if data.step.predicting else data
    now = make(at, shape, False)
    mu, three_k = now.elasticity.two_mu / 2.0, now.elasticity.three_k
    p = internal[..., 0]
    volume, (back, volume_before) = determinant(f), inverted(f_before)
    step = f @ back * ((volume_before / volume) ** (1 / 3))[..., None, None]
    elastic = (UNIT - 2.0 * full(internal[..., 2:] * SCALE)) * (volume_before ** (-2 / 3))[..., None, None]
    trial = step @ elastic @ np.swapaxes(step, -1, -2)
    trace = np.trace(trial, axis1=-2, axis2=-1)
    shear = trial - trace[..., None, None] / 3 * UNIT
    size = np.sqrt(1.5) * np.sqrt((shear**2).sum(axis=(-1, -2)))
    limit = np.broadcast_to(now.hardening.at(p)[0], shape)
    if data.step.predicting:
        plastic, slip = internal[..., 1] >= 0.5, np.zeros(shape)
    else:
        plastic = mu * size > limit
        against = (np.where(plastic, mu * size, limit), mu * trace, p)
        found = now.hardening.slip(*against) if found_slip is None else found_slip(now.hardening, *against, plastic)
        slip = np.where(plastic, found, 0.0)
    plastic = plastic & (size > 0.0)
    safe = np.where(plastic, size, 1.0)
    left = np.where(plastic, 1.0 - slip * trace / safe, 1.0)
    bent = left[..., None, None] * shear
    caused = anelastic_strain(at, ("XX",))
    other = 0.0 if caused is None else 3.0 * three_k * caused[..., 0]
    pressure = (three_k * (volume**2 - 1) - other * (volume + 1 / volume)) / 6
    stress = (mu[..., None, None] if np.ndim(mu) else mu) * bent + pressure[..., None, None] * UNIT
    steeper = now.hardening.after(p, slip) if hasattr(now.hardening, "after") else now.hardening.at(p + slip)[1]
    hardening_rate = np.broadcast_to(steeper, shape)
    pressure_rate = (2 * three_k * volume**2 - other * (volume - 1 / volume)) / 6
    flow = (np.zeros(shape), np.ones(shape), np.zeros(shape, bool)) if unloading else (slip, left, plastic)
    rate = _rate(mu, hardening_rate, trial, shear, trace, safe, *flow, pressure_rate)
    spread = volume ** (2 / 3)
    found = spread[..., None, None] * bent
    found = found + _level(found, spread * trace / 3, volume)[..., None, None] * UNIT
    kept = mandel(0.5 * (UNIT - found), 6) / SCALE
    out = np.concatenate([(p + slip)[..., None], plastic.astype(float)[..., None], kept], axis=-1)
    return stress, rate, out


def _rate(mu, hardening_rate, trial, shear, trace, size, slip, left, plastic, pressure_rate):
    """d t_im / d L_jl (ne, ng, 3, 3, 3, 3).

    tr b^ changes by 2 d : L, q by 3 / q (d b^ - (d : b^) / 3 1) : L, as d : b^ = d : d.
    """
    shaped = (..., None, None)
    trace_rate = 2.0 * shear
    size_rate = (3.0 / size)[shaped] * (shear @ trial - ((shear**2).sum(axis=(-1, -2)) / 3)[shaped] * UNIT)
    part = np.where(plastic, mu / (hardening_rate + mu * trace), 0.0)[shaped]
    slip_rate = part * (size_rate - slip[shaped] * trace_rate)
    share = np.where(plastic, 1.0 / size, 0.0)[shaped]
    left_rate = -share * (trace[shaped] * slip_rate + slip[shaped] * trace_rate - (slip * trace)[shaped] * share * size_rate)
    scaled = mu * left
    by_shear = (np.broadcast_to(mu, trace.shape)[shaped] * left_rate) - (2 / 3 * scaled)[shaped] * UNIT
    by_unit = (pressure_rate - 2 / 9 * scaled * trace)[shaped] * UNIT - (2 / 3 * scaled)[shaped] * shear
    stack = trace.shape
    columns = np.stack([shear.reshape(*stack, 9), np.broadcast_to(UNIT.ravel(), (*stack, 9))], axis=-1)
    rate = (columns @ np.stack([by_shear.reshape(*stack, 9), by_unit.reshape(*stack, 9)], axis=-2)).reshape(*stack, 3, 3, 3, 3)
    moved = scaled[shaped] * trial
    for j in range(3):
        rate[..., j, :, j, :] += moved
        rate[..., :, j, j, :] += moved
    return rate


def _level(bent, start, volume):
    """y next to `start` with det(bent + y 1) = J^2, `bent` having no trace, by Newton's method."""
    half, product = 0.5 * (bent**2).sum(axis=(-1, -2)), determinant(bent) - volume**2
    y = start
    for _ in range(50):
        step = (y**3 - half * y + product) / (3 * y**2 - half)
        y = y - step
        if (abs(step) <= 1e-15 * abs(y)).all():
            break
    return y
