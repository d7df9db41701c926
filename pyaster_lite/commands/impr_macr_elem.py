"""IMPR_MACR_ELEM: write a macro-element, its junction, vectors and matrices, to an I-DEAS universal file or as a text (u7.04.33).

In the former dataset 757 tells the unknowns of the junction, 55 each mode, and 252 matrices by columns, under the numbers that
I-DEAS gives to the static shapes (147), the mass and stiffness of the modes (131, 139), those of the junction (134, 142) and the
mass between both (132).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.io import soil_structure
from pyaster_lite.io.ideas_write import MODE, Step, dataset, field_text, numbers_of

MOTIONS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
REAL, CARTESIAN = 4, 7
SIDES = ("GROUP_MA_INTERF", "GROUP_MA_FLU_STR", "GROUP_MA_FLU_SOL", "GROUP_MA_SOL_SOL")
POINTS = "GROUP_MA_CONTROL"


@operator(
    "IMPR_MACR_ELEM",
    keywords=dict(
        MACR_ELEM_DYNA=SIMP("o", typ="macr_elem_dyna"),
        FORMAT=SIMP("f", into=("IDEAS", "MISS_3D"), defaut="IDEAS"),
        b_ideas=BLOC(
            equal("FORMAT", "IDEAS"),
            UNITE=SIMP("f", typ="I", defaut=30),
            VERSION=SIMP("f", typ="I", into=(5,), defaut=5, advisory=True),
        ),
        b_miss_3d=BLOC(
            equal("FORMAT", "MISS_3D"),
            rules=EXCLUS("AMOR_REDUIT", "LIST_AMOR"),
            UNITE=SIMP("f", typ="I", defaut=26),
            SOUS_TITRE=SIMP("f"),
            AMOR_REDUIT=SIMP("f", typ="R", max="**"),
            LIST_AMOR=SIMP("f", typ="listr8_sdaster"),
            GROUP_MA_INTERF=SIMP("o", typ="grma", max="**"),
            **{word: SIMP("f", typ="grma", max="**") for word in (*SIDES[1:], POINTS)},
            FORMAT_R=SIMP("f", into=(soil_structure.SHORT, soil_structure.LONG), defaut=soil_structure.SHORT),
            IMPR_MODE_MECA=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
            IMPR_MODE_STAT=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        ),
    ),
)
def impr_macr_elem(args, context):
    """One substructure."""
    context.write(args.UNITE, _for_soil(args) if args.FORMAT == "MISS_3D" else _universal(args.MACR_ELEM_DYNA))


def _universal(element):
    """The vectors that bear an unknown's name (NOEUD_CMP) are those of the junction, the others are modes."""
    basis, mesh = element.basis, element.basis.mesh
    labels = [(basis.parameter("NOEUD_CMP", order) or "").strip() for order in basis.orders]
    count = next((i for i, label in enumerate(labels) if label), len(labels))
    text = _junction(mesh, labels[count:]) if count < len(labels) else ""
    fields = [NodeField(mesh, "DEPL_R", basis.dofs.components, basis.dofs.at_nodes(basis.vectors[order])) for order in basis.orders]
    for order, field in zip(basis.orders[:count], fields):
        numbers = tuple(float(basis.parameter(word, order) or 0.0) for word in ("FREQ", "MASS_GENE", "AMOR_REDUIT", "ZERO"))
        text += _heading("Phi_a ") + field_text("MODE DYNAMIQUE", "DEPL", field, Step(MODE, order, order, numbers))
    if count < len(labels):
        there = [name for name in MOTIONS if name in basis.dofs.components]
        shapes = [np.nan_to_num(np.column_stack([field.component(name) for name in there])) for field in fields[count:]]
        text += _heading("Psi_a ") + _matrix(147, np.concatenate(shapes).T, 3)
    modes, junction = slice(None, count), slice(count, None)
    blocks = [("Mgen_a", 131, element.mass[modes, modes]), ("Kgen_a", 139, element.stiffness[modes, modes])]
    if count < len(labels):
        blocks += [("Mbar_a", 134, element.mass[junction, junction]), ("Kbar_a", 142, element.stiffness[junction, junction])]
        blocks.append(("Lmat_a", 132, element.mass[modes, junction]))
    for heading, number, values in blocks:
        text += _heading(heading) + _matrix(number, values, 1)
    return text


def _for_soil(args):
    """The interface, the modes there, and the matrices; of an interface CRAIGB the modes may be left out."""
    element = args.MACR_ELEM_DYNA
    basis, mesh = element.basis, element.basis.mesh
    static = np.array([basis.parameter("TYPE_MODE", order) == "MODE_STA" for order in basis.orders])
    dynamic = int((~static).sum())
    if static[:dynamic].any():
        raise args.wrong("MACR_ELEM_DYNA", f"the basis of {element.name} has static modes before its modes")
    kind = basis.interfaces.parts[0].kind if basis.interfaces is not None else "CRAIGB"
    groups = {word: _rows(args, word, mesh) for word in SIDES}
    points = [row[0] for row in _rows(args, POINTS, mesh, any_cell=True)]
    used = np.unique(np.concatenate([np.array(points, int), *(row for rows in groups.values() for row in rows)]))
    text = soil_structure.head((dynamic, len(static) - dynamic), kind, args.SOUS_TITRE)
    text += soil_structure.nodes(mesh.coordinates[used])
    for word, rows in groups.items():
        if rows or word == SIDES[0]:
            text += soil_structure.cells([np.searchsorted(used, row) + 1 for row in rows])
    if points:
        text += "\n".join([f"POINT {len(points):6d}", *(f" {np.searchsorted(used, node) + 1:6d}" for node in points)]) + "\n"
    shapes = [basis.dofs.at_nodes(basis.vectors[order])[used] for order in basis.orders]
    shown = {word: args[word] == "OUI" or not kind.startswith("CRAIG") for word in ("IMPR_MODE_MECA", "IMPR_MODE_STAT")}
    titled = {"IMPR_MODE_MECA": ("MODE DYNA INTER", shapes[:dynamic]), "IMPR_MODE_STAT": ("MODE STAT INTER", shapes[dynamic:])}
    modes = {
        word: "".join(soil_structure.shape(f"{title} {i:6d}", own) for i, own in enumerate(found, 1)) if shown[word] else ""
        for word, (title, found) in titled.items()
    }
    damping = element.damping if element.damping is not None else np.zeros_like(element.mass)
    named = {"MASS": element.mass, "RIGI": element.stiffness, "AMOR": damping}
    frequencies = np.array([basis.parameter("FREQ", order) for order in basis.orders[:dynamic]], float)
    numbers = (dynamic, _ratios(args, frequencies, named, dynamic), frequencies, named, element.damping is not None)
    long = args.FORMAT_R == soil_structure.LONG
    return text + modes["IMPR_MODE_MECA"] + soil_structure.matrices(*numbers, long, modes["IMPR_MODE_STAT"])


def _rows(args, word, mesh, any_cell=False):
    """The nodes of the cells of some groups, group after group."""
    if args[word] is None:
        return []
    cells = np.concatenate(look_up(args, word, mesh.cell_group))
    rows = [mesh.cell_nodes(cell) for cell in cells]
    odd = next((cell for cell, row in zip(cells, rows) if len(row) not in soil_structure.CORNERS), None)
    if odd is not None and not any_cell:
        raise args.wrong(word, f"cell {mesh.cell_names[odd]} is no triangle or quadrangle of 3, 4, 6 or 8 nodes")
    return rows


def _ratios(args, frequencies, named, dynamic):
    """Those that are given, the last one standing for all modes that follow; else those of the matrix of damping."""
    given = args.AMOR_REDUIT if args.AMOR_REDUIT is not None else args.LIST_AMOR and args.LIST_AMOR.values
    if given is None:
        return named["AMOR"].diagonal()[:dynamic] / (4.0 * np.pi * frequencies * named["MASS"].diagonal()[:dynamic])
    given = list(given)
    if len(given) > dynamic:
        word = "AMOR_REDUIT" if args.AMOR_REDUIT is not None else "LIST_AMOR"
        raise args.wrong(word, f"{len(given)} ratios of damping for {dynamic} modes")
    return np.array((given + given[-1:] * dynamic)[:dynamic], float)


def _heading(name):
    return dataset(481, [f"{1:10d}", name])


def _junction(mesh, labels):
    """The unknowns of each node that some vector of the junction moves."""
    numbers = dict(zip(mesh.node_names, numbers_of(mesh.node_names, "N")))
    moved: dict[str, set] = {}
    for node, component in (label.split() for label in labels if len(label.split()) == 2):
        moved.setdefault(node, set()).add(component)
    lines = [f"{1:10d}", "DDL JONCTION"]
    for node, components in moved.items():
        flags = "".join(f"{int(name in components):2d}" for name in MOTIONS)
        lines.append(f"{numbers.get(node, 0):10d}{CARTESIAN:10d}{flags}")
    return _heading("Junc") + dataset(757, lines)


def _matrix(number, values, form):
    """A matrix by columns, four numbers a line."""
    flat = values.ravel(order="F").tolist()
    head = "".join(f"{word:10d}" for word in (REAL, form, *values.shape, 2))
    rows = ["".join(f"{value:20.12E}".replace("E", "D") for value in flat[i : i + 4]) for i in range(0, len(flat), 4)]
    return dataset(252, [f"{number:10d}", head, *rows])
