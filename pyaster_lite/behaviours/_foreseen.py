"""METHODE='IMPLEX': a step solved once, by what the last one foretells (r5.03.81; Oliver, Huespe, Cante 2008).

The second variable of a law is the rate of the first one over the last step:

1.  the step starts from the forces of foreseen stresses and has the matrix of their rates;
2.  after the only solution the law is integrated as ever, which leaves what does not balance to the next step.
Of VMIS_ISOT_LINE the stress foreseen is that of the last step, with its tangent; of ENDO_ISOT_BETON that of a damage which has grown on
at its rate, then constant. Along a line that of VMIS_ISOT_LINE is s / (1 + E dp / (SY + H (p + dp))), dp what p grows by at its rate, with
Young's modulus.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ._law import Law


class Foreseen(Law):
    """A law whose second variable becomes the rate of its first one."""

    def __init__(self, law: Law):
        self.law, self.needs, self.linear = law, law.needs, law.linear
        self.plane_stress, self.symmetric = law.plane_stress, getattr(law, "symmetric", True)
        self.internal_names = law.internal_names

    def advanced(self, state, data):
        """The state whose rates the step has, the second variable being what the law knows there."""
        return _marked(state, state.internal[..., 0], state.internal[..., 1] > 0.0)

    def foreseen(self, state, data, continuum):
        """Stresses (ne, ng, ns) that the step starts from."""
        return state.stress

    def integrate(self, strain, state, data, continuum):
        """Step 2, or the matrix of step 1."""
        if data.step.predicting:
            return self.law.integrate(strain, self.advanced(state, data), data, continuum)
        own = _marked(state, state.internal[..., 0], state.internal[..., 1] > 0.0)
        stress, internal, tangent = self.law.integrate(strain, own, data, continuum)
        dt = data.step.after - data.step.before
        internal = internal.copy()
        internal[..., 1] = (internal[..., 0] - state.internal[..., 0]) / dt if dt > 0.0 else 0.0
        return stress, internal, tangent


class ForeseenDamage(Foreseen):
    """A damage that is foreseen to grow on."""

    def advanced(self, state, data):
        """Grown by the rate over the step, at most to one, and constant."""
        grown = state.internal[..., 0] + state.internal[..., 1] * (data.step.after - data.step.before)
        return _marked(state, np.minimum(grown, 1.0), np.zeros(grown.shape))

    def foreseen(self, state, data, continuum):
        """Of the strain before at the damage foreseen."""
        return self.law.held(state.strain, self.advanced(state, data).internal[..., 0], data, continuum)


class ForeseenLine(Foreseen):
    """Isotropic hardening along a line, foreseen to yield on."""

    def foreseen(self, state, data, continuum):
        """Forces (ne, 1, 1) of bars."""
        shape, p = state.stress.shape[:2], state.internal[..., 0]
        young, rate = (np.broadcast_to(data.at_points(name), shape) for name in ("young", "traction_slope"))
        rate = young * rate / (young - rate)
        grown = np.maximum(state.internal[..., 1] * (data.step.after - data.step.before), 0.0)
        return state.stress / (1 + young * grown / (data.at_points("yield_stress") + rate * (p + grown)))[..., None]

    def stretch(self, increment, stress, internal, data, total=None):
        """Step 2, or the matrix of step 1."""
        if data.step.predicting:
            return stress, internal, np.broadcast_to(data.at_points("young"), increment.shape)
        new, found, slope = self.law.fibre.stretch(increment, stress, internal, data, total)
        dt = data.step.after - data.step.before
        found[..., 1] = (found[..., 0] - internal[..., 0]) / dt if dt > 0.0 else 0.0
        return new, found, slope


def _marked(state, first, second):
    internal = state.internal.copy()
    internal[..., 0], internal[..., 1] = first, second
    return replace(state, internal=internal)


FORESEEN = {"VMIS_ISOT_LINE": Foreseen, "ENDO_ISOT_BETON": ForeseenDamage}
"""What foresees a law of solids, by its RELATION."""
FORESEEN_ALONG = {"VMIS_ISOT_LINE": ForeseenLine}
"""What foresees a law of bars."""
