"""Models of hybrid elements: what their polynomials are at nodes, and the polynomials that are nearest to a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.field_places import moved
from pyaster_lite.fe.data import ElementData


@dataclass
class Projection:
    """The coefficients of places (faces or cells) as sums over points.

    equations  by field, (n, nb);  points (n, nq, 3);  matrix (n, nb, nq) times the values at the points makes the coefficients
    in_cells   whether the places are cells
    vertices   (n, nv) the vertices of the cells;  vertex_values() gives (n, nq, nv) their functions at the points
    """

    equations: dict[str, np.ndarray]
    points: np.ndarray
    matrix: np.ndarray
    in_cells: bool
    vertices: np.ndarray
    vertex_values: Callable[[], np.ndarray]


def is_hybrid(model) -> bool:
    """Whether some of its elements carry polynomials."""
    return any(hasattr(group.element, "projectors") for group in model.groups)


def projections(model, nodes=None) -> Iterator[Projection]:
    """How functions are projected on the polynomials whose coefficients `nodes` (all of them when None) carry."""
    waiting = np.zeros(model.mesh.n_nodes, bool)
    waiting[slice(None) if nodes is None else nodes] = True
    for group in model.groups:
        if not hasattr(group.element, "projectors"):
            continue
        carrying = [local for local, names in enumerate(group.element.components) if names]
        rows = np.flatnonzero(waiting[group.nodes[:, carrying]].any(axis=1))
        if not len(rows):
            continue
        own = group.nodes[rows]
        data = ElementData(group.cells[rows], model.mesh.coordinates[own])
        asked = [local for local in carrying if waiting[own[:, local]].any()]
        for local, points, matrix in group.element.projectors(data, asked):
            first = np.zeros(len(own), bool)
            first[np.unique(own[:, local], return_index=True)[1]] = True
            chosen = np.flatnonzero(first & waiting[own[:, local]])
            if not len(chosen):
                continue
            waiting[own[chosen, local]] = False
            names = group.element.components[local]
            equations = {
                f: np.stack([model.dofs.index(own[chosen, local], n) for n in names if n[5] == f], axis=1) for f in fields_of(names)
            }
            whole = np.zeros((len(chosen), points.shape[1], 3))
            whole[..., : points.shape[2]] = points[chosen]
            corners = own[chosen, : group.element.shape.corners]
            places = model.mesh.coordinates[corners]
            found = partial(group.element.vertex_functions, places, whole)
            yield Projection(equations, whole, matrix[chosen], local == group.element.shape.centre, corners, found)


def fields_of(names) -> list[str]:
    """The letters of the fields in names like HHO_FX1."""
    return list(dict.fromkeys(name[5] for name in names))


def uniform(model, value: float, field: str) -> np.ndarray:
    """(n,) the unknowns of a field that has the same value everywhere, the others being zero."""
    vector = np.zeros(model.dofs.size)
    for projection in projections(model):
        if field in projection.equations:
            vector[projection.equations[field]] = value * projection.matrix.sum(axis=2)
    return vector


def projected(model, functions: dict, t: float = 0.0, faces: bool = True) -> np.ndarray:
    """(n,) the unknowns of the polynomials nearest to functions (or numbers) of place and instant, by field; zero on unwanted faces."""
    vector = np.zeros(model.dofs.size)
    for projection in projections(model):
        if projection.in_cells or faces:
            for field, equations in projection.equations.items():
                values = functions[field]
                if hasattr(values, "evaluate"):
                    values = values.evaluate(INST=t, **dict(zip("XYZ", np.moveaxis(projection.points, -1, 0))))
                values = np.broadcast_to(values, projection.points.shape[:2])
                vector[equations] = np.einsum("nbq,nq->nb", projection.matrix, values)
    return vector


def projected_field(model, given: NodeField, faces: bool = True) -> np.ndarray:
    """(n,) the unknowns of the polynomials nearest to a field (its first component) known at vertices."""
    vector, known = np.zeros(model.dofs.size), given.values[:, 0]
    for projection in projections(model):
        if projection.in_cells or faces:
            (equations,) = projection.equations.values()
            values = np.einsum("nqv,nv->nq", projection.vertex_values(), known[projection.vertices])
            vector[equations] = np.einsum("nbq,nq->nb", projection.matrix, values)
    return vector


def values_at_nodes(model, vector: np.ndarray, quantity: str) -> NodeField:
    """The mean over the cells around each node of what their polynomials are there, from the unknowns (n,)."""
    blocks = []
    for group in model.groups:
        if hasattr(group.element, "shown_at_nodes"):
            data = ElementData(group.cells, model.mesh.coordinates[group.nodes])
            coefficients = vector[model.dofs.equations(group.nodes, group.element.components)]
            blocks.append(ElementBlock(group.cells, *group.element.shown_at_nodes(data, coefficients), group.element))
    return moved(ElementField(model.mesh, quantity, "ELNO", blocks), "NOEU")
