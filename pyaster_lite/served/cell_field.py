"""code_aster.CA.FieldOnCellsReal: fields at the points of elements that a deck's Python fills itself."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.field import ElementField
from pyaster_lite.concepts.law_computation import stresses_at_rest

from ._building import OfKind


class CellFieldKind(OfKind):
    """The class; called with a model, ELGA and SIEF_R or VARI_R, the laws and the characteristics, it gives a field that is zero."""

    def __call__(cls, model, location, quantity, behaviour=None, characteristics=None):
        if (location, quantity) == ("ELGA", "SIEF_R"):
            return stresses_at_rest(model, characteristics)
        if (location, quantity) == ("ELGA", "VARI_R") and behaviour is not None:
            return 0.0 * behaviour.variables()
        raise AttributeError(name=f"FieldOnCellsReal {location} {quantity}", obj=model)

    def __instancecheck__(cls, thing):
        return isinstance(thing, ElementField) and not thing.is_complex


@SERVED.register("code_aster.CA.FieldOnCellsReal")
def field_on_cells(study):
    """The class."""
    return CellFieldKind("FieldOnCellsReal", (), {})
