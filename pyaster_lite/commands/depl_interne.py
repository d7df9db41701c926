"""DEPL_INTERNE: the displacements inside a super-element from those of its exterior nodes (u4.62.05, r4.06.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._elementary import nodal_field
from pyaster_lite.commands._super_cells import super_cell


@operator(
    "DEPL_INTERNE",
    produces=lambda args: kind_of(args.get("DEPL_GLOBAL")),
    keywords=dict(
        DEPL_GLOBAL=SIMP("o", typ="cham_no_sdaster"),
        SUPER_MAILLE=SIMP("o"),
        NOM_CAS=SIMP("f", defaut=" "),
    ),
)
def depl_interne(args, context):
    """The static response of the interior to the motion of the exterior nodes and to the load case."""
    field = args.DEPL_GLOBAL
    cell = super_cell(args, field.mesh)
    if getattr(cell.macro, "reduction", None) is None:
        raise args.wrong("SUPER_MAILLE", f"{cell.name} is not condensed statically: use REST_COND_TRAN")
    name = args.NOM_CAS.strip()
    if name and name not in cell.macro.cases:
        context.warn(args, "NOM_CAS", f"{cell.macro.name} has no load case {name}: it is taken as free of loads")
    motion = [
        field.component(component)[node] if component in field.components else 0.0
        for node, own in zip(cell.nodes, cell.macro.components)
        for component in own
    ]
    inside = cell.macro.inside(cell.turn.T @ np.nan_to_num(np.array(motion)), name, cell.rotation)
    return nodal_field(cell.macro.model, inside)
