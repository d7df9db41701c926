"""IMPE_FACE: what sides of a fluid answer to speeds, up to version 15; today a material beside an _ABSO model says it (u4.44.01)."""

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._answer import answer
from ._member import LoadKeyword


def declare(value, unknowns):
    """The declaration."""
    return FACT("f", max="**", GROUP_MA=CELL_WORDS["GROUP_MA"], IMPE=SIMP("o", typ=value))


def terms(occurrences, model):
    """One term; on each cell the last occurrence that names it holds."""
    given = {}
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        borne = [(index, rows) for index, rows in model.rows(cells) if hasattr(model.groups[index].element, "answering")]
        if not borne:
            raise occurrence.wrong("GROUP_MA", "IMPE_FACE: none of these cells is a side of a fluid, it would have no effect")
        for index, rows in borne:
            given.setdefault(index, {}).update(dict.fromkeys(rows.tolist(), occurrence.IMPE))

    return [answer(given, model, "IMPE_FACE")]


LOADS.add("IMPE_FACE", LoadKeyword(declare, terms, functions=False, phenomena=("MECANIQUE", "ACOUSTIQUE")))
