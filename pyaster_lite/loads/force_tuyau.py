"""FORCE_TUYAU: a pressure inside pipes, Pa (u4.44.01). A function is read at the nodes, also along ABSC where the mesh has it."""

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._member import LoadKeyword
from ._surface import spread


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA"),),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        PRES=SIMP("o", typ=value),
    )


def terms(occurrences, model):
    """One force term."""

    def force(element, data, values, read):
        along = {} if model.mesh.abscissa is None else {"ABSC": model.mesh.abscissa[data.cells][:, : len(element.components)]}
        return element.inner_pressure(data, read(values["PRES"], **along))

    return spread(occurrences, model, "FORCE_TUYAU", ("PRES",), "inner_pressure", force)


LOADS.add("FORCE_TUYAU", LoadKeyword(declare, terms))
