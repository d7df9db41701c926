"""Loads spread over cells: on each cell the last occurrence that names it holds."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.fe.terms import ForceTerm

from ._member import varies


def spread(occurrences, model, word: str, values: tuple[str, ...], able: str, force):
    """The force term of a load on cells.

    values  the keywords that hold values
    able    the method that an element must have to carry the load
    force   function (element, data of the cells, occurrence's values, t) -> (ne, nd)
    """
    owner = np.full(model.mesh.n_cells, -1)
    given = []
    for index, occurrence in enumerate(occurrences):
        cells = cells_of(occurrence, model.mesh) if _names_cells(occurrence) else np.arange(model.mesh.n_cells)
        if not any(hasattr(model.groups[i].element, able) for i, _ in model.rows(cells)):
            raise occurrence.wrong(None, f"{word}: none of these cells can carry it, it would have no effect")
        owner[cells] = index
        given.append({value: occurrence[value] for value in values if value in occurrence})
    places = []
    for index, own in enumerate(given):
        for group, rows in model.rows(np.flatnonzero(owner == index)):
            if hasattr(model.groups[group].element, able):
                places.append((group, rows, own))

    def vector(data, t, displacement):
        blocks = [None] * len(model.groups)
        for group, rows, own in places:
            element = model.groups[group].element
            if blocks[group] is None:
                blocks[group] = np.zeros((len(data[group]), element.size))
            blocks[group][rows] = force(element, data[group].subset(rows), own, t)
        return model.assembler.vector(blocks)

    return [ForceTerm(vector, not any(varies(v) for own in given for v in own.values()), word)]


def _names_cells(occurrence):
    return "GROUP_MA" in occurrence or occurrence.get("TOUT") == "OUI"
