"""Where the localised devices of DYNA_VIBRA sit: the nodes that COMPORTEMENT names, and what moves there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pyaster_lite.commands._field_values import node_of
from pyaster_lite.concepts.mesh import Mesh, UnknownGroup
from pyaster_lite.concepts.substructuring import LinkedSubstructures
from pyaster_lite.fe.dofs import Dofs
from pyaster_lite.fe.localised import Site

COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
AROUND = ("DIS_CHOC", "FLAMBAGE", "ANTI_SISM")
"""Relations that work in all directions."""


def sites(level, law, basis, shapes, statics=None):
    """Where the devices of one occurrence sit: on a structure, or on linked substructures."""
    if isinstance(basis, LinkedSubstructures):
        return [_linked_site(level, law, basis, np.eye(basis.size), statics)]
    if isinstance(basis.basis, LinkedSubstructures):
        return [_linked_site(level, law, basis.basis, basis.shapes[:, : shapes.shape[1]], statics)]
    for word in ("SOUS_STRUC", "SOUS_STRUC_1", "SOUS_STRUC_2"):
        if level.get(word) is not None:
            raise level.wrong(word, "the matrices are not those of linked substructures")
    places = Places.on_basis(basis, shapes)
    return [places.site(level, nodes, statics) for nodes in node_pairs(level, law, basis.mesh)]


def _linked_site(level, law, whole, coordinates, statics) -> Site:
    """Nodes of substructures, seen in the axes of the whole; `coordinates` (n, k) turns those of the basis into theirs."""
    if statics is not None:
        raise level.not_yet(None, "moving supports of linked substructures are not there yet")
    if law.cells is not None and law.cells in level:
        raise level.wrong(law.cells, "between substructures a device is given by its nodes")
    names, numbers, places, shapes, owners = [], [], [], [], []
    for word in law.nodes:
        if word not in level:
            continue
        owner = word.replace("GROUP_NO", "SOUS_STRUC")
        if level.get(owner) is None:
            raise level.wrong(word, f"give {owner}, the substructure of the node")
        part = whole.named(level[owner])
        if part is None:
            raise level.wrong(owner, f"there is no substructure {level[owner]}")
        basis = part.element.basis
        node = node_of(level, basis.mesh, word)[0]
        own = np.zeros((6, len(basis.orders)))
        for j, component in enumerate(COMPONENTS):
            equation = int(basis.dofs.index([node], component)[0])
            if equation >= 0:
                own[j] = basis.shapes[equation]
        turned = np.concatenate([part.rotation @ own[:3], part.rotation @ own[3:]])
        owners.append(part.name)
        names.append(str(basis.mesh.node_names[node]))
        numbers.append(node + 1)
        places.append(part.rotation @ basis.mesh.coordinates[node] + part.translation)
        shapes.append(turned @ coordinates[whole.span(part.name)])
    placings = {part.name: (part.rotation, part.translation) for part in whole.parts}
    return Site(tuple(names), tuple(numbers), np.array(places), np.array(shapes), np.zeros((len(names), 3, 0)), placings, tuple(owners))


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
    nodes = [node_of(level, mesh, word)[0] for word in law.nodes if word in level]
    for word in (word.replace("GROUP_NO", "NOEUD") for word in law.nodes if word not in level):
        if level.get(word) is not None:
            try:
                nodes.append(int(mesh.find_node(level[word])))
            except UnknownGroup as unknown:
                raise level.wrong(word, str(unknown)) from None
    return [nodes]


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
