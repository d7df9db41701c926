"""LIAISON_ELEM/OPTION='3D_POU_ARLEQUIN': the relations that glue a beam to the solid it overlaps (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.fe.arlequin import FAMILIES, beam_product, mixed_product
from pyaster_lite.fe.beam import UNKNOWNS, Beam
from pyaster_lite.fe.solid import Solid

from ._member import DISPLACEMENTS

WORDS = {
    "GROUP_MA_1": SIMP("o", typ="grma", max="**"),
    "GROUP_MA_2": SIMP("o", typ="grma", max="**"),
    "CARA_ELEM": SIMP("o", typ="cara_elem"),
    "CHAM_MATER": SIMP("o", typ="cham_mater"),
}


def glue(occurrence, model, unknown, rows):
    """Six relations for each node of the beams that overlap a solid: the cells whose middle is between their ends along X."""
    coordinates, data = model.mesh.coordinates, model.data(occurrence.CHAM_MATER, occurrence.CARA_ELEM)
    solids = [
        (group.cell_type, nodes, coordinates[nodes, 0].mean(axis=1))
        for group, own in _own(occurrence, "GROUP_MA_1", model, Solid)
        for nodes in [group.nodes[own]]
    ]
    relations: dict[int, list[dict]] = {}
    for group, own in _own(occurrence, "GROUP_MA_2", model, Beam):
        beam, known = group.element, data[model.groups.index(group)].subset(own)
        if not np.allclose(abs(beam.frame(known)), np.eye(3), atol=1e-9):
            raise occurrence.wrong("GROUP_MA_2", "beams are glued to solids along X only, with their own axes along Y and Z")
        for row, (ends, product) in enumerate(zip(group.nodes[own], beam_product(beam, known))):
            low, high = np.sort(coordinates[ends, 0])
            over = [(cell, one) for cell, nodes, middle in solids for one in nodes[(middle > low) & (middle < high)]]
            if over:
                _add(relations, ends, product, ends, UNKNOWNS, unknown)
            for cell, nodes in over:
                mixed = mixed_product(beam, known, row, cell, coordinates[nodes])
                _add(relations, ends, -mixed, nodes, DISPLACEMENTS, unknown)
    if not relations:
        raise occurrence.wrong("GROUP_MA_2", "no solid has its middle between the ends of a beam")
    for of_node in relations.values():
        for relation in of_node:
            rows.add(list(relation.items()), 0.0)


def _add(relations, ends, product, nodes, names, unknown):
    """Add to the six relations of each end a product (12, k) with the unknowns `names` of `nodes`."""
    equations = [unknown(node, name) for node in nodes for name in names]
    for end, values in zip(ends, product.reshape(2, 6, -1)):
        own = relations.setdefault(int(end), [{} for _ in UNKNOWNS])
        for relation, row in zip(own, values):
            for equation, value in zip(equations, row.tolist()):
                relation[equation] = relation.get(equation, 0.0) + value


def _own(occurrence, word, model, kind):
    """Pairs (group of the model, rows in it) of the cells of a keyword that carry elements of a kind: those that can be glued."""
    cells = np.unique(np.concatenate(look_up(occurrence, word, model.mesh.cell_group)))
    found = [(model.groups[index], rows) for index, rows in model.rows(cells)]
    found = [(group, rows) for group, rows in found if isinstance(group.element, kind)]
    for group, _ in found:
        suits = group.element.shears if kind is Beam else group.cell_type in FAMILIES
        if not suits:
            raise occurrence.wrong(word, f"{group.modelisation} on {group.cell_type} cannot be glued: beams of POU_D_T to solids are")
    if not found:
        raise occurrence.wrong(word, "these cells carry no beams" if kind is Beam else "these cells carry no solids")
    return found
