"""A section of a solid, of a plate or of a shell that is joined to the node of a beam (r3.03.03), or of a pipe (r3.08.06).

    int u dS = S U,    int r x u dS + int h^3/12 (1 - n n) theta ds = I W        r from the centre of gravity, I the tensor of inertia

with U and W the displacement and the rotation of the node: no work is lost, and the section may still warp and swell. The second
integral is that of edges of shells of thickness h alone, n = axis x tangent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions

FAMILIES = {"SEG2": "FPG2", "SEG3": "FPG4", "TRIA3": "FPG3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
MODES = (2, 3)
"""Those of the ovalisation of pipes that a section follows, beside the first ones."""


@dataclass
class SectionLink:
    """What a section weighs its nodes by.

    nodes    (k,) each once;  weights (k,) int N dS;  arms (k, 3) int r N dS;  turns (k, 3, 3) of the rotations, zero but of shells
    size     S;  centre (3,);  inertia (3, 3);  tangents (2, 3) unit vectors of the first cell
    """

    nodes: np.ndarray
    weights: np.ndarray
    arms: np.ndarray
    turns: np.ndarray
    size: float
    centre: np.ndarray
    inertia: np.ndarray
    tangents: np.ndarray


@dataclass
class _Points:
    """The points of cells of one type: functions (ng, nn), weights (ne, ng), places (ne, ng, 3), tangents (ne, ng, dim, 3)."""

    nodes: np.ndarray
    functions: np.ndarray
    weights: np.ndarray
    places: np.ndarray
    tangents: np.ndarray


def _points(cell, nodes, coordinates) -> _Points:
    rule = quadrature(cell, FAMILIES[cell])
    n = shape_functions(cell, rule.points)
    tangents = np.einsum("gdn,enk->egdk", shape_derivatives(cell, rule.points), coordinates[nodes])
    first = tangents[:, :, 0]
    size = np.linalg.norm(first if tangents.shape[2] == 1 else np.cross(first, tangents[:, :, 1]), axis=-1)
    return _Points(nodes, n, size * rule.weights, np.einsum("gn,enk->egk", n, coordinates[nodes]), tangents)


def section_link(cells, coordinates: np.ndarray, walls=None, axis: np.ndarray | None = None) -> SectionLink:
    """Of cells, pairs (type, nodes (ne, nn)), in space or in the plane; coordinates (n_nodes, 3).

    walls, axis  of edges of shells: their thickness (ne,) for each pair, and the axis of the beam (3,)
    """
    parts = [_points(cell, own, coordinates) for cell, own in cells]
    every = np.unique(np.concatenate([part.nodes.ravel() for part in parts]))
    thick = [np.ones(len(part.nodes)) if walls is None else np.asarray(own) for part, own in zip(parts, walls or parts)]
    weights = [part.weights * own[:, None] for part, own in zip(parts, thick)]
    total = sum(w.sum() for w in weights)
    centre = sum(np.einsum("eg,egk->k", w, part.places) for w, part in zip(weights, parts)) / total
    inertia, shares = np.zeros((3, 3)), np.zeros(len(every))
    arms, turns = np.zeros((len(every), 3)), np.zeros((len(every), 3, 3))
    for part, w, own in zip(parts, weights, thick):
        r, rows = part.places - centre, np.searchsorted(every, part.nodes)
        inertia += np.einsum("eg,egi,egi->", w, r, r) * np.eye(3) - np.einsum("eg,egi,egj->ij", w, r, r)
        np.add.at(shares, rows, np.einsum("eg,gn->en", w, part.functions))
        np.add.at(arms, rows, np.einsum("eg,gn,egk->enk", w, part.functions, r))
        if axis is not None:
            tangent = part.tangents[:, :, 0] / np.linalg.norm(part.tangents[:, :, 0], axis=-1, keepdims=True)
            across = np.cross(axis, tangent)
            across = (across**2).sum(axis=-1)[..., None, None] * np.eye(3) - across[..., :, None] * across[..., None, :]
            across = (w * own[:, None] ** 2 / 12)[..., None, None] * across
            inertia += across.sum(axis=(0, 1))
            np.add.at(turns, rows, np.einsum("gn,egij->enij", part.functions, across))
    return SectionLink(every, shares, arms, turns, float(total), centre, inertia, _orthonormal(parts[0].tangents[0, 0]))


@dataclass
class PipeLink:
    """What a section weighs its nodes by for the modes of a pipe: (k, 3) by (mode, "u", "v" or "w", "cos" or "sin").

    u along the axis, v around it, w away from it; the angle is that from the line at which the pipe starts to count
    """

    nodes: np.ndarray
    shares: dict[tuple, np.ndarray]


def mean_radius(cells, coordinates: np.ndarray, link: SectionLink) -> float:
    """Of the places of a section about its centre."""
    parts = [_points(cell, own, coordinates) for cell, own in cells]
    return sum(float((part.weights * np.linalg.norm(part.places - link.centre, axis=-1)).sum()) for part in parts) / link.size


def pipe_link(cells, coordinates: np.ndarray, link: SectionLink, axis: np.ndarray, start: np.ndarray, edges: bool) -> PipeLink:
    """The shares of the modes 0, 1 and MODES.

    axis   (3,) unit vector along the pipe;  start (3,) from the centre towards the line at which angles are zero
    edges  whether the cells are edges of a shell, whose integrals are divided by pi times the radius of their first node
    """
    shares = {}
    start = start / np.linalg.norm(start)
    for cell, own in cells:
        part = _points(cell, own, coordinates)
        away = part.places - link.centre
        away /= np.linalg.norm(away, axis=-1, keepdims=True)
        angle = np.arctan2(np.cross(away, start) @ axis, away @ start)
        around = np.cross(away, axis)
        around /= np.linalg.norm(around, axis=-1, keepdims=True)
        frames = {"u": np.broadcast_to(axis, away.shape), "v": around, "w": np.cross(axis, around)}
        weights = part.weights
        if edges:
            weights = weights / (np.pi * np.linalg.norm(coordinates[own[:, 0]] - link.centre, axis=1)[:, None])
        rows = np.searchsorted(link.nodes, own)
        for mode in (0, 1, *MODES):
            for name, course in (("cos", np.cos(mode * angle)), ("sin", np.sin(mode * angle))):
                for kind, direction in frames.items():
                    target = shares.setdefault((mode, kind, name), np.zeros((len(link.nodes), 3)))
                    np.add.at(target, rows, np.einsum("eg,gn,egk->enk", weights * course, part.functions, direction))
    return PipeLink(link.nodes, shares)


def _orthonormal(tangents):
    first = tangents[0] / np.linalg.norm(tangents[0])
    if len(tangents) == 1:
        return first[None]
    second = tangents[1] - (tangents[1] @ first) * first
    return np.stack([first, second / np.linalg.norm(second)])
