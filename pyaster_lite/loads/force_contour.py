"""FORCE_CONTOUR: force by length on the edges of plane models, in the global axes (u4.44.01).

A function of space is read at the integration points.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._member import LoadKeyword, at
from ._surface import spread

FORCES = ("FX", "FY", "FZ")


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN(*FORCES),),
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        **{word: SIMP("f", typ=value) for word in FORCES},
    )


def _force(element, data, values, t):
    where = element.points(data.coordinates)
    return element.traction(data, np.stack([at(values.get(word, 0.0), t, where) for word in FORCES], axis=-1))


def terms(occurrences, model):
    """One force term."""
    for occurrence in occurrences:
        if model.dimension == 3:
            raise occurrence.wrong(None, "FORCE_CONTOUR is for plane models only")
        if "FZ" in occurrence:
            raise occurrence.wrong("FZ", "the model is plane: its edges cannot be pushed along Z")
    return spread(occurrences, model, "FORCE_CONTOUR", FORCES, "traction", _force)


LOADS.add("FORCE_CONTOUR", LoadKeyword(declare, terms))
