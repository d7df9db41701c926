"""CHAMNO_IMPO: unknowns imposed at COEF_IMPO times the values of a field at nodes (u4.44.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._imposed import imposed_term
from ._member import LoadKeyword


def declare(value):
    """The declaration."""
    return FACT("f", CHAM_NO=SIMP("o", typ="cham_no_sdaster"), COEF_IMPO=SIMP("o", typ="R"))


def terms(occurrences, model):
    """Every value of the field whose unknown the node carries."""
    imposed = {}
    for occurrence in occurrences:
        field = occurrence.CHAM_NO
        if field.mesh is not model.mesh:
            raise occurrence.wrong("CHAM_NO", f"{field.name} stands on another mesh than the model")
        for component in field.components:
            values = field.component(component)
            known = values == values
            equations = model.dofs.index(range(model.mesh.n_nodes), component)
            kept = known & (equations >= 0)
            imposed |= dict(zip(equations[kept].tolist(), (occurrence.COEF_IMPO * values[kept]).tolist()))
        if not imposed:
            raise occurrence.wrong("CHAM_NO", f"no node carries a component of {field.name}: nothing would be imposed")
    return [imposed_term(model, imposed, "CHAMNO_IMPO")] if imposed else []


LOADS.add("CHAMNO_IMPO", LoadKeyword(declare, terms, functions=False))
