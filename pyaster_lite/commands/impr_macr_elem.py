"""IMPR_MACR_ELEM: write a macro-element to an I-DEAS universal file (u7.04.33): its junction, vectors and matrices.

Dataset 757 tells the unknowns of the junction, 55 each mode, and 252 matrices by columns, under the numbers that I-DEAS gives to the
static shapes (147), the mass and stiffness of the modes (131, 139), those of the junction (134, 142) and the mass between both (132).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.io.ideas_write import MODE, Step, dataset, field_text, numbers_of

MOTIONS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
REAL, CARTESIAN = 4, 7


@operator(
    "IMPR_MACR_ELEM",
    keywords=dict(
        MACR_ELEM_DYNA=SIMP("o", typ="macr_elem_dyna"),
        FORMAT=SIMP("f", into=("IDEAS",), defaut="IDEAS", advisory=True),
        UNITE=SIMP("f", typ="I", defaut=30),
        VERSION=SIMP("f", typ="I", into=(5,), defaut=5, advisory=True),
    ),
)
def impr_macr_elem(args, context):
    """The vectors that bear an unknown's name (NOEUD_CMP) are those of the junction, the others are modes."""
    element = args.MACR_ELEM_DYNA
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
    context.write(args.UNITE, text)


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
