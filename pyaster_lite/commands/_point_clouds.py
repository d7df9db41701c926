"""PROJ_CHAMP's NUAGE_DEG_0 and NUAGE_DEG_1: fields at nodes taken over as those of scattered points (u4.72.05)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._located_nodes import mesh_of, nodes_beside
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.point_cloud import taken_over

METHODS = {"NUAGE_DEG_0": 0, "NUAGE_DEG_1": 1}


class Clouds:
    """How fields at nodes go to the nodes and components of CHAM_NO_REFE; with VIS_A_VIS from the nodes of one side to those of the other.

    source, target  the two meshes
    """

    def __init__(self, args):
        self.args, self.like = args, args.CHAM_NO_REFE
        self.source, self.target = (mesh_of(args.get(f"MODELE_{side}") or args.get(f"MAILLAGE_{side}")) for side in "12")
        if self.target is not self.like.mesh:
            raise args.wrong("CHAM_NO_REFE", f"{self.like.name} is on another mesh")

    def of(self, field, model=None, fill=None, at_nodes=True) -> NodeField:
        """The field on the second mesh; nodes that no pair names are left at zero."""
        args, like = self.args, self.like
        args.mark_read("TYPE_CHAM")
        if not isinstance(field, NodeField):
            raise args.wrong("METHODE", f"{args.METHODE} takes over fields at nodes")
        lacking = [name for name in like.components if name not in field.components]
        if lacking:
            raise args.wrong("CHAM_NO_REFE", f"{field.name} has no {', '.join(lacking)}")
        values = np.where(like.present, 0.0, np.nan)
        pairs = [tuple(nodes_beside(pair, f"_{side}", own.mesh) for side, own in (("1", field), ("2", like))) for pair in args.VIS_A_VIS]
        for start, end in pairs or [(np.arange(field.mesh.n_nodes), np.arange(like.mesh.n_nodes))]:
            for column, name in enumerate(like.components):
                _fill(args, values[:, column], end, field, name, start, like)
        return NodeField(like.mesh, like.quantity, like.components, values)

    of_nodes = of


def _fill(args, values, end, field, name, start, like):
    known, axes = field.component(name), 2 if np.ptp(field.mesh.coordinates[:, -1]) == 0.0 else 3
    # as in code_aster k nodes that a pair names, in the order of their numbers, stand where the first k nodes of the mesh do
    there, asked = ~np.isnan(known[start]), ~np.isnan(values[end])
    if not asked.any():
        return
    places, wanted = (own.mesh.coordinates[: len(rows)][rows, :axes] for own, rows in ((field, there), (like, asked)))
    try:
        values[end[asked]] = taken_over(places, known[start[there]], wanted, METHODS[args.METHODE])
    except ValueError as refused:
        raise args.wrong("METHODE", str(refused)) from None
