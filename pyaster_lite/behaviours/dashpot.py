"""RELATION='DASHPOT': a discrete that holds what moves over the step alone, F = K (u - u_): K over the step's length is what it damps."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS


class Dashpot:
    """The law of all discretes of a group by all of their stiffness, as fe.discrete asks for it."""

    linear, symmetric, whole = False, True, True
    internal_names = ("VIDE",)
    internal_size = 1
    needs: dict[str, str] = {}

    def connect(self, stiffness, change):
        """Forces (ne, nd) and tangents (ne, nd, nd) of what the unknowns (ne, nd) change by over the step."""
        return np.einsum("eij,ej->ei", stiffness, change), stiffness


BEHAVIOURS.add("DASHPOT", Dashpot())
