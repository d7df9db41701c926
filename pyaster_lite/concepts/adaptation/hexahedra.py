"""The pieces of transition of a hexahedron some of whose edges are cut.

Nodes are numbered locally: 8 vertices, middles of the 12 edges, centres of the 6 faces, the centre. Each face is cut as a quadrangle
with these edges is. In four cases the pieces need no node inside:

    one edge                            4 pyramids on the faces that do not hold it, from its middle
    one face                            from its centre, 4 tetrahedra and the pyramid on the opposite face; 4 pyramids at its corners
    four parallel edges                 2 hexahedra
    two opposite faces                  4 hexahedra

In all others a tetrahedron or a pyramid stands on every piece of every face, from a node at the mean of the vertices.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from pyaster_lite.concepts.adaptation.division import PIECES
from pyaster_lite.concepts.adaptation.lineage import EDGES, FACES
from pyaster_lite.fe.cells import reference_cell

CENTRE = 26
"""The node inside."""
_EDGES, _FACES = EDGES["HEXA8"], FACES["HEXA8"]
_MIDDLE = {frozenset(pair): 8 + place for place, pair in enumerate(_EDGES)}


@cache
def pieces_of(code: int, quadrangles) -> list[tuple[str, list[tuple[int, ...]]]]:
    """(kind, local nodes of each piece) for the edges of which `code` has the bits.

    `quadrangles` is the pieces of transition of a quadrangle by its own code, as pairs.
    """
    cut = {edge for edge in range(12) if code >> edge & 1}
    whole_faces = [face for face in range(6) if _sides(face) <= cut]
    directions = {_direction(edge) for edge in cut}
    if len(cut) == 1:
        (edge,) = cut
        return sorted_pieces([(*_FACES[face], 8 + edge) for face in range(6) if edge not in _sides(face)], "HEXA8")
    if len(cut) == 4 and len(whole_faces) == 1:
        return sorted_pieces(_from_face(whole_faces[0]), "HEXA8")
    if len(cut) == 4 and len(directions) == 1:
        ends = [_EDGES[edge] for edge in cut]
        near = {vertex for vertex in range(8) if reference_cell("HEXA8").nodes[vertex][directions.copy().pop()] < 0}
        half = {vertex: _MIDDLE[frozenset(pair)] for pair in ends for vertex in pair}
        return [("HEXA8", [tuple(half[v] if (v in near) == side else v for v in range(8)) for side in (False, True)])]
    if len(cut) == 8 and len(whole_faces) == 2 and not set(_FACES[whole_faces[0]]) & set(_FACES[whole_faces[1]]):
        return [("HEXA8", _across(*whole_faces))]
    return sorted_pieces([(*piece, CENTRE) for face in range(6) for piece in _on_face(face, cut, dict(quadrangles))], "HEXA8")


def _sides(face):
    """The edges of a face."""
    corners = _FACES[face]
    return {_MIDDLE[frozenset((corners[i], corners[(i + 1) % 4]))] - 8 for i in range(4)}


def _direction(edge):
    """The axis that an edge runs along."""
    nodes = reference_cell("HEXA8").nodes
    return int(np.flatnonzero(nodes[_EDGES[edge][0]] != nodes[_EDGES[edge][1]])[0])


def _local(face):
    """The nodes of a face as a quadrangle has them: vertices, middles, centre."""
    corners = _FACES[face]
    return [*corners, *(_MIDDLE[frozenset((corners[i], corners[(i + 1) % 4]))] for i in range(4)), 20 + face]


def _beyond(face, vertex):
    """The vertex at the other end of the edge that leaves a face at one of its own."""
    return next(a + b - vertex for a, b in _EDGES if vertex in (a, b) and a + b - vertex not in _FACES[face])


def _on_face(face, cut, quadrangles):
    local = _local(face)
    code = sum(1 << side for side in range(4) if local[4 + side] - 8 in cut)
    if not code:
        return [tuple(local[:4])]
    if code == 15:
        return [tuple(local[i] for i in piece) for piece in PIECES["QUAD4"]]
    return [tuple(local[i] for i in piece) for _, table in quadrangles[code] for piece in table]


def _from_face(face):
    local = _local(face)
    corners, middles, centre = local[:4], local[4:8], local[8]
    far = [_beyond(face, vertex) for vertex in corners]
    found = [(*far, centre)]
    for i in range(4):
        found.append((corners[i], middles[i], centre, middles[i - 1], far[i]))
        found.append((centre, middles[i], far[i], far[(i + 1) % 4]))
    return found


def _across(first, second):
    found = []
    for vertex in _FACES[first]:
        moved = {}
        for face, own in ((first, vertex), (second, _beyond(first, vertex))):
            for other in _FACES[face]:
                pair = frozenset((own, other))
                moved[other] = other if other == own else _MIDDLE.get(pair, 20 + face)
        found.append(tuple(moved[v] for v in range(8)))
    return found


def sorted_pieces(pieces, kind: str):
    """Tetrahedra and pyramids of a cell of some kind apart, all turned the right way."""
    nodes = reference_cell(kind).nodes
    groups = (*EDGES[kind], *FACES[kind], range(len(nodes)))
    places = np.vstack([nodes, *([nodes[list(group)].mean(axis=0)] for group in groups)])
    found = {"PYRAM5": [], "TETRA4": []}
    for piece in pieces:
        a, b, c = places[[piece[0], piece[1], piece[-1]]]
        d = places[piece[2] if len(piece) == 4 else piece[3]]
        turn = np.linalg.det([b - a, d - a, c - a])
        base = piece[:-1] if turn > 0 else piece[:-1][::-1]
        found["TETRA4" if len(piece) == 4 else "PYRAM5"].append((*base, piece[-1]))
    return [(child, table) for child, table in found.items() if table]
