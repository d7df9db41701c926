"""Whether the laws of an evolution can go on from the internal variables that another one, or a field, has left."""

from __future__ import annotations

import numpy as np

KNOWN_AS = "MECANONLINE5_82"
ALIKE = ("LEMAITRE", "VMIS_ISOT_LINE", "VMIS_ISOT_TRAC")
"""Laws that read each other's variables."""
WITHOUT = ("ELAS", "SANS", "KIT_CG")
"""Laws without memory: any other may come before them or after."""


def check_continued(args, model, laws, given, structure):
    """Raise Refused where a cell would go on by another law than that of the evolution, or from more variables than its law has."""
    initial = args.get("ETAT_INIT")
    if initial is None or given.internal is None:
        return
    evolution = initial.get("EVOL_NOLI")
    if evolution is not None and "VARI" not in initial:
        _check_relations(initial, model, laws, evolution)
    elif evolution is None:
        _check_counts(initial, given.internal, structure, _relations(laws, model.mesh.n_cells))


def _relations(laws, n_cells):
    """(n_cells,) the RELATION of each cell, that of the last occurrence which names it; ELAS where none does."""
    found = np.full(n_cells, "ELAS", object)
    for law in laws:
        found[slice(None) if law.cells is None else law.cells] = law.relation
    return found


def _check_relations(initial, model, laws, evolution):
    if not evolution.laws or evolution.model is None or evolution.mesh is not model.mesh:
        return
    now, before = (_relations(own, model.mesh.n_cells) for own in (laws, evolution.laws))
    both = np.intersect1d(*(np.concatenate([group.cells for group in own.groups]) for own in (model, evolution.model)))
    for cell in both[now[both] != before[both]]:
        pair = before[cell], now[cell]
        if not any(name in WITHOUT for name in pair) and not all(name in ALIKE for name in pair):
            message = f"cell {model.mesh.cell_names[cell]} has followed {pair[0]} in {evolution.name}, it cannot go on by {pair[1]}"
            raise initial.wrong("EVOL_NOLI", message, known_as=KNOWN_AS)


def _check_counts(initial, field, structure, relations):
    """A field that was put together holds zeros where a cell has fewer variables than others: those are none of its own."""
    given = [(part.data.cells, state.internal.shape[-1]) for part, state in zip(structure.parts, structure.rest()) if state is not None]
    given = [(cells, own, *found) for cells, own in given if (found := field.on(cells)) is not None]
    filled = [(np.nan_to_num(values) != 0.0).any(axis=1) for _, _, values, _ in given]
    somewhere = {name for (_, _, _, names), rows in zip(given, filled) for name, used in zip(names, rows.any(axis=0)) if used}
    for (cells, own, values, names), rows in zip(given, filled):
        elsewhere = np.logical_or.accumulate([name in somewhere for name in reversed(names)])[::-1]
        counts = (~np.isnan(values).all(axis=1) & (rows | ~elsewhere)).sum(axis=1)
        for cell in cells[(counts > max(own, 1)) & ~np.isin(relations[cells], WITHOUT)]:
            message = f"a cell has {len(names)} variables in {field.name}, its law {relations[cell]} has {own}"
            raise initial.wrong("VARI", message, known_as=KNOWN_AS)
