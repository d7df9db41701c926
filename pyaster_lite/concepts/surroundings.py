"""What surrounds the points of a solid and changes its material: temperature, drying, hydration, and the like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.plate import Plate

from .field import ElementField, NodeField

COMPONENTS = {
    "TEMP": {"TEMP": "TEMP"},
    "SECH": {"SECH": "SECH TEMP"},
    "HYDR": {"HYDR": "HYDR"},
    "IRRA": {"IRRA": "IRRA"},
    "CORR": {"CORR": "CORR"},
    "PTOT": {"PTOT": "PTOT"},
    "NEUT1": {"NEUT1": "X1"},
    "NEUT2": {"NEUT2": "X1"},
    "NEUT3": {"NEUT3": "X1"},
    "GEOM": {axis: axis for axis in "XYZ"},
    "M_ACIER": {name: f"V{i + 1}" for i, name in enumerate(("PFERRITE", "PPERLITE", "PBAINITE", "PMARTENS", "PAUSTENI", "PCOLDSUM"))},
    "M_ZIRC": {"ALPHPUR": "V1", "ALPHBETA": "V2", "BETA": "V3"},
    "EPSA": {f"EPSA{axes}": f"EP{axes}" for axes in ("XX", "YY", "ZZ", "XY", "XZ", "YZ")},
}
"""For each variable of the deck, the names that materials know, each with the components of fields that may hold it, the first first:
water stood in TEMP in older decks."""


class Course:
    """Fields of a result over time: linear between two instants, beyond the ends as `left` and `right` say (EXCLU, CONSTANT, LINEAIRE).

    A field that is known at one instant only holds at all, as in code_aster.

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
        if len(near) or len(orders) == 1:
            return read(self.result.field(self.field_name, orders[near[0] if len(near) else 0]))
        before = int(np.searchsorted(instants, t)) - 1
        outside = self.left if before < 0 else (self.right if before == len(orders) - 1 else None)
        if outside == "EXCLU":
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
        functions, cut = group.element.point_functions, getattr(group.element, "enrichment", None)
        self._functions, self._at_nodes = np.eye(functions.shape[1]) if at_nodes else functions, at_nodes
        if cut is not None and not at_nodes:
            known_at, points = getattr(group.element, "known_at", None) or group.element, getattr(group.element, "known_points", None)
            self._functions = known_at.enrichment.points.functions[np.searchsorted(cut.cells, group.cells)]
            self._functions = self._functions if points is None else self._functions[:, points]

    def __bool__(self):
        return bool(self._variables)

    def elsewhere(self, element) -> Surroundings:
        """The same at the points of another element on the same cells."""
        return Surroundings([variable for variable, _ in self._variables], replace(self._group, element=element), self._at_nodes)

    def __call__(self, t: float) -> dict[str, np.ndarray]:
        """Arrays (ne, ng) by name, or (ne, ng ns) where some are known at sub-points; NaN on cells where a variable is not given;
        references as NAME_REF."""
        if t not in self._made:
            if len(self._made) >= self.KEPT:
                del self._made[next(iter(self._made))]
            self._made[t] = self._at(t)
        return self._made[t]

    def _at(self, t):
        found, count, points = {}, len(self._group.cells), self._functions.shape[-2]
        for variable, rows in self._variables:
            for name, component in COMPONENTS[variable.name].items():
                table = variable.read(t, lambda field, component=component: self._points(field, component))
                found.setdefault(name, []).append((rows, table))
        width = max(table.shape[1] for parts in found.values() for _, table in parts)
        values = {}
        for name, parts in found.items():
            values[name] = np.full((count, width), np.nan)
            for rows, table in parts:
                values[name][rows] = np.repeat(table[rows], width // points, axis=1) if table.shape[1] == points else table[rows]
        for variable, rows in self._variables:
            if variable.reference is not None:
                values.setdefault(f"{variable.name}_REF", np.full((count, width), np.nan))[rows] = variable.reference
        return values

    def _points(self, field, components):
        """(ne, ng) values at the points, or (ne, ng ns) at the sub-points that the field has; NaN where the field has nothing."""
        functions, cells = self._functions, self._group.cells
        component = next((name for name in components.split() if name in field.components), None)
        if component is None and components == "TEMP" and isinstance(field, NodeField) and self._seen_by_forces():
            return self._faces(field)
        if component is None:
            return np.full((len(cells), functions.shape[-2]), np.nan)
        if isinstance(field, NodeField):
            nodal = np.real(field.component(component))[self._group.nodes[:, : functions.shape[-1]]]
            return _interpolated(functions, nodal)
        assert isinstance(field, ElementField)
        sub = field.sub_on(cells)
        table = _to_the_last(field.component(component, cells).reshape(len(cells), -1, sub))
        if not self._group.element.section_points:
            table = table[:, :, :1]
        moves = self._moves(field.location)
        table = np.pad(table, ((0, 0), (0, max(0, moves.shape[-1] - table.shape[1])), (0, 0)), constant_values=np.nan)
        axes = "gp,eps->egs" if moves.ndim == 2 else "egp,eps->egs"
        return np.einsum(axes, moves, table[:, : moves.shape[-1]]).reshape(len(cells), -1)

    def _seen_by_forces(self):
        element = self._group.element
        return isinstance(element, Plate) and not element.section_points

    def _faces(self, field):
        """(ne, ng 3) temperatures of the lower face, halfway and of the upper face of plates, known at the faces; as in code_aster those
        halfway are their mean."""
        faces = [self._points(field, name) for name in ("TEMP_INF", "TEMP_SUP")]
        return np.stack([faces[0], (faces[0] + faces[1]) / 2, faces[1]], axis=-1).reshape(len(faces[0]), -1)

    def _moves(self, location):
        """(points, places of a field at elements) what each place counts at the points."""
        if location == "ELNO":
            return self._functions
        if location != "ELGA":
            return np.ones((self._functions.shape[-2], 1))
        return self._group.element.points_to_nodes() if self._at_nodes else np.eye(self._functions.shape[-2])


def _interpolated(functions, nodal):
    """(ne, ng) what shape functions (ng, nn) or (ne, ng, nn) make of values (ne, nn) at the nodes: of equal ones, that very value.

    A material may be a very steep function of it.
    """
    first, whole = nodal[:, :1], np.round(functions.sum(axis=-1), 12)
    beyond = nodal - first
    return first * whole + (beyond @ functions.T if functions.ndim == 2 else np.einsum("egn,en->eg", functions, beyond))


def _to_the_last(values):
    """Values (ne, points, ns) at sub-points; those of cells that have fewer than others go on as the last one does."""
    known = np.where(np.isnan(values), 0, np.arange(values.shape[2]))
    return np.take_along_axis(values, np.maximum.accumulate(known, axis=2), axis=2)
