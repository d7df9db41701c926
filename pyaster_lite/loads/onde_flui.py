"""ONDE_FLUI: waves that come to the sides of a fluid along their normal, by the amplitude of their pressure (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._answer import answer
from ._member import LoadKeyword
from ._surface import spread


def declare(value):
    """The declaration."""
    return FACT("f", max="**", GROUP_MA=CELL_WORDS["GROUP_MA"], PRES=SIMP("o", typ=value))


def terms(occurrences, model):
    """The forces of the waves, and what the sides answer by the fluid's own impedance where some wave comes (OPTION='ONDE_FLUI')."""

    def force(element, data, values, read):
        return element.incident(data, read(values["PRES"]))

    forces = spread(occurrences, model, "ONDE_FLUI", ("PRES",), "incident", force)
    given: dict = {}
    for occurrence in occurrences:
        for index, rows in model.rows(cells_of(occurrence, model.mesh)):
            if hasattr(model.groups[index].element, "answering"):
                given.setdefault(index, {}).update(dict.fromkeys(rows.tolist(), occurrence.PRES))
    # as in code_aster (te0372, te0374), a side without any pressure answers nothing
    heard = {index: {row: value for row, value in own.items() if abs(value) > np.finfo(float).eps} for index, own in given.items()}
    heard = {index: own for index, own in heard.items() if own}
    return [*forces, answer(heard, model, "ONDE_FLUI", lambda data, _: data.property("fluid_density") * data.property("fluid_speed"))]


LOADS.add("ONDE_FLUI", LoadKeyword(declare, terms, functions=False))
