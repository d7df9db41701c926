"""Results: fields and parameters by storage order (a time step, a mode, a frequency)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .base import Concept


class Result(Concept):
    """A series of storage orders, each with parameters (INST, FREQ, ...) and fields by their deck name (DEPL, ...).

    A field may be given as a function without arguments; it is then made when first asked for.
    """

    def __init__(self, kind: str, mesh=None, model=None, material_field=None, characteristics=None):
        self.kind, self.mesh, self.model = kind, mesh, model
        self.material_field, self.characteristics = material_field, characteristics
        self.orders: list[int] = []
        self.parameters: dict[str, dict[int, object]] = {}
        self._fields: dict[str, dict[int, object]] = {}

    def store(self, order: int, parameters: dict | None = None, fields: dict | None = None):
        """Add or enrich one storage order."""
        if order not in self.orders:
            self.orders.append(order)
            self.orders.sort()
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
        """The field at one order; raises KeyError when it is not stored."""
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
