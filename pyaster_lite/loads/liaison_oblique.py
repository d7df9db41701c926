"""LIAISON_OBLIQUE: imposed displacements and rotations in turned axes (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.fe.frames import rotation

from ._member import COMPONENTS, DISPLACEMENTS, ROTATIONS, LoadKeyword
from ._relations import RowList, along


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("GROUP_MA", "GROUP_NO"), AU_MOINS_UN(*COMPONENTS)),
        **{word: NODE_WORDS[word] for word in ("GROUP_NO", "GROUP_MA")},
        **{word: EXCLUDED_NODES[word] for word in ("SANS_GROUP_MA", "SANS_GROUP_NO")},
        ANGL_NAUT=SIMP("o", typ="R", max=3),
        **{word: SIMP("f", typ=value) for word in COMPONENTS},
    )


def terms(occurrences, model):
    """One relation per node and direction."""
    rows = RowList(model)
    for occurrence in occurrences:
        axes = rotation(*np.radians((*occurrence.ANGL_NAUT, 0.0, 0.0)[:3]), tiny=0.0)
        nodes = wanted_nodes(occurrence, model.mesh)
        for name in COMPONENTS:
            if name not in occurrence:
                continue
            names = DISPLACEMENTS if name in DISPLACEMENTS else ROTATIONS
            found = False
            for node in nodes:
                relation = along(model, node, axes[names.index(name)], names)
                if relation:
                    rows.add(relation, occurrence[name])
                    found = True
            if not found:
                raise occurrence.wrong(name, f"none of these nodes carries {name} in these axes: nothing would be imposed")
    return rows.term("LIAISON_OBLIQUE")


LOADS.add("LIAISON_OBLIQUE", LoadKeyword(declare, terms))
