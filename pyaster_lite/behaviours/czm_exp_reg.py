"""RELATION='CZM_EXP_REG': a cohesive joint whose traction falls exponentially, lc = G/sc (r7.02.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._cohesive import Cohesive


class Exponential(Cohesive):
    """r(x) = sc exp(-x/lc)/x."""

    def length(self, energy, strength):
        """Where the traction has fallen to sc/e."""
        return energy / strength

    def secant(self, x, length, strength):
        """The slope is that of sc exp(-x/lc)."""
        left = np.exp(-x / length)
        return strength * left / x, -strength / length * left

    def lost(self, x, length, energy, strength):
        """Less what unloading would give back."""
        left = np.exp(-x / length)
        return 1 - left - 0.5 * x * strength * left / energy

    def broken(self, x, length):
        """Never."""
        return np.zeros(x.shape, bool)

    def _state(self, size, before, first, losing, broken):
        return size > first


BEHAVIOURS.add("CZM_EXP_REG", Exponential())
