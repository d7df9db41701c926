"""FORCE_COQUE_FO: a pressure on plates and shells by a function of where each cell is, of its thickness EP and density RHO (u4.44.01).

It is read once, at the mean of the nodes of each cell, with what CARA_ELEM and CHAM_MATER of the load tell; on curved shells it can
follow the motion as that of FORCE_COQUE does.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._member import FUNCTION, LoadKeyword
from ._surface import spread

GIVEN_BY = {"EP": "CARA_ELEM", "RHO": "CHAM_MATER"}


def declare(value):
    """The declaration."""
    places = {word: CELL_WORDS[word] for word in ("TOUT", "GROUP_MA")}
    return FACT("f", max="**", rules=(UN_PARMI(*places),), **places, PRES=SIMP("o", typ=FUNCTION))


def terms(occurrences, model, told):
    """One force term; `told` has EP and RHO by cell of the mesh, not a number where they are not known."""
    mesh, pressure = model.mesh, np.zeros(model.mesh.n_cells)
    for occurrence in occurrences:
        every = np.arange(mesh.n_cells) if occurrence.get("TOUT") == "OUI" else cells_of(occurrence, mesh)
        cells = np.array([cell for cell in every if any(len(rows) for _, rows in model.rows(np.array([cell])))], int)
        centres = np.array([mesh.coordinates[mesh.cell_nodes(int(cell))].mean(axis=0) for cell in cells]).reshape(-1, 3)
        around = dict(zip("XYZ", centres.T)) | {name: values[cells] for name, values in told.items()}
        for name in GIVEN_BY:
            if name in occurrence.PRES.parameters and np.isnan(around.get(name, np.nan)).any():
                raise occurrence.wrong("PRES", f"it depends on {name}, which {GIVEN_BY[name]} does not tell of all these cells")
        pressure[cells] = occurrence.PRES.evaluate(**around)

    def followed(data, read):
        return np.broadcast_to(pressure[data.cells][:, None], read(0.0).shape)

    def force(element, data, values, read):
        if read.moved is not None:
            return element.following_pressure(data, followed(data, read))
        push = np.zeros((*read(0.0).shape, 3))
        push[..., 2] = -pressure[data.cells][:, None]
        return element.shell_force(data, push, np.zeros(push.shape), True, None)

    def stiffness(element, data, values, read):
        return element.following_pressure_stiffness(data, followed(data, read))

    follows = all(hasattr(group.element, "following_pressure") for group in model.groups if hasattr(group.element, "shell_force"))
    return spread(occurrences, model, "FORCE_COQUE_FO", (), "shell_force", force, stiffness if follows else None)


LOADS.add("FORCE_COQUE_FO", LoadKeyword(declare, terms, functions=False, by_cell=True))
