"""DEPL_INTERNE: the displacements inside a super-element from those of its exterior nodes (u4.62.05, r4.06.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._elementary import nodal_field
from pyaster_lite.commands._super_cells import super_cell
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result

RESULTS = ("mode_meca", "mode_meca_c", "evol_elas", "dyna_trans", "dyna_harmo")


@operator(
    "DEPL_INTERNE",
    produces=lambda args: kind_of(args.get("DEPL_GLOBAL")),
    keywords=dict(
        DEPL_GLOBAL=SIMP("o", typ=("cham_no_sdaster", *RESULTS)),
        SUPER_MAILLE=SIMP("o"),
        NOM_CAS=SIMP("f", defaut=" "),
    ),
)
def depl_interne(args, context):
    """The static response of the interior to the motion of the exterior nodes and to the load case; of a structure known by measured
    modes what its sensors see, of a field or of all fields of a result."""
    given = args.DEPL_GLOBAL
    cell = super_cell(args, given.mesh)
    name = args.NOM_CAS.strip()
    measured = getattr(cell.macro, "measured", None)
    if measured is not None:
        if isinstance(given, Result):
            return _seen_of_result(given, cell, measured)
        return _seen(given, cell, measured)
    if isinstance(given, Result):
        raise args.wrong("DEPL_GLOBAL", "results are for structures known by measured modes: extract a field")
    if getattr(cell.macro, "reduction", None) is None:
        raise args.wrong("SUPER_MAILLE", f"{cell.name} is not condensed statically: use REST_COND_TRAN")
    if name and name not in cell.macro.cases:
        context.warn(args, "NOM_CAS", f"{cell.macro.name} has no load case {name}: it is taken as free of loads")
    return nodal_field(cell.macro.model, cell.macro.inside(_motion(given, cell), name, cell.rotation))


def _motion(field, cell):
    """(n,) the motion of the exterior unknowns, in the own axes of the super-cell."""
    motion = [
        field.component(component)[node] if component in field.components else 0.0
        for node, own in zip(cell.nodes, cell.macro.components)
        for component in own
    ]
    return cell.turn.T @ np.nan_to_num(np.array(motion))


def _seen(field, cell, measured):
    """The field at the nodes of the sensors, zero where they do not look."""
    values, sensors = measured.at_sensors(_motion(field, cell)), measured.measurement.sensors
    mesh = measured.measurement.model.mesh
    names = tuple(dict.fromkeys([*field.components, *(word for _, _, word in sensors)]))
    table = np.full((mesh.n_nodes, len(names)), np.nan, values.dtype)
    table[[node for _, node, _ in sensors]] = 0.0
    for value, (_, node, word) in zip(values, sensors):
        table[node, names.index(word)] = value
    return NodeField(mesh, field.quantity, names, table)


def _seen_of_result(given, cell, measured):
    model = measured.measurement.model
    made = Result(given.kind, model.mesh, model)
    for order in given.orders:
        told = {word: column[order] for word, column in given.parameters.items() if order in column}
        made.store(order, told, {"DEPL": _seen(given.field("DEPL", order), cell, measured)})
    return made
