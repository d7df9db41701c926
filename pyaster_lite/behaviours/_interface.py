"""Cohesive laws of interfaces by augmented multipliers (r3.06.13, r7.02.11).

The unknowns of a point are the jump d and the multiplier l, r the penalty; the law says the opening e(t) of t = l + r d:

    traction  l + r (d - e),    its dual  d - e,    tangent [[r M, M], [M, -e']],  M = 1 - r e'

so that d = e, the traction being l, in balance.
"""

from __future__ import annotations

import numpy as np

from ._joint import read
from ._law import Law

CLOSED, HELD, LOSING, BROKEN, FREE = -1, 0, 1, 2, 3
NONE = np.nan
"""A line of reach that says nothing."""


def traction_ahead(state, reach, words) -> tuple[np.ndarray, np.ndarray]:
    """The dissipated share grown by a reach, and the largest traction there with what the penalty adds."""
    grown = state.internal[..., 3] + reach
    ahead = largest(grown, words["reach"])
    return grown, words["penalty"] * ahead + np.maximum(0.0, words["strength"] - words["h"] * ahead)


class InterfaceLaw(Law):
    """A law over all cells and points: `cohere(strain, state, data, elastic) -> stress, internal, tangent`.

    strain (ne, ng, 2 nd) the jump, normal first, then the multiplier; stress (ne, ng, 2 nd) the traction, then its dual; `state`
    that of the last converged instant, and strain that of it while `data.step.predicting`. `elastic`: the tangent is that of a
    state that loses nothing more.
    """

    needs = {"cohesive_energy": "RUPT_FRAG"}
    internal_names = ("SEUILDEP", "INDIDISS", "INDIENDO", "PCENERDI", "DISSIP", "ENEL_RES", "SAUT_N", "SAUT_T1", "SAUT_T2")

    def words(self, data, shape) -> dict:
        """What the law reads of the materials, (ne, ng) each, "penalty" among them."""
        raise NotImplementedError

    def opened(self, t, old, words, predicting: bool, elastic: bool):
        """e (ne, ng, nd), internal variables and e' (ne, ng, nd, nd) of t (ne, ng, nd)."""
        raise NotImplementedError

    def cohere(self, strain, state, data, elastic=False):
        """The formulae of the module."""
        n = strain.shape[-1] // 2
        words = self.words(data, strain.shape[:2])
        r = words["penalty"][..., None]
        t = strain[..., n:] + r * strain[..., :n]
        predicting = data.step.predicting
        opening, internal, slope = self.opened(t, state.internal, words, predicting, elastic)
        stress, tangent = augmented(strain, r, opening, slope)
        return (state.stress, state.internal, tangent) if predicting else (stress, internal, tangent)


def augmented(strain, r, opening, slope):
    """Traction with its dual, and their tangent, of jumps and multipliers (ne, ng, 2 nd), r being (ne, ng, 1)."""
    n = opening.shape[-1]
    mixed = np.eye(n) - r[..., None] * slope
    tangent = np.concatenate([np.concatenate([r[..., None] * mixed, mixed], axis=-1), np.concatenate([mixed, -slope], axis=-1)], axis=-2)
    return np.concatenate([strain[..., n:] + r * (strain[..., :n] - opening), strain[..., :n] - opening], axis=-1), tangent


def shifted(strain0, strain1, penalty):
    """t of d + e x as (t0, t1), (ne, ng, nd) each."""
    n = strain0.shape[-1] // 2
    return [strain[..., n:] + penalty[..., None] * strain[..., :n] for strain in (strain0, strain1)]


def fragile(data, shape, factor=2.0) -> dict:
    """The words of RUPT_FRAG: reach = factor G/sc, slope h = sc/reach, penalty and stiffness of slips in units of it."""
    names = {"cohesive_energy": None, "cohesive_strength": None, "cohesive_penalty": None, "cohesive_sliding": None}
    energy, strength, penalty, sliding = read(data, shape, **names)
    reach = factor * energy / strength
    h = strength / reach
    return {"energy": energy, "strength": strength, "reach": reach, "h": h, "penalty": penalty * h, "sliding": sliding * h}


def largest(dissipated, reach):
    """The largest opening so far, from the share of the energy that is dissipated."""
    return np.clip(reach * (1 - np.sqrt(np.maximum(0.0, 1 - dissipated))), 0.0, reach)


def share(opening, reach):
    """The share of the energy that an opening dissipates, the traction falling along a line."""
    return np.clip(opening / reach * (2 - opening / reach), 0.0, 1.0)


def state_of(after, first, reach):
    """INDIENDO: whole, damaged or broken."""
    return np.where(after == first, 0.0, np.where(after == reach, 2.0, 1.0))


class Opening(InterfaceLaw):
    """A law of the normal opening alone; what slides is held by springs."""

    def words(self, data, shape):
        """Those of RUPT_FRAG."""
        return fragile(data, shape)

    def normal(self, tn, old, words):
        """(regime, e) across, (ne, ng) each."""
        raise NotImplementedError

    def slope(self, regime, opening, words):
        """e' across."""
        r, h = words["penalty"], words["h"]
        return np.select([regime == LOSING, (regime == BROKEN) | (regime == FREE)], [1 / (r - h), 1 / r], 0.0)

    def remembered(self, opening, old, words):
        """(largest opening, where it begins, reach, share of the energy)."""
        after = np.minimum(np.maximum(largest(old[..., 3], words["reach"]), opening), words["reach"])
        return after, 0.0, words["reach"], share(after, words["reach"])

    def opened(self, t, old, words, predicting, elastic):
        """The normal law, and springs along."""
        n, soft = t.shape[-1], 1 / (words["sliding"] + words["penalty"])
        if predicting:
            regime, across = np.rint(old[..., 1]), old[..., 6]
        else:
            regime, across = self.normal(t[..., 0], old, words)
        opening = soft[..., None] * t
        opening[..., 0] = across
        tangent = np.zeros((*t.shape, n))
        for i in range(1, n):
            tangent[..., i, i] = soft
        used = np.where(regime == LOSING, HELD, regime) if elastic else regime
        tangent[..., 0, 0] = self.slope(used, across, words)
        out = np.zeros_like(old)
        after, first, reach, out[..., 3] = self.remembered(across, old, words)
        out[..., 0], out[..., 1], out[..., 2] = after, regime, state_of(after, first, reach)
        out[..., 4] = words["energy"] * out[..., 3]
        out[..., 6 : 6 + n] = opening
        return opening, out, tangent

    def reaches(self, strain0, strain1, state, data, reach):
        """The lines (reach/T) t(e), T the largest traction where the dissipated share has grown by the reach."""
        words = self.words(data, strain0.shape[:2])
        grown, target = traction_ahead(state, reach, words)
        t0, t1 = shifted(strain0, strain1, words["penalty"])
        lines = np.stack([t0[..., 0], t1[..., 0]], axis=-1) * (reach / target)[..., None]
        return np.where((grown > 1.0)[..., None], NONE, lines)
