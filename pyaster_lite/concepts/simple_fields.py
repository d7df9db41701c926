"""Fields as tables of places and components, which decks read and write value by value.

A row is a node, or a sub-point of a point of a cell; values are zero where `mask` says that nothing is carried.
"""

from __future__ import annotations

import numpy as np

from . import med_coupling
from .base import Concept, failure
from .component import ComponentOnCells, ComponentOnNodes, Support
from .field import ElementBlock, ElementField, NodeField
from .field_methods import chosen
from .quantities import in_order, known


class SimpleField:
    """What tables at nodes and at cells have in common.

    values (n_rows, n_components), mask (n_rows, n_components) where they are, counts (n_owners, 2) points and sub-points of each node
    or cell; rows follow each other by owner, then point, then sub-point. Owners without values have `least` points.
    """

    parts = ComponentOnNodes
    least = 1

    def __init__(self, mesh, quantity, components, values, mask, counts):
        self.mesh, self.quantity, self.components = mesh, quantity, list(components)
        self.values, self.mask, self.support = values, mask, Support(counts)

    def _like(self, quantity, names, columns):
        made = object.__new__(type(self))
        vars(made).update(vars(self))
        made.quantity, made.components = quantity, list(names)
        made.values, made.mask = self.values[:, columns], self.mask[:, columns]
        return made

    def build(self, *_):
        """True: the table is always up to date."""
        return True

    def updateValuePointers(self):
        """Nothing to do: the table is always up to date."""

    def getMesh(self):
        """The mesh."""
        return self.mesh

    def getFieldType(self):
        """As getLocalization."""
        return self.getLocalization()

    def hasComponent(self, name) -> bool:
        """Whether it has a component."""
        return name in self.components

    def getComponentsName2Index(self) -> dict[str, int]:
        """The place of each component."""
        return {name: index for index, name in enumerate(self.components)}

    def getPhysicalQuantity(self):
        """The name of the quantity, such as DEPL_R."""
        return self.quantity

    def getComponents(self):
        """The names of the components, in the order of the quantity."""
        return list(self.components)

    def getComponent(self, index):
        """The name of a component; raises RuntimeError when there are not as many."""
        if not 0 <= index < len(self.components):
            raise RuntimeError(f"Out of range: there is no component {index}")
        return self.components[index]

    def getNumberOfComponents(self):
        """How many components."""
        return len(self.components)

    def getValues(self, copy=True):
        """(values, where they are), both (n_rows, n_components); the table's own arrays without `copy`."""
        return (self.values.copy(), self.mask.copy()) if copy else (self.values, self.mask)

    def restrict(self, cmps=(), groups=(), same_rank=None):
        """The table with some of the components, and values in some of the groups only; raises KeyError when no component is left."""
        asked = [cmps] if isinstance(cmps, str) else list(cmps)
        names = [name for name in self.components if not asked or name in asked]
        if not names:
            raise KeyError(*asked)
        made = self._like(self.quantity, names, [self.components.index(name) for name in names])
        groups = [groups] if isinstance(groups, str) else list(groups)
        if groups:
            outside = np.ones(len(made.values), bool)
            outside[self.support.places(np.asarray(self._members(groups), int))] = False
            made.values[outside], made.mask[outside] = 0, False
        return made

    def transfert(self, mesh, cmps=()):
        """The table on a mesh that its own one was restricted from, or on a part of its own one; some components, or all."""
        asked = [name for name in cmps or self.components if name in self.components]
        part = self.restrict(asked)
        count, kept = self._owners(mesh)
        if kept is not None:
            here, there = kept, np.arange(count)
        else:
            here, there = np.arange(len(self.support.counts)), self._owners(self.mesh)[1]
        if there is None:
            raise failure("one of the meshes has to be a part of the other one")
        counts = np.full((count, 2), self.least)
        counts[there] = self.support.counts[here]
        support = Support(counts)
        values = np.zeros((int(support.sizes.sum()), len(asked)), self.values.dtype)
        mask = np.zeros(values.shape, bool)
        rows, own = support.places(there), self.support.places(here)
        values[rows], mask[rows] = part.values[own], part.mask[own]
        made = part._like(self.quantity, part.components, slice(None))
        made.mesh, made.values, made.mask, made.support = mesh, values, mask, support
        return made

    def asPhysicalQuantity(self, quantity, renamed):
        """The table of another quantity, with some of the components under other names: {own name: new name}."""
        return self._like(quantity, renamed.values(), [self.components.index(chosen(self.components, name)[0]) for name in renamed])

    def _component(self, name):
        column = self.components.index(chosen(self.components, name)[0])
        return self.parts(np.ma.array(self.values[:, column].copy(), mask=~self.mask[:, column]), self.support)

    def setComponentValues(self, name, component):
        """Put the values of a component into the table, zero where it is restricted to other places."""
        column, whole = self.components.index(chosen(self.components, name)[0]), component.expand().values
        self.values[:, column], self.mask[:, column] = whole.filled(0), ~np.ma.getmaskarray(whole)

    def __getattr__(self, name):
        """A component, by its name."""
        if name not in vars(self).get("components", ()):
            raise AttributeError(f"the field has no {name}", name=name, obj=self)
        return self._component(name)

    def _column(self, component):
        return component if not isinstance(component, str) else self.components.index(chosen(self.components, component)[0])

    def _row(self, owner, point=0, sub_point=0):
        """The row of a place; raises RuntimeError when there is no such place."""
        counts = self.support.counts
        if not 0 <= owner < len(counts) or not 0 <= point < counts[owner, 0] or not 0 <= sub_point < counts[owner, 1]:
            raise RuntimeError(f"there is no sub-point {sub_point} of point {point} of {owner}")
        return self.support.starts[owner] + point * counts[owner, 1] + sub_point

    def _at(self, component, *place):
        """The value at a place; raises RuntimeError when nothing is carried there."""
        row, column = self._row(*place), self._column(component)
        if not self.mask[row, column]:
            raise RuntimeError(f"{self.components[column]} is not carried at {place}")
        return self.values[row, column].item()

    def _there(self, component, *place):
        column = self._column(component)
        try:
            return 0 <= column < len(self.components) and bool(self.mask[self._row(*place), column])
        except RuntimeError:
            return False

    def _give(self, value, component, *place):
        row, column = self._row(*place), self._column(component)
        self.values[row, column], self.mask[row, column] = value, True


class NodeTable(SimpleField, Concept):
    """A field at nodes as a table."""

    kind = "cham_no_s"

    @classmethod
    def of(cls, field: NodeField):
        """The table of a field."""
        names = _ordered(field.quantity, field.components)
        values = field.values[:, [field.components.index(name) for name in names]]
        return cls(field.mesh, field.quantity, names, np.nan_to_num(values), ~np.isnan(values), np.ones((len(values), 2), int))

    def _members(self, groups):
        return self.mesh.nodes_in(groups)

    @staticmethod
    def _owners(mesh):
        return mesh.n_nodes, mesh.original_nodes if mesh.is_restricted else None

    def getLocalization(self):
        """NOEU."""
        return "NOEU"

    def getNumberOfNodes(self):
        """How many nodes."""
        return len(self.values)

    def getComponentOnNodes(self, component):
        """One component, to compute with."""
        return self._component(component)

    def toNumpy(self):
        """(values, where they are): the table's own arrays."""
        return self.values, self.mask

    def __getitem__(self, place):
        """The value at (node, component); raises RuntimeError where none is carried."""
        return self._at(place[1], place[0])

    def __setitem__(self, place, value):
        """Give (node, component) a value."""
        self._give(value, place[1], place[0])

    def getValuesWithDescription(self, components=(), groups=()):
        """(values, (nodes, components)) as the field tells them."""
        return self.toFieldOnNodes().getValuesWithDescription(components, groups)

    def getValue(self, node, component):
        """As [node, component]."""
        return self[node, component]

    def setValue(self, node, component, value):
        """As [node, component] = value."""
        self[node, component] = value

    def setValues(self, nodes, components=None, values=None):
        """Give each (node, component) of three lists of one length its value; or all the values at once, by node and component."""
        if components is None:
            given = np.asarray(nodes)
            self.values[:], self.mask[:] = given.reshape(self.values.shape) if given.ndim else given, True
            return
        for node, component, value in zip(nodes, components, values, strict=True):
            self._give(value, component, node)

    def allocate(self, quantity, cmps, zero=False):
        """Be a table of other components at all nodes, of zeros where `zero`, else of nothing."""
        shape = (len(self.values), len(cmps))
        self.quantity, self.components = quantity, list(cmps)
        self.values, self.mask = np.zeros(shape), np.full(shape, bool(zero))

    def hasValue(self, node, component):
        """Whether (node, component) carries a value."""
        return self._there(component, node)

    def toMedCouplingField(self, medmesh, prefix=""):
        """The field for the library medcoupling, at the nodes that carry something."""
        return med_coupling.node_field(self, medmesh, prefix)[0]

    def toMedFileField1TS(self, medmesh, profile=False, prefix=""):
        """The field as one of a MED file, for the library medcoupling."""
        return med_coupling.step_of(self, medmesh, profile, prefix)

    def toFieldOnNodes(self):
        """The field."""
        return NodeField(self.mesh, self.quantity, self.components, np.where(self.mask, self.values, np.nan))


class CellTable(SimpleField, Concept):
    """A field at the points of cells as a table; a cell without values has no rows."""

    kind, parts, least = "cham_elem_s", ComponentOnCells, 0

    def __init__(self, mesh, quantity, location, components, values, mask, counts):
        super().__init__(mesh, quantity, components, values, mask, counts)
        self.location = location

    @classmethod
    def of(cls, field: ElementField):
        """The table of a field; cells that carry no component have no point."""
        names, counts = _ordered(field.quantity, field.components), np.zeros((field.mesh.n_cells, 2), int)
        blocks = [block for block in field.blocks if block.components]
        for block in blocks:
            counts[block.cells] = block.values.shape[1] // block.sub, block.sub
        support = Support(counts)
        values = np.full((int(support.sizes.sum()), len(names)), np.nan, complex if field.is_complex else float)
        for block in blocks:
            columns = [names.index(name) for name in block.components]
            rows = support.places(block.cells)
            values[np.ix_(rows, columns)] = block.values.reshape(len(rows), len(columns))
        return cls(field.mesh, field.quantity, field.location, names, np.nan_to_num(values), ~np.isnan(values), counts)

    def _members(self, groups):
        return self.mesh.cells_in(groups)

    @staticmethod
    def _owners(mesh):
        return mesh.n_cells, mesh.original_cells if mesh.is_restricted else None

    def getLocalization(self):
        """ELGA, ELNO or ELEM."""
        return self.location

    def getNumberOfCells(self):
        """How many cells the mesh has."""
        return len(self.support.counts)

    def getNumberOfPointsOfCell(self, cell):
        """How many points a cell has."""
        return int(self.support.counts[cell, 0])

    def getNumberOfSubPointsOfCell(self, cell):
        """How many sub-points stand at each point of a cell."""
        return int(self.support.counts[cell, 1])

    def getNumberOfComponentsForSubpointsOfCell(self, cell):
        """How many components a cell has: all, or none."""
        return len(self.components) if self.support.sizes[cell] else 0

    def getMaxNumberOfPoints(self):
        """The most points that a cell has."""
        return int(self.support.counts[:, 0].max())

    def getMaxNumberOfSubPoints(self):
        """The most sub-points that a point has."""
        return int(self.support.counts[:, 1].max())

    def getCellsWithValues(self):
        """The cells that carry something."""
        owner = np.repeat(np.arange(len(self.support.counts)), self.support.sizes)
        return np.unique(owner[self.mask.any(axis=1)]).tolist()

    def getComponentOnCells(self, component):
        """One component, to compute with."""
        return self._component(component)

    def toNumpy(self):
        """(values, where they are, (n_cells, 2) points and sub-points of each cell): the table's own arrays."""
        return self.values, self.mask, self.support.counts

    def toMedCouplingField(self, medmesh, prefix=""):
        """The field for the library medcoupling, of one value on each cell of the mesh."""
        return med_coupling.cell_field(self, medmesh, prefix)

    def getValuesOnCell(self, cell):
        """(values, where they are) of the rows of a cell."""
        rows = self.support.places(np.array([cell]))
        return self.values[rows], self.mask[rows]

    def getValuesWithDescription(self, components=(), groups=()):
        """(values, (cells, components, points, sub-points)), in lists, of some components (all when none is named) in some groups of
        cells, or in cells given by number (all when none is): by cell, then component, then point; raises KeyError for no component."""
        part = self.restrict(components)
        places = [groups] if isinstance(groups, str) else list(groups)
        cells = self._members(places) if places and isinstance(places[0], str) else np.asarray(places, int)
        cells = cells if places else np.arange(len(self.support.counts))
        rows = self.support.table(cells)
        there = (rows >= 0)[:, None, :] & part.mask[rows].transpose(0, 2, 1)
        values = part.values[rows].transpose(0, 2, 1)[there]
        row, column, place = np.nonzero(there)
        point, sub_point = np.divmod(place, np.maximum(self.support.counts[cells[row], 1], 1))
        names = [part.components[i] for i in column]
        return values.tolist(), (cells[row].tolist(), names, point.tolist(), sub_point.tolist())

    def getValue(self, cell, component, point, sub_point=0):
        """The value at a place; raises RuntimeError where none is carried."""
        return self._at(component, cell, point, sub_point)

    def setValue(self, cell, component, point, *rest):
        """setValue(cell, component, point, [sub-point,] value)."""
        *sub_point, value = rest
        self._give(value, component, cell, point, *sub_point)

    def setValues(self, cells, components=None, points=None, sub_points=None, values=None):
        """Give each place of five lists of one length its value; or all the values at once, by row and component."""
        if components is None:
            self.values[:], self.mask[:] = np.asarray(cells).reshape(self.values.shape), True
            return
        for cell, component, point, sub_point, value in zip(cells, components, points, sub_points, values, strict=True):
            self._give(value, component, cell, point, sub_point)

    def toFieldOnNodes(self):
        """The field at nodes: the mean of what the cells around each carry, of fields with one value a cell or at the nodes of cells."""
        if self.location == "ELGA":
            raise failure("points of elements are not moved to nodes without their model: toFieldOnCells first")
        blocks, names = [], tuple(_ordered(self.quantity, self.components))
        columns = [self.components.index(name) for name in names]
        carrying = np.flatnonzero(self.support.sizes)
        for points, sub in np.unique(self.support.counts[carrying], axis=0):
            cells = carrying[(self.support.counts[carrying] == (points, sub)).all(axis=1)]
            rows = self.support.places(cells).reshape(len(cells), -1)
            blocks.append(ElementBlock(cells, np.where(self.mask[rows], self.values[rows], np.nan)[..., columns], names, None, int(sub)))
        return ElementField(self.mesh, self.quantity, self.location, blocks).toFieldOnNodes()

    def toSimpleFieldOnNodes(self):
        """As toFieldOnNodes, as a table."""
        return self.toFieldOnNodes().toSimpleFieldOnNodes()

    def hasValue(self, cell, component, point, sub_point=0):
        """Whether a place carries a value."""
        return self._there(component, cell, point, sub_point)

    def toFieldOnCells(self, model, option="", parameter=""):
        """The field, on the elements of a model; what other cells carry is left out."""
        blocks, names = [], _ordered(self.quantity, self.components)
        columns = [self.components.index(name) for name in names]
        for group in model.groups:
            for points, sub in np.unique(self.support.counts[group.cells], axis=0):
                cells = group.cells[(self.support.counts[group.cells] == (points, sub)).all(axis=1)]
                rows = self.support.places(cells).reshape(len(cells), -1)
                values = np.where(self.mask[rows], self.values[rows], np.nan)[..., columns]
                if points:
                    blocks.append(ElementBlock(cells, values, tuple(names), group.element, int(sub)))
        return ElementField(self.mesh, self.quantity, self.location, blocks)


def _ordered(quantity, names):
    """Components in the order of their quantity, where it is known."""
    return in_order(quantity, names) if known(quantity) or quantity == "VARI_R" else tuple(names)
