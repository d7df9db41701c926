"""FLUX_REP: flows of heat into a body through its sides, given as such or as vectors whose part along the normal enters, and into the
faces of shells (u4.44.02)."""

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.fe.heat_shell import HeatShell

from ._heat import heat_load, on_cells

VECTOR = ("FLUX_X", "FLUX_Y", "FLUX_Z")
FACES = ("FLUN_INF", "FLUN_SUP")


def declare(value):
    """The declaration; vectors are given by functions."""
    words = ("FLUN", *FACES) if value == "R" else ("FLUN", *FACES, *VECTOR)
    return on_cells(AU_MOINS_UN(*words), **{word: SIMP("f", typ=value) for word in words})


def force(element, data, values, read):
    """Both parts."""
    if isinstance(element, HeatShell):
        return element.inflow(data, *(read(values.get(word, 0.0)) for word in FACES))
    flow = element.inflow(data, read(values.get("FLUN", 0.0)))
    if any(word in values for word in VECTOR):
        flow = flow + element.inflow_along(data, np.stack([read(values.get(word, 0.0)) for word in VECTOR], axis=-1))
    return flow


LOADS.add("FLUX_REP", heat_load("FLUX_REP", declare, ("FLUN", *FACES, *VECTOR), "inflow", force))
