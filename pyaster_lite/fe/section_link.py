"""A section of a solid or of a plate that is joined to the node of a beam (r3.03.03).

    int u dS = S U,    int r x u dS = I W        r from the centre of gravity of the section, I its tensor of inertia

with U and W the displacement and the rotation of the node: no work is lost, and the section may still warp and swell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions

FAMILIES = {"SEG2": "FPG2", "SEG3": "FPG4", "TRIA3": "FPG3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}


@dataclass
class SectionLink:
    """What a section weighs its nodes by.

    nodes    (k,) each once;  weights (k,) int N dS;  arms (k, 3) int r N dS
    size     S;  centre (3,);  inertia (3, 3);  tangents (2, 3) unit vectors of the first cell
    """

    nodes: np.ndarray
    weights: np.ndarray
    arms: np.ndarray
    size: float
    centre: np.ndarray
    inertia: np.ndarray
    tangents: np.ndarray


def section_link(cells, coordinates: np.ndarray) -> SectionLink:
    """Of cells, pairs (type, nodes (ne, nn)), in space or in the plane; coordinates (n_nodes, 3)."""
    functions, weights, places, nodes, frames = [], [], [], [], []
    for cell, own in cells:
        rule = quadrature(cell, FAMILIES[cell])
        n, derivatives = shape_functions(cell, rule.points), shape_derivatives(cell, rule.points)
        tangents = np.einsum("gdn,enk->egdk", derivatives, coordinates[own])
        if tangents.shape[2] == 1:
            size = np.linalg.norm(tangents[:, :, 0], axis=-1)
        else:
            size = np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=-1)
        frames.append(tangents[0, 0])
        weights.append(size * rule.weights)
        places.append(np.einsum("gn,enk->egk", n, coordinates[own]))
        functions.append(n)
        nodes.append(own)
    total = sum(w.sum() for w in weights)
    centre = sum(np.einsum("eg,egk->k", w, x) for w, x in zip(weights, places)) / total
    inertia, every = np.zeros((3, 3)), np.unique(np.concatenate([own.ravel() for own in nodes]))
    shares, arms = np.zeros(len(every)), np.zeros((len(every), 3))
    for n, w, x, own in zip(functions, weights, places, nodes):
        r = x - centre
        inertia += np.einsum("eg,egi,egi->", w, r, r) * np.eye(3) - np.einsum("eg,egi,egj->ij", w, r, r)
        rows = np.searchsorted(every, own)
        np.add.at(shares, rows, np.einsum("eg,gn->en", w, n))
        np.add.at(arms, rows, np.einsum("eg,gn,egk->enk", w, n, r))
    return SectionLink(every, shares, arms, float(total), centre, inertia, _orthonormal(frames[0]))


def _orthonormal(tangents):
    first = tangents[0] / np.linalg.norm(tangents[0])
    if len(tangents) == 1:
        return first[None]
    second = tangents[1] - (tangents[1] @ first) * first
    return np.stack([first, second / np.linalg.norm(second)])
