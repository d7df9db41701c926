"""RELATION='CZM_FAT_MIX': an interface that every cycle of opening damages further (r7.02.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._interface import BROKEN, CLOSED, FREE, HELD, LOSING, Opening, share


class Fatigue(Opening):
    """k sums up every increase of the opening; what has been opened before is where the law goes on."""

    def normal(self, tn, old, words):
        """As CZM_OUV_MIX from the opening before, the traction left being that of k."""
        r, h, sc, reach = words["penalty"], words["h"], words["strength"], words["reach"]
        k, before = old[..., 0], old[..., 6]
        s = np.maximum(0.0, sc * (1 - k / reach))
        from_zero = np.maximum(0.0, sc * (1 - (k - before) / reach))
        end = reach - k + before
        where = [tn < 0.0, tn < r * before, tn <= r * before + s, tn < r * end]
        regime = np.select(where, [CLOSED, FREE, HELD, LOSING], BROKEN)
        return regime, np.select(where, [0.0, tn / r, before, (tn - from_zero) / (r - h)], tn / r)

    def remembered(self, opening, old, words):
        """k grows by the increase."""
        after = np.minimum(old[..., 0] + np.maximum(0.0, opening - old[..., 6]), words["reach"])
        return after, 0.0, words["reach"], share(after, words["reach"])


BEHAVIOURS.add("CZM_FAT_MIX", Fatigue())
