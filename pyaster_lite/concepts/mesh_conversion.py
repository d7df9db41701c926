"""Changing the degree of cells: linear to quadratic and back, nodes added in the middles of faces and volumes.

Every cell is first seen as its fullest form: vertices, middles of edges, of faces, of the volume. A type of lower degree uses
the first nodes of that form only. Nodes that do not exist yet are numbered in code_aster's order: points and segments of
higher degree first, then cells with nodes in the middle of faces, then quadratic ones, then linear ones; within a cell edge by edge, then
face by face, then the volume. Neighbours share what lies between the same vertices.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks, used_nodes_only
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.shapes import shape_functions

LINE_QUAD = {
    "SEG2": "SEG3", "TRIA3": "TRIA6", "QUAD4": "QUAD8", "TETRA4": "TETRA10", "PENTA6": "PENTA15", "PYRAM5": "PYRAM13", "HEXA8": "HEXA20",
}  # fmt: skip
QUAD_LINE = {name: cell.linear for name, cell in CELL_TYPES.items() if cell.linear != name and name != "SEG4"}
TO_QUADRATIC = {**LINE_QUAD, "TRIA7": "TRIA6", "QUAD9": "QUAD8", "PENTA18": "PENTA15", "HEXA27": "HEXA20"}
TO_BIQUADRATIC = {
    "SEG2": "SEG3", "TRIA3": "TRIA7", "TRIA6": "TRIA7", "QUAD4": "QUAD9", "QUAD8": "QUAD9", "TETRA4": "TETRA10", "PENTA6": "PENTA18",
    "PENTA15": "PENTA18", "PYRAM5": "PYRAM13", "HEXA8": "HEXA27", "HEXA20": "HEXA27",
}  # fmt: skip
"""What cells become for Mesh.convertToQuadratic and convertToBiQuadratic (cmbqbq)."""
HEXA20_27 = {"QUAD8": "QUAD9", "HEXA20": "HEXA27"}
PENTA15_18 = {"QUAD8": "QUAD9", "PENTA15": "PENTA18"}
SOLID_SHELL = {"HEXA8": "HEXA9", "PENTA6": "PENTA7"}
_FULLEST = {
    "SEG2": "SEG3", "TRIA3": "TRIA7", "QUAD4": "QUAD9", "TETRA4": "TETRA15", "PENTA6": "PENTA21", "PYRAM5": "PYRAM19", "HEXA8": "HEXA27",
}  # fmt: skip
HHO = {
    name: _FULLEST[cell.linear]
    for name, cell in CELL_TYPES.items()
    if cell.linear in _FULLEST and name not in ("SEG4", "HEXA9", "PENTA7", *_FULLEST.values())
}

_FACES_3D = {
    "TETRA4": ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)),
    "PENTA6": ((0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5)),
    "PYRAM5": ((0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)),
    "HEXA8": ((0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (4, 5, 6, 7)),
}
_CENTRES = {
    "TRIA3": (1 / 3, 1 / 3),
    "QUAD4": (0, 0),
    "TETRA4": (1 / 4, 1 / 4, 1 / 4),
    "PENTA6": (0, 1 / 3, 1 / 3),
    "PYRAM5": (0, 0, 1 / 5),
    "HEXA8": (0, 0, 0),
}
_TURNS = (
    ("SEG3",), ("TRIA7", "QUAD9"), ("HEXA27", "PENTA21", "PYRAM19", "TETRA15"), ("TRIA6", "QUAD8"),
    ("PENTA18", "HEXA20", "PENTA15", "PYRAM13", "TETRA10"), ("SEG2",), ("TRIA3", "QUAD4"),
    ("HEXA9", "PENTA7", "HEXA8", "PENTA6", "PYRAM5", "TETRA4"),
)  # fmt: skip
_MOST_PLACES = 32


def converted(mesh: Mesh, cells, targets: dict) -> Mesh:
    """A mesh where those of `cells` whose type is a key of `targets` have the type that it gives.

    Cells keep their numbers, groups their members; nodes that no cell uses any more are gone, nodes that none used before stay.
    """
    chosen = np.zeros(mesh.n_cells, bool)
    chosen[cells] = True
    full, coordinates = completed(mesh, faces=any(_needs_faces(target) for target in targets.values()))
    parts = []
    for block in mesh.blocks:
        change = chosen[block.cells] & (block.type in targets)
        parts.append((block.type, block.nodes[~change], block.cells[~change]))
        if change.any():
            target = targets[block.type]
            size, corners = CELL_TYPES[target].n_nodes, CELL_TYPES[target].corners
            order = [*range(corners), -1] if target in ("HEXA9", "PENTA7") else range(size)
            parts.append((target, full[block.type][change][:, order], block.cells[change]))
    lonely = np.ones(mesh.n_nodes, bool)
    for block in mesh.blocks:
        lonely[block.nodes.ravel()] = False
    whole = Mesh(coordinates, merge_blocks(parts), mesh.node_groups, mesh.cell_groups, space_dimension=mesh.space_dimension)
    return used_nodes_only(whole, np.flatnonzero(lonely))


def completed(mesh: Mesh, faces: bool):
    """The nodes of every cell in its fullest form, {type: (k, n)}, and the coordinates of all nodes, the new ones last.

    Without `faces`, the form stops at the middles of edges. Points and SEG4 stay as they are.
    """
    full = {block.type: _widened(block, faces) for block in mesh.blocks}
    places = _places(mesh, full, faces)
    turns = [place.turn[place.creator[place.node < 0]] for place in places]
    number = np.empty(sum(map(len, turns)), int)
    number[np.argsort(np.concatenate([*turns, np.empty(0, int)]), kind="stable")] = mesh.n_nodes + np.arange(len(number))
    first = 0
    for place, turn in zip(places, turns):
        place.fresh = np.flatnonzero(place.node < 0)
        place.node[place.fresh] = number[first : first + len(turn)]
        first += len(turn)
        for type_name, column, rows in place.members:
            full[type_name][:, column] = place.node[place.inverse[rows]]
    coordinates = np.vstack([mesh.coordinates, np.zeros((len(number), 3))])
    for place in places:
        for type_name, column, rows in place.members:
            mine = place.fresh[(place.creator[place.fresh] >= rows.start) & (place.creator[place.fresh] < rows.stop)]
            local, weights = _recipe(type_name, column)
            nodes = full[type_name][place.creator[mine] - rows.start][:, local]
            coordinates[place.node[mine]] = np.einsum("i,kij->kj", weights, coordinates[nodes])
    return full, coordinates


def order_of_all(type_name: str, order) -> list[int]:
    """The order of all nodes of a cell that goes with an order of its vertices: middles follow what they are the middle of."""
    first = len(order)
    if type_name in SOLID_SHELL.values():
        return [*order, first]
    groups = vertex_groups(type_name)
    place = {frozenset(group): first + index for index, group in enumerate(groups)}
    moved = [place[frozenset(int(order[vertex]) for vertex in group)] for group in groups]
    return [*map(int, order), *moved][: CELL_TYPES[type_name].n_nodes]


@dataclass
class _Places:
    """All edges, or faces, or volumes with the same number of vertices.

    members  (type, column of the fullest form, slice of the rows below) for each local place of each type
    turn     (n,) when code_aster meets each row; inverse (n,) the place of each row
    node     (m,) the node in the middle of each place, -1 where there is none yet; creator (m,) its first row
    fresh    the places whose node is new
    """

    members: list
    turn: np.ndarray
    inverse: np.ndarray
    node: np.ndarray
    creator: np.ndarray
    fresh: np.ndarray | None = None


def _places(mesh, full, faces):
    rank = _ranks(mesh)
    by_size = {}
    for block in mesh.blocks:
        corners = CELL_TYPES[block.type].corners
        for place, group in enumerate(vertex_groups(block.type, faces)):
            by_size.setdefault(len(group), []).append((block, corners + place, group, rank[block.cells] * _MOST_PLACES + place))
    found = []
    for _, entries in sorted(by_size.items()):
        keys = np.concatenate([np.sort(block.nodes[:, group], axis=1) for block, _, group, _ in entries])
        turn = np.concatenate([turn for *_, turn in entries])
        present = np.concatenate([full[block.type][:, column] for block, column, _, _ in entries])
        unique, inverse = np.unique(keys, axis=0, return_inverse=True)
        inverse = inverse.ravel()
        node, creator = np.full(len(unique), -1), np.empty(len(unique), int)
        np.maximum.at(node, inverse, present)
        late_first = np.argsort(turn, kind="stable")[::-1]
        creator[inverse[late_first]] = late_first
        members, first = [], 0
        for block, column, *_ in entries:
            members.append((block.type, column, slice(first, first + len(block))))
            first += len(block)
        found.append(_Places(members, turn, inverse, node, creator))
    return found


def _ranks(mesh):
    """When code_aster looks at each cell, (n_cells,)."""
    turn_of = {name: turn for turn, names in enumerate(_TURNS) for name in names}
    turn = np.zeros(mesh.n_cells, int)
    for block in mesh.blocks:
        turn[block.cells] = turn_of.get(block.type, -1)
    rank = np.empty(mesh.n_cells, int)
    rank[np.argsort(turn, kind="stable")] = np.arange(mesh.n_cells)
    return rank


def vertex_groups(type_name, faces=True):
    """The vertices around each further node of the fullest form of a type, those in the middle of edges first."""
    linear = CELL_TYPES[type_name].linear
    if linear == "POI1" or type_name == "SEG4":
        return ()
    if linear == "SEG2":
        return ((0, 1),)
    edges = reference_cell(LINE_QUAD[linear]).middles
    return edges + _FACES_3D.get(linear, ()) + (tuple(range(CELL_TYPES[linear].corners)),) if faces else edges


def _widened(block, faces):
    corners = CELL_TYPES[block.type].corners
    nodes = np.full((len(block), max(corners + len(vertex_groups(block.type, faces)), block.nodes.shape[1])), -1)
    if block.type in ("HEXA9", "PENTA7"):
        nodes[:, :corners], nodes[:, -1] = block.nodes[:, :-1], block.nodes[:, -1]
    else:
        nodes[:, : block.nodes.shape[1]] = block.nodes
    return nodes


def _recipe(type_name, column):
    """Which nodes of a cell, with which weights, make the node of a column: the shape functions in the middle of the place."""
    linear, corners = CELL_TYPES[type_name].linear, CELL_TYPES[type_name].corners
    middles = vertex_groups(type_name)
    group = middles[column - corners]
    if len(group) == 2:
        return list(group), np.array([0.5, 0.5])
    own = linear if len(group) == corners else {3: "TRIA3", 4: "QUAD4"}[len(group)]
    edges = reference_cell(LINE_QUAD[own]).middles
    local = list(group)
    if CELL_TYPES[type_name].n_nodes >= corners + sum(len(pair) == 2 for pair in middles):
        sides = {frozenset(pair): corners + place for place, pair in enumerate(middles) if len(pair) == 2}
        local += [sides[frozenset(group[i] for i in edge)] for edge in edges]
        own = LINE_QUAD[own]
    return local, shape_functions(own, [_CENTRES[CELL_TYPES[own].linear]])[0]


def _needs_faces(type_name):
    cell = CELL_TYPES[type_name]
    return cell.linear != type_name and type_name != LINE_QUAD.get(cell.linear)
