"""LIAISON_ELEM: a section of a solid or of a plate is joined to the node of a beam (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, look_up
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.section_link import FAMILIES, section_link

from ._member import DISPLACEMENTS, ROTATIONS, LoadKeyword
from ._relations import RowList

ONE = (UN_PARMI("GROUP_NO_2", "GROUP_MA_2"),)


def declare(value):
    """The declaration."""
    section = {"GROUP_MA_1": CELL_WORDS["GROUP_MA"]}
    node = {"GROUP_NO_2": SIMP("f", typ="grno"), "GROUP_MA_2": SIMP("f", typ="grma")}
    return FACT(
        "f",
        max="**",
        OPTION=SIMP("o", into=("3D_POU", "2D_POU", "PLAQ_POUT_ORTH")),
        b_solid=BLOC(is_in("OPTION", "3D_POU", "2D_POU"), rules=ONE, **section, **node),
        b_plate=BLOC(equal("OPTION", "PLAQ_POUT_ORTH"), **section, GROUP_NO_2=SIMP("o", typ="grno")),
        b_angle=BLOC(is_in("OPTION", "3D_POU", "PLAQ_POUT_ORTH"), ANGL_MAX=SIMP("f", typ="R", defaut=1.0, advisory=True)),
        b_off=BLOC(equal("OPTION", "PLAQ_POUT_ORTH"), VERIF_EXCENT=SIMP("f", defaut="OUI", into=("OUI", "NON"), advisory=True)),
    )


def terms(occurrences, model):
    """Three relations for the displacement and three for the rotation (two and one in the plane); of a plate two for its rotations."""
    rows = RowList(model)
    for occurrence in occurrences:
        mesh = model.mesh
        link = section_link(_cells(occurrence, mesh), mesh.coordinates)
        node = _node(occurrence, mesh)
        names = ("DX", "DY") if occurrence.OPTION == "2D_POU" else DISPLACEMENTS
        place = mesh.coordinates[node]
        unknown = _Unknowns(occurrence, model)
        for name in names:
            relation = [(unknown(own, name), weight) for own, weight in zip(link.nodes, link.weights)]
            rows.add([*relation, (unknown(node, name), -link.size)], 0.0, place)
        for axis in (2,) if occurrence.OPTION == "2D_POU" else (0, 1, 2):
            i, j = (axis + 1) % 3, (axis + 2) % 3
            relation = []
            for own, arm in zip(link.nodes, link.arms):
                relation += [(unknown(own, DISPLACEMENTS[j]), arm[i]), (unknown(own, DISPLACEMENTS[i]), -arm[j])]
            turns = [(axis, link.inertia[axis, axis])] if occurrence.OPTION == "2D_POU" else enumerate(link.inertia[axis])
            rows.add([*relation, *((unknown(node, ROTATIONS[k]), -value) for k, value in turns)], 0.0, place)
        if occurrence.OPTION == "PLAQ_POUT_ORTH":
            for tangent in link.tangents:
                turning = list(zip(ROTATIONS, tangent))
                relation = [(unknown(own, name), w * t) for own, w in zip(link.nodes, link.weights) for name, t in turning]
                rows.add([*relation, *((unknown(node, name), -link.size * t) for name, t in turning)], 0.0, place)
    return rows.term("LIAISON_ELEM")


class _Unknowns:
    """The equation of a component at a node; refused where the node does not carry it."""

    def __init__(self, occurrence, model):
        self.occurrence, self.model = occurrence, model

    def __call__(self, node, name):
        equation = int(self.model.dofs.index([node], name)[0])
        if equation < 0:
            where = self.model.mesh.node_names[node]
            raise self.occurrence.wrong("OPTION", f"node {where} does not carry {name}: {self.occurrence.OPTION} does not suit it")
        return equation


def _cells(occurrence, mesh):
    """Pairs (type, nodes) of the cells of the section."""
    groups = look_up(occurrence, "GROUP_MA_1", mesh.cell_group)
    if not groups:
        raise occurrence.wrong(None, "give GROUP_MA_1: the cells of the section")
    by_type = {}
    for cell in np.unique(np.concatenate(groups)):
        kind = mesh.cell_type(cell)
        if kind in FAMILIES and mesh.cell_dim([cell])[0] == (1 if occurrence.OPTION == "2D_POU" else 2):
            by_type.setdefault(kind, []).append(mesh.cell_nodes(cell))
    if not by_type:
        raise occurrence.wrong("GROUP_MA_1", "there is no side among these cells")
    return [(kind, np.array(nodes)) for kind, nodes in by_type.items()]


def _node(occurrence, mesh):
    if occurrence.get("GROUP_NO_2") is not None:
        nodes = mesh.node_group(occurrence.GROUP_NO_2)
    elif occurrence.get("GROUP_MA_2") is not None:
        nodes = mesh.nodes_of_cells(mesh.cell_group(occurrence.GROUP_MA_2))
    else:
        raise occurrence.wrong(None, "give GROUP_NO_2: the node of the beam")
    if len(nodes) != 1:
        raise occurrence.wrong("GROUP_NO_2", f"the beam is joined by one node, not {len(nodes)}")
    return int(nodes[0])


LOADS.add("LIAISON_ELEM", LoadKeyword(declare, terms, functions=False))
