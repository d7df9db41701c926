"""DDL_POUTRE: imposed displacements and rotations in the axes of a beam that ends at a node (u4.44.01).

The first axis runs from the other end of the beam to the node; VECT_Y or ANGL_VRIL turn the others about it. As in code_aster, the vector
of what is imposed is turned to the global axes, and every global component that one of the imposed axes has a part of is imposed.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, look_up, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.fe.frames import angles_of_axis, rotation

from ._member import COMPONENTS, DISPLACEMENTS, ROTATIONS, LoadKeyword
from ._relations import RowList, along


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO"), AU_MOINS_UN(*COMPONENTS), UN_PARMI("VECT_Y", "ANGL_VRIL")),
        **{word: NODE_WORDS[word] for word in ("TOUT", "GROUP_NO", "GROUP_MA")},
        **{word: EXCLUDED_NODES[word] for word in ("SANS_GROUP_MA", "SANS_GROUP_NO")},
        **{word: SIMP("f", typ="R") for word in COMPONENTS},
        VECT_Y=SIMP("f", typ="R", min=3, max=3),
        ANGL_VRIL=SIMP("f", typ="R"),
        GROUP_MA_REPE=SIMP("f", typ="grma", max="**"),
    )


def terms(occurrences, model):
    """One relation per node and global component."""
    rows = RowList(model)
    segments = [block for block in model.mesh.blocks if block.type.startswith("SEG")]
    for occurrence in occurrences:
        for node in wanted_nodes(occurrence, model.mesh):
            axes = _axes(occurrence, model.mesh, segments, int(node))
            for names in (DISPLACEMENTS, ROTATIONS):
                given = np.array([name in occurrence for name in names], float)
                values = axes.T @ [occurrence.get(name, 0.0) for name in names]
                for component in np.flatnonzero(axes.T @ given):
                    relation = along(model, node, np.eye(3)[component], names)
                    if relation is None:
                        raise occurrence.wrong(None, f"node {model.mesh.node_names[node]} carries no {names[component]}")
                    rows.add(relation, values[component])
    return rows.term("DDL_POUTRE")


def _axes(occurrence, mesh, segments, node):
    """(3, 3) as rows."""
    around = [(cell, nodes) for block in segments for cell, nodes in zip(block.cells, block.nodes) if node in nodes]
    name = mesh.node_names[node]
    if "GROUP_MA_REPE" in occurrence:
        wanted = set(np.concatenate(list(look_up(occurrence, "GROUP_MA_REPE", mesh.cell_group))).tolist())
        around = [pair for pair in around if pair[0] in wanted]
    if len(around) != 1:
        word, count = ("GROUP_MA_REPE" if "GROUP_MA_REPE" in occurrence else None), len(around)
        raise occurrence.wrong(word, f"{count} segments meet at node {name}", help="GROUP_MA_REPE names the one whose axes hold")
    (_, nodes), *_ = around
    other = nodes[1] if nodes[0] == node else nodes[0]
    axis = mesh.coordinates[node] - mesh.coordinates[other]
    if "ANGL_VRIL" in occurrence:
        return rotation(*angles_of_axis(axis), np.radians(occurrence.ANGL_VRIL), tiny=0.0)
    x = axis / np.linalg.norm(axis)
    y = np.array(occurrence.VECT_Y, float)
    y = y - (y @ x) * x
    if not y.any():
        raise occurrence.wrong("VECT_Y", f"it runs along the beam at node {name}")
    y = y / np.linalg.norm(y)
    return np.stack([x, y, np.cross(x, y)])


LOADS.add("DDL_POUTRE", LoadKeyword(declare, terms, functions=False))
