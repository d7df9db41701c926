"""LIAISON_PROJ: nodes follow the cells that PROJ_CHAMP found them in (u4.44.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import LOADS

from ._member import DISPLACEMENTS, ROTATIONS, UNKNOWNS, LoadKeyword
from ._relations import RowList

_NEGLIGIBLE = 1e-6
"""A node whose function is smaller than this is left out."""


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        MATR_PROJECTION=SIMP("o", typ="corresp_2_mailla"),
        DDL=SIMP("o", max="**", into=UNKNOWNS, validators=(no_repeat,)),
        TYPE=SIMP("f", into=("IDENTITE", "EXCENTREMENT"), defaut="IDENTITE"),
    )


def terms(occurrences, model):
    """The unknown of a node equals what the functions of its cell make of those of the cell's nodes."""
    mesh, rows = model.mesh, RowList(model)
    for occurrence in occurrences:
        link = occurrence.MATR_PROJECTION
        if link.source is not mesh or link.target is not mesh:
            raise occurrence.wrong("MATR_PROJECTION", "it must go from the mesh of the model to the same mesh")
        offset = occurrence.TYPE == "EXCENTREMENT"
        for node in (link.cells >= 0).nonzero()[0].tolist():
            used = link.nodes[node] >= 0
            masters = link.nodes[node][used].tolist()
            if offset and (mesh.cell_type(link.cells[node]) not in ("TRIA3", "QUAD4") or mesh.space_dimension != 3):
                raise occurrence.wrong("TYPE", "EXCENTREMENT goes with cells TRIA3 and QUAD4 in space")
            if node in masters:
                continue
            weights = link.weights[node][used].tolist()
            for item, name in enumerate(occurrence.DDL):
                row = [(_unknown(occurrence, model, node, name, item), -1.0)]
                for master, weight in zip(masters, weights):
                    if abs(weight) <= _NEGLIGIBLE and not offset:
                        continue
                    row.append((_unknown(occurrence, model, master, name, item), weight))
                    if offset and name in DISPLACEMENTS:
                        row += _turned(occurrence, model, master, weight, mesh.coordinates[node] - mesh.coordinates[master], name, item)
                rows.add(row, 0.0)
    return rows.term("LIAISON_PROJ")


def _unknown(occurrence, model, node, name, item):
    equation = int(model.dofs.index(node, name))
    if equation < 0:
        raise occurrence.wrong("DDL", f"node {model.mesh.node_names[node]} does not carry {name}", item=item)
    return equation


def _turned(occurrence, model, master, weight, arm, name, item):
    """What the rotation of a node gives to the displacement `name` at the end of an arm."""
    k = DISPLACEMENTS.index(name)
    i, j = (k + 1) % 3, (k + 2) % 3
    turns = ((ROTATIONS[i], weight * arm[j]), (ROTATIONS[j], -weight * arm[i]))
    return [(_unknown(occurrence, model, master, rotation, item), factor) for rotation, factor in turns if abs(factor) > _NEGLIGIBLE]


LOADS.add("LIAISON_PROJ", LoadKeyword(declare, terms, functions=False))
