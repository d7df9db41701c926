"""FORCE_INTERNE: force by volume on solids, in the global axes (u4.44.01).

A function of space is read at the integration points of the stiffness.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI

from ._member import LoadKeyword, at
from ._surface import spread

FORCES = ("FX", "FY", "FZ")


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA"), AU_MOINS_UN(*FORCES)),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        **{word: SIMP("f", typ=value) for word in FORCES},
    )


def _force(element, data, values, t):
    where = element.points(data.coordinates)
    return element.body_force(data, np.stack([at(values.get(word, 0.0), t, where) for word in FORCES], axis=-1))


def terms(occurrences, model):
    """One force term."""
    for occurrence in occurrences:
        if "FZ" in occurrence and model.dimension == 2:
            raise occurrence.wrong("FZ", "the model is plane: it cannot be pushed along Z")
    return spread(occurrences, model, "FORCE_INTERNE", FORCES, "body_force", _force)


LOADS.add("FORCE_INTERNE", LoadKeyword(declare, terms))
