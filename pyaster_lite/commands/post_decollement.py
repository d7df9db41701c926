"""POST_DECOLLEMENT: the share of a surface that has left what it lies on, over time (u4.81.43)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.table import Table


@operator(
    "POST_DECOLLEMENT",
    produces="table_sdaster",
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_noli", "dyna_trans")),
        NOM_CHAM=SIMP("f", into=field_names, defaut="DEPL"),
        NOM_CMP=SIMP("f", defaut="DZ"),
        GROUP_MA=SIMP("o", typ="grma"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def post_decollement(args, context):
    """A node has left where its component is above zero; between nodes the share goes from one to the next as displacements do."""
    result = args.RESULTAT
    mesh = result.model.mesh
    if args.GROUP_MA not in mesh.cell_groups:
        raise args.wrong("GROUP_MA", f"the mesh has no group of cells {args.GROUP_MA}")
    shares = _shares(args, context, mesh)
    # as in code_aster the group of nodes stays in the mesh
    nodes = mesh.node_groups["PDECOL"] = mesh.nodes_of_cells(mesh.cell_group(args.GROUP_MA))
    times, left = [], []
    for order in result.orders:
        field = result.field(args.NOM_CHAM, order)
        if not isinstance(field, NodeField) or args.NOM_CMP not in field.components:
            raise args.wrong("NOM_CMP", f"{args.NOM_CHAM} has no component {args.NOM_CMP} at nodes")
        raised = np.nan_to_num(field.component(args.NOM_CMP))[nodes] > 0.0
        times.append(float(result.parameter("INST", order)))
        left.append(float(100.0 * shares[nodes][raised].sum() / shares.sum()))
    return Table({"INST": ("R", times), "%DECOL": ("R", left)})


def _shares(args, context, mesh):
    """(n_nodes,) the area that goes with each node: integrals of the functions of the faces."""
    part = {"GROUP_MA": args.GROUP_MA, "PHENOMENE": "MECANIQUE", "MODELISATION": "3D"}
    model = context.run("AFFE_MODELE", MAILLAGE=mesh, AFFE=part)
    shares = np.zeros(mesh.n_nodes)
    cells = mesh.cell_group(args.GROUP_MA)
    if (mesh.cell_dim(cells) != 2).any():
        raise args.wrong("GROUP_MA", f"{args.GROUP_MA} is not made of faces alone")
    for group, data in zip(model.groups, model.data(None, None)):
        own = group.element.point_weights(data) @ group.element.point_functions
        np.add.at(shares, group.nodes, own)
    return shares
