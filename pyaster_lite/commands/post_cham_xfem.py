"""POST_CHAM_XFEM: the fields of a result on the mesh that follows the cracks (u4.82.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.concepts.cut_mesh import CutMesh
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.result import Result

PRIMAL = {"DEPL": ("DX", "DY", "DZ", "PRE1"), "TEMP": ("TEMP",)}
"""Fields at nodes and the components that they keep."""
AT_POINTS = ("SIEF_ELGA", "VARI_ELGA")


@operator(
    "POST_CHAM_XFEM",
    produces=lambda values: values.RESULTAT.kind,
    legacy=(
        *(Renamed(word, None, last="10.2.10") for word in ("MAILLAGE_FISS", "MODELE", "NOM_CHAM")),
        Renamed("MAILLAGE_SAIN", None, last="11.3.5"),
    ),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_noli", "mode_meca", "evol_elas", "evol_ther")),
        MODELE_VISU=SIMP("o", typ="modele_sdaster"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def post_cham_xfem(args, context):
    """Values of the enriched field at the corners of pieces; the mean of each piece's stresses on it."""
    result, shown = args.RESULTAT, args.MODELE_VISU
    mesh = shown.mesh
    if not isinstance(mesh, CutMesh):
        raise args.wrong("MODELE_VISU", f"{shown.name} is not on a mesh of POST_MAIL_XFEM")
    if mesh.model is not result.model:
        raise args.wrong("RESULTAT", f"{result.name} was computed with another model than that which {mesh.name} follows")
    made = Result(result.kind, mesh, shown, None, None)
    kept = [name for name in ("INST", "FREQ", "NUME_MODE") if name in result.parameters]
    for order in result.orders:
        fields = {}
        for name, components in PRIMAL.items():
            if result.has_field(name, order):
                fields[name] = lambda n=name, c=components, o=order: _nodal(mesh, result, result.field(n, o), c)
        for name in AT_POINTS if result.kind.startswith("evol") else ():
            if result.has_field(name, order):
                fields[name] = lambda n=name, o=order: _at_points(shown, result.field(n, o))
        made.store(order, {name: result.parameter(name, order) for name in kept}, fields)
    return made


def _nodal(mesh, result, field, components):
    """The field of unknowns at the nodes of the cut mesh."""
    model = mesh.model
    names = tuple(name for name in components if name in field.components)
    values = np.full((mesh.n_nodes, len(names)), np.nan, field.values.dtype)
    whole = mesh.parent_node >= 0
    columns = [field.components.index(name) for name in names]
    values[whole] = field.values[mesh.parent_node[whole]][:, columns]
    u = np.nan_to_num(field.values[model.dofs.node, [field.components.index(model.dofs.components[c]) for c in model.dofs.component]])
    data = model.data(result.material_field)
    for index, nodes in mesh.corners:
        element = model.groups[index].element
        values[nodes] = element.corner_values(data[index], u[model.assembler.equations[index]])
    return NodeField(mesh, field.quantity, names, values)


def _at_points(shown, field):
    """Of each piece the mean over its points, at all points of its cell; whole cells as they are."""
    mesh, blocks = shown.mesh, []
    pieces = {cell: g.element.enrichment.pieces for g in mesh.model.groups if hasattr(g.element, "enrichment") for cell in g.cells.tolist()}
    for group in shown.groups:
        if hasattr(group.element, "loaded_only"):
            continue
        for whole in (True, False):
            cells = group.cells[(mesh.piece[group.cells] < 0) == whole]
            if not len(cells):
                continue
            parents = mesh.parent_cell[cells]
            distinct, row = np.unique(parents, return_inverse=True)
            values, names = field.on(distinct)
            values = values[row]
            if not whole:
                values = _means(values, np.array([pieces[cell] for cell in parents.tolist()]), mesh.piece[cells])
                values = np.repeat(values[:, None], len(group.element.rule()), axis=1)
            blocks.append(ElementBlock(cells, values, names, group.element))
    return ElementField(mesh, field.quantity, "ELGA", blocks)


def _means(values, pieces, rank):
    """(k, components) of values (k, points, components) of cells with so many pieces (k,), for the piece of rank (k,)."""
    result = np.empty((len(values), values.shape[-1]), values.dtype)
    known = (~np.isnan(values)).any(axis=-1).sum(axis=-1)
    for row, (own, count, index, points) in enumerate(zip(values, pieces.tolist(), rank.tolist(), known.tolist())):
        each = points // count
        result[row] = own[index * each : (index + 1) * each].mean(axis=0)
    return result
