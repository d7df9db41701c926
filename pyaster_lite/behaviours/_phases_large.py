"""Plasticity and viscoplasticity of metals whose phases change with large strains by Simo and Miehe (r4.04.03), isotropic hardening.

Names as in _phases (w_k the weights g_k of its step 5) and _simo_miehe:

0. of the elastic tensor one variable is kept, w = 3 (1 - tr b/3)/2, and five zeros: b_^ = J_ s_'/mu_ + J_^(-2/3) (1 - 2 w_/3) 1
1. trial b^ of the elastic tensor, its deviator d and trace t, q = mu sqrt(3/2 d : d); what hardens moves as in _phases
2. with a = 1 + mu T t:  q = mu t dp + a (R(p) + V(dp/dt)) where q passes a R, V the viscous stress
3. d becomes m d, m = (1 - mu dp t/q)/a; Kirchhoff's stress and b as in _simo_miehe
4. rates  (mu t + a (R' + V')) d(dp) = dq - mu (T (q - mu t dp)/a + dp) dt,
          dm = -(mu/q) (t d(dp) + dp dt - dp t dq/q)/a - m mu T dt/a
"""

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain

from ._law import moduli
from ._simo_miehe import UNIT, _level


def kirchhoff(law, f, f_before, internal, data, stress):
    """(stress (ne, ng, 3, 3), rate (ne, ng, 3, 3, 3, 3) over L, internal) of a law of _phases; `stress` (ne, ng, 3, 3) before the step."""
    shape, predicting = f.shape[:2], data.step.predicting
    dt = data.step.after - data.step.before
    at = data.between(data.step.before, data.step.before) if predicting else data
    now = moduli(at)
    mu, three_k = np.broadcast_to(now.two_mu / 2.0, shape), np.broadcast_to(now.three_k, shape)
    volume, volume_before = np.linalg.det(f), np.linalg.det(f_before)
    step = f @ np.linalg.inv(f_before) * ((volume_before / volume) ** (1 / 3))[..., None, None]
    level = volume_before ** (-2 / 3) * (1.0 - 2.0 * internal[..., law.internal_size] / 3.0)
    sheared = stress - np.trace(stress, axis1=-2, axis2=-1)[..., None, None] / 3 * UNIT
    elastic = (2.0 * volume_before / moduli(data, before=True).two_mu)[..., None, None] * sheared + level[..., None, None] * UNIT
    trial = step @ elastic @ np.swapaxes(step, -1, -2)
    trace = np.trace(trial, axis1=-2, axis2=-1)
    shear = trial - trace[..., None, None] / 3 * UNIT
    size = mu * np.sqrt(1.5 * (shear**2).sum(axis=(-1, -2)))

    z, cold = law.fractions(at, shape, False)
    weight, gain = law.counted(at, z, cold), law.gains(at, shape)
    a, transformed = law.hardened(internal[..., : law.internal_size], data, z, cold, dt)
    yields = law.by_phase(at, shape, "phase_flow" if law.viscous else "phase_yield")
    gained, h = gain(a[..., 0])
    limit, hardening = (weight * (yields + gained)).sum(axis=-1), (weight * h).sum(axis=-1)
    eased = 1.0 + mu * transformed * trace
    stiffness = mu * trace + eased * hardening
    if predicting:
        plastic, slip, drag = (internal[..., law.internal_size - 1] >= 0.5) & (not law.viscous), np.zeros(shape), np.zeros(shape)
    else:
        excess = size - eased * limit
        plastic = excess >= 0.0
        slip, drag = law.slipped(data, shape, np.where(plastic, excess, 0.0), stiffness, eased, weight, dt, z)
        if law.curved:
            trial_stress, curves = (size, mu * trace, eased, plastic), (gain, a[..., 0], yields)
            slip, drag, hardening = law.over_pieces(data, (slip, drag, h), trial_stress, curves, weight, dt, z)
            stiffness = mu * trace + eased * hardening
    flows = plastic & (size > 0.0)
    safe = np.where(flows, size, 1.0)
    left = (1.0 - np.where(flows, mu * slip * trace / safe, 0.0)) / eased

    bent = left[..., None, None] * shear
    caused = anelastic_strain(at, ("XX",))
    other = 0.0 if caused is None else 3.0 * three_k * caused[..., 0]
    pressure = (three_k * (volume**2 - 1) - other * (volume + 1 / volume)) / 6
    stress = mu[..., None, None] * bent + pressure[..., None, None] * UNIT

    along = np.einsum("ij,...lm->...imjl", UNIT, trial) + np.einsum("mj,...il->...imjl", UNIT, trial)
    along = along - 2 / 3 * np.einsum("...im,jl->...imjl", trial, UNIT)
    trace_rate = np.einsum("...iijl->...jl", along)
    shear_rate = along - np.einsum("im,...jl->...imjl", UNIT, trace_rate) / 3
    size_rate = (1.5 * mu**2 / safe)[..., None, None] * np.einsum("...im,...imjl->...jl", shear, shear_rate)
    by_trace = mu * (transformed * (size - mu * trace * slip) / eased + slip)
    part = np.where(flows, 1.0 / (stiffness + eased * drag), 0.0)[..., None, None]
    slip_rate = part * (size_rate - by_trace[..., None, None] * trace_rate)
    share = np.where(flows, mu / safe, 0.0)[..., None, None]
    left_rate = -share * (
        trace[..., None, None] * slip_rate + slip[..., None, None] * trace_rate - (slip * trace / safe)[..., None, None] * size_rate
    )
    left_rate = (left_rate - (left * mu * transformed)[..., None, None] * trace_rate) / eased[..., None, None]
    rate = left[..., None, None, None, None] * shear_rate + np.einsum("...im,...jl->...imjl", shear, left_rate)
    pressure_rate = (2 * three_k * volume**2 - other * (volume - 1 / volume)) / 6
    rate = mu[..., None, None, None, None] * rate + pressure_rate[..., None, None, None, None] * np.einsum("im,jl->imjl", UNIT, UNIT)

    spread = volume ** (2 / 3)
    kept = np.zeros((*shape, 6))
    kept[..., 0] = 1.5 * (1.0 - _level(spread[..., None, None] * bent, spread * trace / 3, volume))
    return stress, rate, np.concatenate([law.remembered(a, slip, plastic, z, gain, weight), kept], axis=-1)
