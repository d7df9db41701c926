"""code_aster.CA.SimpleFieldOnNodesReal and SimpleFieldOnCellsReal: tables of values that a deck's Python makes and fills."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts import med_coupling
from pyaster_lite.concepts.simple_fields import CellTable, NodeTable


class NodeTableKind(type):
    """A class of tables at nodes of one kind of numbers; called with a mesh, a quantity and components it gives one: zeros when told so,
    else nothing."""

    def __call__(cls, mesh, quantity="", cmps=(), prol_zero=False):
        shape = (mesh.n_nodes, len(cmps))
        return NodeTable(mesh, quantity, cmps, np.zeros(shape, cls.scalar), np.full(shape, prol_zero), np.ones((shape[0], 2), int))

    def fromMedCouplingField(cls, mc_field, astermesh):
        """The table of a field at nodes of the library medcoupling, called by its quantity after any prefix."""
        quantity, names, values = med_coupling.values_of(mc_field, astermesh.n_nodes, "ON_NODES")
        made = cls(astermesh, quantity, names, True)
        made.values[:] = values
        return made

    def __instancecheck__(cls, thing):
        return isinstance(thing, NodeTable) and np.iscomplexobj(thing.values) == (cls.scalar is complex)


class CellTableKind(type):
    """The class of tables at cells; called with a mesh, ELEM, ELNO or ELGA, a quantity and components it gives one: zeros when told so,
    else nothing.

    points  how many each cell has, all alike or cell by cell; at the nodes of cells as many as these;  sub  sub-points at each
    """

    def __call__(cls, mesh, location="ELEM", quantity="", cmps=(), points=1, sub=1, zero=False):
        if isinstance(points, bool):
            points, zero = 1, points
        counts = np.empty((mesh.n_cells, 2), int)
        counts[:, 0], counts[:, 1] = ([len(mesh.cell_nodes(cell)) for cell in range(mesh.n_cells)] if location == "ELNO" else points), sub
        shape = (int(counts.prod(axis=1).sum()), len(cmps))
        return CellTable(mesh, quantity, location, list(cmps), np.zeros(shape), np.full(shape, zero), counts)

    def fromMedCouplingField(cls, mc_field, astermesh):
        """The table of a field with one value a cell of the library medcoupling, called by its quantity after any prefix."""
        quantity, names, values = med_coupling.values_of(mc_field, astermesh.n_cells, "ON_CELLS")
        made = cls(astermesh, "ELEM", quantity, names, 1, 1, True)
        made.values[:] = values
        return made

    def __instancecheck__(cls, thing):
        return isinstance(thing, CellTable)


def _register(name, kind, **more):
    SERVED.add(f"code_aster.CA.{name}", lambda study: kind(name, (), more))


_register("SimpleFieldOnNodesReal", NodeTableKind, scalar=float)
_register("SimpleFieldOnNodesComplex", NodeTableKind, scalar=complex)
_register("SimpleFieldOnCellsReal", CellTableKind)
