"""Concrete of rgi.concrete with bars smeared in it (r7.01.35): each holds as in _bars by the whole strain, then they share the stress."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from . import _bars, _state
from ._points import Points, components, principal
from .concrete import SwellingConcrete

BARS, VALUES = 5, len(_bars.NAMES)


class ReinforcedConcrete(SwellingConcrete):
    """The law over all cells and points; the elasticity ELAS is that of the whole, that of concrete is said with the rest."""

    tries = 1000
    internal_names = (
        *_state.NAMES,
        *(f"{name}{i + 1}" for i in range(BARS) for name in _bars.NAMES),
        *(f"SBE{i + 1}" for i in range(6)),
        *(f"SPM{i + 1}" for i in range(3)),
    )

    def _read(self, data, shape):
        """What the material says, concrete's own elasticity in the place of the whole's."""
        words, before, after = super()._read(data, shape)
        words.young, words.poisson = words.matrix_young, words.matrix_poisson
        words.reference_strain = words.compression / words.young / 3.0
        return words, before, after

    def _stiffened(self, end, elasticity):
        """What damage leaves of concrete, and the bars."""
        bars = _bars_of(end.words)
        return (1.0 - sum(bar.share for bar in bars))[:, None, None] * super()._stiffened(end, elasticity) + _bars.stiffness(bars)

    def _shared(self, end, strain, variables, first):
        """The stress of concrete and bars, and the variables of the bars, the stress of concrete and its values from the largest on."""
        bars = _bars_of(end.words)
        heat = 0.5 * (end.before.temperature + end.after.temperature)
        found = np.zeros((len(strain), BARS, VALUES))
        for i, bar in enumerate(bars):
            old = variables[:, VALUES * i : VALUES * (i + 1)]
            found[:, i] = _bars.answered(bar, old, _bars.stretched(strain, bar.direction), first, heat, end.dt)
        stress = _bars.together(bars, found[:, :, _bars.STRESS], end.held, end.damage, end.words.compression) if bars else end.held
        values = -np.sort(-principal(end.held)[0], axis=1)
        return stress, np.concatenate([found.reshape(len(strain), -1), components(end.held), values], axis=1)


def _bars_of(words):
    """The bars of the material, with unit directions."""
    bars = []
    for i in range(int(words.bars.max())):
        start = f"bar{i + 1}_"
        bar = Points(**{name[len(start) :]: value for name, value in vars(words).items() if name.startswith(start)})
        direction = np.stack([bar.x, bar.y, bar.z], axis=1)
        length = np.linalg.norm(direction, axis=1)
        if not length.all():
            raise LawFailed(f"bar {i + 1} in concrete has no direction (VR{i + 1}1 to VR{i + 1}3)")
        bar.direction = direction / length[:, None]
        bars.append(bar)
    if bars and (sum(bar.share for bar in bars) > 1.0).any():
        raise LawFailed("bars take more than the whole of concrete (ROA)")
    return bars
