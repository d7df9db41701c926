"""RELATION='CZM_ELAS_MIX': interfaces that are springs, shut on one side or stuck (r7.02.11).

Of t = l + r d, each component by itself, k its stiffness (its own in compression across): e = t/(k + r) where it is free; across,
'UNILATER' keeps e at zero where t presses, 'PARFAITE' keeps it at zero always.
"""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._interface import InterfaceLaw
from ._joint import read

ONE_SIDED, STUCK = 1, 2


class Springs(InterfaceLaw):
    """The law over all cells and points."""

    needs = {"spring_penalty": "CZM_ELAS"}
    internal_names = ("SAUT_N", "SAUT_T1", "SAUT_T2")

    def words(self, data, shape):
        """Those of CZM_ELAS."""
        names = ("penalty", "pulled", "pressed", "along", "across_kind", "along_kind")
        return dict(zip(names, read(data, shape, **{f"spring_{name}": None for name in names})))

    def opened(self, t, old, words, predicting, elastic):
        """The formula of the module, which remembers nothing."""
        n, r, across = t.shape[-1], words["penalty"], t[..., 0]
        one_sided = words["across_kind"] == ONE_SIDED
        shut = (words["across_kind"] == STUCK) | (one_sided & (across < 0.0))
        stiff = np.where((across > 0.0) | one_sided, words["pulled"], words["pressed"])
        soft = np.empty(t.shape)
        soft[..., 0] = np.where(shut, 0.0, 1 / (stiff + r))
        soft[..., 1:] = np.where(words["along_kind"] > 0, 0.0, 1 / (words["along"] + r))[..., None]
        opening, internal = soft * t, np.zeros_like(old)
        internal[..., :n] = opening
        return opening, internal, soft[..., None] * np.eye(n)


BEHAVIOURS.add("CZM_ELAS_MIX", Springs())
