"""The sides of solid cells: their nodes, areas and normals at these nodes, and which sides stand on each other.

The nodes of a side are its vertices, then the middles of its edges, then its own middle, as on its reference cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cells import reference_cell
from .errors import ComputationFailed
from .quadrature import quadrature
from .shapes import shape_derivatives

KINDS = {2: "SEG2", 3: "SEG3", (3, 3): "TRIA3", (3, 6): "TRIA6", (3, 7): "TRIA7", (4, 4): "QUAD4", (4, 8): "QUAD8", (4, 9): "QUAD9"}
_EVEN = (0.4, 0.6)
"""Where the middle of an edge counts as one, by the share of the edge from its first vertex."""


def side_kind(cell: str, side: tuple[int, ...]) -> str:
    """The type of cell that a side of a cell is."""
    reference = reference_cell(cell)
    if reference.dim == 2:
        return KINDS[len(side)]
    return KINDS[sum(i < reference.corners for i in side), len(side)]


@dataclass
class SideGeometry:
    """Sides of cells: unit normals (ne, ns, 3) outwards and weights (ne, ns) at their nodes, diameters (ne,)."""

    normals: np.ndarray
    weights: np.ndarray
    size: np.ndarray


def geometry(kind: str, coordinates: np.ndarray, revolves: bool, along: bool = False) -> SideGeometry:
    """Of sides of a type with nodes (ne, ns, 3), for integrals by values at the nodes; edges of solids of revolution by radian.

    A middle of an edge that stands far from the middle (a node at the quarter) is put there. The radius that goes with it is that of the
    chord as in calnor, unless it is asked for `along` the edge itself as in utnorm.
    """
    corners = reference_cell(kind).corners
    places = _evened(kind, coordinates)
    pairs = [(i, j) for i in range(corners) for j in range(i)]
    size = np.max([np.linalg.norm(places[:, i] - places[:, j], axis=-1) for i, j in pairs], axis=0)
    if kind.startswith("SEG"):
        return _edges(places, size, revolves, along)
    rule = quadrature(kind, "NOEU")
    tangents = np.einsum("gdn,enk->egdk", shape_derivatives(kind, rule.points), places)
    normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
    area = np.linalg.norm(normal, axis=-1)
    return SideGeometry(normal / area[..., None], area * rule.weights, size)


_SURFACE_RULES = {"TRIA3": "COT3", "TRIA6": "FPG6", "TRIA7": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}


def geometry_by_points(kind: str, coordinates: np.ndarray) -> SideGeometry:
    """Of faces in space with nodes (ne, ns, 3): normals and weights for their vertices, as code_aster's estimate of heat has them (te0003).

    The points of a rule stand for the vertices, and the table of derivatives there is read as if it had columns for vertices only: for
    linear faces these are the derivatives at the first points, for quadratic ones they belong to other nodes and points.
    """
    corners = reference_cell(kind).corners
    rule = quadrature(kind, _SURFACE_RULES[kind])
    table = shape_derivatives(kind, rule.points).transpose(0, 2, 1).reshape(-1, 2)[: corners**2].reshape(corners, corners, 2)
    places = coordinates[:, :corners]
    tangents = np.einsum("gvd,evk->egdk", table, places)
    normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
    area = np.linalg.norm(normal, axis=-1)
    size = np.max([np.linalg.norm(places[:, i] - places[:, j], axis=-1) for i in range(corners) for j in range(i)], axis=0)
    return SideGeometry(normal / area[..., None], area * rule.weights[:corners], size)


def _evened(kind, coordinates):
    places = coordinates.copy()
    for local, ends in enumerate(reference_cell(kind).middles, start=reference_cell(kind).corners):
        if len(ends) == 2:
            first, last = places[:, ends[0]], places[:, ends[1]]
            share = np.linalg.norm(places[:, local] - first, axis=-1) / np.linalg.norm(last - first, axis=-1)
            odd = (share < _EVEN[0]) | (share > _EVEN[1])
            places[odd, local] = (first + last)[odd] / 2
    return places


def _edges(places, size, revolves, along):
    """Simpson's rule or the trapezoidal one; the chord tells the normal and the length in the middle."""
    first, last = places[:, 0], places[:, 1]
    middle = places[:, 2] if places.shape[1] == 3 else (first + last) / 2
    bent = first + last - 2 * middle
    tangents = np.stack([(last - first) / 2 - bent, (last - first) / 2 + bent, (last - first) / 2][: places.shape[1]], axis=1)
    length = np.linalg.norm(tangents, axis=-1)
    weights = length * (np.array([1.0, 1.0, 4.0]) / 3 if places.shape[1] == 3 else 1.0)
    normals = np.stack([tangents[..., 1], -tangents[..., 0], np.zeros(length.shape)], axis=-1) / length[..., None]
    if revolves:
        chord = (first + last) / 2
        radius = np.stack([first[:, 0], last[:, 0], (middle if along else chord)[:, 0]][: places.shape[1]], axis=1)
        weights = weights * radius
    return SideGeometry(normals, weights, size)


@dataclass
class Sides:
    """One side of each cell of a group, local nodes `local` of the cell.

    kind     its type;  nodes (ne, ns)
    other    (ne,) the number, among all Sides, of the side on the other side of it, -1 where there is none;  row  its cell there
    """

    kind: str
    group: int
    local: np.ndarray
    nodes: np.ndarray
    other: np.ndarray
    row: np.ndarray

    def order(self) -> np.ndarray:
        """(ne, ns) the places of the nodes in ascending order of their numbers."""
        return np.argsort(self.nodes, axis=1)


def sides_of(cells: list[tuple[str, np.ndarray]], dim: int) -> list[Sides]:
    """All sides of groups of cells (type, nodes (ne, nn)) of a dimension, and cells of one less, which are sides of their own.

    Raises ComputationFailed where more than two stand on each other, as code_aster does (INDICATEUR_12).
    """
    found = []
    for group, (cell, nodes) in enumerate(cells):
        reference = reference_cell(cell)
        if reference.dim == dim:
            for side in reference.faces:
                local = np.array(side)
                found.append(Sides(side_kind(cell, side), group, local, nodes[:, local], *_alone(len(nodes))))
        elif reference.dim == dim - 1:
            local = np.arange(nodes.shape[1])
            found.append(Sides(cell, group, local, nodes, *_alone(len(nodes))))
    _pair(found)
    return found


def _alone(count):
    return np.full(count, -1), np.full(count, -1)


def _pair(sides):
    corners = [reference_cell(side.kind).corners for side in sides]
    width = max(corners, default=0)
    keys = []
    for side, count in zip(sides, corners):
        padded = np.full((len(side.nodes), width), -1)
        padded[:, :count] = np.sort(side.nodes[:, :count], axis=1)
        keys.append(padded)
    if not keys:
        return
    every = np.concatenate(keys)
    owner = np.concatenate([np.full(len(key), i) for i, key in enumerate(keys)])
    row = np.concatenate([np.arange(len(key)) for key in keys])
    _, label, count = np.unique(every, axis=0, return_inverse=True, return_counts=True)
    label = label.ravel()
    if (count > 2).any():
        raise ComputationFailed("more than two cells of the model stand on one side")
    order = np.argsort(label, kind="stable")
    first = order[:-1][(label[order[:-1]] == label[order[1:]])]
    second = order[1:][(label[order[:-1]] == label[order[1:]])]
    for one, other in ((first, second), (second, first)):
        for i in np.unique(owner[one]):
            chosen = owner[one] == i
            sides[i].other[row[one[chosen]]] = owner[other[chosen]]
            sides[i].row[row[one[chosen]]] = row[other[chosen]]
