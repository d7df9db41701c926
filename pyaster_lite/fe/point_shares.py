"""The share of a cell that belongs to each of its points of integration: a cell cut into about as many parts as points.

As in u4.72.05 (ECLA_PG), triangles of 3 points and tetrahedra of 4 are cut at the middles of edges and of faces, one part around each
vertex; pyramids of 5 also, and the rest goes to the point below the tip. Triangles of 6 points and tetrahedra of 5 lose tips at the
middles of their edges, prisms of 6 have a part beside each edge of both triangles, those of 21 three layers of seven. Quadrangles and
hexahedra have equal parts along each axis. Each part belongs to the point that is nearest to its centre in the reference cell; pyramids
of more points have parts for eight of them at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from .cells import reference_cell
from .shapes import shape_functions


@dataclass(frozen=True)
class Shares:
    """Parts of one kind in a cell.

    kind     TRIA3, QUAD4, PENTA6, PYRAM5 or HEXA8; that of the cell itself where it has one point
    weights  (parts, corners, vertices) the corners of the parts as means of the vertices of the cell
    points   (parts,) the point of integration that each part belongs to
    """

    kind: str
    weights: np.ndarray
    points: np.ndarray


def shares(straight: str, places: np.ndarray) -> list[Shares]:
    """The parts of a cell by their kinds, [] where no cutting is known.

    straight  the cell that has vertices only
    places    (points, dim) its points of integration in the reference cell
    """
    vertices = reference_cell(straight).nodes
    found, chosen = [], _OWNERS.get((straight, len(places)))
    for kind, weights in _parts(straight, len(places)):
        centres = (weights @ vertices).mean(axis=1)
        nearest = np.linalg.norm(centres[:, None] - places, axis=-1).argmin(axis=1)
        found.append(Shares(kind, weights, nearest if chosen is None else np.array(chosen[kind])))
    return found


@cache
def _parts(straight, n_points):
    """((kind, weights of the corners), ...)."""
    if n_points == 1:
        return ((straight, np.eye(reference_cell(straight).corners)[None]),)
    if (straight, n_points) in _CUTTINGS:
        return _CUTTINGS[straight, n_points]()
    axes = _AXES.get(straight, 1)
    along = round(n_points ** (1 / axes))
    if axes > 1 and along in (2, 3) and along**axes == n_points:
        return ((straight, _lattice(straight, axes, along)),)
    return ()


_AXES = {"QUAD4": 2, "HEXA8": 3}


def _mean(n, *chosen):
    """(n,) the mean of some of n vertices."""
    return np.isin(np.arange(n), chosen) / len(chosen)


def _around_vertices():
    """(3, 4, 3) a triangle cut at the middles of its edges and at its centre."""
    turns = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    return np.array([[_mean(3, a), _mean(3, a, b), _mean(3, a, b, c), _mean(3, a, c)] for a, b, c in turns])


def _six():
    """A triangle without three tips, which is cut at the middles of its edges and at its centre."""
    middles = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]]) / 2
    tips = np.stack([np.eye(3), middles, np.roll(middles, 1, axis=0)], axis=1)
    return ("TRIA3", tips), ("QUAD4", _around_vertices() @ middles)


def _seven():
    """A triangle in a triangle, and around it quadrangles at the vertices and along the edges, which are cut in three."""
    inner = (np.eye(3) + 1) / 4
    quads = []
    for v in range(3):
        after, before = (v + 1) % 3, (v + 2) % 3
        corner = np.eye(3)
        near, far = (2 * corner[v] + corner[after]) / 3, (corner[v] + 2 * corner[after]) / 3
        quads += [[corner[v], near, inner[v], (2 * corner[v] + corner[before]) / 3], [near, far, inner[after], inner[v]]]
    return ("TRIA3", inner[None]), ("QUAD4", np.array(quads))


def _beside_edges():
    """A triangle cut along the lines from its centre to its vertices."""
    return (("TRIA3", np.array([[_mean(3, a), _mean(3, b), _mean(3, 0, 1, 2)] for a, b in ((0, 1), (1, 2), (2, 0))])),)


def _drawn_out(parts, layers):
    """Prisms on the parts of a triangle, one layer above the other."""
    solids = {"TRIA3": "PENTA6", "QUAD4": "HEXA8"}
    made = []
    for kind, flat in parts:
        ends = np.stack([np.concatenate([(1 - t) * flat, t * flat], axis=-1) for t in np.linspace(0, 1, layers + 1)])
        made.append((solids[kind], np.concatenate([np.concatenate([low, high], axis=1) for low, high in zip(ends[:-1], ends[1:])])))
    return tuple(made)


def _around_corner(a, b, c, d):
    """(8, 4) the part of a tetrahedron around its vertex a."""
    base, top = ((a,), (a, b), (a, b, c), (a, c)), ((a, d), (a, b, d), (a, b, c, d), (a, c, d))
    return np.array([_mean(4, *chosen) for chosen in base + top])


def _without_tips():
    """A tetrahedron without four tips, cut at the middles of its edges; the rest in two pyramids."""
    tips = [[_mean(4, v), *(_mean(4, v, other) for other in range(4) if other != v)] for v in range(4)]
    ring = [_mean(4, *edge) for edge in ((0, 1), (0, 2), (2, 3), (1, 3))]
    rest = [[*ring, _mean(4, 0, 3)], [*ring[::-1], _mean(4, 1, 2)]]
    return ("TETRA4", np.array(tips)), ("PYRAM5", np.array(rest))


def _below_the_tip():
    """A pyramid cut around each vertex of its base, and along the edges to its tip; four parts around the tip belong to the last point."""
    base = _mean(5, 0, 1, 2, 3)
    heart = np.array([1, 1, 1, 1, 4]) / 8
    around, beside = [], []
    for v in range(4):
        before, after = (v - 1) % 4, (v + 1) % 4
        low = [_mean(5, v), _mean(5, v, after), _mean(5, v, after, 4), _mean(5, v, 4)]
        around.append([*low, _mean(5, before, v), base, heart, _mean(5, before, v, 4)])
        beside.append([_mean(5, before, v, 4), _mean(5, v, 4), _mean(5, v, after, 4), heart, _mean(5, 4)])
    return ("HEXA8", np.array(around)), ("PYRAM5", np.roll(beside, -1, axis=0))


def _lattice(straight, axes, along):
    """(along^axes, corners, corners) equal parts along each axis; in quadrangles of 9 points the inner corners are the means of the
    nearest vertex and of its two neighbours."""
    reference = reference_cell(straight)
    steps = np.array(list(product(range(along), repeat=axes)))
    places = -1.0 + 2.0 * (steps[:, None] + (reference.nodes + 1.0) / 2.0) / along
    weights = shape_functions(straight, places.reshape(-1, axes)).reshape(*places.shape[:2], reference.corners)
    if axes == 2 and along == 3:
        inner = abs(places).max(axis=-1) < 0.5
        far = np.linalg.norm(places[:, :, None] - reference.nodes, axis=-1).argmax(axis=-1)
        weights[inner] = (1.0 - np.eye(4)[far[inner]]) / 3.0
    return weights


_CUTTINGS = {
    ("TRIA3", 3): lambda: (("QUAD4", _around_vertices()),),
    ("TRIA3", 6): _six,
    ("TETRA4", 4): lambda: (("HEXA8", np.array([_around_corner(*np.roll(range(4), -vertex)) for vertex in range(4)])),),
    ("TETRA4", 5): _without_tips,
    ("PENTA6", 6): lambda: _drawn_out(_beside_edges(), 2),
    ("PENTA6", 21): lambda: _drawn_out(_seven(), 3),
    ("PYRAM5", 5): _below_the_tip,
    ("PYRAM5", 10): _below_the_tip,
    ("PYRAM5", 27): _below_the_tip,
}
_OWNERS = {
    ("PYRAM5", 10): {"HEXA8": (9, 8, 6, 7), "PYRAM5": (0, 0, 0, 0)},
    ("PYRAM5", 27): {"HEXA8": (7, 8, 9, 10), "PYRAM5": (12, 13, 14, 11)},
}
"""Points of the parts where the nearest ones are not meant."""
