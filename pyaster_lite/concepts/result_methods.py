"""What the Python of decks asks of a result: code_aster's method names."""

from __future__ import annotations

import sys

from .field import ElementField, NodeField

ACCESS = ("INST", "FREQ", "NUME_MODE", "NOEUD_CMP", "ANGLE", "NOM_CAS")
"""Parameters by which fields are found; the others only describe a storage order."""


class ResultMethods:
    """The questions that decks ask; `Result` holds the answers."""

    def copy(self):
        """A result of its own, with the same fields and parameters."""
        return self.duplicate()

    def duplicate(self):
        """As copy."""
        return self.part(self.orders, self.field_names())

    def getIndexes(self):
        """The storage orders."""
        return list(self.orders)

    def getNumberOfIndexes(self):
        """How many storage orders."""
        return len(self.orders)

    def getFirstIndex(self):
        """The first storage order."""
        return self.orders[0]

    def getLastIndex(self):
        """The last storage order."""
        return self.orders[-1]

    def getTime(self, index):
        """INST at a storage order."""
        return self.parameter("INST", index)

    def getLastTime(self):
        """INST at the last storage order."""
        return self.getTime(self.getLastIndex())

    def setTime(self, time, index):
        """Give a storage order its INST."""
        self.store(index, {"INST": float(time)})

    def getAccessParameters(self):
        """Parameter -> values over the storage orders, for the parameters by which fields are found."""
        found = {"NUME_ORDRE": list(self.orders)}
        for name in ACCESS:
            if self.parameters.get(name):
                found[name] = [self.parameter(name, order) for order in self.orders]
        return found

    def LIST_VARI_ACCES(self):
        """As getAccessParameters."""
        return self.getAccessParameters()

    def LIST_PARA(self):
        """Parameter -> values over the storage orders, for all of them."""
        return {name: [column.get(order) for order in self.orders] for name, column in self.parameters.items()}

    def LIST_CHAMPS(self):
        """Field -> storage orders that hold it."""
        return {name: [order for order in self.orders if self.has_field(name, order)] for name in self.field_names()}

    def getField(self, name, value=None, para="NUME_ORDRE", crit="RELATIF", prec=1.0e-6, updatePtr=True):
        """The field at a storage order, or at the value of a parameter; raises ValueError when there is none."""
        orders = [value] if para == "NUME_ORDRE" else self._orders_where(para, value, prec, crit)
        found = [order for order in orders if self.has_field(name, order)]
        if not found:
            raise ValueError(f"{self.name} has no field {name} at {para} = {value}")
        return self.field(name, found[0])

    _getFieldOnCellsReal = _getFieldOnNodesReal = _getFieldOnCellsComplex = _getFieldOnNodesComplex = getField

    def _orders_where(self, para, value, prec, crit):
        if isinstance(value, str):
            return [order for order in self.orders if str(self.parameter(para, order)).strip() == value.strip()]
        return self.orders_at(para, value, prec, crit)

    def setField(self, field, name, index=None, value=None, para="INST", crit="RELATIF", prec=1.0e-6):
        """Store a field at a storage order, or at the order where a parameter has a value."""
        if index is None:
            index = self._orders_where(para, value, prec, crit)[0]
        self.store(index, fields={name: field})

    def getFieldsNames(self):
        """The names of the stored fields."""
        return self.field_names()

    def getListOfFields(self):
        """The names of all fields, in one text."""
        return " ".join(self.getFieldsNames())

    def printListOfFields(self):
        """Write the names of all fields."""
        sys.stdout.write(self.getListOfFields() + "\n")

    def getFieldsOnNodesRealNames(self):
        """The names of the fields at nodes, real."""
        return self._names_of(NodeField, False)

    def getFieldsOnNodesComplexNames(self):
        """The names of the fields at nodes, complex."""
        return self._names_of(NodeField, True)

    def getFieldsOnCellsRealNames(self):
        """The names of the fields at elements, real."""
        return self._names_of(ElementField, False)

    def getFieldsOnCellsComplexNames(self):
        """The names of the fields at elements, complex."""
        return self._names_of(ElementField, True)

    def _names_of(self, kind, is_complex):
        found = []
        for name, orders in self.LIST_CHAMPS().items():
            field = self.field(name, orders[0]) if orders else None
            if isinstance(field, kind) and field.is_complex == is_complex:
                found.append(name)
        return found

    def getMesh(self):
        """The mesh."""
        return self.mesh

    def getModel(self, index=None):
        """The model."""
        return self.model

    def setModel(self, model, index=None):
        """Give the result its model, and the model's mesh."""
        self.model, self.mesh = model, model.mesh

    def getMaterialField(self, index=None):
        """The material field."""
        return self.material_field

    def setMaterialField(self, material_field, index=None):
        """Give the result its material field."""
        self.material_field = material_field

    def getElementaryCharacteristics(self, index=None):
        """The characteristics of the elements."""
        return self.characteristics
