"""LIAISON_ELEM: a section of a solid, of a plate or of a shell is joined to the node of a beam or of a pipe, the edge of a shell to a solid
(u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, look_up
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.section_link import FAMILIES, MODES, mean_radius, pipe_link, section_link

from . import _arlequin
from ._member import DISPLACEMENTS, ROTATIONS, LoadKeyword
from ._relations import RowList
from ._shell_to_solid import join

AXIAL = ("COQ_POU", "COQ_TUYAU", "3D_TUYAU")
"""The options that know the axis of the beam and the characteristics of what is joined."""
ONE = (UN_PARMI("GROUP_NO_2", "GROUP_MA_2"),)


def declare(value):
    """The declaration."""
    section = {"GROUP_MA_1": CELL_WORDS["GROUP_MA"]}
    node = {"GROUP_NO_2": SIMP("f", typ="grno"), "GROUP_MA_2": SIMP("f", typ="grma")}
    return FACT(
        "f",
        max="**",
        OPTION=SIMP("o", into=("3D_POU", "2D_POU", "PLAQ_POUT_ORTH", "3D_POU_ARLEQUIN", "COQ_3D", *AXIAL)),
        b_solid=BLOC(is_in("OPTION", "3D_POU", "2D_POU"), rules=ONE, **section, **node),
        b_plate=BLOC(equal("OPTION", "PLAQ_POUT_ORTH"), **section, GROUP_NO_2=SIMP("o", typ="grno")),
        b_arlequin=BLOC(equal("OPTION", "3D_POU_ARLEQUIN"), **_arlequin.WORDS),
        b_shell=BLOC(
            equal("OPTION", "COQ_3D"),
            GROUP_MA_COQUE=SIMP("o", typ="grma"),
            GROUP_MA_MASSIF=SIMP("o", typ="grma"),
            CARA_ELEM=SIMP("o", typ="cara_elem"),
            COEF_RIGI_DRZ=SIMP("f", typ="R", defaut=1.0e-5),
        ),
        b_axial=BLOC(
            is_in("OPTION", *AXIAL),
            rules=ONE,
            **section,
            **node,
            AXE_POUTRE=SIMP("o", typ="R", min=3, max=3),
            CARA_ELEM=SIMP("o", typ="cara_elem"),
            ANGL_MAX=SIMP("f", typ="R", defaut=1.0, advisory=True),
        ),
        b_angle=BLOC(is_in("OPTION", "3D_POU", "PLAQ_POUT_ORTH"), ANGL_MAX=SIMP("f", typ="R", defaut=1.0, advisory=True)),
        b_off=BLOC(equal("OPTION", "PLAQ_POUT_ORTH"), VERIF_EXCENT=SIMP("f", defaut="OUI", into=("OUI", "NON"), advisory=True)),
    )


def terms(occurrences, model):
    """Three relations for the displacement and three for the rotation (two and one in the plane); of a plate two for its rotations."""
    rows = RowList(model)
    for occurrence in occurrences:
        mesh = model.mesh
        if occurrence.OPTION == "3D_POU_ARLEQUIN":
            _arlequin.glue(occurrence, model, _Unknowns(occurrence, model), rows)
            continue
        if occurrence.OPTION == "COQ_3D":
            join(occurrence, model, _Unknowns(occurrence, model), rows)
            continue
        cells, axis = _cells(occurrence, mesh), None
        if occurrence.OPTION in AXIAL:
            axis = _axis(occurrence)
        shell = occurrence.OPTION.startswith("COQ_")
        link = section_link([own[:2] for own in cells], mesh.coordinates, *((_walls(occurrence, cells), axis) if shell else ()))
        node = _node(occurrence, mesh)
        names = ("DX", "DY") if occurrence.OPTION == "2D_POU" else DISPLACEMENTS
        unknown = _Unknowns(occurrence, model)
        for name in names:
            relation = [(unknown(own, name), weight) for own, weight in zip(link.nodes, link.weights)]
            rows.add([*relation, (unknown(node, name), -link.size)], 0.0)
        for axis in (2,) if occurrence.OPTION == "2D_POU" else (0, 1, 2):
            i, j = (axis + 1) % 3, (axis + 2) % 3
            relation = []
            for own, arm in zip(link.nodes, link.arms):
                relation += [(unknown(own, DISPLACEMENTS[j]), arm[i]), (unknown(own, DISPLACEMENTS[i]), -arm[j])]
            if shell:
                relation += [(unknown(own, ROTATIONS[k]), turn[axis, k]) for own, turn in zip(link.nodes, link.turns) for k in range(3)]
            turns = [(axis, link.inertia[axis, axis])] if occurrence.OPTION == "2D_POU" else enumerate(link.inertia[axis])
            rows.add([*relation, *((unknown(node, ROTATIONS[k]), -value) for k, value in turns)], 0.0)
        if occurrence.OPTION.endswith("TUYAU"):
            _follow_pipe(occurrence, model, cells, link, node, unknown, rows)
        if occurrence.OPTION == "PLAQ_POUT_ORTH":
            for tangent in link.tangents:
                turning = list(zip(ROTATIONS, tangent))
                relation = [(unknown(own, name), w * t) for own, w in zip(link.nodes, link.weights) for name, t in turning]
                rows.add([*relation, *((unknown(node, name), -link.size * t) for name, t in turning)], 0.0)
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
    """(type, nodes, numbers) of the cells of the section."""
    groups = look_up(occurrence, "GROUP_MA_1", mesh.cell_group)
    if not groups:
        raise occurrence.wrong(None, "give GROUP_MA_1: the cells of the section")
    by_type = {}
    for cell in np.unique(np.concatenate(groups)):
        kind = mesh.cell_type(cell)
        if kind in FAMILIES and mesh.cell_dim([cell])[0] == (1 if occurrence.OPTION in ("2D_POU", "COQ_POU", "COQ_TUYAU") else 2):
            by_type.setdefault(kind, []).append((mesh.cell_nodes(cell), cell))
    if not by_type:
        raise occurrence.wrong("GROUP_MA_1", "there is no side among these cells")
    return [(kind, np.array([nodes for nodes, _ in own]), np.array([cell for _, cell in own])) for kind, own in by_type.items()]


def _axis(occurrence):
    axis = np.array(occurrence.AXE_POUTRE)
    if not axis.any():
        raise occurrence.wrong("AXE_POUTRE", "the axis of the beam has no direction")
    return axis / np.linalg.norm(axis)


def _walls(occurrence, cells):
    """The thickness (ne,) of the edges of each type."""
    known = {}
    for numbers, values in occurrence.CARA_ELEM.values.get("thickness", ()):
        known |= dict(zip(numbers.tolist(), values.tolist()))
    if any(not known.get(int(cell)) for _, _, numbers in cells for cell in numbers):
        raise occurrence.wrong(
            "CARA_ELEM", "the edges of the section have no thickness", help="COQUE of AFFE_CARA_ELEM gives it to them too"
        )
    return [np.array([known[int(cell)] for cell in numbers]) for _, _, numbers in cells]


def _follow_pipe(occurrence, model, cells, link, node, unknown, rows):
    """The pipe swells and ovalises as the section does (racotu, ratu3d of code_aster)."""
    mesh, shell = model.mesh, occurrence.OPTION == "COQ_TUYAU"
    plain = [own[:2] for own in cells]
    frame, axis = _pipe_at(occurrence, mesh, node)
    radius = np.linalg.norm(link.centre - mesh.coordinates[link.nodes[0]]) if shell else mean_radius(plain, mesh.coordinates, link)
    found = pipe_link(plain, mesh.coordinates, link, axis, -radius * frame[2], shell)
    whole = 2.0 if shell else link.size
    half = 1.0 if shell else link.size / 2

    def relate(shares, name, size, others=()):
        relation = [
            (unknown(own, component), value) for own, row in zip(link.nodes, shares) for component, value in zip(DISPLACEMENTS, row)
        ]
        rows.add([*relation, (unknown(node, name), -size), *others], 0.0)

    relate(found.shares[0, "w", "cos"], "WO", whole)
    if shell:
        relate(found.shares[1, "w", "cos"] + found.shares[1, "v", "sin"], "WI1", half)
        relate(found.shares[1, "w", "sin"] - found.shares[1, "v", "cos"], "WO1", half)
    else:
        for course, name, direction in (("cos", "WI1", frame[2]), ("sin", "WO1", frame[1])):
            moved = [(unknown(node, component), half * value) for component, value in zip(DISPLACEMENTS, direction)]
            relate(found.shares[1, "w", course], name, half, moved)
    for mode in MODES:
        for kind, course, name in (
            ("u", "cos", "UI"),
            ("u", "sin", "UO"),
            ("v", "cos", "VO"),
            ("v", "sin", "VI"),
            ("w", "cos", "WI"),
            ("w", "sin", "WO"),
        ):
            relate(found.shares[mode, kind, course], f"{name}{mode}", half)


def _pipe_at(occurrence, mesh, node):
    """The axes (3, 3) of the pipe that ends at a node, as rows, and the direction of its cell."""
    start, around = mesh.cells_of_nodes()
    cells = [cell for cell in around[start[node] : start[node + 1]].tolist() if mesh.cell_dim([cell])[0] == 1]
    for numbers, frames in occurrence.CARA_ELEM.values.get("pipe_frames", ()):
        for cell in cells:
            if len(place := np.flatnonzero(numbers == cell)):
                ends = mesh.coordinates[mesh.cell_nodes(cell)[:2]]
                return frames[place[0], 0], (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    raise occurrence.wrong(
        "CARA_ELEM", f"no pipe ends at node {mesh.node_names[node]}", help="AFFE_CARA_ELEM/POUTRE gives pipes their axes"
    )


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
