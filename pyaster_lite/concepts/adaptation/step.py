"""One step of adaptation, from the mesh before to the mesh after."""

from __future__ import annotations

from copy import deepcopy

import numpy as np

from pyaster_lite.concepts.adaptation.boundary import Boundary
from pyaster_lite.concepts.adaptation.choice import at_nodes, edges_above
from pyaster_lite.concepts.adaptation.closure import chosen_places, closed
from pyaster_lite.concepts.adaptation.division import cut, put_together, release_sides
from pyaster_lite.concepts.adaptation.lineage import Lineage
from pyaster_lite.concepts.adaptation.transition import conforming
from pyaster_lite.concepts.mesh import Mesh


def lineage_of(mesh: Mesh) -> Lineage:
    """What the mesh remembers, or a new start when commands have changed its cells; a copy, since a mesh may be adapted more than once."""
    known = mesh.lineage
    if known is None or (len(known.of_node), len(known.of_cell)) != (mesh.n_nodes, mesh.n_cells):
        return Lineage(mesh)
    lineage = deepcopy(known)
    lineage.follow(mesh)
    return lineage


def adapted(mesh: Mesh, lineage: Lineage, to_cut, to_put_together=(), boundary: Boundary | None = None, **limits) -> Mesh:
    """The mesh with the present cells `to_cut` cut regularly, the pieces of the rows `to_put_together` put together where neighbours allow
    it, and its neighbours cut so that it conforms. Groups of cells hold the pieces of their cells. Raises Unadaptable.

    boundary what sides of the mesh stand for, which new nodes are laid on
    limits   edges, within, without: see closure.chosen_places
    """
    before, cells_before = lineage.alive & lineage.leaf, lineage.of_cell
    member = {name: np.zeros(len(lineage.kind), bool) for name in mesh.cell_groups}
    for name, cells in mesh.cell_groups.items():
        member[name][lineage.of_cell[cells]] = True
    shapes = None
    if boundary is not None:
        shapes = boundary.shapes(lineage)
        boundary.draw_in(lineage, shapes)
    put_together(lineage, np.asarray(to_put_together, int))
    known = np.flatnonzero(lineage.edges.cut)
    places = chosen_places(lineage, to_cut, **limits)
    while _cut_more(lineage, *closed(lineage, *places)):  # pieces that were put together once may lie beside finer ones
        places = lineage.edges.cut, lineage.faces.cut
    fresh = np.setdiff1d(np.flatnonzero(lineage.edges.cut), known)
    if boundary is not None:
        boundary.place(lineage, shapes, fresh)
    release_sides(lineage)
    source = _sources(lineage, before)
    inherited = {name: _inherited(lineage, known, before, source) for name, known in member.items()}
    made = conforming(lineage, mesh, inherited)
    first = np.full(len(lineage.kind) + 1, -1)
    first[cells_before[::-1]] = np.arange(mesh.n_cells)[::-1]
    lineage.origin = first[source[lineage.of_cell]]
    return made


def _cut_more(lineage, cut_edges, cut_faces):
    """Cut what the masks say; whether that was more than is cut already."""
    before = lineage.edges.cut.sum() + lineage.faces.cut.sum()
    cut(lineage, cut_edges, cut_faces)
    return cut_edges.sum() + cut_faces.sum() > before


def cut_between(mesh: Mesh, near: np.ndarray) -> tuple[Mesh, np.ndarray]:
    """The mesh with every edge cut whose nodes, its middle included, are all `near` (n_nodes,) bool; and the cell behind each cell.

    The mesh counts as a first one: what made it conform in an earlier step may be cut again.
    """
    lineage = Lineage(mesh)
    edges = edges_above(lineage, at_nodes(lineage, np.where(near, 1.0, 0.0)), 1.0)
    made = adapted(mesh, lineage, [], edges=edges)
    return made, made.lineage.origin


def _sources(lineage, before):
    """For each row the row of the mesh before that it is, or is a piece of; -1 for rows put together."""
    source = np.arange(len(lineage.kind))
    known = np.zeros(len(source), bool)
    known[: len(before)] = before
    while True:
        up = ~known[source] & (lineage.parent[source] >= 0)
        if not up.any():
            return np.where(known[source], source, -1)
        source[up] = lineage.parent[source[up]]


def _inherited(lineage, known, before, source):
    member = np.where(source >= 0, known[np.clip(source, 0, len(known) - 1)], False)
    rows = np.flatnonzero(known & before)
    parents = lineage.parent[rows]
    lost = (parents >= 0) & ~lineage.alive[rows]
    member[parents[lost]] = True
    return member
