"""PRE_SIGM: stresses in solids whose nodal forces, the integral of B^T s, push (u4.44.01).

A field of stresses at points, or one by cells, tells them.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.terms import ForceTerm

from ._member import LoadKeyword
from ._solid_field import on_solids


def declare(value):
    """The declaration."""
    return FACT("f", SIGM=SIMP("o", typ=("cham_elem", "carte_sdaster")))


def terms(occurrences, model):
    """One force term."""
    (occurrence,) = occurrences
    field = occurrence.SIGM
    if field.quantity != "SIEF_R":
        raise occurrence.wrong("SIGM", f"{field.name} is of {field.quantity}, not of SIEF_R")
    if field.location not in ("ELGA", "CART"):
        raise occurrence.wrong("SIGM", f"SIGM is a field {field.location}: it must be one at points, or by cells")
    held = {index: np.stack(list(words.values()), axis=-1) for index, words in on_solids(field, model, "SI").items()}
    if not held:
        raise occurrence.wrong("SIGM", "the field has no stress on a solid of the model")

    def blocks(data, t):
        made = [None] * len(model.groups)
        for index, stress in held.items():
            element = model.groups[index].element
            everywhere = np.broadcast_to(stress, (len(stress), len(element.rule()), stress.shape[-1]))
            stress = element.kept(data[index], everywhere)
            # these forces are made as FORC_NODA makes them: harmonics of a solid of revolution lose some of them there
            forces = element.resisting_forces if getattr(element, "harmonic", False) else None
            made[index] = forces(data[index], None, stress) if forces else element.nodal_forces(data[index], stress)
        return made

    return [ForceTerm(lambda data, t, displacement: model.assembler.vector(blocks(data, t)), True, "PRE_SIGM", blocks=blocks)]


LOADS.add("PRE_SIGM", LoadKeyword(declare, terms, functions=False))
