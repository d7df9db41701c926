"""The unknowns of a model: which components each node carries, and the number of their equations."""

from __future__ import annotations

import numpy as np

ORDER = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ", "GRX", "PRES", "PHI", "TEMP")
"""Components in the order in which the unknowns of a node are numbered; others come after these."""


class Dofs:
    """The numbering of the physical unknowns; imposed displacements add none.

    size        how many there are
    components  the names in use
    node        (size,) the node of each unknown
    component   (size,) its component, an index into `components`
    table       (n_nodes, n_components) the equation of a node's component, -1 where the node does not carry it

    Unknowns are numbered node by node, in the order of the components.
    """

    def __init__(self, carried: np.ndarray, components):
        """`carried` (n_nodes, n_components) says which components each node has."""
        self.components = tuple(components)
        self.node, self.component = (a.astype(np.int64) for a in np.nonzero(carried))
        self.size = len(self.node)
        self.table = np.full(carried.shape, -1, np.int64)
        self.table[self.node, self.component] = np.arange(self.size)

    @classmethod
    def of_elements(cls, n_nodes: int, groups) -> Dofs:
        """From pairs (nodes (ne, nn), components of each local node), as elements declare them."""
        groups = list(groups)
        used = {name for _, components in groups for names in components for name in names}
        names = [n for n in ORDER if n in used] + sorted(used - set(ORDER))
        carried = np.zeros((n_nodes, len(names)), bool)
        for nodes, components in groups:
            for local, own in enumerate(components):
                columns = [names.index(name) for name in own]
                carried[np.ix_(np.unique(nodes[:, local]), columns)] = True
        return cls(carried, names)

    @property
    def n_nodes(self) -> int:
        """The number of nodes of the mesh."""
        return len(self.table)

    def index(self, nodes, component: str) -> np.ndarray:
        """The equations of one component at `nodes`; -1 where a node does not carry it."""
        nodes = np.asarray(nodes, int)
        if component not in self.components:
            return np.full(nodes.shape, -1, np.int64)
        return self.table[nodes, self.components.index(component)]

    def equations(self, nodes: np.ndarray, components) -> np.ndarray:
        """(ne, nd) equations of elements with connectivity `nodes` (ne, nn), node after node."""
        columns = [self.index(nodes[:, local], name) for local, own in enumerate(components) for name in own]
        return np.stack(columns, axis=1) if columns else np.empty((len(nodes), 0), np.int64)

    def vector(self, values: dict[str, np.ndarray], nodes=None) -> np.ndarray:
        """(size,) vector of nodal values by component, at `nodes` or at all; what a node does not carry is dropped."""
        nodes = np.arange(self.n_nodes) if nodes is None else np.asarray(nodes, int)
        result = np.zeros(self.size)
        for name, value in values.items():
            equations = self.index(nodes, name)
            value = np.broadcast_to(value, equations.shape)
            np.add.at(result, equations[equations >= 0], value[equations >= 0])
        return result

    def at_nodes(self, vector: np.ndarray) -> np.ndarray:
        """(n_nodes, n_components) values of a vector (size,), NaN where a node does not carry the component."""
        result = np.full(self.table.shape, np.nan, vector.dtype)
        result[self.node, self.component] = vector
        return result

    def describe(self, equation: int, node_names=None) -> str:
        """The unknown in words: "DX at node N12"."""
        node = self.node[equation]
        name = node_names[node] if node_names is not None else f"number {node + 1}"
        return f"{self.components[self.component[equation]]} at node {name}"
