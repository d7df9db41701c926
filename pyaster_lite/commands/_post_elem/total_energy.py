"""ENER_TOTALE: what was spent on straining parts of a model, elastic energy and work of plasticity (u4.81.22).

Of elasticity and of isotropic von Mises plasticity: s : S : s / 2, and int_0^p R dp of HARDENING; as in te0490 the other laws
VMIS_ISOT_ tell no work of plasticity. Of other laws, as in code_aster, the orders that are asked for are summed up one after
the other: s : e / 2 at the first of them, then (s_ + s) : (e - e_) / 2.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._post_elem.quantity import PLACES, Quantity, derivation_of, layered_words, orders, orders_of, places, table
from pyaster_lite.fe.tensors import AXES

HARDENING = ("VMIS_ISOT_LINE", "VMIS_ISOT_TRAC")
_BOOK = {"NUME_ORDRE": "I", "INST": "R", "LIEU": "K24", "ENTITE": "K8", "TOTALE": "R"}


def run(args, context):
    """A row for each place and storage order."""
    derivation, rows, before = derivation_of(args), [], None
    spent = np.zeros(derivation.model.mesh.n_cells)
    for order in orders_of(args, context):
        energy, others = _by_cell(derivation, order)
        spent[others] += _spent(derivation, others, before, order)[others]
        energy, before = np.where(others, spent, energy), order
        head = {"NUME_ORDRE": order, "INST": derivation.time(order)}
        for occurrence in args.ENER_TOTALE:
            for name, kind, cells in places(occurrence, derivation.model.mesh, context):
                rows.append({**head, "LIEU": name, "ENTITE": kind, "TOTALE": float(energy[cells].sum())})
    return table(rows, _BOOK)


def _by_cell(derivation, order):
    """(n_cells,) zero where no solid is, and the cells whose laws tell no energy."""
    result, model, t = derivation.result, derivation.model, derivation.time(order)
    energy = np.zeros(model.mesh.n_cells)
    found = derivation.field("ENEL_ELEM", order)
    for block in found.blocks:
        energy[block.cells] = np.nan_to_num(block.values[:, 0, block.components.index("TOTALE")])
    variables = result.field("VARI_ELGA", order) if result.has_field("VARI_ELGA", order) else None
    done, others = np.zeros(model.mesh.n_cells, bool), np.zeros(model.mesh.n_cells, bool)
    for law in getattr(result, "laws", ()):
        cells = np.arange(model.mesh.n_cells) if law.cells is None else law.cells
        cells = cells[~done[cells]]
        done[cells] = True
        if law.relation in HARDENING:
            for index, rows in model.rows(cells):
                group = model.groups[index]
                held = None if variables is None else variables.on(group.cells[rows])
                if held is None or not hasattr(group.element, "integral"):
                    continue
                element, data = group.element, derivation.data[index].subset(rows).between(t, t)
                work = BEHAVIOURS[law.relation].work_of_plasticity(held[0][..., held[1].index("V1")], data)
                energy[group.cells[rows]] += element.integral(data, work)
        elif not law.relation.startswith(("ELAS", "VMIS_ISOT")):
            others[cells] = True
    return energy, others


def _spent(derivation, cells, before, order):
    """(n_cells,) what was spent from an order to another, from the start where there is none before."""
    energy = np.zeros(derivation.model.mesh.n_cells)
    if not cells.any():
        return energy
    sides = [(derivation.field("SIEF_ELGA", each), derivation.field("EPSI_ELGA", each)) for each in (before, order) if each is not None]
    for index, rows in derivation.model.rows(np.flatnonzero(cells)):
        group = derivation.model.groups[index]
        if not hasattr(group.element, "integral"):
            continue
        chosen, t = group.cells[rows], derivation.time(order)
        *first, (stress, strain) = [[_components(field, chosen) for field in pair] for pair in sides]
        if first:
            stress, strain = stress + first[0][0], strain - first[0][1]
        work = (stress * strain * np.where(np.arange(stress.shape[-1]) < 3, 1.0, 2.0)).sum(axis=-1) / 2.0
        energy[chosen] = group.element.integral(derivation.data[index].subset(rows).between(t, t), work)
    return energy


def _components(field, cells):
    """(ne, ng, 4 or 6) of stresses or strains."""
    values, names = field.on(cells)
    return np.stack([values[..., k] for k, name in enumerate(names) if name[2:] in AXES], axis=-1)


_FACT = FACT("f", max="**", rules=UN_PARMI("TOUT", "GROUP_MA"), **PLACES)
_WORDS = {**layered_words(), "RESULTAT": SIMP("o", typ=("evol_elas", "evol_noli")), **orders()}
QUANTITIES = {"ENER_TOTALE": Quantity(_FACT, run, _WORDS)}
