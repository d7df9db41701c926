"""Where and with which weights the pieces of cut cells are integrated, and the cells' functions there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..cells import reference_cell
from ..kinematics import inverted
from ..quadrature import quadrature
from ..shapes import shape_derivatives, shape_functions
from .cutting import Pieces, physical

_MOST, _STILL = 20, 1e-9
"""Newton's iterations for the place of a point at most, and the step after which the next one would be lost in roundoff."""


@dataclass
class PiecePoints:
    """The integration points of the pieces of cells (ne,), as many in each.

    places     (ne, ng, 3) where they stand;  weights (ne, ng) lengths, areas or volumes
    functions  (ne, ng, nn) of the cells;  gradients (ne, ng, dim, nn) in space, None on sides of cells
    normals    (ne, ng, 3) on sides of cells: weighted, in the sense of each piece; None inside
    corners    (ne, ns, nv, 3) the nodes of the pieces;  corner_functions (ne, ns, nv, nn)
    per_piece  how many points each piece has;  family  their quadrature
    """

    places: np.ndarray
    weights: np.ndarray
    functions: np.ndarray
    gradients: np.ndarray | None
    normals: np.ndarray | None
    corners: np.ndarray
    corner_functions: np.ndarray
    per_piece: int
    family: str = ""


def piece_points(cell: str, made: Pieces, coordinates: np.ndarray, family: str, space: int) -> PiecePoints:
    """Those of `made`, as many pieces in each cell, with a quadrature family of simplices; cells in `space` dimensions.

    The pieces are simplices by themselves, straight or curved: the places of their points in a cell follow from x(place) = point.
    """
    ne, nn, _ = coordinates.shape
    ns, nv = len(made.owner) // ne, made.nodes.shape[1]
    dim = reference_cell(cell).dim
    corners = physical(cell, made.places, coordinates[made.owner])
    rule = quadrature(made.simplex, family)
    shares = shape_functions(made.simplex, rule.points)
    points = (shares @ corners).reshape(ne, -1, 3)
    guess = (shares @ made.places).reshape(ne, -1, dim)
    own = places_in_cells(cell, points, guess, coordinates)
    functions = shape_functions(cell, own.reshape(-1, dim)).reshape(ne, -1, nn)
    corner_functions = shape_functions(cell, made.places.reshape(-1, dim)).reshape(ne, ns, nv, nn)
    # (ns, ng, dim, 3) tangents, by the simplex's own coordinates
    tangents = np.einsum("gdv,svk->sgdk", shape_derivatives(made.simplex, rule.points), corners)
    gradient = normals = None
    if dim == space:
        sizes = abs(np.linalg.det(tangents[..., :dim]))
        derivatives = shape_derivatives(cell, own.reshape(-1, dim)).reshape(ne, -1, dim, nn)
        jacobian = derivatives @ coordinates[:, None, :, :dim]
        gradient = inverted(jacobian)[0] @ derivatives
    else:
        one = tangents[:, :, 0]
        normal = np.cross(one, tangents[:, :, 1]) if dim == 2 else np.stack([one[..., 1], -one[..., 0], 0 * one[..., 0]], axis=-1)
        sizes = np.linalg.norm(normal, axis=-1)
        normals = np.einsum("sgk,g->sgk", normal, rule.weights).reshape(ne, -1, 3)
    weights = (sizes * rule.weights).reshape(ne, -1)
    vertices = corners.reshape(ne, ns, nv, 3)
    return PiecePoints(points, weights, functions, gradient, normals, vertices, corner_functions, len(rule), family)


def places_in_cells(cell: str, points: np.ndarray, guess: np.ndarray, coordinates: np.ndarray) -> np.ndarray:
    """(ne, ng, dim) the places on the reference cell of points (ne, ng, 3), by Newton's iterations in the cell's own directions."""
    (ne, ng, dim), nn = guess.shape, coordinates.shape[1]
    places = guess.copy()
    for _ in range(_MOST):
        flat = places.reshape(-1, dim)
        functions = shape_functions(cell, flat).reshape(ne, ng, nn)
        derivatives = shape_derivatives(cell, flat).reshape(ne, ng, dim, nn)
        jacobian = derivatives @ coordinates[:, None]
        miss = points - functions @ coordinates
        metric = jacobian @ jacobian.swapaxes(-1, -2)
        step = np.linalg.solve(metric, (jacobian @ miss[..., None]))[..., 0]
        places += step
        if abs(step).max(initial=0.0) < _STILL:
            break
    return places
