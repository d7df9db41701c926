"""Nodes of one mesh in the cells of another one, and fields taken over from there (r7.20.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.point_location import Located

from .base import Concept
from .field import ElementBlock, ElementField, NodeField
from .field_places import element_groups, moved


class Correspondence(Concept):
    """For each node of `target` (a mesh), the cell of `source` that it stands in and the values of that cell's functions there.

    cells (n_nodes,) -1 where nothing is known; nodes, weights (n_nodes, most nodes of a cell), nodes -1 past the last
    """

    kind = "corresp_2_mailla"

    def __init__(self, source, target):
        self.source, self.target = source, target
        self.cells = np.full(target.n_nodes, -1)
        self.nodes, self.weights = np.full((target.n_nodes, 1), -1), np.zeros((target.n_nodes, 1))

    def getFirstMesh(self):
        """The mesh that fields come from, as a deck's Python asks for it."""
        return self.source

    def getSecondMesh(self):
        """The mesh that they go to."""
        return self.target

    def getNumberOfMasterNodes(self):
        """For each node of the second mesh, how many nodes its cell has."""
        return (self.nodes >= 0).sum(axis=1).tolist()

    def getNodesIds(self):
        """The nodes of those cells, one after the other, counted from 1."""
        return (self.nodes[self.nodes >= 0] + 1).tolist()

    def getCoefficients(self):
        """What each of them counts."""
        return self.weights[self.nodes >= 0].tolist()

    def add(self, nodes: np.ndarray, found: Located):
        """Put down where some nodes are; what was known of those that are found now gives way."""
        there = found.cells >= 0
        more = max(0, found.nodes.shape[1] - self.nodes.shape[1])
        self.nodes = np.pad(self.nodes, ((0, 0), (0, more)), constant_values=-1)
        self.weights = np.pad(self.weights, ((0, 0), (0, more)))
        width, rows = found.nodes.shape[1], nodes[there]
        self.cells[rows] = found.cells[there]
        self.nodes[rows], self.weights[rows] = -1, 0.0
        self.nodes[rows, :width], self.weights[rows, :width] = found.nodes[there], found.weights[there]

    def of_nodes(self, field: NodeField, fill: float | None = None) -> NodeField:
        """The field at the nodes of the target; `fill` stands where it tells nothing.

        Where some nodes of a cell do not carry a component, the others count by their positive weights, or all alike.
        """
        used = self.nodes >= 0
        values = np.full((self.target.n_nodes, len(field.components)), np.nan, field.values.dtype)
        for column in range(len(field.components)):
            own = field.values[np.where(used, self.nodes, 0), column]
            there = used & ~np.isnan(own)
            own = np.where(there, own, 0.0)
            every = there.sum(axis=1) == used.sum(axis=1)
            some = np.where(there & (self.weights > 0.0), self.weights, 0.0)
            some = np.where(some.any(axis=1, keepdims=True), some, there)
            share = np.where(every[:, None], self.weights, some / np.maximum(some.sum(axis=1, keepdims=True), 1e-300))
            values[:, column] = np.where(there.any(axis=1), (share * own).sum(axis=1), np.nan)
        made = NodeField(self.target, field.quantity, field.components, values)
        return made if fill is None else _filled(made, fill)

    def of_elements(self, field: ElementField, model, fill: float | None = None) -> ElementField:
        """A field ELNO or ELEM on the elements of a model of the target: what the cell around each node tells there."""
        names, nodal = field.components, self.nodal(field)
        on_sides = any(getattr(block.element, "loaded_only", False) for block in field.blocks)
        blocks = []
        for element, cells, nodes, _ in element_groups(model, "ELNO", field.quantity):
            # sides and edges of solids tell nothing where those of the source do not
            if getattr(element, "loaded_only", False) and not on_sides:
                continue
            values = nodal[nodes]
            if field.location == "ELEM":
                values = np.where(np.isnan(values).any(axis=1, keepdims=True), np.nan, values).mean(axis=1, keepdims=True)
            if fill is not None:
                values = np.where(np.isnan(values), fill, values)
            kept = ~np.isnan(values).all(axis=(1, 2))
            if kept.any():
                blocks.append(ElementBlock(cells[kept], values[kept], names, element))
        return ElementField(self.target, field.quantity, field.location, blocks)

    def nodal(self, field: ElementField) -> np.ndarray:
        """(n_nodes, components) what the cell around each node tells there."""
        names = field.components
        nodal = np.full((self.target.n_nodes, len(names)), np.nan, complex if field.is_complex else float)
        known = np.flatnonzero(self.cells >= 0)
        for column, name in enumerate(names):
            table = field.component(name)
            own = table[self.cells[known]]
            if field.location == "ELEM":
                own = np.repeat(own, self.nodes.shape[1], axis=1)
            width = min(own.shape[1], self.nodes.shape[1])
            weights = np.where(self.nodes[known] >= 0, self.weights[known], 0.0)
            used = (self.nodes[known] >= 0)[:, :width]
            lacking = (used & np.isnan(own[:, :width])).any(axis=1) | (self.nodes[known, width:] >= 0).any(axis=1)
            nodal[known, column] = np.where(lacking, np.nan, (weights[:, :width] * np.nan_to_num(own[:, :width])).sum(axis=1))
        return nodal

    def of(self, field, model=None, fill: float | None = None, at_nodes: bool = False):
        """A field at nodes, ELNO or ELEM taken over; `at_nodes` asks for the means at nodes of what elements tell."""
        if isinstance(field, NodeField):
            return self.of_nodes(field, fill)
        if not at_nodes:
            return self.of_elements(field, model, fill)
        made = NodeField(self.target, field.quantity, field.components, self.nodal(field))
        if field.location == "ELEM":
            blocks = []
            for part in self.target.blocks:
                own = made.values[part.nodes]
                means = np.where(np.isnan(own).any(axis=1, keepdims=True), np.nan, own.mean(axis=1, keepdims=True))
                blocks.append(ElementBlock(part.cells, means, field.components))
            made = moved(ElementField(self.target, field.quantity, "ELEM", blocks), "NOEU")
        return made if fill is None else _filled(made, fill)


def _filled(field, fill):
    values = np.where(np.isnan(field.values), fill, field.values)
    return NodeField(field.mesh, field.quantity, field.components, values)
