"""What the Python of decks asks of a result: code_aster's method names."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from . import med_coupling
from .base import Tabled, failure
from .behaviour_chart import BehaviourChart
from .field import ElementField, NodeField

ACCESS = ("INST", "FREQ", "NUME_MODE", "NOEUD_CMP", "ANGLE", "NOM_CAS")
"""Parameters by which fields are found; the others only describe a storage order."""
CHART = "COMPORTEMENT"
"""The chart of what cells obeyed, which results keep as their laws."""


class _Listed(dict):
    """Lists by name, empty ones for other names."""

    def __missing__(self, name):
        return []


class ResultMethods(Tabled):
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
        """INST at a storage order; refused for a result that knows no instants."""
        found = self.parameter("INST", index)
        if found is None:
            raise failure(f"{self.name} has no INST at storage order {index}", "RESULT2_9")
        return found

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
        """Field -> storage orders that hold it, none for a field that the result has not."""
        held = {name: [order for order in self.orders if self.has_field(name, order)] for name in self.field_names()}
        return _Listed(held)

    def getField(self, name, value=None, para="NUME_ORDRE", crit="RELATIF", prec=1.0e-6, updatePtr=True):
        """The field at a storage order, or at the value of a parameter; raises ValueError when there is none, IndexError for several."""
        orders = [value] if para == "NUME_ORDRE" else self._orders_where(para, value, prec, crit)
        if name == CHART and self.laws and orders and orders[0] in self.orders:
            return BehaviourChart(self.mesh, self.laws)
        found = [order for order in orders if self.has_field(name, order)]
        if not found:
            raise ValueError(f"{self.name} has no field {name} at {para} = {value}")
        if len(found) > 1 and not isinstance(value, str):
            raise IndexError(f"{self.name} has {name} at {len(found)} storage orders where {para} is near to {value}")
        return self.field(name, found[0])

    _getFieldOnCellsReal = _getFieldOnNodesReal = _getFieldOnCellsComplex = _getFieldOnNodesComplex = getField

    def _orders_where(self, para, value, prec, crit):
        if isinstance(value, str):
            return [order for order in self.orders if str(self.parameter(para, order)).strip() == value.strip()]
        return self.orders_at(para, value, prec, crit)

    def setField(self, field, name, value=None, para="NUME_ORDRE", crit="RELATIF", prec=1.0e-6, index=None):
        """Store a field at a storage order, or at the order where a parameter has a value: a new one where none has."""
        index = value if para == "NUME_ORDRE" and index is None else index
        if index is None and value is None:
            raise failure("a field is stored at a storage order or at the value of a parameter: neither is given", "RESULT2_10")
        if index is None:
            found = self._orders_where(para, value, prec, crit)
            index = found[0] if found else self.createIndexFromParameter(para, value)
        self.mesh = self.mesh or field.mesh
        if isinstance(field, BehaviourChart):
            self.laws = list(field.laws)
        else:
            self.store(index, fields={name: field})

    def getIndexFromParameter(self, para, value, crit, prec, throw_except=True):
        """The storage order where a parameter has a value; ValueError where no order or several have, or -1 without `throw_except`."""
        if para not in self.getAccessParameters():
            raise ValueError(f"Missing parameter {para}")
        found = [value] * (value in self.orders) if para == "NUME_ORDRE" else self._orders_where(para, value, prec, crit)
        if len(found) == 1 or found and isinstance(value, str):
            return found[0]
        if throw_except:
            raise ValueError(f"{len(found)} storage orders have {para} = {value}")
        return -1

    @classmethod
    def getIndexesFromKeywords(cls, parameters, keywords):
        """Those storage orders that TOUT_ORDRE, NUME_ORDRE, INST, FREQ or a list of them say, of what getAccessParameters tells; KeyError
        unless there is one of these words."""
        words = ("TOUT_ORDRE", "NUME_ORDRE", "LIST_ORDRE", "INST", "LIST_INST", "FREQ", "LIST_FREQ")
        given = [word for word in words if word in keywords]
        if len(given) != 1:
            raise KeyError(f"exactly one of {', '.join(words)} is expected")
        word, orders = given[0], parameters["NUME_ORDRE"]
        if word == "TOUT_ORDRE":
            return list(orders)
        values = keywords[word]
        values = values.getValues() if word.startswith("LIST_") else values if isinstance(values, (list, tuple)) else [values]
        column = parameters["NUME_ORDRE" if word.endswith("ORDRE") else word.removeprefix("LIST_")]
        width, relative = keywords.get("PRECISION", 1.0e-6), keywords.get("CRITERE", "RELATIF") == "RELATIF"
        found = [[o for o, own in zip(orders, column) if abs(own - value) <= width * (abs(value) if relative else 1.0)] for value in values]
        return [each[0] for each in found if len(each) == 1]

    def interpolateField(self, name, value, left="EXCLU", right="EXCLU", crit="RELATIF", prec=1.0e-6, **_):
        """The field at an instant, between the two orders around it in proportion; ValueError outside of them or for bad arguments.

        left, right  CONSTANT: the first or the last field outside
        """
        if crit not in ("RELATIF", "ABSOLU") or prec < 0:
            raise ValueError("CRITERE is RELATIF or ABSOLU, and PRECISION is not negative")
        orders = [order for order in self.orders if self.has_field(name, order)]
        if not orders:
            raise ValueError(f"{self.name} has no field {name}")
        found = [order for order in self.orders_at("INST", value, prec, crit) if order in orders]
        times = [self.parameter("INST", order) for order in orders]
        if found:
            return self.field(name, found[0])
        if not times[0] < value < times[-1]:
            side, order = (left, orders[0]) if value < times[0] else (right, orders[-1])
            if side != "CONSTANT":
                raise ValueError(f"{value} lies outside of the instants of {name}")
            return self.field(name, order)
        after = next(i for i, t in enumerate(times) if t > value)
        share = (value - times[after - 1]) / (times[after] - times[after - 1])
        return (1.0 - share) * self.field(name, orders[after - 1]) + share * self.field(name, orders[after])

    def createIndexFromParameter(self, para, value):
        """A new storage order, the next one, with a value of a parameter."""
        index = self.orders[-1] + 1 if self.orders else 1
        self.store(index, {para: value})
        return index

    def allocate(self, number):
        """Nothing: there is room for every storage order."""

    resize = allocate

    def getIndexesForFieldName(self, name):
        """The storage orders that hold a field."""
        return [order for order in self.orders if self.has_field(name, order)]

    def getFieldsNames(self):
        """The names of the stored fields, and COMPORTEMENT where cells obeyed laws."""
        return self.field_names() + [CHART] * bool(self.laws)

    def getListOfFields(self):
        """The names of all fields, in one text."""
        return " ".join(self.getFieldsNames())

    def printListOfFields(self):
        """Write the names of all fields."""
        sys.stdout.write(self.getListOfFields() + "\n")

    def printInfo(self):
        """Write its fields and its parameters, with the storage orders of each."""
        known = {**{name: self.getIndexesForFieldName(name) for name in self.field_names()}, **self.parameters}
        sys.stdout.write("".join(f"{name}: {' '.join(map(str, orders))}\n" for name, orders in known.items()))

    def setListOfLoads(self, loads, index):
        """The loads that act at a storage order, those of a problem, in place of the ones known so far."""
        from .result import Excitation

        others = [replace(own, orders=tuple(o for o in own.orders or self.orders if o != index)) for own in self.excitations]
        given = [Excitation(load, course, orders=(index,)) for load, course in (*loads.loads, *loads.imposed)]
        self.excitations = [own for own in others if own.orders] + given

    def getEquationNumberings(self) -> list:
        """What its fields at nodes are numbered by: fields that carry the same components at the same nodes, once."""
        found = []
        for name in self.field_names():
            for field in (self.field(name, order) for order in self.getIndexesForFieldName(name)):
                if isinstance(field, NodeField) and not any(_numbered_alike(field, other) for other in found):
                    found.append(field)
        return found

    def addEquationNumbering(self, numbering):
        """Nothing to do: fields know what they are numbered by."""

    def addFiniteElementDescriptor(self, descriptor):
        """Nothing to do: fields know the elements that they stand on."""

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

    def getFieldsOnCellsLongNames(self):
        """The names of the fields of integers at elements: none, integers are kept as real numbers."""
        return []

    def getConstantFieldsOnCellsRealNames(self):
        """The names of the charts of numbers."""
        return [name for name, field in self._samples() if field.kind == "carte_sdaster"]

    def getConstantFieldsOnCellsChar16Names(self):
        """The names of the charts of words: COMPORTEMENT where cells obeyed laws."""
        return [CHART] * bool(self.laws)

    def _names_of(self, kind, is_complex):
        found = []
        for name, field in self._samples():
            if isinstance(field, kind) and field.is_complex == is_complex and field.kind != "carte_sdaster":
                found.append(name)
        return found

    def _samples(self):
        return [(name, self.field(name, orders[0])) for name, orders in self.LIST_CHAMPS().items() if orders]

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

    def setMaterialField(self, material_field, index=None, exists_ok=False):
        """Give the result its material field; refused when it has another one, which stays with `exists_ok`."""
        if self.material_field is not None and self.material_field is not material_field:
            if not exists_ok:
                raise failure(f"{self.name} has a material field already")
            return
        self.material_field = material_field

    def getListOfLoads(self, index) -> list:
        """The loads that acted at a storage order, as far as they are known."""
        return [each.load for each in self.excitations if each.acts_at(index)]

    def getElementaryCharacteristics(self, index=None):
        """The characteristics of the elements."""
        return self.characteristics

    def setElementaryCharacteristics(self, characteristics, index=None, exists_ok=False):
        """Give the result its characteristics; refused when it has others, which stay with `exists_ok`."""
        if self.characteristics is not None and self.characteristics is not characteristics:
            if not exists_ok:
                raise failure(f"{self.name} has characteristics already")
            return
        self.characteristics = characteristics

    def setMesh(self, mesh):
        """Give the result its mesh."""
        self.mesh = mesh

    def setParameterValue(self, para, value, index):
        """Give a storage order a parameter."""
        self.store(index, {para: value})

    def createMedCouplingResult(self, medmesh=None, profile=False, prefix=""):
        """The real fields at nodes as a MEDFileData of the library medcoupling, on its mesh or another one."""
        return med_coupling.data_of(self, medmesh, profile, prefix)

    def hasModel(self, index) -> bool:
        """Whether a model is known."""
        return self.model is not None

    def hasMaterialField(self, index) -> bool:
        """Whether a material field is known."""
        return self.material_field is not None

    def hasElementaryCharacteristics(self, index=None) -> bool:
        """Whether characteristics of elements are known."""
        return self.characteristics is not None

    def hasListOfLoads(self, index=None) -> bool:
        """Whether loads that act at a storage order, or at any, are known."""
        return any(index is None or each.acts_at(index) for each in self.excitations)

    def getModels(self) -> list:
        """The models."""
        return [self.model] * self.hasModel(None)

    def getMaterialFields(self) -> list:
        """The material fields."""
        return [self.material_field] * self.hasMaterialField(None)

    def getAllElementaryCharacteristics(self) -> list:
        """The characteristics."""
        return [self.characteristics] * self.hasElementaryCharacteristics()

    def getFiniteElementDescriptors(self) -> list:
        """The models whose elements fields stand on."""
        return self.getModels()

    def getGeneralizedVectorRealNames(self) -> list[str]:
        """The names of the vectors on a basis: none, fields tell."""
        return []

    getGeneralizedVectorComplexNames = getGeneralizedVectorRealNames

    def exists(self) -> bool:
        """Whether there is any storage order."""
        return bool(self.orders)

    def build(self, *_) -> bool:
        """True: what is stored is there from the start."""
        return True

    def clear(self, index=None):
        """Forget everything stored, or what is stored after an order and at it."""
        kept = [] if index is None else [order for order in self.orders if order < index]
        for stored in (*self.parameters.values(), *self._fields.values()):
            for order in [order for order in stored if order not in kept]:
                del stored[order]
        self.orders = kept
        self._fields = {name: stored for name, stored in self._fields.items() if stored}


def _numbered_alike(field, other):
    same = field.components == other.components and field.mesh is other.mesh
    return same and np.array_equal(np.isnan(field.values), np.isnan(other.values))
