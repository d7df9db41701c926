"""VITE_FACE: speeds of a fluid through its sides, along their normal or in a direction (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.fluid import POTENTIAL

from ._member import LoadKeyword
from ._surface import spread


def declare(value, unknowns):
    """The declaration; speeds of sound are along the normal."""
    if value == "C":
        return FACT("f", max="**", GROUP_MA=CELL_WORDS["GROUP_MA"], VNOR=SIMP("o", typ=value))
    return FACT(
        "f",
        max="**",
        rules=UN_PARMI("VNOR", "DIRECTION"),
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        VNOR=SIMP("f", typ=value),
        DIRECTION=SIMP("f", typ=value, min=2, max=3),
        b_direction=BLOC(present("DIRECTION"), VITE=SIMP("o", typ=value)),
    )


def _force(element, data, values, read):
    if "VNOR" in values:
        return element.normal_speed(data, read(values["VNOR"]))
    axes = [read(value) for value in (*values["DIRECTION"], 0.0)[:3]]
    return element.normal_speed(data, read(values["VITE"]), np.stack(axes, axis=-1))


def terms(occurrences, model):
    """One force term."""
    for occurrence in occurrences:
        if occurrence.get("DIRECTION") is not None and any(
            getattr(group.element, "formulation", POTENTIAL) is not POTENTIAL for group in model.groups
        ):
            raise occurrence.wrong("DIRECTION", "a speed in a direction is for FORMULATION='U_PSI'")
    return spread(occurrences, model, "VITE_FACE", ("VNOR", "DIRECTION", "VITE"), "normal_speed", _force)


LOADS.add("VITE_FACE", LoadKeyword(declare, terms, phenomena=("MECANIQUE", "ACOUSTIQUE")))
