"""The pieces of transition of a prism some of whose edges are cut.

Nodes are numbered locally: 6 vertices, middles of the 9 edges, centres of the 5 faces (none of triangles), the centre. Each face is cut as
a triangle or a quadrangle with these edges is, and a tetrahedron or a pyramid stands on each of its pieces, from a node at the mean of the
vertices. Where one triangular face alone is cut, each of its corners is a tetrahedron by itself, whose top is the vertex across.
"""

from __future__ import annotations

from functools import cache

from pyaster_lite.concepts.adaptation.division import PIECES
from pyaster_lite.concepts.adaptation.hexahedra import sorted_pieces
from pyaster_lite.concepts.adaptation.lineage import EDGES, FACES

CENTRE = 20
"""The node inside."""
_EDGES, _FACES = EDGES["PENTA6"], FACES["PENTA6"]
_MIDDLE = {frozenset(pair): 6 + place for place, pair in enumerate(_EDGES)}
_ACROSS = {0: 3, 1: 4, 2: 5, 3: 0, 4: 1, 5: 2}
"""Vertices across from each other."""


@cache
def pieces_of(code: int, patterns) -> list[tuple[str, list[tuple[int, ...]]]]:
    """(kind, local nodes of each piece) for the edges of which `code` has the bits.

    `patterns` is the pieces of transition of triangles and quadrangles, (number of vertices, ((code, parts), ...)).
    """
    cut = {6 + edge for edge in range(9) if code >> edge & 1}
    for face, corners in enumerate(_FACES):
        if len(corners) == 3 and set(_local(face)[3:]) == cut:
            return sorted_pieces(_from_triangle(face), "PENTA6")
    known = {count: dict(own) for count, own in patterns}
    return sorted_pieces([(*piece, CENTRE) for face in range(5) for piece in _on_face(face, cut, known)], "PENTA6")


def _local(face):
    """Vertices and middles of a face, in order, and the centre of a quadrangle."""
    corners = _FACES[face]
    around = [_MIDDLE[frozenset((corner, corners[(i + 1) % len(corners)]))] for i, corner in enumerate(corners)]
    return [*corners, *around, *([15 + face] if len(corners) == 4 else [])]


def _on_face(face, cut, known):
    local, count = _local(face), len(_FACES[face])
    code = sum(1 << side for side in range(count) if local[count + side] in cut)
    if not code:
        return [tuple(local[:count])]
    if code == (1 << count) - 1:
        return [tuple(local[i] for i in piece) for piece in PIECES["TRIA3" if count == 3 else "QUAD4"]]
    return [tuple(local[i] for i in piece) for _, table in known[count][code] for piece in table]


def _from_triangle(face):
    """3 tetrahedra at the corners of the face, and 8 around the centre of what is left."""
    (a, b, c), (ab, bc, ca) = _FACES[face], _local(face)[3:]
    found, left = [], [(ab, bc, ca), tuple(_ACROSS[vertex] for vertex in (a, b, c))]
    for vertex, after, before in ((a, ab, ca), (b, bc, ab), (c, ca, bc)):
        found.append((vertex, after, before, _ACROSS[vertex]))
        left.append((after, before, _ACROSS[vertex]))
    for (first, second), middle in (((a, b), ab), ((b, c), bc), ((c, a), ca)):
        left.append((middle, _ACROSS[first], _ACROSS[second]))
    return found + [(*triangle, CENTRE) for triangle in left]
