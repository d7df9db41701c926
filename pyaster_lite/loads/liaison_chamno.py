"""LIAISON_CHAMNO: the relation whose coefficients are the values of a field at nodes (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._member import BOTH, LoadKeyword
from ._relations import RowList


def declare(value, unknowns):
    """The declaration."""
    return FACT("f", CHAM_NO=SIMP("o", typ="cham_no_sdaster"), COEF_IMPO=SIMP("o", typ="R"))


def terms(occurrences, model):
    """One relation between all the unknowns that the field has a value for."""
    rows = RowList(model)
    for occurrence in occurrences:
        field = occurrence.CHAM_NO
        if field.mesh is not model.mesh:
            raise occurrence.wrong("CHAM_NO", f"{field.name} stands on another mesh than the model")
        relation = []
        for component in field.components:
            values = field.component(component)
            equations = model.dofs.index(range(model.mesh.n_nodes), component)
            kept = (values == values) & (equations >= 0)
            relation += zip(equations[kept].tolist(), values[kept].tolist())
        try:
            rows.add(relation, occurrence.COEF_IMPO, np.zeros(3))
        except ValueError as empty:
            raise occurrence.wrong("CHAM_NO", str(empty)) from None
    return rows.term("LIAISON_CHAMNO")


LOADS.add("LIAISON_CHAMNO", LoadKeyword(declare, terms, functions=False, phenomena=BOTH))
