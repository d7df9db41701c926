"""Linear relations from rows of coefficients: what the LIAISON keywords share."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.shapes import shape_derivatives
from pyaster_lite.fe.terms import RelationTerm

from ._enriched_nodes import lips
from ._member import DISPLACEMENTS, at

JUMPS = tuple(f"H1{name[1:]}" for name in DISPLACEMENTS)
"""The unknowns of the function that jumps across a crack."""
FLAT = 1e-6
"""Of the longest normal of a side, one that counts as none."""


class RowList:
    """Relations sum c u = b, collected one by one; a relation between the same unknowns, in the same ratio, replaces the
    one before."""

    def __init__(self, model):
        self.model, self._rows = model, {}

    def add(self, terms, value, normed: bool = False):
        """One relation: `terms` pairs (equation, coefficient), `value` a number or a function, read at the last node of the relation.

        `normed`: a relation whose value is a number is divided by its largest coefficient, as code_aster does with those that a deck
        gives: its multiplier is that of the relation so divided.
        """
        if normed and not hasattr(value, "evaluate"):
            largest = max((abs(factor) for _, factor in terms), default=0.0) or 1.0
            terms, value = [(equation, factor / largest) for equation, factor in terms], value / largest
        row = {}
        for equation, factor in terms:
            row[int(equation)] = row.get(int(equation), 0.0) + factor
        row = {equation: factor for equation, factor in sorted(row.items()) if factor}
        if not row:
            raise ValueError("all coefficients of the relation are zero")
        first = next(iter(row.values()))
        key = tuple((equation, round(factor / first, 12)) for equation, factor in row.items())
        self._rows.pop(key, None)
        self._rows[key] = row, value

    def term(self, word: str) -> list[RelationTerm]:
        """The term they make, none when there is no relation."""
        if not self._rows:
            return []
        rows, values = zip(*self._rows.values())
        entries = [(i, e, c) for i, row in enumerate(rows) for e, c in row.items()]
        i, e, c = zip(*entries)
        matrix = csr_array((c, (i, e)), shape=(len(rows), self.model.dofs.size))
        fixed = np.array([0.0 if hasattr(v, "evaluate") else v for v in values])
        fixed = fixed.astype(np.result_type(fixed, float))
        moving = [(i, v) for i, v in enumerate(values) if hasattr(v, "evaluate")]
        where = {i: self.model.mesh.coordinates[self.model.dofs.node[[*rows[i]]].max()] for i, _ in moving}

        def value(t):
            result = fixed.copy()
            for i, function in moving:
                result[i] = at(function, t, where[i])
            return result

        return [RelationTerm(Relations(matrix, value), word)]


def equation_of(occurrence, model, node: int, name: str) -> int:
    """The equation of an unknown of a node; Refused, at the keyword DDL where the deck gives it, when the node does not carry it."""
    equation = int(model.dofs.index(node, name))
    if equation < 0:
        raise occurrence.wrong("DDL" if occurrence.get("DDL") else None, f"node {model.mesh.node_names[node]} does not carry {name}")
    return equation


def along(model, node: int, direction, names=DISPLACEMENTS):
    """Terms of the component of a node's displacement (or rotation) along a direction (3,); None when it has none."""
    equations = [int(model.dofs.index(node, name)) for name in names]
    terms = [(e, d) for e, d in zip(equations, direction) if e >= 0 and d]
    return terms or None


def impose_component(occurrence, model, nodes, name: str, rows: RowList):
    """Relations that give an unknown of nodes the value that the occurrence has under its name; raises Refused."""
    equations = model.dofs.index(nodes, name)
    if not (equations >= 0).any():
        raise occurrence.wrong(name, f"none of these nodes carries {name}: nothing would be imposed")
    for equation in equations[equations >= 0]:
        rows.add([(equation, 1.0)], occurrence[name])


def impose_along(occurrence, model, nodes, directions, word: str, names, rows: RowList):
    """Relations that give the component of nodes' displacements (or rotations) along directions (n, 3) the value of a word.

    At nodes on a crack that enriches them it is that of each lip that has nodes around it.
    """
    found = False
    on_lips = lips(model, nodes) if names is DISPLACEMENTS else {}
    for node, direction in zip(nodes.tolist(), directions):
        relation = along(model, node, np.where(abs(direction) < 1e-14, 0.0, direction), names)
        if relation and node in on_lips:
            below, above = on_lips[node]
            jump = along(model, node, np.where(abs(direction) < 1e-14, 0.0, direction), JUMPS)
            if above:
                rows.add(relation, occurrence[word])
            if below:
                rows.add(relation + [(equation, -2.0 * factor) for equation, factor in jump], occurrence[word])
            found = True
        elif relation:
            rows.add(relation, occurrence[word])
            found = True
    if not found:
        raise occurrence.wrong(word, "none of these nodes can move that way: nothing would be imposed")


def _normals_at(mesh, block, shape: str, points, tangent: bool) -> np.ndarray:
    """(cells, points, 3) normals, or tangents of edges, of sides seen through the shape functions of a cell type."""
    derivatives = shape_derivatives(shape, points)
    corners = mesh.coordinates[block.nodes[:, : derivatives.shape[-1]]]
    tangents = np.einsum("gdn,enk->egdk", derivatives, corners)
    if block.dim == 2:
        return np.cross(tangents[:, :, 0], tangents[:, :, 1])
    t = tangents[:, :, 0]
    return t if tangent else np.stack([t[..., 1], -t[..., 0], np.zeros(t.shape[:2])], axis=-1)


def node_normals(mesh, cells, nodes, tangent: bool = False) -> np.ndarray:
    """(len(nodes), 3) unit normals at nodes: the mean of those of the sides around each; tangents of edges on demand.

    Raises ValueError naming the node where opposite sides cancel.
    """
    total, count = np.zeros((mesh.n_nodes, 3)), np.zeros(mesh.n_nodes)
    for block in mesh.select(cells):
        cell = reference_cell(block.type)
        normal = _normals_at(mesh, block, block.type, cell.nodes, tangent)
        size = np.linalg.norm(normal, axis=-1, keepdims=True)
        flat = size <= FLAT * size.max(axis=1, keepdims=True)
        if flat.any():  # middle nodes moved to the quarter: the cell has no tangent there, its straight sides have
            normal = np.where(flat, _normals_at(mesh, block, cell.straight, cell.nodes, tangent), normal)
            size = np.linalg.norm(normal, axis=-1, keepdims=True)
        normal = normal / size
        np.add.at(total, block.nodes, normal)
        np.add.at(count, block.nodes, 1)
    length = np.linalg.norm(total[nodes], axis=1)
    lost = np.flatnonzero(length < 1e-2 * count[nodes])
    if lost.size:
        raise ValueError(f"the sides around node {mesh.node_names[nodes[lost[0]]]} face opposite ways: it has no normal")
    return total[nodes] / length[:, None]


def flat_normals(mesh, cells, nodes, dimension: int) -> np.ndarray:
    """(len(nodes), 3) unit normals at nodes: the mean of those of the sides around each through their corners alone, as flat as can be
    (routine canorm); along the edges in space; zero at nodes of points."""
    total = np.zeros((mesh.n_nodes, 3))
    for block in mesh.select(cells):
        if block.dim == 0:
            continue
        straight = reference_cell(block.type).straight
        middle = reference_cell(straight).nodes.mean(axis=0, keepdims=True)
        normal = _normals_at(mesh, block, straight, middle, block.dim == 1 and dimension == 3)
        np.add.at(total, block.nodes, normal / np.linalg.norm(normal, axis=-1, keepdims=True))
    length = np.linalg.norm(total[nodes], axis=1, keepdims=True)
    return total[nodes] / np.where(length > 0.0, length, 1.0)
