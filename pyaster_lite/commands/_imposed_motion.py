"""Unknowns imposed as an evolution tells them at each instant (EVOL_IMPO)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.load import Load
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.terms import RelationTerm


def motion_load(args, kind, context) -> Load:
    """A load that imposes the displacements or temperatures of EVOL_IMPO, of NOM_CMP alone where it is given, wherever both the
    evolution and the model carry them; between two of its instants in proportion. Instants outside of them are refused when asked for,
    but of an evolution that has one instant only: that holds always, as in code_aster.
    """
    model, evolution = args.MODELE, args.EVOL_IMPO
    if evolution.mesh is not model.mesh:
        raise args.wrong("EVOL_IMPO", f"{evolution.name} does not stand on the mesh of MODELE")
    word = "TEMP" if kind == "char_cine_ther" else "DEPL"
    stored = [order for order in evolution.orders if evolution.has_field(word, order)]
    if not stored:
        raise args.wrong("EVOL_IMPO", f"{evolution.name} has no field {word}")
    field = evolution.field(word, stored[0])
    names = [name for name in args.get("NOM_CMP") or field.components if name in field.components and name in model.dofs.components]
    equations, places = [], []
    for name in names:
        column = field.components.index(name)
        nodes = np.flatnonzero(field.present[:, column])
        rows = model.dofs.index(nodes, name)
        equations.append(rows[rows >= 0])
        places.append(np.stack([nodes[rows >= 0], np.full((rows >= 0).sum(), column)]))
    if not sum(map(len, equations)):
        context.warn(args, "EVOL_IMPO", "the model carries none of these unknowns: nothing is imposed")
        return Load(kind, model, [])
    nodes, columns = np.concatenate(places, axis=1)

    def value(t):
        if len(stored) == 1:
            return field.values[nodes, columns]
        try:
            return evolution.interpolateField(word, t).values[nodes, columns]
        except ValueError as outside:
            raise ComputationFailed(f"EVOL_IMPO: {outside}") from None

    return Load(kind, model, [RelationTerm(Relations.imposed(model.dofs.size, np.concatenate(equations), value))])
