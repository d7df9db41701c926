"""FORCE_ARETE: forces and moments by length on the edges of solids and shells, N/m and N (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._member import ROTATIONS, LoadKeyword
from ._surface import spread

FORCES = ("FX", "FY", "FZ")
MOMENTS = ("MX", "MY", "MZ")


def declare(value):
    """The declaration."""
    words = {name: SIMP("f", typ=value) for name in (*FORCES, *MOMENTS)}
    return FACT("f", max="**", rules=(AU_MOINS_UN(*words),), GROUP_MA=CELL_WORDS["GROUP_MA"], **words)


def force(element, data, values, read):
    """(ne, nd) nodal forces of one occurrence."""
    by_length = np.stack([read(values.get(name, 0.0)) for name in FORCES], axis=-1)
    if not any(name in values for name in MOMENTS):
        return element.line_force(data, by_length)
    return element.line_force(data, by_length, np.stack([read(values.get(name, 0.0)) for name in MOMENTS], axis=-1))


def terms(occurrences, model):
    """One force term."""
    for occurrence in occurrences:
        if model.dimension != 3:
            raise occurrence.wrong(None, f"FORCE_ARETE is for models in 3D, this one is in {model.dimension}D")
        for word in MOMENTS:
            if word in occurrence and not _turn(model, cells_of(occurrence, model.mesh)):
                raise occurrence.wrong(word, "the nodes of these edges do not turn: a moment would have no effect")
    return spread(occurrences, model, "FORCE_ARETE", (*FORCES, *MOMENTS), "line_force", force, merged=True)


def _turn(model, cells):
    """Whether every edge among the cells carries rotations."""
    edges = [model.groups[i].element for i, _ in model.rows(cells)]
    return all(ROTATIONS[0] in names for e in edges if hasattr(e, "line_force") for names in e.components)


LOADS.add("FORCE_ARETE", LoadKeyword(declare, terms))
