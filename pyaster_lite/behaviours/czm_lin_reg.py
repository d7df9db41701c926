"""RELATION='CZM_LIN_REG': a cohesive joint whose traction falls along a line, lc = 2 G/sc (r7.02.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._cohesive import Cohesive


class Linear(Cohesive):
    """r(x) = sc (1/x - 1/lc)."""

    def length(self, energy, strength):
        """Where nothing holds any more."""
        return 2 * energy / strength

    def secant(self, x, length, strength):
        """Its slope times x is constant."""
        return strength * (1 / x - 1 / length), -strength / length

    def lost(self, x, length, energy, strength):
        """All at lc."""
        return np.minimum(1.0, x / length)

    def broken(self, x, length):
        """From lc on."""
        return x >= length


BEHAVIOURS.add("CZM_LIN_REG", Linear())
