"""PRES_REP: pressure on skins, and shear along plane ones (u4.44.01). Positive pressure pushes against the normal.

A function of space is read at the integration points. Source: r3.01.01.
"""

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT

from ._member import LoadKeyword
from ._surface import spread


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA"), PRESENT_ABSENT("TOUT", "GROUP_MA"), AU_MOINS_UN("PRES", "CISA_2D")),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        PRES=SIMP("f", typ=value),
        CISA_2D=SIMP("f", typ=value),
    )


def _force(element, data, values, read):
    return element.pressure(data, read(values.get("PRES", 0.0)), read(values.get("CISA_2D", 0.0)))


def _stiffness(element, data, values, read):
    return element.pressure_stiffness(data, read(values.get("PRES", 0.0)), read(values.get("CISA_2D", 0.0)))


def terms(occurrences, model):
    """One force term."""
    for occurrence in occurrences:
        if "CISA_2D" in occurrence and model.dimension == 3:
            raise occurrence.wrong("CISA_2D", "a shear is for plane models only")
    return spread(occurrences, model, "PRES_REP", ("PRES", "CISA_2D"), "pressure", _force, _stiffness)


LOADS.add("PRES_REP", LoadKeyword(declare, terms))
