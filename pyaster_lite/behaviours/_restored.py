"""POST_INCR='REST_ECRO': hardening that heat takes away again after every step (r5.03.02).

With p the accumulated plastic strain, p0 the last one before the restoration began, T1 and T2 where it begins and ends, t the length
of the step:

1.  outside T1 < T < T2, or p below the threshold:  p0 = p
2.  where T reaches T2 within a degree:  p = 0
3.  else, where p > p0 X:  p <- p/(1 + k t) + (1 - 1/(1 + k t)) p0 X,  k = exp(a (T - T1)/(T2 - T)) - 1
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._law import Law

NEAR = 1.0
"""How near to T2 (degrees) the restoration is whole."""
MOST = 500.0
"""An exponent beyond which all is restored."""


class Restored(Law):
    """A law whose first variable is p, with p0 behind its variables."""

    def __init__(self, law: Law):
        self.law, self.linear, self.plane_stress = law, law.linear, law.plane_stress
        self.symmetric, self.mirrored = getattr(law, "symmetric", True), law.mirrored
        self.needs = {**law.needs, "restored_from": "REST_ECRO"}
        self.internal_names = (*law.internal_names, "EPSPEQ_0")

    def integrate(self, strain, state, data, continuum):
        """The law's own answer."""
        own = replace(state, internal=state.internal[..., :-1])
        stress, internal, tangent = self.law.integrate(strain, own, data, continuum)
        return stress, np.concatenate([internal, state.internal[..., -1:]], axis=-1), tangent

    def ended(self, state, data):
        """The state (fe.element.PointState) that a step leaves behind, steps 1 to 3."""
        p, first = state.internal[..., 0], state.internal[..., -1]
        words = ("from", "to", "threshold", "rate", "share")
        low, high, least, rate, share = (np.broadcast_to(data.at_points(f"restored_{word}"), p.shape) for word in words)
        heat = data.variables().get("TEMP")
        if heat is None:
            raise LawFailed("REST_ECRO needs the temperature")
        restored = (heat > low) & (p > least) & (heat < high)
        whole = restored & (abs(heat - high) <= NEAR)
        exponent = rate * (heat - low) / np.where(restored, high - heat, 1.0)
        whole |= restored & (exponent >= MOST) & (p > first * share)
        speed = np.expm1(np.clip(exponent, None, MOST))
        left = 1.0 / (1.0 + speed * (data.step.after - data.step.before))
        partly = restored & ~whole & (p > first * share)
        internal = state.internal.copy()
        internal[..., 0] = np.where(whole, 0.0, np.where(partly, np.maximum(p * left + (1 - left) * first * share, 0.0), p))
        internal[..., -1] = np.where(restored, first, p)
        return replace(state, internal=internal)
