"""The surface of a crack in the cells that it runs through, in facets: segments in the plane, triangles in space (r7.02.12, 3.4).

1. In a cell, its corners are the zeros of the normal level set on edges of the cell, linear along them, as far as the tangent level
   set is negative, and where the front meets the sides of the cell. In the plane level sets are parabolas along quadratic edges.
2. In space the corners are taken round the axis of the crack, from the first one on, and joined in straight triangles; in the plane the
   segments of quadratic cells have a node in their middle, where the crack crosses their perpendicular, and as in code_aster cells at a
   front have none (xcfaq2).
3. A cell that only touches the crack has facets when it lies below and one of its sides lies in the crack.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

import numpy as np

from ..cells import reference_cell
from ..errors import ComputationFailed
from ..quadrature import quadrature
from ..shapes import shape_derivatives, shape_functions
from .cutting import SIMPLICES, Pieces, at_nodes, physical
from .front import SIDES, places_on_sides
from .integration import places_in_cells
from .level_sets import edges, parabola_root
from .middles import MIDDLES, parabola

FAMILIES = {"SEG2": "FPG3", "SEG3": "FPG4", "TRIA3": "FPG12", "TRIA6": "FPG12"}
"""Quadratures of the facets by their type."""
_SAME, _ON, _JOINED = 1e-7, 1e-7, 1e-2
"""Points nearer than this, by the size of the cell, are one; level sets below this, by that size, vanish, and below the last one where
another crack has made the point."""
_BEHIND = 1000 * np.finfo(float).eps
_MOST, _STILL = 50, 1e-9
"""Newton's iterations at most towards the middle of a segment, and the step that ends them."""
_FANS = {
    3: ((0, 1, 2),),
    4: ((0, 1, 2), (0, 2, 3)),
    5: ((0, 1, 2), (0, 2, 3), (0, 3, 4)),
    6: ((0, 1, 2), (0, 2, 4), (0, 4, 5), (2, 3, 4)),
    7: ((0, 1, 2), (0, 2, 4), (2, 3, 4), (0, 4, 6), (4, 5, 6)),
}
"""How corners taken round are joined."""


@dataclass
class FacetPoints:
    """The integration points of facets (nf,).

    owner      (nf,) the row of the cell of each
    places     (nf, ng, 3);  weights (nf, ng) lengths or areas
    normals    (nf, ng, 3) of unit length, from below the crack to above
    functions  (nf, ng, nn) of the cells there;  gradients (nf, ng, dim, nn) in space
    """

    owner: np.ndarray
    places: np.ndarray
    weights: np.ndarray
    normals: np.ndarray
    functions: np.ndarray
    gradients: np.ndarray

    @classmethod
    def joined(cls, parts: list[FacetPoints]) -> FacetPoints:
        """Those of several lists of facets of the same cells, one after the other; of none there are no facets."""
        if not parts:
            return cls(np.empty(0, int), *(np.empty((0, 0)),) * 5)
        return cls(*(np.concatenate([getattr(part, own.name) for part in parts]) for own in fields(cls)))


def facet_points(cell: str, owner: np.ndarray, corners: np.ndarray, coordinates: np.ndarray, normal: np.ndarray) -> FacetPoints:
    """Those of facets with corners, and nodes in the middle of edges if they are curved, (nf, n, 3), in cells (ne, nn, 3) with normal
    level sets (ne, nn)."""
    dim = reference_cell(cell).dim
    simplex = SIMPLICES[dim - 1, corners.shape[1]]
    rule = quadrature(simplex, FAMILIES[simplex])
    places = shape_functions(simplex, rule.points) @ corners
    tangents = np.einsum("gdv,fvk->fgdk", shape_derivatives(simplex, rule.points), corners)
    if dim == 2:
        across = np.stack([-tangents[:, :, 0, 1], tangents[:, :, 0, 0], 0 * tangents[:, :, 0, 0]], axis=-1)
    else:
        across = np.cross(tangents[:, :, 0], tangents[:, :, 1])
    sizes = np.linalg.norm(across, axis=-1)
    own = coordinates[owner]
    guess = np.broadcast_to(reference_cell(cell).nodes[: reference_cell(cell).corners].mean(axis=0), (*places.shape[:2], dim))
    inside = places_in_cells(cell, places, guess, own)
    flat = inside.reshape(-1, dim)
    nn = coordinates.shape[1]
    functions = shape_functions(cell, flat).reshape(*places.shape[:2], nn)
    derivatives = shape_derivatives(cell, flat).reshape(*places.shape[:2], dim, nn)
    gradients = np.linalg.solve(np.einsum("fgdn,fnk->fgdk", derivatives, own[..., :dim]), derivatives)
    upward = np.einsum("fgdn,fn->fgd", gradients, normal[owner])
    sense = np.where((across[..., :dim] * upward).sum(axis=-1) < 0.0, -1.0, 1.0)
    unit = across * (sense / np.where(sizes > 0.0, sizes, 1.0))[..., None]
    return FacetPoints(owner, places, sizes * rule.weights, unit, functions, gradients)


def facets(cell: str, coordinates: np.ndarray, normal: np.ndarray, tangent: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(row of the cell of each facet (nf,), its corners (nf, dim, 3), the middle after them if it has one) in cells (ne, nn, 3) with level
    sets (ne, nn)."""
    reference = reference_cell(cell)
    rows = np.flatnonzero(_holding(cell, coordinates, normal))
    if not len(rows):
        return rows, np.empty((0, reference.dim, 3))
    x, n, t = coordinates[rows], normal[rows], tangent[rows]
    there, points = _crossed(cell, x, n, t)
    ends = [_front_points(cell, *own) for own in zip(x, n, t)]
    most = max(len(own) for own in ends)
    ahead = np.zeros((len(rows), most, 3))
    known = np.zeros((len(rows), most), bool)
    sizes = np.linalg.norm(np.ptp(x, axis=1), axis=1)
    for row, own in enumerate(ends):
        for rank, place in enumerate(own):
            away = np.linalg.norm(points[row][there[row]] - place, axis=1)
            ahead[row, rank], known[row, rank] = place, not len(away) or away.min() > _SAME * sizes[row]
    points, there = np.concatenate([points, ahead], axis=1), np.concatenate([there, known], axis=1)
    counts = there.sum(axis=1)
    owner, corners = [], []
    for count in np.unique(counts).tolist():
        held = np.flatnonzero(counts == count)
        if count < reference.dim or (reference.dim == 2 and count > 2):
            continue
        order = np.argsort(~there[held], axis=1, kind="stable")[:, :count]
        own = np.take_along_axis(points[held], order[..., None], axis=1)
        if reference.dim == 3:
            own = _round(own, _axis(cell, x[held], n[held]))
        fan = np.array(_FANS[count] if reference.dim == 3 else ((0, 1),))
        owner.append(np.repeat(rows[held], len(fan)))
        corners.append(own[:, fan].reshape(-1, reference.dim, 3))
    if not owner:
        return rows[:0], np.empty((0, reference.dim, 3))
    owner, corners = np.concatenate(owner), np.concatenate(corners)
    if _bent(cell):
        corners = np.concatenate([corners, _middles(cell, coordinates[owner], normal[owner], corners)[:, None]], axis=1)
    return owner, corners


def _bent(cell):
    """Whether the facets of cells are parabolas."""
    reference = reference_cell(cell)
    return reference.dim == 2 and reference.straight != cell


def _middles(cell, x, n, ends):
    """(k, 3) where cracks cross the perpendiculars through the middle of straight lines between ends (k, 2, 3) in cells (k, nn, 3) with
    normal level sets (k, nn)."""
    middle, along = ends.mean(axis=1), ends[:, 1] - ends[:, 0]
    reference = reference_cell(cell)
    guess = np.broadcast_to(reference.nodes[: reference.corners].mean(axis=0), (len(ends), 1, 2))
    place = places_in_cells(cell, middle[:, None], guess, x)[:, 0]
    for _ in range(_MOST):
        functions, slopes = shape_functions(cell, place), shape_derivatives(cell, place)
        found = np.einsum("kn,knx->kx", functions, x)
        left = np.stack([(functions * n).sum(axis=1), ((found - middle) * along).sum(axis=1)], axis=1)
        if not len(ends):
            return found
        rates = np.stack([np.einsum("kdn,kn->kd", slopes, n), np.einsum("kdn,knx,kx->kd", slopes, x, along)], axis=1)
        step = np.linalg.solve(rates, left[..., None])[..., 0]
        if abs(step).max() <= _STILL:
            return found
        place = place - step
    raise ComputationFailed("a crack does not cross the perpendicular through the middle of its two ends in a cell")


def facets_of_pieces(cell: str, made: Pieces, coordinates: np.ndarray, normal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """As `facets`, for cells that no front meets: the sides in the crack of the pieces below it, (nf, n, 3) with the nodes in the middle of
    their edges in quadratic cells."""
    dim = reference_cell(cell).dim
    touching = _holding(cell, coordinates, normal)
    nodes = made.nodes[:, : made.vertices]
    on = (nodes >= normal.shape[1]) | (np.take_along_axis(normal[made.owner], nodes % normal.shape[1], axis=1) == 0.0)
    rows = np.flatnonzero((made.sides[:, 0] == -1) & (on.sum(axis=1) >= dim) & touching[made.owner])
    if not len(rows):
        return rows, np.empty((0, dim, 3))
    order = np.argsort(~on[rows], axis=1, kind="stable")[:, :dim]
    return made.owner[rows], _places_of_sides(cell, made, coordinates, rows, order)


def facets_where_several_meet(cell: str, made: Pieces, coordinates: np.ndarray, levels: np.ndarray, crack: int):
    """(pieces below (nf,), pieces above (nf,), corners (nf, n, 3)) of the facets of a crack in cells (ne, nn, 3) that other cracks meet
    too, with normal level sets (ne, nn, cracks).

    They are sides of the pieces below it, or above where a crack that branches off there divides these (xfacxh); a piece on the other
    lip is one on the same sides of the other cracks, as far as these go there (te0510).
    """
    dim, sides = reference_cell(cell).dim, made.sides
    size = np.linalg.norm(np.ptp(coordinates, axis=1), axis=1)[made.owner, None, None]
    away = abs(at_nodes(cell, made, levels)[:, : made.vertices])
    met = away <= _ON * size
    joined = (made.nodes[:, : made.vertices] >= levels.shape[1]) & (away[..., crack] <= _JOINED * size[..., 0])
    on = met[..., crack] | (joined & met.any(axis=-1))
    below, above, order = [], [], []
    for row in range(len(coordinates)):
        own = np.flatnonzero(made.owner == row)
        lower, upper = (own[sides[own, crack] == side] for side in (-1, 1))
        chosen, others = (upper, lower) if _divided(sides[upper], sides[lower]) else (lower, upper)
        for piece in chosen[on[chosen].sum(axis=1) == dim].tolist():
            alike = (sides[others] == sides[piece]) | (sides[others] == 0) | (sides[piece] == 0)
            alike[:, crack] = True
            facing = others[alike.all(axis=1)]
            if len(facing):
                first, second = (below, above) if chosen is lower else (above, below)
                first.append(piece)
                second.append(facing[0])
                order.append((piece, *np.flatnonzero(on[piece])))
    if not order:
        return np.empty(0, int), np.empty(0, int), np.empty((0, dim, 3))
    order = np.array(order)
    return np.array(below), np.array(above), _places_of_sides(cell, made, coordinates, order[:, 0], order[:, 1:])


def _divided(these, those):
    """Whether a crack that ends between pieces with sides (n, cracks) and those on the other side of another one divides these."""
    if not len(these) or not len(those):
        return False
    return bool(((those == 0).all(axis=0) & (these == -1).any(axis=0) & (these == 1).any(axis=0)).any())


def _places_of_sides(cell, made, coordinates, rows, order):
    """(k, n, 3) the vertices `order` (k, dim) of some pieces, and in quadratic cells the nodes in the middle of the edges between them."""
    if made.nodes.shape[1] > made.vertices:
        pairs = MIDDLES[made.vertices]
        between = {frozenset(pair): made.vertices + i for i, pair in enumerate(pairs)}
        more = [[between[frozenset((own[a], own[b]))] for a, b in MIDDLES[order.shape[1]]] for own in order.tolist()]
        order = np.concatenate([order, np.array(more)], axis=1)
    places = np.take_along_axis(made.places[rows], order[..., None], axis=1)
    return physical(cell, places, coordinates[made.owner[rows]])


def _holding(cell, coordinates, normal):
    """(ne,) which cells have facets: those that the crack runs through, those below it that have a side in it."""
    corners = reference_cell(cell).corners
    own = normal[:, :corners]
    through = (own.min(axis=1) < 0.0) & (own.max(axis=1) > 0.0)
    sizes = np.linalg.norm(np.ptp(coordinates, axis=1), axis=1)
    sides = SIDES[cell.rstrip("0123456789")] if reference_cell(cell).dim == 3 else edges(cell)[:, :2]
    touched = np.zeros(len(own), bool)
    for side in sides:
        touched |= abs(own[:, list(side)]).sum(axis=1) <= _ON * sizes
    return through | (touched & (own.min(axis=1) < 0.0))


@cache
def _candidates(cell):
    """Along the edges in turn, the vertices and the edges themselves, each once: what corners may be, in their order; with their middles,
    the last end where there is none."""
    found = []
    for a, b, *middle in edges(cell).tolist():
        found += [own for own in ((a, a, a), (b, b, b)) if own not in found] + [(a, b, *(middle or [b]))]
    return np.array(found)


def _crossed(cell, x, n, t):
    """(whether it is a corner (k, m), where (k, m, 3)) of the vertices and edges of cells."""
    a, b, m = _candidates(cell).T
    vertex = a == b
    na, nb, ta, tb = n[:, a], n[:, b], t[:, a], t[:, b]
    cut = ~vertex & (na * nb < 0.0)
    if _bent(cell):
        share = (1.0 + parabola_root(na, nb, n[:, m], cut)) / 2
        there = np.where(vertex, (na == 0.0) & (ta <= 0.0), cut & (parabola(ta, tb, t[:, m], share) <= _BEHIND))
        return there, parabola(x[:, a], x[:, b], x[:, m], share)
    share = np.divide(na, na - nb, out=np.zeros_like(na), where=cut)
    there = np.where(vertex, (na == 0.0) & (ta <= 0.0), cut & (ta + share * (tb - ta) <= _BEHIND))
    return there, x[:, a] + share[..., None] * (x[:, b] - x[:, a])


def _front_points(cell, x, n, t):
    """Where the front meets the sides of a cell that both level sets run through."""
    if _bent(cell) or n.min() * n.max() >= 0.0 or t.min() * t.max() >= 0.0:
        return []
    return places_on_sides(cell, x, n, t)


def _axis(cell, x, n):
    """(k, 3) the gradient of the normal level set in the middle of cells."""
    reference = reference_cell(cell)
    slopes = shape_derivatives(cell, reference.nodes[: reference.corners].mean(axis=0, keepdims=True))[0]
    return np.linalg.solve(np.einsum("dn,knx->kdx", slopes, x), np.einsum("dn,kn->kd", slopes, n)[..., None])[..., 0]


def _round(points, axis):
    """Points (k, m, 3) by their angle about an axis (k, 3) through their middle, from the first one on."""
    middle = points.mean(axis=1, keepdims=True)
    first = points[:, :1] - middle
    height = np.einsum("kmx,kx->km", points - points[:, :1], axis) / (axis**2).sum(axis=1)[:, None]
    flat = points - height[..., None] * axis[:, None] - middle
    sine = np.einsum("kmx,kx->km", np.cross(first, flat), axis) / np.linalg.norm(axis, axis=1)[:, None]
    angle = np.arctan2(sine, (first * flat).sum(axis=-1)) % (2 * np.pi)
    angle[:, 0] = 0.0
    return np.take_along_axis(points, np.argsort(angle, axis=1, kind="stable")[..., None], axis=1)
