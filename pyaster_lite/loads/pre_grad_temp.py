"""PRE_GRAD_TEMP: imposed gradients of temperature, as sources grad N . K g (u4.44.02).

As code_aster 17 does (te0217), functions of X, Y, Z are read at the coordinates of the points in the reference cell, and numbers go with
the conductivity of the instant 0.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._heat import heat_load, on_cells

AXES = ("FLUX_X", "FLUX_Y", "FLUX_Z")


def declare(value):
    """The declaration."""
    return on_cells(AU_MOINS_UN(*AXES), **{word: SIMP("f", typ=value) for word in AXES})


def force(element, data, values, read):
    """Of the gradient at the points."""
    data = data if any(hasattr(value, "evaluate") for value in values.values()) else data.between(0.0, 0.0)
    return element.imposed_gradient(data, np.stack([read(values.get(word, 0.0)) for word in AXES], axis=-1))


LOADS.add("PRE_GRAD_TEMP", heat_load("PRE_GRAD_TEMP", declare, AXES, "imposed_gradient", force, points="points_within"))
