"""DEFI_DOMAINE_REDUIT: the cells of a mesh that a reduced model needs, by empirical interpolation of two bases (u4.67.02)."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.commands._field_layout import Layout
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.interpolation_points import interpolation_points

DUAL = {"DEPL": "SIEF_NOEU", "TEMP": "FLUX_NOEU"}


@operator(
    "DEFI_DOMAINE_REDUIT",
    produces="maillage_sdaster",
    reuse="MAILLAGE",
    modifies=("MAILLAGE",),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        BASE_PRIMAL=SIMP("o", typ="mode_empi"),
        BASE_DUAL=SIMP("o", typ="mode_empi"),
        NOM_DOMAINE=SIMP("o"),
        NB_COUCHE_SUPPL=SIMP("f", typ="I", defaut=0, val_min=0),
        GROUP_NO_INTERF=SIMP("o"),
        DOMAINE_MINI=FACT(
            "f",
            GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
            GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        ),
        DOMAINE_MAXI=FACT("f", GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,))),
        CORR_COMPLET=SIMP("f", defaut="NON", into=("OUI", "NON")),
        p_correcteur=BLOC(
            equal("CORR_COMPLET", "OUI"),
            GROUP_NO_ENCASTRE=SIMP("o"),
            NB_COUCHE_ENCASTRE=SIMP("f", typ="I", defaut=0, val_min=0),
        ),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def defi_domaine_reduit(args, context):
    """The mesh, with a group of cells, that of the nodes where it ends, and that of nodes which a correction holds."""
    mesh = args.MAILLAGE
    if context.reused is None:
        raise args.wrong("MAILLAGE", "groups are added to a mesh that is there: give reuse")
    for word, groups in (("NOM_DOMAINE", mesh.cell_groups), ("GROUP_NO_INTERF", mesh.node_groups), ("GROUP_NO_ENCASTRE", mesh.node_groups)):
        if args.get(word) in groups:
            raise args.wrong(word, f"the mesh has a group {args[word]} already")
    meets = _incidence(mesh)
    inside = np.zeros(mesh.n_nodes, bool)
    inside[_points(args)] = True
    if (least := args.get("DOMAINE_MINI")) is not None:
        inside[mesh.nodes_in(least.GROUP_NO or (), least.GROUP_MA or ())] = True
    for _ in range(args.NB_COUCHE_SUPPL + 1):
        inside |= meets.T @ (meets @ inside > 0) > 0
    sizes = meets.sum(axis=1)
    cells, most = meets @ inside == sizes, np.ones(mesh.n_cells, bool)
    if (bounds := args.get("DOMAINE_MAXI")) is not None:
        most = np.isin(np.arange(mesh.n_cells), mesh.cells_in(bounds.GROUP_MA))
        cells &= most
        inside = np.zeros(mesh.n_nodes, bool)
        inside[mesh.nodes_of_cells(np.flatnonzero(cells))] = True
    ends = inside & (meets.T @ (most & ~cells) > 0)
    mesh.cell_groups[args.NOM_DOMAINE] = np.flatnonzero(cells)
    mesh.node_groups[args.GROUP_NO_INTERF] = np.flatnonzero(ends)
    context.say(f"{cells.sum()} cells with {inside.sum()} nodes, {ends.sum()} of them where it ends")
    if args.CORR_COMPLET == "OUI":
        held = ends
        for _ in range(args.NB_COUCHE_ENCASTRE + 1):
            held = held | (meets.T @ (cells & (meets @ held > 0)) > 0)
        mesh.node_groups[args.GROUP_NO_ENCASTRE] = np.flatnonzero(held)
    return mesh


def _incidence(mesh):
    """(n_cells, n_nodes) 1 where a node belongs to a cell."""
    rows = np.concatenate([np.repeat(block.cells, block.nodes.shape[1]) for block in mesh.blocks])
    nodes = np.concatenate([block.nodes.ravel() for block in mesh.blocks])
    meets = csr_array((np.ones(len(rows), int), (rows, nodes)), shape=(mesh.n_cells, mesh.n_nodes))
    meets.data[:] = 1
    return meets


def _points(args):
    """The nodes that interpolate the fields of both bases."""
    names = [base.field_names()[0] for base in (args.BASE_PRIMAL, args.BASE_DUAL)]
    if names[0] not in DUAL:
        raise args.wrong("BASE_PRIMAL", f"a basis of fields {names[0]} has no dual one", help="give one of DEPL or TEMP")
    if names[1] != DUAL[names[0]]:
        raise args.wrong("BASE_DUAL", f"a basis of {names[0]} goes with one of {DUAL[names[0]]}, not of {names[1]}")
    found = []
    for word, name in zip(("BASE_PRIMAL", "BASE_DUAL"), names):
        base = args[word]
        if base.mesh is not args.MAILLAGE:
            raise args.wrong(word, f"{base.name} is on another mesh")
        first = base.field(name, base.orders[0])
        if not isinstance(first, NodeField):
            raise args.wrong(word, f"{name} does not stand at nodes")
        layout = Layout(first)
        node = np.nonzero(layout.there[0])[0]
        vectors = np.stack([layout.flat(base.field(name, order)) for order in base.orders], axis=1)
        plane = np.array([base.parameters.get("NUME_PLAN", {}).get(order, 0) for order in base.orders])
        for start, stop in _runs(plane):
            found.append(node[interpolation_points(vectors[:, start:stop])])
    return np.concatenate(found)


def _runs(values):
    """(start, stop) of each run of equal values."""
    edges = np.flatnonzero(np.diff(values)) + 1
    return zip([0, *edges], [*edges, len(values)])
