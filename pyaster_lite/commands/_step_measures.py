"""What a step changes most: the measures of DELTA_GRANDEUR, and the remedies that read them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.commands._evolution_points import internal_field, stress_field
from pyaster_lite.fe.evolution import STOP, Remedy

_FIELDS = {"SIEF_ELGA": stress_field, "VARI_ELGA": internal_field}


def remedies(failures, measure) -> list[Remedy]:
    """What to do when a step fails, `measure` making a measure of a quantity; nothing for a plain list of numbers."""
    if not failures:
        return [STOP]
    return [Remedy(f.event, f.action, f.cutting, f.bound, measure(f.quantity) if f.quantity else None, f.extra, f.most) for f in failures]


def fields_of(mesh, structure):
    """What makes the blocks (concepts.field.ElementBlock) of a field at points of what the behaviours remember."""
    return lambda name, states: _FIELDS[name](mesh, structure, states).blocks


def largest(quantity, dofs, fields=None) -> Callable[[np.ndarray, tuple], float]:
    """The largest change of a component, by the displacement increment and what the behaviours remembered before the step and after.

    `fields` makes the blocks of a field at points (see fields_of); changes at nodes need none.
    """
    if quantity.field == "DEPL":
        nodes = np.arange(dofs.n_nodes) if quantity.nodes is None else quantity.nodes
        equations = dofs.index(nodes, quantity.component)
        equations = equations[equations >= 0]
        return lambda increment, states: float(abs(increment[equations]).max(initial=0.0))

    def change(increment, states):
        before, after = (fields(quantity.field, own) for own in states)
        return max((_changed(*pair, quantity) for pair in zip(before, after)), default=0.0)

    return change


def _changed(before, after, quantity):
    """The largest change over the cells of a block."""
    if quantity.component not in after.components:
        return 0.0
    place = after.components.index(quantity.component)
    rows = slice(None) if quantity.cells is None else np.isin(after.cells, quantity.cells)
    return float(abs(after.values[rows, ..., place] - before.values[rows, ..., place]).max(initial=0.0))
