"""FLUX_THM_REP: flows of mass and heat through the sides of porous media (u4.44.01).

    - dt int (FLUN_HYDR1 p1* + FLUN_HYDR2 p2* + FLUN T*)

over a step, functions being taken at its end and at the places that sides tell. With phase changes, FLUN_HYDR1 is of all the
constituents of the first pressure.
"""

from dataclasses import replace

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_ABSENT

from ._member import LoadKeyword
from ._surface import spread

FLOWS = {"FLUN": "t", "FLUN_HYDR1": "p1", "FLUN_HYDR2": "p2"}
"""The words by the unknown that the flow goes with."""


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA"), PRESENT_ABSENT("TOUT", "GROUP_MA"), AU_MOINS_UN(*FLOWS)),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        **{word: SIMP("f", typ=value) for word in FLOWS},
    )


def _through(method):
    """What applies the flows by a method of the elements."""

    def force(element, data, values, read):
        known = element.layout.scalars
        return getattr(element, method)(data, {FLOWS[word]: read(value) for word, value in values.items() if FLOWS[word] in known})

    return force


def terms(occurrences, model):
    """One force term, by second; finite volumes, which balance flows and not what flows over a step, take them as they are."""
    method = "discharge" if any(hasattr(group.element, "discharge") for group in model.groups) else "outflow"
    found = spread(occurrences, model, "FLUX_THM_REP", tuple(FLOWS), method, _through(method), points="flow_points")
    return [replace(term, flows=method == "outflow") for term in found]


def idle(occurrence, model, first):
    """On a whole model that has no sides."""
    if occurrence.get("TOUT") != "OUI" or any(hasattr(group.element, own) for group in model.groups for own in ("outflow", "discharge")):
        return None
    return f"{model.name} has no sides that anything flows through"


LOADS.add("FLUX_THM_REP", LoadKeyword(declare, terms, idle=idle))
