"""The excitations of DYNA_VIBRA on physical unknowns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.commands._physical_vectors import on_unknowns
from pyaster_lite.fe.constraints import Relations


def physical_loads(args, dofs, mesh, factor_of: Callable, held: Relations):
    """([(vector(t), factor(t)), ...], relations with their imposed values) of EXCIT.

    factor_of  gives the factor of an excitation, a function of time or frequency
    held       the relations of the stiffness
    """
    forces, imposed = [], []
    for level in args.EXCIT or ():
        factor = factor_of(level)
        if "VECT_ASSE" in level:
            vector = on_unknowns(level, "VECT_ASSE", dofs, mesh)
            forces.append((lambda t, vector=vector: vector, factor))
            imposed += [Relations(matrix, lambda t, values=values: values).scaled(factor) for matrix, values in level.VECT_ASSE.imposed]
            continue
        load = level.CHARGE
        if load.forces:
            data = load.model.data(*made_of(args))
            forces.append((lambda t, load=load, data=data: load.vector(data, t), factor))
        if load.imposes:
            imposed.append(load.relations(factor))
    return forces, _imposed(held, imposed)


def made_of(args) -> tuple:
    """The materials and the characteristics of the elements: given, or those that the stiffness was made from, None where it has none."""
    origin = args.MATR_RIGI.origin
    return args.CHAM_MATER or origin.material_field, args.CARA_ELEM or origin.characteristics


def _imposed(held: Relations, given: list[Relations]) -> Relations:
    """The relations of the stiffness with the values that the excitations give them, zero where they give none, and the
    excitations' further relations."""
    place = {key: row for row, key in enumerate(_keys(held.matrix))}
    known, further = [], []
    for relations in given:
        rows = np.array([place.get(key, -1) for key in _keys(relations.matrix)], int)
        known.append((relations.value, rows))
        if (rows < 0).any():
            new = np.flatnonzero(rows < 0)
            further.append(Relations(relations.matrix[new], lambda t, value=relations.value, new=new: value(t)[new]))

    def value(t):
        parts = [(values(t), rows) for values, rows in known]
        total = np.zeros(len(held), np.result_type(float, *(values for values, _ in parts)))
        for values, rows in parts:
            np.add.at(total, rows[rows >= 0], values[rows >= 0])
        return total

    return Relations.stacked(held.matrix.shape[1], [Relations(held.matrix, value), *further])


def _keys(matrix):
    """What tells the rows of a sparse matrix apart."""
    spans = zip(matrix.indptr, matrix.indptr[1:])
    return [(tuple(matrix.indices[a:b].tolist()), tuple(matrix.data[a:b].tolist())) for a, b in spans]
