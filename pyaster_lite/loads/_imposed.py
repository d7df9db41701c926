"""Unknowns that are imposed one by one."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import wanted_nodes
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.terms import RelationTerm

from ._member import at


def imposed_values(occurrence, model, names) -> dict[int, object]:
    """Values (numbers or functions) by equation that an occurrence gives under the names of unknowns; raises Refused."""
    nodes, imposed = wanted_nodes(occurrence, model.mesh), {}
    for name in names:
        if name not in occurrence:
            continue
        equations = model.dofs.index(nodes, name)
        carried = equations[equations >= 0]
        if not carried.size:
            raise occurrence.wrong(name, f"none of these nodes carries {name}: nothing would be imposed")
        imposed |= dict.fromkeys(carried.tolist(), occurrence[name])
    return imposed


def imposed_term(model, imposed, word):
    """The term that imposes values (numbers or functions) on equations."""
    equations = np.array(sorted(imposed), int)
    numbers = np.array([0.0 if hasattr(imposed[e], "evaluate") else imposed[e] for e in equations], float)
    where = model.mesh.coordinates[model.dofs.node[equations]]
    by_function = {}
    for row, equation in enumerate(equations):
        if hasattr(imposed[equation], "evaluate"):
            by_function.setdefault(id(imposed[equation]), (imposed[equation], []))[1].append(row)

    def value(t):
        result = numbers.copy()
        for function, rows in by_function.values():
            result[rows] = at(function, t, where[rows])
        return result

    return RelationTerm(Relations.imposed(model.dofs.size, equations, value), word)
