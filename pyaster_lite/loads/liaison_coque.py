"""LIAISON_COQUE: plates that meet at an edge, each node of one moving as a rigid body with the one it faces (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import NODE_WORDS, nodes_of
from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._member import LoadKeyword
from ._movement import faced
from ._relations import RowList
from .liaison_solide import add_rigid

SIDES = {side: tuple(f"{word}_{side}" for word in ("GROUP_MA", "GROUP_NO")) for side in (1, 2)}


def declare(value):
    """The declaration."""
    words = [(f"{without}{word}_{side}", word) for side in SIDES for without in ("", "SANS_") for word in ("GROUP_MA", "GROUP_NO")]
    return FACT(
        "f",
        max="**",
        rules=tuple(AU_MOINS_UN(*words) for words in SIDES.values()),
        **{name: NODE_WORDS[word] for name, word in words},
    )


def terms(occurrences, model):
    """Six relations by pair of nodes that turn."""
    rows, mesh = RowList(model), model.mesh
    for occurrence in occurrences:
        sides = []
        for side in SIDES:
            nodes = nodes_of(occurrence, mesh, suffix=f"_{side}")
            without = nodes_of(occurrence, mesh, prefix="SANS_", suffix=f"_{side}")
            sides.append(nodes[~np.isin(nodes, without)])
        for pair in faced(occurrence, mesh, *sides):
            if not add_rigid(rows, model, np.array(pair), 0.0):
                raise occurrence.wrong(None, f"node {mesh.node_names[pair[0]]} and the one it faces carry no displacement")
    return rows.term("LIAISON_COQUE")


LOADS.add("LIAISON_COQUE", LoadKeyword(declare, terms))
