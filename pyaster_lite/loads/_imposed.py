"""Unknowns that are imposed one by one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.places import wanted_nodes
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.terms import RelationTerm

from ._member import at


@dataclass(frozen=True)
class Projected:
    """The coefficient of a polynomial near to a function: a sum over points (n, 3) of weights (n,) times its values."""

    function: object
    points: np.ndarray
    weights: np.ndarray


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


def imposed_term(model, imposed, word, adding: bool = False):
    """The term that imposes values (numbers, functions or their projections) on equations.

    adding  whether they add up with those of other loads that impose the same unknowns
    """
    equations = np.array(sorted(imposed), int)
    values = [imposed[e] for e in equations]
    numbers = np.array([0.0 if hasattr(v, "evaluate") or isinstance(v, Projected) else v for v in values])
    numbers = numbers.astype(np.result_type(numbers, float))
    where = model.mesh.coordinates[model.dofs.node[equations]]
    by_function, projected = {}, {}
    for row, own in enumerate(values):
        if isinstance(own, Projected):
            projected.setdefault((id(own.function), len(own.points)), []).append(row)
        elif hasattr(own, "evaluate"):
            by_function.setdefault(id(own), (own, []))[1].append(row)
    spread = []
    for rows in projected.values():
        points, weights = (np.stack([getattr(values[row], name) for row in rows]) for name in ("points", "weights"))
        spread.append((values[rows[0]].function, rows, points, weights))

    def value(t):
        result = numbers.copy()
        for function, rows in by_function.values():
            result[rows] = at(function, t, where[rows])
        for function, rows, points, weights in spread:
            result[rows] = (weights * at(function, t, points)).sum(axis=1)
        return result

    make = Relations.added if adding else Relations.imposed
    return RelationTerm(make(model.dofs.size, equations, value), word)
