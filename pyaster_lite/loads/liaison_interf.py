"""LIAISON_INTERF: an interface moves as the static vectors of a substructure reduced to modes do (u4.44.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._member import LoadKeyword
from ._relations import RowList


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        MACR_ELEM_DYNA=SIMP("o", typ="macr_elem_dyna"),
        TYPE_LIAISON=SIMP("f", defaut="RIGIDE", into=("RIGIDE", "SOUPLE")),
    )


def terms(occurrences, model):
    """u = X q at the interface, X its part of the static vectors and q their coordinates; X^T (u - X q) = 0 where it is to be soft."""
    rows = RowList(model)
    for occurrence in occurrences:
        macro = occurrence.MACR_ELEM_DYNA
        cells = [cell for cell in model.mesh.super_cells.values() if getattr(cell.macro, "whole", None) is macro]
        if len(cells) != 1:
            raise occurrence.wrong("MACR_ELEM_DYNA", f"the mesh has no super-cell of its own for {macro.name}")
        places, basis = cells[0].macro, macro.basis
        outer = dict(zip(places.exterior.tolist(), cells[0].nodes.tolist()))
        static = places.static_places()
        moved = [model.dofs.index(outer[node], name) for _, node, name in static]
        shared = _shared(occurrence, model.mesh, basis.mesh, places.interface)
        shapes, equations = [], []
        for node, own in zip(places.interface, shared):
            for name in basis.dofs.components:
                row, equation = basis.dofs.index(node, name), model.dofs.index(own, name)
                if row >= 0 and equation >= 0:
                    shapes.append(basis.shapes[row, [column for column, _, _ in static]])
                    equations.append(equation)
        shapes = np.array(shapes)
        if occurrence.TYPE_LIAISON == "RIGIDE":
            for shape, equation in zip(shapes, equations):
                rows.add([*zip(moved, shape), (equation, -1.0)], 0.0)
        else:
            for weights, products in zip(shapes.T, shapes.T @ shapes):
                rows.add([*zip(moved, products), *zip(equations, -weights)], 0.0)
    return rows.term("LIAISON_INTERF")


def _shared(occurrence, mesh, inner, nodes):
    """The nodes of the mesh that are those of the interface, by their names."""
    names = inner.node_names if inner.own_names else [f"N{i + 1}" for i in range(inner.n_nodes)]
    try:
        return [mesh.find_node(names[node], own=True) for node in nodes]
    except KeyError as unknown:
        raise occurrence.wrong("MACR_ELEM_DYNA", f"a node of the interface is not in the mesh of the model: {unknown}") from None


LOADS.add("LIAISON_INTERF", LoadKeyword(declare, terms, functions=False))
