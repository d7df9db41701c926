"""FACE_IMPO: imposed displacements on the nodes of sides, along the axes, their normal or their tangent (u4.44.01).

The normal at a node is the mean of the unit normals of the sides around it.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, cells_of, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS

from ._member import COMPONENTS, DISPLACEMENTS, FLUID, POROUS, ROTATIONS, LoadKeyword
from ._relations import RowList, impose_along, impose_component, node_normals

LOCAL = ("DNOR", "DRNOR", "DTAN")
NAMED = (*COMPONENTS, "GRX", *FLUID, *POROUS)


def declare(value):
    """The declaration."""
    exclusive = [EXCLUS(local, name) for local in ("DNOR", "DTAN") for name in COMPONENTS]
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN(*NAMED, *LOCAL), *exclusive),
        GROUP_MA=SIMP("o", typ="grma", max="**", validators=NODE_WORDS["GROUP_MA"].validators),
        **{word: EXCLUDED_NODES[word] for word in ("SANS_GROUP_MA", "SANS_GROUP_NO")},
        **{word: SIMP("f", typ=value) for word in (*NAMED, *LOCAL)},
    )


def terms(occurrences, model):
    """One relation per node and imposed component."""
    rows = RowList(model)
    for occurrence in occurrences:
        nodes = wanted_nodes(occurrence, model.mesh)
        for name in NAMED:
            if name in occurrence:
                impose_component(occurrence, model, nodes, name, rows)
        for name in LOCAL:
            if name in occurrence:
                _impose_along(occurrence, model, nodes, name, rows)
    return rows.term("FACE_IMPO")


def _impose_along(occurrence, model, nodes, name, rows):
    if name == "DTAN" and model.dimension == 3:
        raise occurrence.wrong(name, "the tangent of a side is defined in plane models only")
    if name == "DRNOR" and model.dimension == 2:
        raise occurrence.wrong(name, "a rotation about the normal needs a model in space")
    cells = cells_of(occurrence, model.mesh)
    sides = cells[model.mesh.cell_dim(cells) == model.dimension - 1]
    lost = np.setdiff1d(nodes, model.mesh.nodes_of_cells(sides))
    if lost.size:
        raise occurrence.wrong("GROUP_MA", f"node {model.mesh.node_names[lost[0]]} is on no side here: it has no normal")
    try:
        directions = node_normals(model.mesh, sides, nodes, tangent=name == "DTAN")
    except ValueError as flat:
        raise occurrence.wrong("GROUP_MA", str(flat)) from None
    names = ROTATIONS if name == "DRNOR" else DISPLACEMENTS
    impose_along(occurrence, model, nodes, directions, name, names, rows)


LOADS.add("FACE_IMPO", LoadKeyword(declare, terms))
