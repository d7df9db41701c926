"""RELATION='CZM_OUV_MIX': an interface whose opening loses its traction along a line (r7.02.11)."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._interface import BROKEN, CLOSED, FREE, HELD, LOSING, Opening, largest


class LinearOpening(Opening):
    """Opened so far by k, the interface opens freely up to k, holds there up to its traction s(k), then loses it."""

    def normal(self, tn, old, words):
        """The graph of t = s(e) + r e and the line of unloading, which is vertical."""
        r, h, sc, reach = words["penalty"], words["h"], words["strength"], words["reach"]
        k = largest(old[..., 3], reach)
        s = np.maximum(0.0, sc - h * k)
        where = [tn < 0.0, tn < r * k, tn <= r * k + s, tn < r * reach]
        regime = np.select(where, [CLOSED, FREE, HELD, LOSING], BROKEN)
        return regime, np.select(where, [0.0, tn / r, k, (tn - sc) / (r - h)], tn / r)


BEHAVIOURS.add("CZM_OUV_MIX", LinearOpening())
