"""Random sources in the fluid of pipes: flows let in at a node, jumps of pressure or forces between two (DYNA_ALEA_MODAL)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.spectrum import node_key
from pyaster_lite.fe.beam_section import NAMES

FLOWS, JUMPS = ("SOUR_DEBI_VOLU", "SOUR_DEBI_MASS"), ("SOUR_PRESS", "SOUR_FORCE")
BORE = NAMES.index("bore")


def check_number(excit, word, values, number):
    """Raises where `word` does not give so many values."""
    if len(values) != number:
        raise excit.wrong(word, f"{number} indices of the spectrum need {number} of {word}, not {len(values)}")


def equations_of(excit, modes) -> np.ndarray:
    """(n,) those of NOM_CMP at the nodes NOEUD."""
    nodes = [modes.mesh.find_node(node_key(node)) for node in excit.NOEUD]
    found = np.array([int(modes.dofs.index([node], name)[0]) for node, name in zip(nodes, excit.NOM_CMP)])
    if found.min() < 0:
        raise excit.wrong("NOM_CMP", "one of these nodes does not carry its component")
    return found


def source_pushes(excit, modes, shapes, number) -> np.ndarray:
    """(n_modes, n_sources) the generalised forces of a unit of each source; flows push by their change with time."""
    what = excit.GRANDEUR
    excit.mark_read("DERIVATION")
    both = what in JUMPS
    for word in ("NOEUD", "NOM_CMP"):
        check_number(excit, word, excit[word], 2 * number if both else number)
    pushed = shapes[equations_of(excit, modes)]
    nodes = np.array([modes.mesh.find_node(node_key(node)) for node in excit.NOEUD]).reshape(number, -1)
    if what == "SOUR_DEBI_MASS":
        return pushed.T
    held = [_pipe(excit, modes, pair) for pair in nodes]
    if what == "SOUR_DEBI_VOLU":
        return pushed.T * [data.property("fluid_density")[cell] for data, cell, _ in held]
    first, last = modes.mesh.coordinates[nodes.T]
    apart = np.linalg.norm(last - first, axis=1)
    if not apart.all():
        raise excit.wrong("NOEUD", "the two nodes of a source are at the same place")
    areas = [data.characteristics["section"][cell, end, BORE] for data, cell, end in held] if what == "SOUR_PRESS" else 1.0
    return (pushed[::2] - pushed[1::2]).T * areas / apart


def _pipe(excit, modes, nodes):
    """The data of the pipes, the row there of the first cell of the mesh that holds these nodes, and the end that the first one is."""
    given = zip(modes.model.groups, modes.model.data(modes.material_field, modes.characteristics))
    found = []
    for group, data in given:
        if "section" in data.characteristics:
            holds = np.all([(group.nodes == node).any(axis=1) for node in nodes], axis=0)
            found += [(group.cells[row], data, row, int(group.nodes[row, -1] == nodes[0])) for row in np.flatnonzero(holds)]
    if not found:
        raise excit.wrong("NOEUD", f"no beam with a section holds the node {modes.mesh.node_names[nodes[0]]} of this source")
    return min(found, key=lambda one: one[0])[1:]
