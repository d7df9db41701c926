"""code_aster.CA.FieldOnNodesReal and FieldOnNodesComplex: fields of a numbering or mesh that a deck's Python fills itself."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.model import Model
from pyaster_lite.concepts.numbering import QUANTITIES

from ._building import OfKind


def _field(place, quantity, values, letter):
    """Zero on the unknowns of a numbering or model; on a mesh, zero or values by component at all nodes."""
    scalar = complex if letter == "C" else float
    if isinstance(place, Mesh):
        table = np.zeros((place.n_nodes, len(values)), scalar) + (list(values.values()) if isinstance(values, dict) else 0.0)
        return NodeField(place, quantity, values, table)
    model, dofs = (place, place.dofs) if isinstance(place, Model) else (place.model, place.dofs)
    made = quantity or QUANTITIES[model.phenomenon]
    field = NodeField(model.mesh, made[:-1] + letter, dofs.components, dofs.at_nodes(np.zeros(dofs.size, scalar)))
    if place is not model and len(place.relations):
        field.held = np.zeros(len(place.relations))
    return field


class FieldKind(OfKind):
    """A class of fields at nodes of one kind of numbers; called with a numbering or model, or with a mesh, a quantity and its
    components (or their values by name), it gives one."""

    def __call__(cls, place, quantity=None, values=()):
        return _field(place, quantity, values, cls.letter)

    def __instancecheck__(cls, thing):
        return isinstance(thing, NodeField) and thing.is_complex == (cls.letter == "C")


def _register(name, letter):
    SERVED.add(f"code_aster.CA.{name}", lambda study: FieldKind(name, (), {"letter": letter}))


_register("FieldOnNodesReal", "R")
_register("FieldOnNodesComplex", "C")
