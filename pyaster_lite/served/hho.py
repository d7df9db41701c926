"""code_aster.CA.HHO: fields of hybrid elements from functions, and what they are at nodes."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.hybrid import projected, projected_field, values_at_nodes

FIELDS = {"MECANIQUE": "XYZ", "THERMIQUE": "T"}


class HybridProjection:
    """Projections for the model of a problem."""

    def __init__(self, problem):
        self.problem, self.model = problem, problem.model

    def projectOnHHOSpace(self, given, time=0.0):
        """The polynomials in cells and on faces nearest to a function or number, to one for each direction, or to a field at vertices."""
        return self._projected(given, time, True)

    def projectOnHHOCellSpace(self, given, time=0.0):
        """The same in the cells alone, zero on the faces."""
        return self._projected(given, time, False)

    def _projected(self, given, time, faces):
        if isinstance(given, NodeField):
            return self.problem.field(projected_field(self.model, given, faces))
        parts = given if isinstance(given, (list, tuple, np.ndarray)) else [given]
        functions = dict(zip(FIELDS[self.model.phenomenon], parts))
        return self.problem.field(projected(self.model, functions, time, faces))

    def projectOnLagrangeSpace(self, field):
        """The mean at each node of the polynomials of the cells around."""
        dofs = self.model.dofs
        places = [field.components.index(name) for name in dofs.components]
        vector = np.nan_to_num(field.values[:, places][dofs.node, dofs.component])
        return values_at_nodes(self.model, vector, field.quantity)


@SERVED.register("code_aster.CA.HHO")
def hho(study):
    """The class."""
    return HybridProjection
