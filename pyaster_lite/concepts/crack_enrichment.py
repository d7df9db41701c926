"""A crack of level sets made of these: what it enriches, and its front (r7.02.12, 2.2 to 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.level_set_crack import GridLevels, LevelSetCrack
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.front import characteristic_length, find_front, nodal_gradients
from pyaster_lite.fe.extended.level_sets import Cells
from pyaster_lite.fe.extended.status import Beyond, held_cells, node_status, with_layers, zone
from pyaster_lite.fe.point_location import Cells as Located
from pyaster_lite.fe.point_location import locate


class Outside(ValueError):
    """No cell lies on both sides of the crack."""


@dataclass
class Enrichment:
    """How far a crack enriches.

    radius  of the functions of the front about it, m; 0 for the cells of the front only
    layers  the same by the size of the cells of the front, 0 where the radius tells
    cells   the numbers of the cells that may be enriched, all where None
    """

    radius: float = 0.0
    layers: int = 0
    cells: np.ndarray | None = None


def parts_of(mesh) -> tuple[list[Cells], list[Cells]]:
    """The cells of a mesh by their types, and those of full dimension among them."""
    parts = [Cells(block.type, block.cells, block.nodes) for block in mesh.blocks]
    return parts, [part for part, block in zip(parts, mesh.blocks) if block.dim == mesh.dimension]


def carried(mesh, points, *values) -> list[np.ndarray]:
    """Values at the nodes of a mesh (n_nodes,), each at points (m, 3): by the functions of the cells of full dimension they stand in."""
    solids = [
        Located(block.type, reference_cell(block.type).straight, block.cells, block.nodes)
        for block in mesh.blocks
        if block.dim == mesh.dimension
    ]
    found = locate(points[:, : mesh.dimension], mesh.coordinates[:, : mesh.dimension], solids)
    return [(found.weights * own[found.nodes]).sum(axis=1) for own in values]


def on_grid(mesh, normal, tangent) -> GridLevels:
    """Level sets (n_nodes,) on a grid, with their gradients."""
    _, solids = parts_of(mesh)
    return GridLevels(mesh, normal, tangent, *(nodal_gradients(solids, mesh.coordinates, values) for values in (normal, tangent)))


def enriched(mesh, nature, normal, tangent, enrichment: Enrichment, branches=(), gradients=None) -> LevelSetCrack:
    """The crack of level sets (n_nodes,); their gradients, two of (n_nodes, 3), are those at the nodes unless given.

    Raises Outside, and Tangled of fronts that meet one cell more than twice.
    """
    parts, solids = parts_of(mesh)
    own, among = parts, None
    if enrichment.cells is not None:
        kept, among = np.zeros(mesh.n_cells, bool), np.zeros(mesh.n_nodes, bool)
        kept[enrichment.cells] = True
        among[mesh.nodes_of_cells(enrichment.cells)] = True
        own = [Cells(p.type, p.numbers[kept[p.numbers]], p.nodes[kept[p.numbers]]) for p in parts]
    inside = zone(own, normal)
    if not any(within.any() for within in inside):
        raise Outside("no cell lies on both sides of this crack")
    beyond = [Beyond(sense * crack.normal, np.full(mesh.n_nodes, -1.0) if named else crack.tangent) for crack, sense, named in branches]
    status = node_status(own, normal, tangent, among, enrichment.radius, beyond, cohesive=nature == "COHESIF")
    front = None
    if gradients is None:
        gradients = [nodal_gradients(solids, mesh.coordinates, level) for level in (normal, tangent)]
    if nature == "FISSURE":
        held = held_cells(own, inside, status, mesh.dimension)
        if held and enrichment.layers:
            size = min(characteristic_length(kind, mesh.coordinates[nodes]) for _, kind, nodes in held)
            status = with_layers(status, normal, tangent, size * enrichment.layers, among)
            held = held_cells(own, inside, status, mesh.dimension)
        if held:
            cells = [(kind, nodes) for _, kind, nodes in held]
            front = find_front(cells, mesh.coordinates, normal, tangent, *gradients, mesh.dimension, _skin_of(mesh))
    return LevelSetCrack(mesh, nature, normal, tangent, status, branches, front, *gradients, enrichment)


def _skin_of(mesh):
    """The function that tells whether a side through three nodes belongs to one cell only."""
    start, holders = mesh.cells_of_nodes()
    dims = mesh.cell_dim()

    def skin(nodes):
        around = [holders[start[node] : start[node + 1]] for node in nodes]
        shared = np.intersect1d(np.intersect1d(around[0], around[1]), around[2])
        return (dims[shared] == mesh.dimension).sum() == 1

    return skin
