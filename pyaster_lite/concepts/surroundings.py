"""What surrounds the points of a solid and changes its material: temperature, drying, hydration, and the like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

from .field import ElementField, NodeField

COMPONENTS = {
    "TEMP": {"TEMP": "TEMP"},
    "SECH": {"SECH": "TEMP SECH"},
    "HYDR": {"HYDR": "HYDR"},
    "IRRA": {"IRRA": "IRRA"},
    "CORR": {"CORR": "CORR"},
    "PTOT": {"PTOT": "PTOT"},
    "NEUT1": {"NEUT1": "X1"},
    "NEUT2": {"NEUT2": "X1"},
    "NEUT3": {"NEUT3": "X1"},
    "GEOM": {axis: axis for axis in "XYZ"},
    "EPSA": {f"EPSA{axes}": f"EP{axes}" for axes in ("XX", "YY", "ZZ", "XY", "XZ", "YZ")},
}
"""For each variable of the deck, the names that materials know, each with the components of fields that may hold it."""


class Course:
    """Fields of a result over time: linear between two instants, beyond the ends as `left` and `right` say (EXCLU, CONSTANT, LINEAIRE).

    clock  function of the instant of the computation giving that of the result, None when they are the same
    """

    def __init__(self, result, field: str, left: str, right: str, clock: Callable[[float], float] | None = None):
        self.result, self.field_name, self.left, self.right, self.clock = result, field, left, right, clock

    def read(self, t: float, read: Callable) -> np.ndarray:
        """`read(field)` at an instant, interpolated; raises ComputationFailed beyond an end that says EXCLU."""
        t = t if self.clock is None else float(self.clock(t))
        orders = [order for order in self.result.orders if self.result.has_field(self.field_name, order)]
        if not orders:
            raise ComputationFailed(f"{self.result.name} has no field {self.field_name}")
        instants = np.array([self.result.parameter("INST", order) for order in orders], float)
        near = np.flatnonzero(abs(instants - t) <= 1e-6 * max(abs(t), np.ptp(instants) * 1e-6))
        if len(near):
            return read(self.result.field(self.field_name, orders[near[0]]))
        before = int(np.searchsorted(instants, t)) - 1
        outside = self.left if before < 0 else (self.right if before == len(orders) - 1 else None)
        if outside == "EXCLU" or (outside == "LINEAIRE" and len(orders) < 2):
            span = f"{instants[0]:.9g} to {instants[-1]:.9g}"
            raise ComputationFailed(f"{self.result.name} is asked for {self.field_name} at t = {t:.9g}, it goes from {span}")
        if outside == "CONSTANT":
            return read(self.result.field(self.field_name, orders[0 if before < 0 else -1]))
        first = min(max(before, 0), len(orders) - 2)
        share = (t - instants[first]) / (instants[first + 1] - instants[first])
        ends = [read(self.result.field(self.field_name, order)) for order in orders[first : first + 2]]
        return (1.0 - share) * ends[0] + share * ends[1]


@dataclass
class CommandVariable:
    """One variable on some cells of a mesh.

    name       in the deck's words (TEMP, SECH, ...);  cells  their numbers
    source     a field, or a Course
    reference  its value where nothing happens, None for variables without
    """

    name: str
    cells: np.ndarray
    source: object
    reference: float | None = None

    def read(self, t: float, read: Callable) -> np.ndarray:
        """`read(field)` at an instant."""
        return self.source.read(t, read) if isinstance(self.source, Course) else read(self.source)


class Surroundings:
    """The variables at the points of one group of elements, or at the nodes of its cells; the last instants are kept."""

    KEPT = 4

    def __init__(self, variables, group, at_nodes: bool = False):
        self._variables = [(v, np.isin(group.cells, v.cells)) for v in variables]
        self._variables = [(v, rows) for v, rows in self._variables if rows.any()]
        self._group, self._made = group, {}
        functions = group.element.point_functions
        self._functions, self._at_nodes = np.eye(functions.shape[1]) if at_nodes else functions, at_nodes

    def __bool__(self):
        return bool(self._variables)

    def __call__(self, t: float) -> dict[str, np.ndarray]:
        """Arrays (ne, ng) by name, NaN on cells where a variable is not given; references as NAME_REF."""
        if t not in self._made:
            if len(self._made) >= self.KEPT:
                del self._made[next(iter(self._made))]
            self._made[t] = self._at(t)
        return self._made[t]

    def _at(self, t):
        values = {}
        shape = len(self._group.cells), len(self._functions)
        for variable, rows in self._variables:
            for name, component in COMPONENTS[variable.name].items():
                found = variable.read(t, lambda field, component=component: self._points(field, component))
                values.setdefault(name, np.full(shape, np.nan))[rows] = found[rows]
            if variable.reference is not None:
                values.setdefault(f"{variable.name}_REF", np.full(shape, np.nan))[rows] = variable.reference
        return values

    def _points(self, field, components):
        """(ne, ng) values at the points; NaN where the field has nothing."""
        functions, cells = self._functions, self._group.cells
        count = len(functions)
        component = next((name for name in components.split() if name in field.components), None)
        if component is None:
            return np.full((len(cells), count), np.nan)
        if isinstance(field, NodeField):
            return np.real(field.component(component))[self._group.nodes[:, : functions.shape[1]]] @ functions.T
        assert isinstance(field, ElementField)
        table = field.component(component, cells)
        if field.location == "ELNO":
            return table[:, : functions.shape[1]] @ functions.T
        if field.location == "ELGA":
            element = self._group.element
            return table[:, : len(element.point_functions)] @ element.points_to_nodes().T if self._at_nodes else table[:, :count]
        return np.repeat(table[:, :1], count, axis=1)
