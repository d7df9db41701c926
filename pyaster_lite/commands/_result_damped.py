"""CREA_RESU, OPERATION='KUCV': what the displacements and velocities of a transient make of a stiffness and a damping, K u + C v."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._storage_selection import select
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result

REACTIONS = BLOC(
    equal("OPERATION", "KUCV") & is_in("TYPE_RESU", "EVOL_CHAR", "DYNA_TRANS"),
    KUCV=FACT(
        "o",
        rules=UN_PARMI("INST", "LIST_INST"),
        RESU_INIT=SIMP("o", typ=("dyna_trans", "evol_noli")),
        MATR_RIGI=SIMP(typ="matr_asse_depl_r"),
        MATR_AMOR=SIMP("o", typ="matr_asse_depl_r"),
        INST=SIMP(typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP(typ="listr8_sdaster"),
        PRECISION=SIMP(typ="R", defaut=1e-6),
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
    ),
)


def reactions(args):
    """Forces at nodes of a load (EVOL_CHAR) or what stands for displacements (DYNA_TRANS), orders from 1."""
    level = args.KUCV
    source, damping, stiffness = level.RESU_INIT, level.MATR_AMOR, level.MATR_RIGI
    dofs, mesh = damping.dofs, damping.model.mesh
    if source.mesh is not mesh:
        raise level.wrong("RESU_INIT", f"{source.name} does not stand on the mesh of {damping.name}")
    if stiffness is not None and stiffness.dofs.size != dofs.size:
        raise level.wrong("MATR_RIGI", f"{stiffness.name} and {damping.name} have different unknowns")
    chosen = select(level, source.name, source.orders, {"INST": source.access("INST")}, False)
    orders = [source.orders[row] for row in chosen.first]

    def product(matrix, name, order):
        if not source.has_field(name, order):
            raise level.wrong("RESU_INIT", f"{source.name} has no field {name} at order {order}")
        field = source.field(name, order)
        return matrix.matrix @ dofs.vector({component: np.nan_to_num(field.component(component)) for component in field.components})

    result = Result(args.TYPE_RESU.lower(), mesh, damping.model)
    made = "FORC_NODA" if args.TYPE_RESU == "EVOL_CHAR" else "DEPL"
    for number, (order, instant) in enumerate(zip(orders, chosen.abscissas), 1):
        force = product(damping, "VITE", order)
        if stiffness is not None:
            force = force + product(stiffness, "DEPL", order)
        result.store(number, {"INST": float(instant)}, {made: NodeField(mesh, "DEPL_R", dofs.components, dofs.at_nodes(force))})
    return result
