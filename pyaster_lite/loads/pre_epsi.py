"""PRE_EPSI: strains that are there without any stress, as the nodal forces that hold them (u4.44.01).

Solids and bars read EPXX .. EPYZ, beams EPX, KY, KZ, sheets of reinforcement EXX, membranes EXX, EYY, EXY, plates EXX, EYY,
EXY, KXX, KYY, KXY in their own axes. As in code_aster the stresses of a linear equilibrium are those of all strains: C B u.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT

from ._member import LoadKeyword
from ._surface import spread

SOLID = ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")
WORDS = {
    "bar": ("EPXX",),
    "beam": ("EPX", "KY", "KZ"),
    "grid": ("EXX",),
    "membrane": ("EXX", "EYY", "EXY"),
    "plate": ("EXX", "EYY", "EXY", "KXX", "KYY", "KXY"),
}
EVERY = (*SOLID, *WORDS["beam"], *WORDS["plate"])


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA"), PRESENT_ABSENT("TOUT", "GROUP_MA"), AU_MOINS_UN(*EVERY)),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        **{word: SIMP("f", typ=value) for word in EVERY},
    )


def _force(element, data, values, read):
    words = [f"EP{axes}" for axes in element.continuum.strains] if element.strain_kind == "solid" else WORDS[element.strain_kind]
    strain = [read(values.get(word, 0.0)) for word in words]
    return element.strain_force(data, np.stack(np.broadcast_arrays(*strain), axis=-1))


def terms(occurrences, model):
    """One force term."""
    return spread(occurrences, model, "PRE_EPSI", EVERY, "strain_force", _force, points="strain_points")


LOADS.add("PRE_EPSI", LoadKeyword(declare, terms))
