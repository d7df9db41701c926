"""LIAISON_CHAMNO: the relation whose coefficients are the values of a field at nodes (u4.44.01)."""

from pyaster_lite.catalogue.registry import LOADS

from ._member import BOTH, LoadKeyword
from ._node_field import carried, declare
from ._relations import RowList


def terms(occurrences, model):
    """One relation between all the unknowns that the field has a value for."""
    rows = RowList(model)
    for occurrence in occurrences:
        relation = [term for own in carried(occurrence, model) for term in zip(*(part.tolist() for part in own))]
        try:
            rows.add(relation, occurrence.COEF_IMPO, normed=True)
        except ValueError as empty:
            raise occurrence.wrong("CHAM_NO", str(empty)) from None
    return rows.term("LIAISON_CHAMNO")


LOADS.add("LIAISON_CHAMNO", LoadKeyword(declare, terms, functions=False, phenomena=BOTH))
