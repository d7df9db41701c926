"""HYDR_ELNO, HYDR_NOEU: the degree of hydration at nodes, from the points of the heat capacity (u4.81.04)."""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._family import mean
from ._option import Option


def at_nodes(element, data, given):
    """Extrapolated from the points."""
    if not hasattr(element, "unhydrated") or not hasattr(element, "points_to_nodes"):
        return None
    values, names = given.fields["points"]
    return np.einsum("ng,egc->enc", element.points_to_nodes("mass"), values), names


OPTIONS.add("HYDR_ELNO", Option("ELNO", "HYDR_R", at_nodes, {"points": "HYDR_ELGA"}))
mean("HYDR", "HYDR_R")
