"""code_aster.CA.FieldOnNodesReal: a field of a numbering that a deck's Python fills itself."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.model import Model
from pyaster_lite.concepts.physical_problem import OPTIONS


@SERVED.register("code_aster.CA.FieldOnNodesReal")
def field_on_nodes(study):
    """FieldOnNodesReal(numbering or model): zero, on its unknowns."""

    def make(numbering):
        model, dofs = (numbering, numbering.dofs) if isinstance(numbering, Model) else (numbering.model, numbering.dofs)
        return NodeField(model.mesh, OPTIONS[model.phenomenon][2], dofs.components, dofs.at_nodes(np.zeros(dofs.size)))

    return make
