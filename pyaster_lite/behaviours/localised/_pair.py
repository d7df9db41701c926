"""What the devices stretched between two nodes share."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.frames import frame_of_axis
from pyaster_lite.fe.localised import Device

NODES = {"GROUP_NO_1": SIMP("f", typ="grno"), "GROUP_NO_2": SIMP("f", typ="grno")}


class PairDevice(Device):
    """A device whose local x axis runs from its first node to its second."""

    nodes = ("GROUP_NO_1", "GROUP_NO_2")
    cells = None
    rules = (UN_PARMI("GROUP_NO_1"), UN_PARMI("GROUP_NO_2"))

    def __init__(self, site, args):
        if not np.any(site.axis):
            raise args.wrong("GROUP_NO_2", "the two nodes are at the same place: the device has no direction")
        super().__init__(site, frame_of_axis(site.axis), site.middle, paired=True)

    def positions(self, u, support=None):
        """As in code_aster: local displacements turned about the middle of the nodes, not positions."""
        first, second = super().positions(u, support)
        start = self.site.coordinates @ self.frame.T
        return first - start[0], second - start[1]
