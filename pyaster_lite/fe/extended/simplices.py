"""How a plane cuts a segment, a triangle or a tetrahedron into simplices, from the signs of the distance at the vertices.

A new vertex is a pair (a, b) of vertices, on whose edge the plane passes; an old one is (a, a). The order of the pieces and of
their vertices is code_aster's, so that integrals of functions that are no polynomials are the same (r7.02.12, 3.4).
"""

from __future__ import annotations

from functools import cache

EDGES = {
    2: ((0, 1),),
    3: ((0, 1), (1, 2), (2, 0)),
    4: ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)),
}
"""Edges of a simplex by its number of vertices."""
WHOLE = {
    "SEG2": ((0, 1),),
    "TRIA3": ((0, 1, 2),),
    "QUAD4": ((0, 1, 3), (1, 2, 3)),
    "TETRA4": ((0, 1, 2, 3),),
    "PYRAM5": ((0, 1, 2, 4), (0, 2, 3, 4)),
    "PENTA6": ((4, 3, 5, 0), (0, 1, 2, 5), (5, 1, 4, 0)),
    "HEXA8": ((5, 2, 1, 3), (3, 4, 0, 1), (1, 4, 5, 3), (4, 3, 7, 5), (2, 5, 6, 7), (2, 7, 3, 5)),
}
"""The simplices that a cell is made of before it is cut, by its vertices."""


@cache
def pieces(signs: tuple[int, ...], curved: bool = False, grazed: tuple[int, int] | None = None) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The pieces of a simplex whose vertices are below (-1), on (0) or above (1) a plane, or a curved surface.

    grazed  an edge of a tetrahedron that such a surface meets at its first vertex and once more on its way
    """
    on = [(i, i) for i, sign in enumerate(signs) if sign == 0]
    through = crossed(signs)
    if not through:
        return (tuple((i, i) for i in range(len(signs))),)
    if grazed is not None:
        return _of_grazed(signs, *grazed)
    if len(signs) == 4:
        return _of_tetrahedron(on, through, curved)
    return {2: _of_segment, 3: _of_triangle}[len(signs)](on, through)


def crossed(signs: tuple[int, ...]) -> list[tuple[int, int]]:
    """The edges of a simplex whose ends are on both sides."""
    return [edge for edge in EDGES[len(signs)] if signs[edge[0]] * signs[edge[1]] < 0]


def _of_segment(on, through):
    (cut,) = through
    return tuple((cut, (end, end)) for end in cut)


def _of_triangle(on, through):
    if on:
        (cut,) = through
        return tuple((on[0], cut, (end, end)) for end in cut)
    first, second = through
    tip, left, right = _fork(first, second)
    return (first, second, tip), (first, second, right), (first, left, right)


def _of_tetrahedron(on, through, curved):
    if len(on) == 2:
        (cut,) = through
        return tuple((*on, cut, (end, end)) for end in cut)
    if len(on) == 1:
        first, second = through
        tip, left, right = _fork(first, second)
        return (*on, first, second, tip), (*on, first, second, right), (*on, first, left, right)
    tip, left, right = _fork(through[0], through[1])
    if len(through) == 3:
        first, second, third = through
        far = next((end, end) for end in third if (end, end) != tip)
        prism = (first, second, third, left, right, far) if curved else (third, first, second, far, left, right)
        return ((first, second, third, tip), *_of_prism(*prism))
    first, second, third, fourth = through
    across = next((end, end) for end in third if end in fourth)
    return (*_of_prism(fourth, second, right, third, first, left), *_of_prism(tip, first, second, across, third, fourth))


def _of_grazed(signs, on, near):
    """The vertex `on` lies on the surface, which crosses the edge to `near` again: what is left is as if it were cut off there."""
    (beyond,) = [i for i, sign in enumerate(signs) if sign == -signs[near]]
    (other,) = [i for i in range(4) if i not in (on, near, beyond)]
    second, third, fourth = (tuple(sorted(edge)) for edge in ((on, near), (near, beyond), (beyond, other)))
    tip, start = (beyond, beyond), (on, on)
    return (
        (tip, second, fourth, third),
        (tip, start, fourth, second),
        *_of_prism((other, other), fourth, start, (near, near), third, second),
    )


def _fork(first, second):
    """The common vertex of two edges, and the other end of each."""
    (tip,) = set(first) & set(second)
    others = [next(end for end in edge if end != tip) for edge in (first, second)]
    return (tip, tip), *((end, end) for end in others)


def _of_prism(a, b, c, d, e, f):
    """The tetrahedra of a prism with the triangles a b c and d e f."""
    return (a, e, b, f), (d, e, a, f), (a, b, c, f)
