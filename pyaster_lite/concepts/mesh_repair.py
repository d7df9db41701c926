"""Putting right what a mesh may have wrong: nodes and cells that come twice, volumes seen in a mirror, normals that look inward."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks, used_nodes_only
from pyaster_lite.concepts.mesh_conversion import order_of_all
from pyaster_lite.concepts.mesh_orientation import turned
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.shapes import shape_derivatives

_MIRRORED = {
    "TETRA4": (0, 2, 1, 3),
    "PENTA6": (0, 2, 1, 3, 5, 4),
    "PYRAM5": (0, 3, 2, 1, 4),
    "HEXA8": (0, 3, 2, 1, 4, 7, 6, 5),
}
_ROW = 4


def earlier_nodes(coordinates, tolerance: float):
    """(n,): for each node the first one nearer than `tolerance` (a length) that stays, itself where there is none."""
    from scipy.spatial import cKDTree

    same_as = np.arange(len(coordinates))
    for first, second in sorted(cKDTree(coordinates).query_pairs(tolerance)):
        if same_as[first] == first and same_as[second] == second:
            same_as[second] = first
    return same_as


def _with_nodes(mesh, same_as):
    """The mesh whose cells and groups hold other nodes instead of some, which stay, unused."""
    blocks = [(block.type, same_as[block.nodes], block.cells) for block in mesh.blocks]
    groups = {name: same_as[ids] for name, ids in mesh.node_groups.items()}
    return Mesh(mesh.coordinates, merge_blocks(blocks), groups, mesh.cell_groups, space_dimension=mesh.space_dimension)


def without_doubles(mesh: Mesh) -> Mesh:
    """The mesh without cells of the same type and nodes as an earlier one, which takes their place in the groups."""
    same_as = np.arange(mesh.n_cells)
    for block in mesh.blocks:
        _, first, place = np.unique(np.sort(block.nodes, axis=1), axis=0, return_index=True, return_inverse=True)
        same_as[block.cells] = block.cells[first[place.ravel()]]
    kept = same_as == np.arange(mesh.n_cells)
    if kept.all():
        return mesh
    number = np.cumsum(kept) - 1
    parts = [(block.type, block.nodes[kept[block.cells]], number[block.cells[kept[block.cells]]]) for block in mesh.blocks]
    groups = {name: np.array(list(dict.fromkeys(number[same_as[ids]].tolist())), int) for name, ids in mesh.cell_groups.items()}
    return Mesh(mesh.coordinates, merge_blocks(parts), mesh.node_groups, groups, space_dimension=mesh.space_dimension)


def turn_boundary(mesh: Mesh) -> int:
    """Turn, in place, the faces of exactly one volume whose normal enters it; returns how many."""
    skins = [block for block in mesh.blocks if block.dim == 2]
    rows, volumes = [], []
    for block in mesh.blocks:
        if block.dim == 3:
            for face in reference_cell(CELL_TYPES[block.type].linear).faces:
                rows.append(_key(block.nodes[:, face]))
                volumes.append(block.cells)
    if not rows or not skins:
        return 0
    corners = [block.nodes[:, : CELL_TYPES[block.type].corners] for block in skins]
    keys, place = np.unique(np.concatenate([*map(_key, corners), *rows]), axis=0, return_inverse=True)
    place, volumes = place.ravel(), np.concatenate(volumes)
    held = place[-len(volumes) :]
    times, holder = np.bincount(held, minlength=len(keys)), np.zeros(len(keys), int)
    holder[held] = volumes
    centres = _centres(mesh)
    count = first = 0
    for block, vertices in zip(skins, corners):
        mine = place[first : first + len(block)]
        first += len(block)
        points = mesh.coordinates[vertices]
        normal = np.cross(points[:, 1] - points[:, 0], points[:, -1] - points[:, 0])
        outward = points.mean(axis=1) - centres[holder[mine]]
        wrong = (times[mine] == 1) & (np.einsum("ij,ij->i", outward, normal) <= 0)
        mesh.set_cell_nodes(block.cells[wrong], turned(block.nodes[wrong], block.type, keep_first=True))
        count += int(wrong.sum())
    return count


def turn_volumes(mesh: Mesh) -> int:
    """Renumber, in place, the nodes of volumes whose Jacobian is negative in their middle; returns how many."""
    count = 0
    for block in mesh.blocks:
        if block.dim != 3:
            continue
        linear, corners = CELL_TYPES[block.type].linear, CELL_TYPES[block.type].corners
        slopes = shape_derivatives(linear, [reference_cell(linear).nodes.mean(axis=0)])[0]
        wrong = np.linalg.det(np.einsum("dn,knx->kdx", slopes, mesh.coordinates[block.nodes[:, :corners]])) < 0
        if wrong.any():
            mesh.set_cell_nodes(block.cells[wrong], block.nodes[wrong][:, order_of_all(block.type, _MIRRORED[linear])])
            count += int(wrong.sum())
    return count


def repaired(mesh, *, orphans_go, volumes_turn, faces_turn, merged_within, doubles_go) -> Mesh:
    """A mesh put right in code_aster's order (fix_mesh): nodes merged within a length unless it is None, double cells, faces, volumes.

    Nodes of no cell go with `orphans_go`; of those that are merged, the later ones go in any case.
    """
    everything = np.arange(mesh.n_nodes)
    same_as = everything if merged_within is None else earlier_nodes(mesh.coordinates, merged_within)
    held = np.concatenate([block.nodes.ravel() for block in mesh.blocks])
    lonely = np.setdiff1d(everything[same_as == everything], held)
    mesh = _with_nodes(mesh, same_as)
    if doubles_go:
        mesh = without_doubles(mesh)
    if faces_turn:
        turn_boundary(mesh)
    if volumes_turn:
        turn_volumes(mesh)
    return used_nodes_only(mesh, () if orphans_go else lonely)


def _key(vertices):
    """(k, 4): the same for faces with the same vertices."""
    rows = np.full((len(vertices), _ROW), -1)
    rows[:, : vertices.shape[1]] = np.sort(vertices, axis=1)
    return rows


def _centres(mesh):
    centres = np.zeros((mesh.n_cells, 3))
    for block in mesh.blocks:
        centres[block.cells] = mesh.coordinates[block.nodes[:, : CELL_TYPES[block.type].corners]].mean(axis=1)
    return centres
