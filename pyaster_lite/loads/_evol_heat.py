"""EVOL_CHAR in models of heat: what a flow of fluid brings, as fields of a result (u4.44.02).

COEF_H and T_EXT  heat exchanged through sides, h (T_ext - T);  FLUN  a flow of heat into them
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.conduction import HeatSide
from pyaster_lite.fe.terms import ForceTerm

COMPONENTS = {"COEF_H": "H", "T_EXT": "TEMP", "FLUN": "FLUN"}
WORD = "EVOL_CHAR"


def heat_terms(result, model, between) -> list[ForceTerm]:
    """The terms of the fields that the result has; `between(result, name, t, read)` gives what `read` makes of one at an instant."""
    names = set(result.field_names())
    sides = [index for index, group in enumerate(model.groups) if isinstance(group.element, HeatSide)]

    def at_points(name, index, t):
        """(ne, ng) values at the points of the sides of a group, zero where there is nothing."""
        group = model.groups[index]

        def read(field):
            held = field.on(group.cells)
            if held is None or COMPONENTS[name] not in held[1]:
                return np.zeros(group.nodes.shape)
            own = np.nan_to_num(held[0][..., held[1].index(COMPONENTS[name])])
            return np.broadcast_to(own, group.nodes.shape)

        return group.element.points(between(result, name, t, read)[..., None])[..., 0]

    def blocks(make):
        found = [None] * len(model.groups)
        for index in sides:
            found[index] = make(index, model.groups[index].element)
        return found

    def exchanged(data, t, temperature):
        def make(index, element):
            own = 0.0 if temperature is None else element.temperatures(data[index], temperature[model.assembler.equations[index]])
            return element.inflow(data[index], at_points("COEF_H", index, t) * (at_points("T_EXT", index, t) - own))

        return blocks(make)

    def slopes(data, t):
        return blocks(lambda index, element: element.exchange(data[index], at_points("COEF_H", index, t)))

    def flows(data, t):
        return blocks(lambda index, element: element.inflow(data[index], at_points("FLUN", index, t)))

    made = []
    if {"COEF_H", "T_EXT"} <= names:
        made.append(
            ForceTerm(
                lambda data, t, temperature: model.assembler.vector(exchanged(data, t, temperature)),
                constant=False,
                word=WORD,
                follows=True,
                stiffness=lambda data, t, temperature: model.assembler.matrix(slopes(data, t)),
                blocks=lambda data, t: exchanged(data, t, None),
                matrices=slopes,
            )
        )
    if "FLUN" in names:
        made.append(ForceTerm(lambda data, t, temperature: model.assembler.vector(flows(data, t)), constant=False, word=WORD, blocks=flows))
    return made
