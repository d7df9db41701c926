"""SOURCE: sources of heat by volume, given or taken from a field at points (u4.44.02)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, UN_PARMI
from pyaster_lite.fe.errors import ComputationFailed

from ._member import LoadKeyword
from ._surface import spread

COMPONENT = "SOUR"
_FIELDS = ("cham_elem", "cham_no_sdaster")
_TOLD = ("INST", "X", "Y", "Z")
"""What is read without being named: the instant and the place, also where materials look at these."""


def declare(value):
    """The declaration; without a place it is everywhere."""
    places = chosen(CELL_WORDS, "TOUT", "GROUP_MA")
    if value != "R":
        return FACT("f", max="**", rules=(UN_PARMI("TOUT", "GROUP_MA"),), **places, SOUR=SIMP("o", typ=value))
    rules = (
        UN_PARMI("SOUR", "SOUR_CALCULEE"),
        PRESENT_ABSENT("TOUT", "GROUP_MA"),
        PRESENT_ABSENT("SOUR_CALCULEE", "TOUT", "GROUP_MA"),
    )
    return FACT("f", max="**", rules=rules, **places, SOUR=SIMP("f", typ=value), SOUR_CALCULEE=SIMP("f", typ=_FIELDS))


def force(element, data, values, read):
    """Its heat; a function may depend on what surrounds the points."""
    if "SOUR_CALCULEE" in values:
        return element.heat_source(data, _held(values["SOUR_CALCULEE"], element, data))
    around = {name: value for name, value in data.variables().items() if name not in _TOLD}
    return element.heat_source(data, read(values["SOUR"], **around))


def idle(occurrence, model, first):
    """SOUR after a first occurrence that has SOUR_CALCULEE: code_aster looks at the first one alone to know whether there are any."""
    return "no SOUR is taken where SOUR_CALCULEE comes first" if "SOUR_CALCULEE" in first and "SOUR" in occurrence else None


def _held(field, element, data):
    """(ne, ng) what a field holds at the points or at nodes around them, zero where it holds nothing."""
    if field.quantity != "SOUR_R":
        raise ComputationFailed(f"SOUR_CALCULEE: {field.name} is of {field.quantity}, sources are of SOUR_R")
    if field.kind == "cham_no_sdaster":
        (block,) = field.mesh.select(data.cells)
        at_nodes = field.values[block.nodes, field.components.index(COMPONENT)]
        return np.nan_to_num(at_nodes) @ element.point_functions.T
    held = field.on(data.cells)
    if held is None:
        return 0.0
    return np.nan_to_num(held[0][:, : len(element.rule()), held[1].index(COMPONENT)])


def terms(occurrences, model):
    """One term of the numbers and functions, one of the field, which adds to them."""
    made = []
    for word in ("SOUR", "SOUR_CALCULEE"):
        own = [occurrence for occurrence in occurrences if word in occurrence]
        made += spread(own, model, "SOURCE", (word,), "heat_source", force) if own else []
    return made


LOADS.add("SOURCE", LoadKeyword(declare, terms, phenomena=("THERMIQUE",), idle=idle))
