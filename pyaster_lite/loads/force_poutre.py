"""FORCE_POUTRE: forces and moments by length of beams, bars and cables (u4.44.01).

FX .. MZ are in the global axes, N .. MFZ in those of the beam. A function is read at the ends and is linear between.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT, UN_PARMI

from ._member import LoadKeyword
from ._surface import spread

GLOBAL = ("FX", "FY", "FZ", "MX", "MY", "MZ")
LOCAL = ("N", "VY", "VZ", "MT", "MFY", "MFZ")


def declare(value):
    """The declaration."""
    exclusive = [PRESENT_ABSENT(word, *LOCAL) for word in GLOBAL] + [PRESENT_ABSENT(word, *GLOBAL) for word in LOCAL]
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA"),),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        TYPE_CHARGE=SIMP("f", into=("FORCE",), defaut="FORCE"),
        b_force=BLOC(
            equal("TYPE_CHARGE", "FORCE"),
            rules=(AU_MOINS_UN(*GLOBAL, *LOCAL), *exclusive),
            **{word: SIMP("f", typ=value) for word in (*GLOBAL, *LOCAL)},
        ),
    )


def force(element, data, values, read):
    """(ne, nd) nodal forces of one occurrence."""
    words = LOCAL if set(values) & set(LOCAL) else GLOBAL
    by_length = np.stack([read(values.get(word, 0.0)) for word in words], axis=-1)
    return element.beam_force(data, by_length[..., :3], by_length[..., 3:], words is LOCAL)


def terms(occurrences, model):
    """One force term."""
    for occurrence in occurrences:
        occurrence.mark_read("TYPE_CHARGE")
    return spread(occurrences, model, "FORCE_POUTRE", (*GLOBAL, *LOCAL), "beam_force", force)


LOADS.add("FORCE_POUTRE", LoadKeyword(declare, terms))
