"""PRE_GRAD_TEMP: imposed gradients of temperature, as sources grad N . K g (u4.44.02).

As code_aster 17 does (te0217), functions of X, Y, Z are read at the coordinates of the points in the reference cell, and numbers go with
the conductivity of the instant 0 amid what surrounds the points now.
"""

from dataclasses import replace

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
    if not any(hasattr(value, "evaluate") for value in values.values()):
        data = _at_instant_0(data)
    return element.imposed_gradient(data, np.stack([read(values.get(word, 0.0)) for word in AXES], axis=-1))


def _at_instant_0(data):
    """The data for which INST is 0, and nothing else."""
    around, now = data.surroundings, data.step.after
    return replace(data, surroundings=around and (lambda t: around(now))).between(0.0, 0.0)


LOADS.add("PRE_GRAD_TEMP", heat_load("PRE_GRAD_TEMP", declare, AXES, "imposed_gradient", force, points="points_within"))
