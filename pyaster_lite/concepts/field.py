"""Fields: values of named components at nodes, or at elements and their points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .base import Concept


class NodeField(Concept):
    """Components at nodes.

    quantity    the deck's name of the physical quantity with its scalar type, DEPL_R
    components  names, (n_components,)
    values      (n_nodes, n_components), real or complex, SI units; NaN where a node does not carry a component
    """

    kind = "cham_no_sdaster"

    def __init__(self, mesh, quantity: str, components, values: np.ndarray):
        self.mesh, self.quantity, self.components, self.values = mesh, quantity, tuple(components), values

    @property
    def present(self) -> np.ndarray:
        """(n_nodes, n_components): where a value is carried."""
        return ~np.isnan(self.values)

    def component(self, name: str) -> np.ndarray:
        """(n_nodes,) values of one component; raises KeyError when the field does not have it."""
        if name not in self.components:
            raise KeyError(name)
        return self.values[:, self.components.index(name)]


@dataclass
class ElementBlock:
    """Values on the cells of one kind of element: `cells` (n,), `values` (n, n_points, n_components)."""

    cells: np.ndarray
    values: np.ndarray
    components: tuple[str, ...]
    element: object = None


class ElementField(Concept):
    """Components at elements: `location` is ELGA (Gauss points), ELNO (nodes of each element) or ELEM (one value)."""

    kind = "cham_elem"

    def __init__(self, mesh, quantity: str, location: str, blocks: list[ElementBlock]):
        self.mesh, self.quantity, self.location, self.blocks = mesh, quantity, location, blocks

    @property
    def components(self) -> tuple[str, ...]:
        """Every component that some block has, in order of first appearance."""
        return tuple(dict.fromkeys(name for block in self.blocks for name in block.components))

    def at_cell(self, cell: int, name: str) -> np.ndarray | None:
        """(n_points,) values of one component on one cell, or None when nothing is there."""
        for block in self.blocks:
            row = np.flatnonzero(block.cells == cell)
            if row.size and name in block.components:
                return block.values[row[0], :, block.components.index(name)]
        return None
