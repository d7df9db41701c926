"""Where the localised devices of DYNA_VIBRA sit: the nodes that COMPORTEMENT names, and what moves there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pyaster_lite.commands._field_values import node_of
from pyaster_lite.concepts.mesh import Mesh, UnknownGroup
from pyaster_lite.fe.dofs import Dofs
from pyaster_lite.fe.localised import Site

COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
AROUND = ("DIS_CHOC", "FLAMBAGE", "ANTI_SISM")
"""Relations that work in all directions."""


def node_pairs(level, law, mesh):
    """The nodes of each device of one occurrence: the ends of cells, or one or two nodes."""
    if law.cells is not None and law.cells in level:
        pairs = []
        for item, group in enumerate(level[law.cells]):
            try:
                cells = mesh.cell_group(group)
            except UnknownGroup as unknown:
                raise level.wrong(law.cells, str(unknown), item=item) from None
            for cell in cells:
                nodes = [int(node) for node in mesh.cell_nodes(cell)]
                if len(nodes) != 2:
                    raise level.wrong(law.cells, f"the cell {mesh.cell_names[cell]} has {len(nodes)} nodes, a device takes SEG2", item=item)
                pairs.append(nodes)
        return pairs
    return [[node_of(level, mesh, word)[0] for word in law.nodes if word in level]]


@dataclass
class Places:
    """What the unknowns of a calculation see at nodes: `row` gives the (size,) row of an equation of `dofs`."""

    mesh: Mesh
    dofs: Dofs
    row: Callable[[int], np.ndarray]
    size: int

    @classmethod
    def on_basis(cls, basis, shapes) -> Places:
        """For coordinates on a basis of modes, `shapes` (equations, n) on the physical unknowns."""
        dofs = basis.dofs if basis.basis is None else basis.basis.dofs
        return cls(basis.mesh, dofs, lambda equation: shapes[equation], shapes.shape[1])

    @classmethod
    def on_unknowns(cls, mesh, dofs) -> Places:
        """For the physical unknowns themselves."""

        def row(equation):
            unit = np.zeros(dofs.size)
            unit[equation] = 1.0
            return unit

        return cls(mesh, dofs, row, dofs.size)

    def site(self, level, nodes, statics=None) -> Site:
        """Where a device sits; `statics` (equations, s) are static modes of moving supports, or None."""
        mesh = self.mesh
        shapes = np.zeros((len(nodes), 6, self.size))
        moved = np.zeros((len(nodes), 3, 0 if statics is None else statics.shape[1]))
        for i, node in enumerate(nodes):
            for j, component in enumerate(COMPONENTS):
                equation = int(self.dofs.index([node], component)[0])
                if equation >= 0:
                    shapes[i, j] = self.row(equation)
                    if statics is not None and j < 3:
                        moved[i, j] = statics[equation]
                elif j < 3 and level.RELATION in AROUND:
                    name = mesh.node_names[node]
                    raise level.wrong(None, f"the node {name} does not carry {component}: a device needs DX, DY and DZ")
        names = tuple(str(mesh.node_names[node]) for node in nodes)
        return Site(names, tuple(int(node) + 1 for node in nodes), mesh.coordinates[nodes], shapes, moved)

    def seen(self, node: int, component: str) -> np.ndarray | None:
        """(size,) what the unknowns see of one component at a node, or None where there is none."""
        equation = int(self.dofs.index([node], component)[0])
        return None if equation < 0 else self.row(equation)
