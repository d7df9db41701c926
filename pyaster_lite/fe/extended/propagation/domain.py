"""Where level sets are brought up to date: a torus about the front (r7.02.12, 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..front import nodal_gradients
from ..level_sets import Cells


class TooNarrow(ValueError):
    """The torus asked for does not hold the cells around the one that is needed: (given, needed) radii."""


@dataclass
class Domain:
    """Nodes (n,) as a mask, the cells of full dimension among these, and the square of the radius, None of a whole mesh."""

    nodes: np.ndarray
    cells: list[Cells]
    radius: float | None = None

    def gradients(self, coordinates, values, outside) -> np.ndarray:
        """(n, 3) of nodal values: by the cells of the domain, those given outside of it."""
        return np.where(self.nodes[:, None], nodal_gradients(self.cells, coordinates, values), outside)


def whole(solids: list[Cells], count: int) -> Domain:
    """All cells of full dimension."""
    nodes = np.zeros(count, bool)
    for part in solids:
        nodes[part.nodes] = True
    return Domain(nodes, solids)


def reached(solids: list[Cells], distances, radius: float) -> tuple[np.ndarray, float]:
    """((n,) nodes in a torus and of the cells that have one there, the greatest square of their distances and of the radius)."""
    near = distances <= radius
    found = near.copy()
    for part in solids:
        found[part.nodes[near[part.nodes].any(axis=1)]] = True
    return found, float(max(radius, distances[found].max(initial=0.0)))


def torus(solids: list[Cells], distances, needed: float, imposed: float | None) -> Domain:
    """The cells all nodes of which are in a torus.

    distances  (n,) squares of those of the nodes to the front
    needed     the square of the radius that must be inside
    imposed    the square of the radius, by the size of the cells that reach out of what must be inside where None

    Raises TooNarrow.
    """
    _, reach = reached(solids, distances, needed)
    if imposed is None:
        imposed = (np.sqrt(needed) + 2 * (np.sqrt(reach) - np.sqrt(needed))) ** 2
    if imposed < reach:
        raise TooNarrow(float(np.sqrt(imposed)), float(np.sqrt(reach)))
    near = distances <= imposed
    kept = []
    for part in solids:
        inside = near[part.nodes].all(axis=1)
        kept.append(Cells(part.type, part.numbers[inside], part.nodes[inside]))
    return Domain(whole(kept, len(distances)).nodes, kept, float(imposed))
