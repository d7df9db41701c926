"""TRAV_EXT: the work of the external forces along an evolution (u4.81.22)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._post_elem.quantity import Quantity, orders, orders_of, table

_BOOK = {"NUME_ORDRE": "I", "INST": "R", "TRAV_ELAS": "R", "TRAV_REEL": "R"}
_UNKNOWNS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")


def run(args, context):
    """A row for each storage order: f . u / 2, and the sum of (f + f') . (u' - u) / 2 from one order to the next."""
    args.mark_read("TRAV_EXT")
    result, rows, spent, before = args.RESULTAT, [], 0.0, None
    for order in orders_of(args, context):
        for name, help in (("DEPL", None), ("FORC_NODA", "CALC_CHAMP makes it with FORCE='FORC_NODA'")):
            if not result.has_field(name, order):
                raise args.wrong("RESULTAT", f"{result.name} has no field {name} at order {order}", help=help)
        now = _values(result.field("FORC_NODA", order)), _values(result.field("DEPL", order))
        if before is not None:
            spent += 0.5 * float(((before[0] + now[0]) * (now[1] - before[1])).sum())
        elastic = 0.5 * float((now[0] * now[1]).sum())
        rows.append({"NUME_ORDRE": order, "INST": result.parameter("INST", order), "TRAV_ELAS": elastic, "TRAV_REEL": spent})
        before = now
    return table(rows, _BOOK)


def _values(field):
    """(n_nodes, 6) displacements and rotations, or the forces and moments against them; zero where there is none."""
    there = [field.component(name) if name in field.components else np.zeros(field.mesh.n_nodes) for name in _UNKNOWNS]
    return np.nan_to_num(np.stack(there, axis=1))


_WORDS = {"RESULTAT": SIMP("o", typ=("evol_elas", "evol_noli", "dyna_trans")), **orders()}
QUANTITIES = {"TRAV_EXT": Quantity(FACT("f"), run, _WORDS)}
