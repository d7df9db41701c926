"""The conforming mesh of a lineage: cells with some edges cut are cut in fewer pieces than regularly, for this mesh only.

A triangle with one edge cut gives 2 triangles; a quadrangle gives 3 triangles (one edge), 2 quadrangles (opposite edges) or 3
quadrangles (adjacent edges) around its centre; a tetrahedron gives 2 (one edge) or 4 (opposite edges, or the three of a face). See
hexahedra and prisms for those.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from pyaster_lite.concepts.adaptation import hexahedra, prisms
from pyaster_lite.concepts.adaptation.division import MED_RANK, centres, middles
from pyaster_lite.concepts.adaptation.lineage import EDGES, FACES, KINDS, Lineage, Unadaptable
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks, used_nodes_only
from pyaster_lite.concepts.mesh_conversion import LINE_QUAD

_TYPES = tuple(CELL_TYPES)


def conforming(lineage: Lineage, mesh: Mesh, inherited: dict) -> Mesh:
    """The mesh of the present cells; `inherited` says which rows are in which group of cells, name -> (n,).

    Cells of one type stand together, as a MED file brings them back from HOMARD: regular ones in the order of the rows, then those that
    only make the mesh conform, by the kind of what they are pieces of and its row. Groups of nodes and nodes without cells are those of
    `mesh`, the one before. The lineage goes with the new mesh.
    """
    parts = list(_parts(lineage))
    rows = np.concatenate([np.repeat(rows, pieces.shape[1]) for _, pieces, rows, _ in parts])
    counts = [pieces.shape[0] * pieces.shape[1] for _, pieces, *_ in parts]
    places = np.array([(_TYPES.index(kind), parent) for kind, _, _, parent in parts]).repeat(counts, 0)
    order = np.lexsort((rows, places[:, 1], places[:, 0]))
    position = np.empty(len(rows), int)
    position[order] = np.arange(len(rows))
    blocks, first = [], 0
    for kind, pieces, *_ in parts:
        nodes = pieces.reshape(-1, pieces.shape[2])
        if lineage.quadratic and EDGES[kind]:
            nodes = np.hstack([nodes, middles(lineage, lineage.edges.add(nodes[:, EDGES[kind]]))])
        target = LINE_QUAD.get(kind, kind) if lineage.quadratic else kind
        blocks.append((target, nodes, position[first : first + len(nodes)]))
        first += len(nodes)
    of_cell = rows[order]
    node_groups = {name: lineage.of_node[nodes] for name, nodes in mesh.node_groups.items()}
    cell_groups = {name: np.flatnonzero(member[of_cell]) for name, member in inherited.items()}
    used = np.zeros(mesh.n_nodes, bool)
    for block in mesh.blocks:
        used[block.nodes.ravel()] = True
    lonely = lineage.of_node[~used]
    whole = Mesh(lineage.coordinates, merge_blocks(blocks), node_groups, cell_groups, space_dimension=mesh.space_dimension)
    result = used_nodes_only(whole, lonely)
    kept = np.zeros(whole.n_nodes, bool)
    kept[lonely] = True
    for block in whole.blocks:
        kept[block.nodes.ravel()] = True
    lineage.of_node, lineage.of_cell = np.flatnonzero(kept), of_cell
    result.lineage = lineage
    return result


def _parts(lineage):
    """(kind, vertices of pieces (k, pieces, corners), rows (k,), what they are pieces of) of all present cells; 0 for regular ones, else
    one more than the place of the kind of the cell among KINDS."""
    for kind in KINDS:
        rows = lineage.rows(kind)
        corners = lineage.corners(kind, rows)
        cut = lineage.edges.cut[lineage.edges_of(kind, rows)]
        pattern = cut @ (1 << np.arange(cut.shape[1])) if cut.shape[1] else np.zeros(len(rows), int)
        for code in np.unique(pattern):
            mine = np.flatnonzero(pattern == code)
            if not code:
                yield kind, corners[mine][:, None], rows[mine], 0
                continue
            full = _full(lineage, kind, corners[mine], rows[mine])
            for child, table in _pieces_of(kind, int(code)):
                chosen = np.array(table)
                if kind in _CENTRED and (chosen == _CENTRED[kind]).any() and (full[:, -1] < 0).all():
                    full[:, -1] = lineage.add_nodes(lineage.coordinates[corners[mine]].mean(axis=1))
                yield child, full[:, chosen], rows[mine], 1 + KINDS.index(kind)


def _pieces_of(kind, code):
    """(kind, local nodes of each piece) for the edges of which `code` has the bits; raises Unadaptable where none are known."""
    if kind == "HEXA8":
        return hexahedra.pieces_of(code, _PATTERNS[1][1])
    if kind == "PENTA6":
        return prisms.pieces_of(code, _PATTERNS)
    if code not in _TRANSITIONS.get(kind, {}):
        raise Unadaptable(f"cells {kind} beside others that are cut finer are not cut in pieces of transition")
    return _TRANSITIONS[kind][code]


def _full(lineage, kind, corners, rows):
    edges = lineage.edges_of(kind, rows)
    parts = [corners, np.where(lineage.edges.cut[edges], lineage.edges.middle[edges], -1)]
    if kind in ("QUAD4", "PENTA6", "HEXA8"):
        faces = lineage.faces_of(kind, rows)
        sides = lineage.edges.cut[lineage.faces.sides[faces]]
        adjacent = (sides & np.roll(sides, 1, axis=2)).any(axis=2) & (lineage.faces.nodes[faces, 3] >= 0)
        centre = np.full(faces.shape, -1)
        centre[adjacent] = centres(lineage, faces[adjacent])
        parts.append(centre)
    if kind in _CENTRED:
        parts.append(np.full((len(rows), 1), -1))
    return np.concatenate(parts, axis=1)


def _triangle():
    """One edge cut: its middle is joined to the opposite vertex (HOMARD's CMCDTR)."""
    for edge, pair in enumerate(EDGES["TRIA3"]):
        yield 1 << edge, [("TRIA3", [_put({vertex: 3 + edge}, 3) for vertex in sorted(pair)])]


def _quadrangle():
    """One edge, two adjacent or two opposite ones cut (HOMARD's CMCDQ3, CMCDQ5, CMCDQ2)."""
    for edge in range(4):
        q = [(edge + i) % 4 for i in range(4)]
        m, p, opposite = 4 + edge, 4 + q[1], 4 + q[2]
        yield 1 << edge, [("TRIA3", [(q[3], m, q[2]), (q[2], m, q[1]), (q[3], q[0], m)])]
        yield 1 << edge | 1 << q[1], [("QUAD4", [(m, q[1], p, 8), (p, q[2], q[3], 8), (q[0], m, 8, q[3])])]
        if edge < 2:
            yield 1 << edge | 1 << q[2], [("QUAD4", [(m, q[1], q[2], opposite), (opposite, q[3], q[0], m)])]


def _tetrahedron():
    """One edge, two opposite ones or those of a face cut (HOMARD's CMCDTE)."""
    edges, rank = EDGES["TETRA4"], MED_RANK["TETRA4"].index
    middle = {frozenset(pair): 4 + place for place, pair in enumerate(edges)}
    for edge, pair in enumerate(edges):
        yield 1 << edge, [("TETRA4", [_put({vertex: 4 + edge}, 4) for vertex in sorted(pair, key=rank)])]
    for first, second in combinations(range(6), 2):
        if not set(edges[first]) & set(edges[second]):
            replaced = [{one: 4 + first, two: 4 + second} for one in edges[first] for two in edges[second]]
            replaced.sort(key=lambda places: sorted(rank(vertex) for vertex in range(4) if vertex not in places))
            yield 1 << first | 1 << second, [("TETRA4", [_put(places, 4) for places in replaced])]
    for face in FACES["TETRA4"]:
        opposite = {a: middle[frozenset(face) - {a}] for a in face}
        corners = sorted(face, key=rank, reverse=True)
        pieces = [_put({b: middle[frozenset((a, b))] for b in face if b != a}, 4) for a in corners]
        yield sum(1 << (side - 4) for side in opposite.values()), [("TETRA4", [_put(opposite, 4), *pieces])]


def _put(places, corners):
    """The vertices of a cell with some of them replaced."""
    return tuple(places.get(i, i) for i in range(corners))


_TRANSITIONS = {"TRIA3": dict(_triangle()), "QUAD4": dict(_quadrangle()), "TETRA4": dict(_tetrahedron())}
"""kind -> {code of the cut edges: [(kind of the pieces, local nodes of each)]}; vertices first, then middles, then the centre."""
_PATTERNS = tuple(
    (count, tuple((code, tuple((child, tuple(table)) for child, table in parts)) for code, parts in _TRANSITIONS[kind].items()))
    for count, kind in ((3, "TRIA3"), (4, "QUAD4"))
)
"""The same of the faces of volumes, by their number of vertices."""
_CENTRED = {"HEXA8": hexahedra.CENTRE, "PENTA6": prisms.CENTRE}
"""The local number of the node inside, the last one, of the cells that may need it."""
