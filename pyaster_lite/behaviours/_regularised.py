"""REGU_VISC='OUI': a viscous stress beside that of a law (r7.01.44, annex; u4.43.01, VISC_ELAS).

With K its stiffness and T its time, de the strains of a step of length dt, those that stress causes or all of them, as code_aster
gives them to the law:

    s = a s_ + b de,   a = exp(-dt/T),  b = K T/dt (1 - a);   tangent  b 1

Its variables stand behind those of the law: s (6), the energy |s|^2/(2K), and what has been dissipated, |(s_ + s)/2|^2 dt/(K T) by step.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.fe.graded import Answer
from pyaster_lite.fe.tensors import AXES, mandel_factors

from ._law import Law, strain_increment

ADDED = 8


class Regularised(Law):
    """A law with a viscous stress beside it; `whole`: of all strains."""

    def __init__(self, law: Law, whole: bool):
        self.whole = whole
        self.law, self.plane_stress, self.symmetric = law, law.plane_stress, getattr(law, "symmetric", True)
        self.restarts = law.restarts
        self.needs, self.mirrored = {**law.needs, "regularised_stiffness": "VISC_ELAS"}, getattr(law, "mirrored", None)
        if hasattr(law, "driven"):
            self.driven, self.secants = self._driven, getattr(law, "secants", False)
        self.internal_names = (*law.internal_names, *(f"SIV{pair}" for pair in AXES), "VISCELAS", "VISCDISS")

    def integrate(self, strain, state, data, continuum):
        """The law's answer and the viscous one."""
        return self._braked(strain, state, data, continuum, *self.law.integrate(strain, _own(state), data, continuum))

    def _driven(self, strain, field, penalty, state, data, continuum, **kind) -> Answer:
        answer = self.law.driven(strain, field, penalty, _own(state), data, continuum, **kind)
        parts = self._braked(strain, state, data, continuum, answer.stress, answer.internal, answer.tangent)
        return Answer(*parts, answer.value, answer.by_field, answer.rate, answer.rate_by_field)

    def _braked(self, strain, state, data, continuum, stress, internal, tangent):
        n = strain.shape[-1]
        dt = data.step.after - data.step.before
        if dt <= 0.0:
            return stress, np.concatenate([internal, state.internal[..., -ADDED:]], axis=-1), tangent
        shape = strain.shape[:2]
        k, time = (np.broadcast_to(data.at_points(f"regularised_{word}"), shape) for word in ("stiffness", "time"))
        left = np.exp(-dt / time)
        stiff = k * time / dt * (1 - left)
        tangent = tangent + stiff[..., None, None] * np.eye(n)
        if data.step.predicting and not self.restarts:
            return state.stress, state.internal, tangent
        roots = mandel_factors()[:n]
        before = _viscous(state, n)
        change = strain - state.strain if self.whole else strain_increment(strain, state, data, continuum)[0]
        viscous = left[..., None] * before + stiff[..., None] * change
        added = np.zeros((*shape, ADDED))
        added[..., :n] = viscous / roots
        added[..., 6] = (viscous**2).sum(-1) / (2 * k)
        added[..., 7] = state.internal[..., -1] + 0.25 * ((before + viscous) ** 2).sum(-1) / (k * time) * dt
        return stress + viscous, np.concatenate([internal, added], axis=-1), tangent


def _own(state):
    """What the law remembers: its variables, and the stress without the viscous one (lc0000)."""
    return replace(state, stress=state.stress - _viscous(state, state.stress.shape[-1]), internal=state.internal[..., :-ADDED])


def _viscous(state, size):
    """(ne, ng, size) the viscous stress that a state holds, shears times sqrt 2."""
    return state.internal[..., -ADDED : size - ADDED] * mandel_factors()[:size]
