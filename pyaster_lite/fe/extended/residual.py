"""What stresses lack of equilibrium in the pieces of plane cells that cracks run through (r4.10.02, te0382, te0289, xvoise).

The stresses of a piece are those of its points taken on to its vertices. Inside a cell counts the balance of each piece, by its own size,
and the jump between pieces that share an edge, those on both sides of a crack too; forces by volume are left out, as in the code followed.
"""

from __future__ import annotations

import numpy as np

from ..extrapolation import points_to_nodes
from ..quadrature import quadrature
from ..shapes import shape_derivatives


def at_vertices(element, data, values: np.ndarray) -> np.ndarray:
    """(ne, pieces, nodes of a piece, nc) of values (ne, points, nc) at the points of the pieces."""
    points = element.enrichment.points
    by_piece = values.reshape(len(values), -1, points.per_piece, values.shape[-1])
    return np.einsum("vg,esgc->esvc", points_to_nodes(element.enrichment.made.simplex, points.family), by_piece)


def at_nodes(element, data, values: np.ndarray) -> np.ndarray:
    """(ne, nn, nc) the means of those over the pieces that have a node of the cell."""
    own, nodes = at_vertices(element, data, values), _nodes(element, data)
    found = np.zeros((len(values), len(element.plain.components), values.shape[-1]))
    count = np.zeros(found.shape[:2])
    cell, piece, vertex = np.nonzero(nodes < found.shape[1])
    place = nodes[cell, piece, vertex]
    np.add.at(found, (cell, place), own[cell, piece, vertex])
    np.add.at(count, (cell, place), 1.0)
    return found / count[..., None]


def _nodes(element, data):
    """(ne, pieces, nodes of a piece)."""
    made = element.enrichment.made
    return made.nodes.reshape(len(element.enrichment.cells), -1, made.nodes.shape[1])[element.enrichment.rows(data)]


def inner_terms(element, data, stress: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(ne,) h^2 int |div s|^2 of the pieces, and h int |[s.n]|^2 of their shared edges, both sides of each counted.

    stress  (ne, pieces, 3, 3, 3) at the vertices of triangles
    """
    places = element.enrichment.points.corners[element.enrichment.rows(data)][..., :2]
    edges = np.roll(places, -1, axis=2) - places
    lengths = np.linalg.norm(edges, axis=-1)
    doubled = edges[:, :, 0, 0] * edges[:, :, 1, 1] - edges[:, :, 0, 1] * edges[:, :, 1, 0]
    # the gradient of the function of a vertex is the opposite edge turned, over twice the area
    opposite = np.roll(edges, -1, axis=2)
    slopes = np.stack([-opposite[..., 1], opposite[..., 0]], axis=-1) / doubled[..., None, None]
    lacking = np.einsum("esvij,esvj->esi", stress[..., :2, :2], slopes)
    inner = (lengths.max(axis=2) ** 2 * (lacking**2).sum(axis=-1) * np.abs(doubled) / 2.0).sum(axis=1)
    jumps, nodes = np.zeros(len(stress)), _nodes(element, data)
    for cell, own in enumerate(nodes):
        for piece, edge, other in _neighbours(own):
            ends = [own[piece][edge], own[piece][(edge + 1) % 3]]
            beyond = [np.flatnonzero(own[other] == end)[-1] for end in ends]
            gap = stress[cell, piece, [edge, (edge + 1) % 3]] - stress[cell, other, beyond]
            along = edges[cell, piece, edge] / lengths[cell, piece, edge]
            missing = gap[:, :2, :2] @ np.array([along[1], -along[0]])
            jumps[cell] += lengths[cell, piece, edge] ** 2 / 2.0 * (missing**2).sum()
    return inner, jumps


def _neighbours(nodes):
    """(piece, edge, the last other piece that has both ends of it)."""
    for piece, own in enumerate(nodes):
        for edge in range(3):
            ends = own[edge], own[(edge + 1) % 3]
            shared = [other for other in range(len(nodes)) if other != piece and all(end in nodes[other] for end in ends)]
            if shared:
                yield piece, edge, shared[-1]


def stress_norm(element, data, stress: np.ndarray) -> np.ndarray:
    """(ne,) integral of the square of the stress at the nodes of the cells (ne, nn, 3, 3), the shear counted once.

    As in the code followed the areas are those of the first three nodes with derivatives read as if the cell had no other.
    """
    plain = element.plain
    rule = quadrature(plain.cell, plain.families["stiffness"])
    table = shape_derivatives(plain.cell, rule.points).transpose(0, 2, 1).reshape(-1, 2)
    table = table[: 3 * len(rule)].reshape(len(rule), 3, 2)
    tangents = np.einsum("gvd,evk->egdk", table, data.coordinates[:, :3, :2])
    areas = np.abs(np.linalg.det(tangents)) * rule.weights
    here = np.einsum("gn,enij->egij", plain.point_functions, stress)
    square = (here**2).sum(axis=(-2, -1)) - here[..., 0, 1] ** 2
    return (square * areas).sum(axis=1)
