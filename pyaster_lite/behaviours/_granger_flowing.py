"""BETON_GRANGER or BETON_GRANGER_V beside BETON_DOUBLE_DP: concrete that creeps and flows under the same stress (r7.01.19).

Over a step, with de the increment of the strains and h that of those of what surrounds the points, D the elasticity, from dc = de:

1.  the law of creep answers dc by a stress s1, its strain of creep grows by df
2.  the law of plasticity answers de - df by a stress s2
3.  dc = D^-1 s2 - D_^-1 s_ + h + df, and again until |s1 - s2| <= RESI_INTE |s2|
4.  stress and tangent are those of plasticity
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, mean, norm, unit

from ._law import Law, moduli, strain_increment


class CreepingFlow(Law):
    """The law over all cells and points; the variables of creep stand before those of plasticity."""

    plane_stress, secant = False, True

    def __init__(self, creep, flow, precision: float = 1e-6, tries: int = 20):
        self.creep, self.flow, self.precision, self.tries = creep, flow, precision, tries
        self.sized = getattr(flow, "sized", False)
        self.needs = creep.needs | flow.needs
        self.internal_names = (*creep.internal_names, *flow.internal_names)

    def within(self, precision, tries):
        """The law with another precision of step 3."""
        return type(self)(self.creep, self.flow, precision, tries)

    def basic_creep(self, internal, data, ns):
        """(ne, ng, ns) the strain of creep."""
        return self.creep.basic_creep(internal[..., : self.creep.internal_size], data, ns)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        size, ns = self.creep.internal_size, strain.shape[-1]
        first = PointState(state.strain, state.stress, state.internal[..., :size])
        second = PointState(state.strain, state.stress, state.internal[..., size:])
        if data.step.predicting:
            return state.stress, state.internal, self.flow.integrate(strain, second, data, continuum)[2]
        others = strain_increment(strain, state, data, continuum)[1]
        others = np.zeros(strain.shape) if others is None else others
        held, crept = _elastic(state.stress, moduli(data, before=True)), self.basic_creep(state.internal, data, ns)
        asked, done = strain, np.zeros(strain.shape[:2], bool)
        kept = None
        for _ in range(self.tries):
            by_creep, slow, _ = self.creep.integrate(asked, first, data, continuum)
            df = self.creep.basic_creep(slow, data, ns) - crept
            stress, quick, tangent = self.flow.integrate(strain - df + others, second, data, continuum)
            found = stress, np.concatenate([slow, quick], axis=-1), np.broadcast_to(tangent, (*strain.shape, ns))
            kept = found if kept is None else tuple(_unless(done, old, new) for old, new in zip(kept, found))
            size_of = norm(stress)
            done = done | (norm(by_creep - stress) <= self.precision * np.where(size_of > self.precision, size_of, 1.0))
            if done.all():
                return kept
            asked = state.strain + _elastic(stress, moduli(data)) - held + others + df
        raise LawFailed("creep and plasticity do not agree on a stress within ITER_INTE_MAXI tries")


def _elastic(stress, own):
    """The strain of a stress."""
    return deviator(stress) / own.two_mu[..., None] + (mean(stress) / own.three_k)[..., None] * unit(stress.shape[-1])


def _unless(done, old, new):
    return np.where(done.reshape(done.shape + (1,) * (new.ndim - 2)), old, new)
