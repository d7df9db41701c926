"""Skins cut into patches that carry one contact multiplier each, and the bodies behind them cut to fit (r5.03.50, u4.23.02).

Every vertex of a new cell is a vertex of the body, or one of:

    centre   the middle of the side that touches: skin and body become cones with this apex over what is around and behind;
    inset    a copy of that side shrunk to a third, and a second one half way into the body: a frame around a smaller cell.

Segments of quadrangles, and faces of hexahedra where that is asked for, are cut by an inset; segments of triangles and all other
faces by a centre. Segments of three nodes and faces of nine hold a node of their own in the middle and stay whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.shapes import shape_functions

WHOLE = {"TRIA6": "SEG3", "QUAD8": "SEG3", "HEXA27": "QUAD9"}
"""Bodies that stay as they are, with the cells of their skin."""
SOLIDS = {"TETRA", "PYRAM", "PENTA", "HEXA"}
SHRUNK = 1.0 / 3.0


class NoPatch(ValueError):
    """A cell of the skin whose body cannot be cut."""


@dataclass
class Patches:
    """The patch of each cell (n_cells,), -1 for none, and the nodes (np, up to 4) that carry each one's multiplier, -1 for none."""

    of_cell: np.ndarray
    nodes: np.ndarray


@dataclass(frozen=True)
class _Cut:
    """One way of cutting a body, for one place of its skin.

    bodies, skins  [(type, nodes)] of the new cells, nodes beyond those of the body being new ones
    places         (k, dim) of the new nodes in the body's reference cell;  holders  those that carry the multiplier
    """

    bodies: tuple
    skins: tuple
    places: np.ndarray
    holders: tuple


def patched(mesh: Mesh, groups, inset: bool) -> Mesh:
    """A mesh whose groups of skin cells are cut into patches; `inset` says how faces of hexahedra are cut. Raises NoPatch.

    The first new cell takes the number of the one that is cut, the others come last; all are in its groups.
    """
    of_cell, holders = np.full(mesh.n_cells, -1), []
    for name in groups:
        waiting = np.asarray(mesh.cell_group(name))
        while len(waiting):
            behind = _bodies_behind(mesh, waiting)
            _, first = np.unique(behind, return_index=True)
            chosen = np.sort(first)
            mesh, of_cell, own = _cut_all(mesh, waiting[chosen], behind[chosen], inset, of_cell, len(holders))
            holders += own
            waiting = np.delete(waiting, chosen)
    width = max(map(len, holders), default=1)
    nodes = np.array([[*own, *[-1] * (width - len(own))] for own in holders], int).reshape(-1, width)
    mesh.patches = Patches(of_cell, nodes)
    return mesh


def _bodies_behind(mesh, skins):
    start, around = mesh.cells_of_nodes()
    found = []
    for cell in skins:
        dim, corners = int(mesh.cell_dim([cell])[0]), mesh.cell_nodes(cell)[: reference_cell(mesh.cell_type(cell)).corners]
        common = around[start[corners[0]] : start[corners[0] + 1]]
        for node in corners[1:]:
            common = np.intersect1d(common, around[start[node] : start[node + 1]])
        bodies = common[mesh.cell_dim(common) == dim + 1]
        if len(bodies) != 1:
            raise NoPatch(f"cell {mesh.cell_names[cell]} bounds {len(bodies)} cells: it must bound one")
        found.append(bodies[0])
    return np.array(found, int)


def _cut_all(mesh, skins, bodies, inset, of_cell, first_patch):
    """The mesh with these skins cut, the patches of its cells and the nodes that carry the multipliers of the new patches."""
    coordinates, parts, count = [mesh.coordinates], [], mesh.n_nodes
    cells, holders = mesh.n_cells, [None] * len(skins)
    gone, origin, patch_of_new = np.zeros(mesh.n_cells, bool), [np.arange(mesh.n_cells)], []
    patterns: dict = {}
    for rank, (skin, body) in enumerate(zip(skins, bodies)):
        kind, nodes = mesh.cell_type(body), mesh.cell_nodes(body)
        corners = reference_cell(mesh.cell_type(skin)).corners
        local = tuple(np.flatnonzero(nodes == node)[0] for node in mesh.cell_nodes(skin)[:corners])
        patterns.setdefault((kind, local), []).append(rank)
    patch_of = of_cell.copy()
    for (kind, local), ranks in patterns.items():
        own_skins, own_bodies = skins[ranks], bodies[ranks]
        patch = first_patch + np.array(ranks)
        patch_of[own_skins] = patch
        nodes = np.stack([mesh.cell_nodes(body) for body in own_bodies])
        if kind in WHOLE:
            for rank, skin in zip(ranks, own_skins):
                holders[rank] = [int(mesh.cell_nodes(skin)[-1])]
            continue
        cut = _cut(kind, local, inset)
        fresh = count + np.arange(len(ranks) * len(cut.places)).reshape(len(ranks), -1)
        count += fresh.size
        shapes = shape_functions(kind, cut.places)
        coordinates.append(np.einsum("kn,cnd->ckd", shapes, mesh.coordinates[nodes]).reshape(-1, 3))
        table = np.concatenate([nodes, fresh], axis=1)
        for rank, row in zip(ranks, table[:, list(cut.holders)]):
            holders[rank] = row.tolist()
        for pieces, old, mark in ((cut.skins, own_skins, patch), (cut.bodies, own_bodies, np.full(len(ranks), -1))):
            gone[old] = True
            for place, (name, corners) in enumerate(pieces):
                new = old if place == 0 else cells + np.arange(len(old))
                if place:
                    cells += len(old)
                    origin.append(old)
                    patch_of_new.append(mark)
                parts.append((name, table[:, list(corners)], new))
    for block in mesh.blocks:
        keep = ~gone[block.cells]
        parts.append((block.type, block.nodes[keep], block.cells[keep]))
    origin = np.concatenate(origin)
    groups = {name: np.concatenate([ids, *_added(origin, ids, mesh.n_cells)]) for name, ids in mesh.cell_groups.items()}
    made = Mesh(np.concatenate(coordinates), merge_blocks(parts), mesh.node_groups, groups, space_dimension=mesh.space_dimension)
    return made, np.concatenate([patch_of, *patch_of_new]), holders


def _added(origin, ids, n):
    held = np.zeros(n, bool)
    held[ids] = True
    new = n + np.flatnonzero(held[origin[n:]])
    return [new] if len(new) else []


@cache
def _cut(kind: str, local: tuple[int, ...], inset: bool) -> _Cut:
    """How a body of some type is cut behind the skin whose vertices are `local` in it. Raises NoPatch."""
    if kind not in ("TRIA3", "QUAD4") and kind.rstrip("0123456789") not in SOLIDS:
        raise NoPatch(f"cells {kind} are not cut")
    cell = reference_cell(kind)
    corners = cell.nodes[: cell.corners]
    sides = [face[: _corners(face, cell)] for face in cell.faces]
    touching = next(side for side in sides if set(side) == set(local))
    others = [side for side in sides if side != touching]
    linear = CELL_TYPES[kind].linear
    if linear == "QUAD4" or (linear == "HEXA8" and inset):
        bodies, skins, places, holders = _framed(linear, corners, touching, local)
    else:
        bodies, skins, places, holders = _coned(linear, corners, others, local)
    if linear != kind:
        return _with_middles(kind, bodies, skins, places, holders)
    return _Cut(bodies, skins, places, holders)


def _corners(face, cell):
    if cell.dim == 2:
        return 2
    return sum(node < cell.corners for node in face)


def _coned(linear, corners, others, local):
    """An apex in the middle of the touching side, over its edges and over the other sides of the body."""
    apex = len(corners)
    names = {2: "TRIA3"} if linear == "TRIA3" else {3: "TETRA4", 4: "PYRAM5"}
    turn = 1 if linear == "TRIA3" else -1
    bodies = tuple((names[len(side)], (*side[::turn], apex)) for side in others)
    n = len(local)
    if n == 2:
        skins = (("SEG2", (local[0], apex)), ("SEG2", (apex, local[1])))
    else:
        skins = tuple(("TRIA3", (local[i], local[(i + 1) % n], apex)) for i in range(n))
    return bodies, skins, corners[list(local)].mean(axis=0, keepdims=True), (apex,)


def _framed(linear, corners, touching, local):
    """A copy of the touching side shrunk to a third, another half way in, and a frame around them."""
    n, first = len(touching), len(corners)
    outer = touching[::-1] if linear == "HEXA8" else touching
    behind = _opposite(linear, outer)
    near = dict(zip(outer, range(first, first + n)))
    far = dict(zip(outer, range(first + n, first + 2 * n)))
    at, middle = corners[list(outer)], corners.mean(axis=0)
    flat = at.mean(axis=0)
    places = np.concatenate([flat + SHRUNK * (at - flat), middle + SHRUNK * (at - flat)])
    q, s = [near[p] for p in outer], [far[p] for p in outer]
    if linear == "QUAD4":
        rows = [(*q, *s[::-1]), (outer[0], q[0], s[0], behind[0]), (q[1], outer[1], behind[1], s[1]), (*s, *behind[::-1])]
        skins = [("SEG2", (local[0], near[local[0]])), ("SEG2", (near[local[0]], near[local[1]])), ("SEG2", (near[local[1]], local[1]))]
    else:
        rows = [(*q, *s)]
        for i in range(n):
            j = (i + 1) % n
            rows.append((outer[i], outer[j], q[j], q[i], behind[i], behind[j], s[j], s[i]))
        rows.append((*s, *behind))
        skins = [("QUAD4", (a, b, near[b], near[a])) for a, b in zip(local, (*local[1:], local[0]))]
        skins.append(("QUAD4", tuple(near[a] for a in local)))
    return tuple((linear, row) for row in rows), tuple(skins), places, tuple(near[a] for a in local)


def _opposite(linear, side):
    """The vertices of the opposite side, in the order of those of `side` that they share an edge with."""
    if linear == "QUAD4":
        return tuple((set(range(4)) - set(side)).intersection(((a + 1) % 4, (a - 1) % 4)).pop() for a in side)
    edges = reference_cell("HEXA20").middles
    return tuple(next(b for edge in edges if a in edge for b in edge if b != a and b not in side) for a in side)


QUADRATIC = {
    "SEG2": "SEG3",
    "TRIA3": "TRIA6",
    "QUAD4": "QUAD8",
    "TETRA4": "TETRA10",
    "PYRAM5": "PYRAM13",
    "PENTA6": "PENTA15",
    "HEXA8": "HEXA20",
}


def _with_middles(kind, bodies, skins, places, holders):
    """The same cut with a node in the middle of every edge; those of the body's own edges are there already."""
    cell = reference_cell(kind)
    old, extra = cell.corners, len(cell.nodes) - cell.corners
    at = np.concatenate([cell.nodes[:old], places])
    middles = {frozenset(edge): old + i for i, edge in enumerate(cell.middles)}
    made = []

    def number(vertex):
        return vertex if vertex < old else vertex + extra

    def middle(a, b):
        key = frozenset((a, b))
        if key not in middles:
            middles[key] = len(cell.nodes) + len(places) + len(made)
            made.append(0.5 * (at[a] + at[b]))
        return middles[key]

    def raised(pieces):
        found = []
        for name, corners in pieces:
            own = QUADRATIC[name]
            edges = reference_cell(own).middles
            found.append((own, (*map(number, corners), *(middle(corners[edge[0]], corners[edge[1]]) for edge in edges))))
        return tuple(found)

    bodies, skins = raised(bodies), raised(skins)
    return _Cut(bodies, skins, np.concatenate([places, np.array(made)]), tuple(map(number, holders)))
