"""POST_INCR='REST_ECRO': hardening that heat takes away again after every step (r5.03.02).

With p the accumulated plastic strain, p0 the last one before the restoration began, T1 and T2 where it begins and ends, t the length
of the step:

1.  outside T1 < T < T2, or p below the threshold:  p0 = p
2.  where T reaches T2 within a degree:  p = 0
3.  else, where p > p0 X:  p <- p/(1 + k t) + (1 - 1/(1 + k t)) p0 X,  k = exp(a (T - T1)/(T2 - T)) - 1

Up to version 15 (te0116) the material had a factor instead: every variable of hardening, p as well as centres of surfaces, times that.
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
_BY_FACTOR = {"restored_factor": "REST_ECRO/FONC_MULT"}
"""What a law without p needs."""


class Restored(Law):
    """A law whose first variable is p, with p0 behind its variables."""

    def __init__(self, law: Law):
        self.law, self.linear, self.plane_stress = law, law.linear, law.plane_stress
        self.symmetric, self.mirrored = getattr(law, "symmetric", True), law.mirrored
        self._hardening = np.array([name != "INDIPLAS" for name in law.internal_names] + [False])
        self.needs = {**law.needs, **({"restored_threshold": "REST_ECRO"} if law.internal_names[0] == "EPSPEQ" else _BY_FACTOR)}
        self.internal_names = (*law.internal_names, "EPSPEQ_0")

    def integrate(self, strain, state, data, continuum):
        """The law's own answer."""
        own = replace(state, internal=state.internal[..., :-1])
        stress, internal, tangent = self.law.integrate(strain, own, data, continuum)
        return stress, np.concatenate([internal, state.internal[..., -1:]], axis=-1), tangent

    def ended(self, state, data):
        """The state (fe.element.PointState) that a step leaves behind, steps 1 to 3."""
        if data.has("restored_factor"):
            state = self._reduced(state, data)
        if not data.has("restored_from"):
            return state
        p, first = state.internal[..., 0], state.internal[..., -1]
        words = ("from", "to", "threshold", "rate", "share")
        low, high, least, rate, share = (np.broadcast_to(data.at_points(f"restored_{word}", np.nan), p.shape) for word in words)
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

    def _reduced(self, state, data):
        """The state with what has hardened times the factor of the materials that have one."""
        factor = np.broadcast_to(data.at_points("restored_factor", 1.0), state.internal.shape[:2])
        if (factor < 0.0).any() or (factor > 1.0).any():
            raise LawFailed("FONC_MULT of REST_ECRO goes from 0 to 1")
        return replace(state, internal=np.where(self._hardening, state.internal * factor[..., None], state.internal))
