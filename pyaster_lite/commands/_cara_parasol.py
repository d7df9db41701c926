"""RIGI_PARASOL of AFFE_CARA_ELEM: a stiffness (or damping) of the ground shared out among the discretes under a foundation (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI

from ._cara_discrete import NAMES, _rotations, _verify, discrete_matrix
from ._foundation import centre_of, shares, to_share

FORMS = tuple(f"{kind}_{form}" for kind in "KA" for form in ("TR_D_N", "T_D_N", "TR_D_L", "T_D_L"))
CELLS = ("GROUP_MA_POI1", "GROUP_MA_SEG2")
RIGI_PARASOL = FACT(
    "f",
    max="**",
    rules=(UN_PARMI("COEF_GROUP", "FONC_GROUP"), UN_PARMI("COOR_CENTRE", "GROUP_NO_CENTRE"), UN_PARMI(*CELLS)),
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    **{word: SIMP("f", typ="grma", max="**") for word in CELLS},
    FONC_GROUP=SIMP("f", typ=("fonction_sdaster", "nappe_sdaster", "formule"), max="**"),
    COEF_GROUP=SIMP("f", typ="R", max="**"),
    REPERE=SIMP("f", into=("LOCAL", "GLOBAL"), defaut="GLOBAL"),
    CARA=SIMP("o", max=2, into=FORMS, validators=(no_repeat,)),
    b_cara=BLOC(present("CARA"), VALE=SIMP("o", typ="R", max="**")),
    GROUP_NO_CENTRE=SIMP("f", typ="grno", max="**"),
    COOR_CENTRE=SIMP("f", typ="R", min=2, max=3),
    UNITE=SIMP("f", typ="I"),
)


def parasol_values(occurrences, model, frames, context) -> dict:
    """Entries of Characteristics.values; raises Refused. The shares are written to UNITE."""
    entries = {}
    for occurrence in occurrences:
        mesh = model.mesh
        nodes, share = shares(occurrence, mesh, model.dimension)
        word = "GROUP_MA_POI1" if "GROUP_MA_POI1" in occurrence else "GROUP_MA_SEG2"
        cells = np.concatenate(list(look_up(occurrence, word, mesh.cell_group)))
        if len(cells) != len(nodes):
            raise occurrence.wrong(word, f"{len(cells)} discretes for the {len(nodes)} nodes of the foundation")
        owner = [_owner(occurrence, word, mesh, cell, nodes) for cell in cells]
        given = list(occurrence.VALE)
        for form in occurrence.CARA:
            count = _count(form, model.dimension)
            if len(given) < count:
                raise occurrence.wrong("VALE", f"{form} takes {count} values")
            values, given = np.array(given[:count]), given[count:]
            plane = model.dimension == 2
            by_node = share[:, None] * to_share(values, mesh.coordinates[nodes], centre_of(occurrence, mesh), share, plane)
            _verify(occurrence, model, cells, form, plane)
            matrices = np.stack([discrete_matrix(form, by_node[i], plane, True) for i in owner])
            if occurrence.REPERE == "LOCAL":
                turn = _rotations(frames[cells], matrices.shape[1], plane)
                matrices = turn.transpose(0, 2, 1) @ matrices @ turn
            entries.setdefault(NAMES[form[0]], []).append((cells, matrices))
            _write(occurrence, context, mesh, form, nodes, by_node)
        if given:
            raise occurrence.wrong("VALE", f"{len(given)} values too many")
    return entries


def _count(form, dimension):
    if dimension == 2:
        return 3 if "TR" in form else 2
    return 6 if "TR" in form else 3


def _owner(occurrence, word, mesh, cell, nodes):
    found = [int(np.flatnonzero(nodes == node)[0]) for node in mesh.cell_nodes(cell) if node in nodes]
    if not found:
        raise occurrence.wrong(word, f"cell {mesh.cell_names[cell]} has no node of the foundation")
    return found[0]


def _write(occurrence, context, mesh, form, nodes, by_node):
    if "UNITE" in occurrence:
        lines = [f"{form} {mesh.node_names[node]:<8} " + " ".join(f"{value:12.5E}" for value in row) for node, row in zip(nodes, by_node)]
        context.write(occurrence.UNITE, "\n".join(lines) + "\n")
