"""CHAMNO_IMPO: unknowns imposed at COEF_IMPO times the values of a field at nodes (u4.44.01)."""

from pyaster_lite.catalogue.registry import LOADS

from ._imposed import imposed_term
from ._member import LoadKeyword
from ._node_field import carried, declare


def terms(occurrences, model):
    """Every value of the field whose unknown the node carries."""
    imposed = {}
    for occurrence in occurrences:
        for equations, values in carried(occurrence, model):
            imposed |= dict(zip(equations.tolist(), (occurrence.COEF_IMPO * values).tolist()))
        if not imposed:
            raise occurrence.wrong("CHAM_NO", f"no node carries a component of {occurrence.CHAM_NO.name}: nothing would be imposed")
    return [imposed_term(model, imposed, "CHAMNO_IMPO")] if imposed else []


LOADS.add("CHAMNO_IMPO", LoadKeyword(declare, terms, functions=False))
