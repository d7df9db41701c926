"""POST_FM: margins to fracture of a defect that is loaded by temperature and pressure (u4.83.42).

With G_e and G_p the energies released in elasticity and in plasticity, K = sqrt(E G / (1 - nu^2)) of each, negative G counting as none:
the correction is the largest |K_p - K_e| that was met so far while K_e grew, and K_cp = K_e + it; where plasticity unloads (max K_p
below max K_e, a defect under the coating) it is taken away. The margin is K_IC / K_cp; where plasticity unloads that is FM_PLAS, and
K_IC / K_e the margin FM_ASN.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._mesh_words import node_groups
from pyaster_lite.concepts.table import Table

_LEAST = float(np.sqrt(np.finfo(float).eps))
"""What a stress intensity factor is at least when the toughness is divided by it."""


@operator(
    "POST_FM",
    produces="table_sdaster",
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli")),
        TABLE_G=SIMP("o", typ=("table_sdaster", "table_container")),
        GROUP_NO=SIMP("o", typ="grno"),
    ),
)
def post_fm(args, context):
    """A row for each instant of TABLE_G."""
    result, table = args.RESULTAT, args.TABLE_G
    if result.material_field is None:
        raise args.wrong("RESULTAT", f"{result.name} knows no material")
    lacking = [name for name in ("INST", "G_ELAS", "G_PLAS") if name not in table.cells]
    if lacking:
        raise args.wrong("TABLE_G", f"{table.name} has no column {lacking[0]}")
    instants, elastic, plastic = (np.array(table.cells[name], float) for name in ("INST", "G_ELAS", "G_PLAS"))
    temperatures, material = _place(args, instants)
    young, poisson, toughness = (_value(args, material, name, temperatures) for name in ("young", "poisson", "toughness"))
    k_e, k_p = (np.sqrt(young * np.maximum(0.0, g) / (1.0 - poisson**2)) for g in (elastic, plastic))
    k_cp, below = corrected(k_e, k_p)
    columns = {"INST": instants, "TEMP": temperatures, "KIC": toughness, "KELAS": k_e, "KPLAS": k_p, "KCP": k_cp}
    margin = toughness / np.maximum(_LEAST, k_cp)
    columns["FM_ASN"] = toughness / np.maximum(_LEAST, k_e) if below else margin
    if below:
        columns["FM_PLAS"] = margin
    rows = [dict(zip(columns, row)) for row in zip(*(values.tolist() for values in columns.values()))]
    return Table.from_rows(rows, dict.fromkeys(columns, "R"), title="POST_FM")


def corrected(k_e: np.ndarray, k_p: np.ndarray) -> tuple[np.ndarray, bool]:
    """(K_cp, whether plasticity unloads) of the stress intensity factors (n,) at instants that follow one another."""
    below = bool(k_p.max() < k_e.max())
    sign = -1.0 if below else 1.0
    grows = np.diff(k_e, prepend=k_e[0]) > 0.0
    return k_e + sign * np.maximum.accumulate(np.maximum(0.0, sign * (k_p - k_e) * grows)), below


def _place(args, instants):
    """(temperatures (n,), the properties of the material) at the node."""
    result, (nodes,) = args.RESULTAT, node_groups(args, "GROUP_NO", args.RESULTAT.mesh)
    if len(nodes) != 1:
        raise args.wrong("GROUP_NO", f"one node is wanted, {args.GROUP_NO} has {len(nodes)}")
    field, found = result.material_field, {}
    for group in result.model.groups:
        rows, local = np.nonzero(group.nodes == nodes[0])
        around = field.surroundings(group, at_nodes=True) if len(rows) else None
        for row, place in zip(rows.tolist(), local.tolist()):
            owner = int(field.index[group.cells[row]])
            if around is not None and owner >= 0:
                found.setdefault(owner, (around, row, place))
    if len(found) != 1:
        reason = "several materials meet" if found else "there is no material in a temperature"
        raise args.wrong("GROUP_NO", f"{reason} at the node of {args.GROUP_NO}")
    ((owner, (around, row, place)),) = found.items()
    temperatures = [around(float(t)).get("TEMP") for t in instants]
    if temperatures and temperatures[0] is None:
        raise args.wrong("RESULTAT", "no temperature surrounds the node", help="AFFE_MATERIAU/AFFE_VARC")
    return np.array([values[row, place] for values in temperatures]), field.materials[owner].properties


def _value(args, material, name, temperatures):
    value = material.get(name)
    if value is None:
        raise args.wrong("RESULTAT", f"the material at the node of {args.GROUP_NO} has no {'RUPT_FM' if name == 'toughness' else 'ELAS'}")
    return np.broadcast_to(value({"TEMP": temperatures}) if callable(value) else float(value), temperatures.shape)
