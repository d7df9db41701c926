"""Results: fields and parameters by storage order (a time step, a mode, a frequency)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

from .base import Concept
from .field import NodeField
from .printing import Printing
from .result_methods import ResultMethods


class NoField(ComputationFailed, KeyError):
    """A field that a result does not have."""

    def __str__(self):
        return self.message


@dataclass
class Excitation:
    """A load behind a result: its course in time (a function, a number, None for one), and whether it follows the motion.

    orders  the storage orders that it acts at, None for all
    steered whether the result tells its intensity, ETA_PILOTAGE
    """

    load: object
    course: object = None
    follows: bool = False
    orders: tuple[int, ...] | None = None
    steered: bool = False

    def acts_at(self, order: int) -> bool:
        """Whether the load acts at a storage order."""
        return self.orders is None or order in self.orders


@dataclass
class AppliedLaw:
    """The RELATION, DEFORMATION and RELATION_KIT that cells obeyed in an evolution; `cells` None for all.

    added  names of the variables that stand behind those of both
    sources  the texts of a law in the language MFront (concepts.written_law)
    """

    relation: str
    deformation: str
    cells: np.ndarray | None = None
    kit: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    sources: tuple[tuple[str, str], ...] = ()


def followed_cells(laws: list[AppliedLaw], n_cells: int) -> np.ndarray:
    """(n,) the cells of a mesh whose laws are for large displacements: forces act where these have moved to."""
    followed = [law.cells for law in laws if law.deformation != "PETIT"]
    everything = np.arange(n_cells)
    return np.unique(np.concatenate([np.empty(0, int), *(everything if cells is None else cells for cells in followed)]))


class Result(ResultMethods, Printing, Concept):
    """A series of storage orders, each with parameters (INST, FREQ, ...) and fields by their deck name (DEPL, ...).

    A field may be given as a function without arguments; it is then made when first asked for. `excitations` are the loads
    that it is the answer to, as far as they are known; `moving_cells` are those whose forces act where they have moved to; `laws`
    what the cells of an evolution obeyed, later ones before earlier ones; `prestressed` whether it started from a given state;
    `tangents` (nd, nd) that of a cell as its elements have it and that by differences, where an evolution compared them.

        result = study["UPM"]
        result.times                                    (n_orders,)
        result.values("DEPL", "DX", group="A")          (n_orders, nodes of A)
        result.values("SIEF_ELGA", "SIXX", group="B")   (n_orders, cells of B, Gauss points)
    """

    printed_as = "RESULTAT"

    def __init__(self, kind: str, mesh=None, model=None, material_field=None, characteristics=None):
        self.kind, self.mesh, self.model = kind, mesh, model
        self.material_field, self.characteristics = material_field, characteristics
        self.excitations: list[Excitation] = []
        self.moving_cells = np.empty(0, int)
        self.laws: list[AppliedLaw] = []
        self.prestressed, self.tangents = False, None
        self.orders: list[int] = []
        self.parameters: dict[str, dict[int, object]] = {}
        self._fields: dict[str, dict[int, object]] = {}

    def store(self, order: int, parameters: dict | None = None, fields: dict | None = None):
        """Add or enrich one storage order."""
        place = bisect_left(self.orders, order)
        if self.orders[place : place + 1] != [order]:
            self.orders.insert(place, order)
        for word, value in (parameters or {}).items():
            self.parameters.setdefault(word, {})[order] = value
        for word, field in (fields or {}).items():
            self._fields.setdefault(word, {})[order] = field

    def field_names(self) -> list[str]:
        """The deck names of the stored fields."""
        return list(self._fields)

    def has_field(self, name: str, order: int) -> bool:
        """Whether the field is stored at that order."""
        return order in self._fields.get(name, {})

    def field(self, name: str, order: int):
        """The field at one order; raises NoField when it is not stored."""
        if not self.has_field(name, order):
            raise NoField(f"{self.name or 'the result'} has no field {name} at its storage order {order}")
        stored = self._fields[name][order]
        if isinstance(stored, Callable):
            stored = self._fields[name][order] = stored()
        return stored

    def parameter(self, name: str, order: int):
        """A parameter at one order, or None."""
        return self.parameters.get(name, {}).get(order)

    def access(self, name: str) -> np.ndarray:
        """(n_orders,) values of a numeric parameter over the orders, NaN where there is none."""
        column = self.parameters.get(name, {})
        return np.array([column.get(order, np.nan) for order in self.orders], dtype=float)

    def orders_at(self, name: str, value: float, precision: float = 1e-6, criterion: str = "RELATIF") -> list[int]:
        """The orders whose parameter (INST, FREQ) is within the precision of `value`."""
        column = self.access(name)
        width = precision * (abs(value) if criterion == "RELATIF" else 1.0)
        close = np.abs(column - value) <= max(width, np.finfo(float).tiny)
        return [order for order, near in zip(self.orders, close) if near]

    def truncate_after(self, order: int):
        """Forget every order above `order` (a result that is taken up again from there)."""
        self.orders = [o for o in self.orders if o <= order]
        for store in (*self.parameters.values(), *self._fields.values()):
            for key in [k for k in store if k > order]:
                del store[key]

    def part(self, orders: list[int], names: list[str]):
        """A result of the same kind with some of the storage orders, under their numbers, and some of the fields."""
        made = object.__new__(type(self))
        vars(made).update(vars(self))
        made.orders = sorted(orders)
        made.parameters = {word: {o: column[o] for o in orders if o in column} for word, column in self.parameters.items()}
        made._fields = {name: {o: self._fields[name][o] for o in orders if o in self._fields[name]} for name in names}
        return made

    @property
    def times(self) -> np.ndarray:
        """(n_orders,) the instants, in s; NaN for a result without INST."""
        return self.access("INST")

    @property
    def frequencies(self) -> np.ndarray:
        """(n_orders,) the frequencies, in Hz; NaN for a result without FREQ."""
        return self.access("FREQ")

    def values(self, field: str, component: str, group=None, node: str | None = None) -> np.ndarray:
        """One component of a field over all storage orders, NaN at orders and places that do not carry it.

        A field at nodes gives (n_orders, n_nodes): the nodes of `group` (one name or several; of nodes, or of cells) in
        ascending order, the one called `node`, or all of the mesh. A field at elements gives (n_orders, n_cells, n_points):
        the cells of `group`, or all. Raises KeyError when the field, component or group does not exist.
        """
        stored = [order for order in self.orders if self.has_field(field, order)]
        if not stored:
            raise KeyError(field)
        first = self.field(field, stored[0])
        places = self._nodes(group, node) if isinstance(first, NodeField) else self._cells(group)
        rows = {}
        for order in stored:
            one = self.field(field, order)
            rows[order] = one.component(component)[places] if isinstance(first, NodeField) else one.component(component, places)
        sample = rows[stored[0]]
        history = np.full((len(self.orders), *sample.shape), np.nan, sample.dtype)
        for position, order in enumerate(self.orders):
            if order in rows:
                history[position] = rows[order]
        return history

    def _nodes(self, group, node):
        if node is not None:
            return np.array([self.mesh.find_node(node)])
        if group is None:
            return np.arange(self.mesh.n_nodes)
        names = [group] if isinstance(group, str) else list(group)
        of_nodes = [name for name in names if name in self.mesh.node_groups]
        return self.mesh.nodes_in(of_nodes, [name for name in names if name not in of_nodes])

    def _cells(self, group):
        if group is None:
            return np.arange(self.mesh.n_cells)
        return self.mesh.cells_in([group] if isinstance(group, str) else group)

    def saved_state(self) -> dict:
        """What a saved base keeps: every field made."""
        fields = {name: {order: self.field(name, order) for order in stored} for name, stored in self._fields.items()}
        return {**vars(self), "_fields": fields}
