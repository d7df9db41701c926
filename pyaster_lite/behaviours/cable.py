"""RELATION='CABLE': elastic cables that hardly resist to being pressed together (r3.08.02).

    N = A E e,  times EC_SUR_E where it is below zero;   T = dN/de

Where N is none to a millionth of a newton, it is the first pull N_INIT: a slack cable would have no stiffness across.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.cable import LITTLE


class CableLaw:
    """The law over all cables of a group, as fe.cable asks for it."""

    linear, symmetric = False, True
    internal_names, internal_size = ("VIDE",), 1
    needs = {"young": "ELAS", "cable_compression": "CABLE"}

    def pull(self, data, strain, section, first):
        """Force and rigidity (ne,) at strains (ne,) that stress causes."""
        rigidity = data.overall("young") * section
        force = rigidity * strain
        force = np.where(abs(force) < LITTLE, first, force)
        ratio = np.where(force < 0.0, data.overall("cable_compression"), 1.0)
        return ratio * force, ratio * rigidity


BEHAVIOURS.add("CABLE", CableLaw())
