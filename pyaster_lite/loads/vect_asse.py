"""VECT_ASSE: the nodal forces that a field at nodes holds (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.terms import ForceTerm

from ._member import LoadKeyword


def declare(value):
    """The declaration."""
    return SIMP("f", typ="cham_no_sdaster")


def terms(fields, model):
    """One force term; components that the model does not carry are left out."""
    (field,) = fields
    if field.mesh.n_nodes != model.mesh.n_nodes:
        raise ComputationFailed(f"{field.name} stands on another mesh than {model.name}: VECT_ASSE takes forces at the model's own nodes")
    values = {name: np.nan_to_num(field.component(name)) for name in field.components}
    vector = model.dofs.vector(values)
    return [ForceTerm(lambda data, t, displacement: vector, True, "VECT_ASSE")]


LOADS.add("VECT_ASSE", LoadKeyword(declare, terms, functions=False))
