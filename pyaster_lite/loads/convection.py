"""CONVECTION: the velocity at which a body goes through the axes of a source of heat that moves (u4.44.02)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.terms import TransportTerm

from ._member import DISPLACEMENTS, LoadKeyword


def declare(value):
    """The declaration."""
    return FACT("f", VITESSE=SIMP("o", typ="cham_no_sdaster"))


def terms(occurrences, model):
    """One term; a component that the field lacks is zero."""
    (occurrence,) = occurrences
    field = occurrence.VITESSE
    if field.mesh is not model.mesh:
        raise occurrence.wrong("VITESSE", "the velocities stand on another mesh than the model")
    if not set(field.components) & set(DISPLACEMENTS):
        raise occurrence.wrong("VITESSE", f"the field carries {', '.join(field.components)}, no velocity DX, DY, DZ")
    velocity = np.zeros((model.mesh.n_nodes, 3))
    for axis, name in enumerate(DISPLACEMENTS):
        if name in field.components:
            velocity[:, axis] = np.nan_to_num(field.component(name))
    return [TransportTerm(velocity, "CONVECTION")]


LOADS.add("CONVECTION", LoadKeyword(declare, terms, phenomena=("THERMIQUE",)))
