"""What the Python of decks asks of a field: code_aster's method names, and arithmetic."""

from __future__ import annotations

import numpy as np

from .base import failure
from .field_conversions import FieldConversions
from .printing import Printing


class FieldMethods(FieldConversions, Printing):
    """Questions and arithmetic common to fields at nodes and at elements.

    A field says `_named_arrays()`, its arrays of values with the names of their columns, and `_like(arrays)`, itself with
    others in their place.
    In a field of functions (quantity NEUT_F, TEMP_F, ...) the values are places in `functions`.
    """

    functions: tuple = ()
    __array_ufunc__ = None
    """numpy's numbers leave arithmetic with a field to the field."""

    @property
    def is_complex(self) -> bool:
        """Whether the values are complex."""
        return any(np.iscomplexobj(values) for values in self._arrays())

    def _named(self, quantity: str) -> str:
        """The quantity of these values: that of complex numbers where it is known by the one of real numbers."""
        return f"{quantity[:-1]}C" if quantity.endswith("_R") and self.is_complex else quantity

    def getMesh(self):
        """The mesh."""
        return self.mesh

    def setMesh(self, mesh):
        """The mesh is known from the start: one of as many nodes may take its place."""
        self.mesh = mesh

    def getDescription(self):
        """Which components stand where: the field itself tells."""
        return self

    def getComponents(self):
        """The names of the components."""
        return list(self.components)

    def getNumberOfComponents(self):
        """How many components."""
        return len(self.getComponents())

    def getPhysicalQuantity(self):
        """The name of the quantity, such as DEPL_R."""
        return self.quantity

    def getValues(self):
        """Every value in one list: by node or cell, then point, then component."""
        return self._flat().tolist()

    def toNumpy(self):
        """Every value in one array, in the order of getValues."""
        return self._flat()

    def size(self):
        """How many values."""
        return len(self._flat())

    __len__ = size

    def __bool__(self):
        return True

    def __getitem__(self, place):
        """The value at a place in the order of getValues."""
        return self._flat()[place].item()

    def __setitem__(self, place, value):
        """Give the value at a place another number."""
        values = self._flat()
        values[place] = value
        self.setValues(values)

    def norm(self, kind="NORM_2", components=()):
        """The norm of all values, or of those of some components: NORM_1, NORM_2 or NORM_INFINITY."""
        values = np.array(self.getValues(components)) if components else self._flat()
        if kind == "NORM_1":
            return float(np.add.accumulate(abs(values))[-1]) if len(values) else 0.0  # one after the other, as decks sum them up
        return float(np.linalg.norm(values, {"NORM_2": 2, "NORM_INFINITY": np.inf}[kind]))

    def updateGhostValues(self):
        """Nothing to do: no other process has any of the values."""

    def transfert(self, mesh, cmps=()):
        """The field at nodes on a mesh that its own one was restricted from, or on a part of its own one."""
        return self.toSimpleFieldOnNodes().transfert(mesh, cmps).toFieldOnNodes()

    def updateValuePointers(self):
        """Nothing to do: the values are always up to date."""

    def dot(self, other):
        """The scalar product with another field that carries the same components at the same places."""
        return np.vdot(other._flat(), self._flat()).item()

    def copy(self):
        """A field of its own."""
        return self._like([values.copy() for values in self._arrays()])

    duplicate = copy

    def mapped(self, function):
        """The field of `function` ((n,) -> (n,)) of the values; what carries nothing still carries nothing."""
        made = []
        for values in self._arrays():
            there = ~np.isnan(values)
            given = np.asarray(function(values[there]))
            made.append(np.full(values.shape, np.nan, np.result_type(given, float)))
            made[-1][there] = given
        return self._like(made)

    def transform(self, function):
        """The field of `function` (number -> number) of each value; raises ComputationFailed when it gives something else."""

        def checked(value):
            found = function(value)
            if not isinstance(found, (int, float, np.number)):
                raise failure(f"a field is transformed by a function that gives numbers, not {type(found).__name__}")
            return found

        return self.mapped(np.vectorize(checked, otypes=[float]))

    def getRealPart(self):
        """The real parts, as a real field."""
        return self._part(np.real)

    def getImaginaryPart(self):
        """The imaginary parts, as a real field."""
        return self._part(np.imag)

    def _part(self, part):
        made = self.mapped(part)
        made.quantity = self.quantity.removesuffix("_C") + "_R"
        return made

    def setValues(self, values):
        """Give the field other values in place: one number, one for each component by name, or all in the order of getValues.

        Components that the field does not have are passed over."""
        if isinstance(values, dict):
            for name in values:
                for names, array in self._named_arrays():
                    if name in names:
                        column = array[..., names.index(name)]
                        column[~np.isnan(column)] = values[name]
            return
        places = [~np.isnan(array) for array in self._arrays()]
        given = np.broadcast_to(values, sum(place.sum() for place in places))
        start = 0
        for array, place in zip(self._arrays(), places):
            array[place] = given[start : start + place.sum()]
            start += place.sum()

    def __add__(self, other):
        return self._like([a + b for a, b in zip(self._arrays(), other._arrays(), strict=True)])

    def __sub__(self, other):
        return self._like([a - b for a, b in zip(self._arrays(), other._arrays(), strict=True)])

    def __mul__(self, factor):
        return self._like([values * factor for values in self._arrays()])

    __rmul__ = __mul__

    def __truediv__(self, factor):
        return self * (1 / factor)

    def __neg__(self):
        return self * -1

    def _arrays(self):
        return [values for _, values in self._named_arrays()]

    def _flat(self):
        parts = [values[~np.isnan(values)] for values in self._arrays()]
        return np.concatenate(parts) if parts else np.empty(0)


def superposition(fields):
    """What turns factors (n,) into the sum of so many times each of n fields, which carry values at the same places."""
    stacks = [np.stack(arrays, axis=-1) for arrays in zip(*(field._arrays() for field in fields), strict=True)]
    return lambda factors: fields[0]._like([stack @ factors for stack in stacks])


def chosen(components, asked):
    """The components asked for: all when none is named; raises KeyError for one that the field does not have."""
    asked = [asked] if isinstance(asked, str) else list(asked)
    for name in asked:
        if name not in components:
            raise KeyError(name)
    return asked or list(components)
