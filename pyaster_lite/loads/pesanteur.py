"""PESANTEUR: weight, GRAVITE times the unit vector of DIRECTION on every mass (u4.44.01).

A plane model bears what lies in its plane, a solid of revolution what lies along its axis.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.terms import ForceTerm

from ._member import LoadKeyword, accelerations


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        GRAVITE=SIMP("o", typ="R"),
        DIRECTION=SIMP("o", typ="R", min=3, max=3),
    )


def terms(occurrences, model):
    """One force term."""
    (occurrence,) = occurrences
    direction = np.array(occurrence.DIRECTION, float)
    length = np.linalg.norm(direction)
    if length == 0:
        raise occurrence.wrong("DIRECTION", "a direction cannot be the zero vector")
    acceleration = occurrence.GRAVITE * direction / length
    cells = cells_of(occurrence, model.mesh) if "GROUP_MA" in occurrence else np.arange(model.mesh.n_cells)
    rows = dict(model.rows(cells))
    if not rows:
        raise occurrence.wrong("GROUP_MA", "none of these cells carries an element: there is nothing to weigh")

    def weights(data, t, displacement=None):
        blocks = []
        for index, (group, own) in enumerate(zip(model.groups, data)):
            force = None
            if index in rows:
                part = own.subset(rows[index])
                if displacement is not None and getattr(group.element, "weighs_where_moved", False):
                    part = part.moved(displacement[model.assembler.equations[index][rows[index]]])
                part = group.element.weight(part, acceleration)
                if part is not None:
                    force = np.zeros((len(own), part.shape[1]))
                    force[rows[index]] = part
            blocks.append(force)
        return blocks

    def vector(data, t, displacement):
        return model.assembler.vector(weights(data, t, displacement))

    def values(data, t, where):
        for group, own in rows.items():
            places = where(model.groups[group].element, data[group].subset(own))
            yield group, own, accelerations(np.broadcast_to(acceleration, places.shape))

    return [ForceTerm(vector, True, "PESANTEUR", follows=True, blocks=weights, values=values)]


LOADS.add("PESANTEUR", LoadKeyword(declare, terms, functions=False))
