"""ENER_TOTALE: what was spent on straining parts of a model, elastic energy and work of plasticity (u4.81.22).

Of elasticity and of isotropic von Mises plasticity alone: s : S : s / 2 + int_0^p R dp. As in code_aster, that of others, which would
be summed up from step to step, is not there.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import PLACES, Quantity, derivation_of, model_words, orders, orders_of, places, table

_BOOK = {"NUME_ORDRE": "I", "INST": "R", "LIEU": "K24", "ENTITE": "K8", "TOTALE": "R"}


def run(args, context):
    """A row for each place and storage order."""
    derivation, rows = derivation_of(args), []
    for order in orders_of(args, context):
        energy = _by_cell(args, derivation, order)
        head = {"NUME_ORDRE": order, "INST": derivation.time(order)}
        for occurrence in args.ENER_TOTALE:
            for name, kind, cells in places(occurrence, derivation.model.mesh, context):
                rows.append({**head, "LIEU": name, "ENTITE": kind, "TOTALE": float(energy[cells].sum())})
    return table(rows, _BOOK)


def _by_cell(args, derivation, order):
    """(n_cells,) zero where no solid is."""
    result, model, t = derivation.result, derivation.model, derivation.time(order)
    energy = np.zeros(model.mesh.n_cells)
    found = derivation.field("ENEL_ELEM", order)
    for block in found.blocks:
        energy[block.cells] = np.nan_to_num(block.values[:, 0, block.components.index("TOTALE")])
    variables = result.field("VARI_ELGA", order) if result.has_field("VARI_ELGA", order) else None
    done = np.zeros(model.mesh.n_cells, bool)
    for law in getattr(result, "laws", ()):
        cells = np.arange(model.mesh.n_cells) if law.cells is None else law.cells
        cells = cells[~done[cells]]
        done[cells] = True
        if law.relation.startswith("VMIS_ISOT"):
            for index, rows in model.rows(cells):
                group = model.groups[index]
                held = None if variables is None else variables.on(group.cells[rows])
                if held is None:
                    continue
                element, data = group.element, derivation.data[index].subset(rows).between(t, t)
                work = BEHAVIOURS[law.relation].work_of_plasticity(held[0][..., held[1].index("V1")], data)
                energy[group.cells[rows]] += element.integral(data, work)
        elif not law.relation.startswith("ELAS"):
            raise args.not_yet("ENER_TOTALE", f"the energy spent on {law.relation} is not there yet")
    return energy


_FACT = FACT("f", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), **PLACES)
_WORDS = {**model_words(), "RESULTAT": SIMP("o", typ=("evol_elas", "evol_noli")), **orders()}
QUANTITIES = {"ENER_TOTALE": Quantity(_FACT, run, _WORDS)}
