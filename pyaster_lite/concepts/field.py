"""Fields: values of named components at nodes, or at elements and their points."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .base import Concept, failure
from .field_methods import FieldMethods, chosen
from .imposed import summed


class NodeField(FieldMethods, Concept):
    """Components at nodes.

    quantity    the deck's name of the physical quantity with its scalar type, DEPL_R
    components  names, (n_components,)
    values      (n_nodes, n_components), real or complex, SI units; NaN where a node does not carry a component
    imposed     as a right-hand side: the relations of the loads that it stands for, (matrix (m, n), values (m,)) of each
    numbering   as an assembled vector: that of its rows, multipliers among them; None otherwise
    held        (m,) as unknowns of an evolution: the forces of the relations of its loads, which sums over all values count
    alone       (m,) which of these relations are of one unknown; None where all are
    pulled      (n_nodes, n_components) as the solution of a system: the forces of its relations; None otherwise
    """

    kind = "cham_no_sdaster"
    imposed: tuple = ()
    numbering = None
    held: np.ndarray | None = None
    alone: np.ndarray | None = None
    pulled: np.ndarray | None = None

    def __init__(self, mesh, quantity: str, components, values: np.ndarray):
        self.mesh, self.components, self.values = mesh, tuple(components), values
        self.quantity = self._named(quantity)

    @property
    def present(self) -> np.ndarray:
        """(n_nodes, n_components): where a value is carried."""
        return ~np.isnan(self.values)

    def component(self, name: str) -> np.ndarray:
        """(n_nodes,) values of one component; raises KeyError when the field does not have it."""
        if name not in self.components:
            raise KeyError(name)
        return self.values[:, self.components.index(name)]

    def getValuesWithDescription(self, components=(), groups=()):
        """(values, (nodes, component names)), in lists, of some components in some groups of nodes (all when none is named)."""
        names = chosen(self.components, components)
        groups = [groups] if isinstance(groups, str) else groups
        nodes = np.asarray(self.mesh.getNodes(groups), int)
        values = self.values[np.ix_(nodes, [self.components.index(name) for name in names])]
        rows, columns = np.nonzero(~np.isnan(values))
        return values[rows, columns].tolist(), (nodes[rows].tolist(), [names[i] for i in columns])

    def on(self, cells) -> tuple[np.ndarray, tuple[str, ...]]:
        """(values (ne, nn, n_components), names) at the nodes of some cells of one type."""
        return self.values[self.mesh.select(np.asarray(cells, int))[0].nodes], self.components

    @property
    def sub(self) -> int:
        """One value stands at a node."""
        return 1

    def getComponents(self):
        """The names of the components in alphabetical order, those of the multipliers (LAGR:DX) of an assembled vector among them."""
        return sorted(self.components) if self.numbering is None else self.numbering.getComponents()

    def getValues(self, components=(), groups=()):
        """As getValuesWithDescription without the places; what the field does not know is left out."""
        asked = [components] if isinstance(components, str) else list(components)
        known = [name for name in asked if name in self.components]
        if asked and not known:
            return []
        return self.getValuesWithDescription(known, groups)[0] if known or groups else super().getValues()

    def norm(self, kind="NORM_2", components=()):
        """As of every field; what relations impose by a right-hand side counts twice, once for each of their two multipliers, which in a
        solution have half of what holds it each: as in code_aster those of relations of one unknown alone."""
        found = super().norm(kind, components)
        if components or not (self.imposed or self.held is not None):
            return found
        told = summed(self.imposed) if self.held is None else 0.5 * self.held[slice(None) if self.alone is None else self.alone]
        told = np.linalg.norm(np.repeat(told, 2), {"NORM_1": 1, "NORM_2": 2, "NORM_INFINITY": np.inf}[kind]) if len(told) else 0.0
        return float({"NORM_1": np.add, "NORM_2": np.hypot, "NORM_INFINITY": np.maximum}[kind](found, told))

    def hold(self, elimination, forces: np.ndarray, silent):
        """Keep the multipliers by which the relations of an fe.constraints.Elimination take up forces (n,), those of the `silent`
        equations alone left out."""
        told = elimination.outspoken(silent)
        self.held, self.alone = elimination.multipliers(forces)[told], elimination.alone[told]

    def setValues(self, values):
        """As of every field; one number is also what each multiplier becomes, of which a relation has two."""
        super().setValues(values)
        if self.held is not None and np.ndim(values) == 0 and not isinstance(values, dict):
            self.held = np.full(len(self.held), 2.0 * values)

    def scale(self, factors):
        """Multiply each value, in place, by a number of its own."""
        self.setValues(self._flat() * np.asarray(factors))

    def applyLagrangeScaling(self, scaling):
        """Multiply the multipliers, in place, and what stands in their rows."""
        self.held = None if self.held is None else scaling * self.held
        self.imposed = tuple((matrix, scaling * values) for matrix, values in self.imposed)

    def getNumberOfDOFs(self, local=False):
        """How many values, as a description tells it."""
        return self.size()

    def getDOFFromNodeAndComponent(self, local=False):
        """{(node, component): place in getValues}."""
        rows, columns = np.nonzero(self.present)
        return {(int(row), self.components[column]): place for place, (row, column) in enumerate(zip(rows, columns))}

    def copyUsingDescription(self, description, warn=True):
        """The values at the nodes and of the components where another field stands, zero where this one carries nothing."""
        values = np.full(description.values.shape, np.nan, self.values.dtype)
        for column, name in enumerate(description.components):
            known = np.nan_to_num(self.component(name)) if name in self.components else 0.0
            values[:, column] = np.where(description.present[:, column], known, np.nan)
        return NodeField(self.mesh, self.quantity, description.components, values)

    def getFieldType(self):
        """NOEU."""
        return "NOEU"

    getLocalization = getFieldType

    def _renamed(self, quantity, renamed):
        values = self.values[:, [self.components.index(name) for name in renamed]]
        return NodeField(self.mesh, quantity, renamed.values(), values)

    def restrict(self, cmps=(), groupsOfNodes=(), same_rank=None):
        """The field reduced to those of some components that it has and to groups of nodes; refused when nothing is left."""
        asked = [cmps] if isinstance(cmps, str) else list(cmps)
        names = [name for name in asked if name in self.components] if asked else list(self.components)
        groups = [groupsOfNodes] if isinstance(groupsOfNodes, str) else list(groupsOfNodes)
        unknown = [name for name in groups if name not in self.mesh.node_groups]
        if not names or unknown:
            raise failure(f"the field is restricted to {', '.join(unknown or asked)}, which it does not have")
        values = self.values[:, [self.components.index(name) for name in names]].copy()
        if groups:
            outside = np.ones(len(values), bool)
            outside[self.mesh.nodes_in(groups)] = False
            values[outside] = np.nan
        return NodeField(self.mesh, self.quantity, names, values)

    def copy(self):
        """A field of its own."""
        return self._bearing(super().copy(), self.imposed, None if self.held is None else self.held.copy())

    duplicate = copy

    def __add__(self, other):
        # multipliers are unknowns like the others where both fields have those of the same relations
        alike = self.held is not None and other.held is not None and len(self.held) == len(other.held)
        return self._bearing(super().__add__(other), (*self.imposed, *other.imposed), self.held + other.held if alike else None)

    def __sub__(self, other):
        return self + (-1.0) * other

    def __mul__(self, factor):
        imposed = tuple((matrix, factor * values) for matrix, values in self.imposed)
        return self._bearing(super().__mul__(factor), imposed, None if self.held is None else factor * self.held)

    __rmul__ = __mul__

    def _bearing(self, made, imposed, held):
        """A field with what it imposes and the multipliers that hold it."""
        made.imposed, made.held, made.alone = imposed, held, self.alone
        return made

    def _named_arrays(self):
        return [(self.components, self.values)]

    def _like(self, arrays):
        made = NodeField(self.mesh, self.quantity, self.components, arrays[0])
        made.functions = self.functions
        return made


@dataclass
class ElementBlock:
    """Values on the cells of one kind of element: `cells` (n,), `values` (n, n_points, n_components).

    `values` is NaN where a point carries nothing; `element` gives the points their places, if known.
    sub  how many sub-points (across a thickness or a section) stand at each point: they follow each other among n_points
    """

    cells: np.ndarray
    values: np.ndarray
    components: tuple[str, ...]
    element: object = None
    sub: int = 1

    def by_point(self) -> np.ndarray:
        """(n, points, sub-points, n_components) the values."""
        n, points, names = self.values.shape
        return self.values.reshape(n, points // self.sub, self.sub, names)

    def with_sub_points(self, sub: int) -> ElementBlock:
        """The same with at least `sub` sub-points at each point, NaN in those that it does not have."""
        if sub <= self.sub:
            return self
        values = np.pad(self.by_point() * 1.0, ((0, 0), (0, 0), (0, sub - self.sub), (0, 0)), constant_values=np.nan)
        return replace(self, values=values.reshape(len(values), -1, values.shape[-1]), sub=sub)


def _aligned(blocks):
    """Blocks whose points are alike with as many sub-points at each, so that tables of them have a column for each."""
    if len({block.values.shape[1] // block.sub for block in blocks}) > 1:
        return blocks
    return [block.with_sub_points(max(block.sub for block in blocks)) for block in blocks]


class ElementField(FieldMethods, Concept):
    """Components at elements: `location` is ELGA (Gauss points), ELNO (nodes of each element), ELEM (one value).

    A chart (CART) is one value for each cell of the mesh, whether a model puts an element there or not.
    """

    def __init__(self, mesh, quantity: str, location: str, blocks: list[ElementBlock]):
        self.mesh, self.location, self.blocks = mesh, location, blocks
        self.quantity = self._named(quantity)

    @property
    def kind(self) -> str:
        """cham_elem, or carte_sdaster for a chart."""
        return "carte_sdaster" if self.location == "CART" else "cham_elem"

    @property
    def components(self) -> tuple[str, ...]:
        """Every component that some block has, in order of first appearance."""
        return tuple(dict.fromkeys(name for block in self.blocks for name in block.components))

    @property
    def sub(self) -> int:
        """The most sub-points that a point has."""
        return max((block.sub for block in self.blocks), default=1)

    def sub_on(self, cells) -> int:
        """The most sub-points that a point of some cells has."""
        return max((block.sub for block in self.blocks if np.isin(block.cells, cells).any()), default=1)

    def at_cell(self, cell: int, name: str) -> np.ndarray | None:
        """(n_points,) values of one component on one cell, or None when nothing is there."""
        for block in self.blocks:
            row = np.flatnonzero(block.cells == cell)
            if row.size and name in block.components:
                return block.values[row[0], :, block.components.index(name)]
        return None

    def component(self, name: str, cells=None) -> np.ndarray:
        """(n_cells, most points) values of one component on the given cells (all cells of the mesh by default).

        NaN where a cell has fewer points or none; raises KeyError when no block has the component.
        """
        if name not in self.components:
            raise KeyError(name)
        cells = np.arange(self.mesh.n_cells) if cells is None else np.asarray(cells, int)
        row_of = np.full(self.mesh.n_cells, -1)
        row_of[cells] = np.arange(len(cells))
        touched = _aligned([block for block in self.blocks if (row_of[block.cells] >= 0).any()])
        width = max((block.values.shape[1] for block in touched), default=0)
        table = np.full((len(cells), width), np.nan, complex if self.is_complex else float)
        for block in touched:
            if name in block.components:
                rows = row_of[block.cells]
                values = block.values[rows >= 0, :, block.components.index(name)]
                table[rows[rows >= 0], : values.shape[1]] = values
        return table

    def on(self, cells) -> tuple[np.ndarray, tuple[str, ...]] | None:
        """(values (n_cells, most points, n_components), names) on some cells, None when nothing is there.

        NaN where a cell has fewer points or lacks a component.
        """
        cells = np.asarray(cells, int)
        for block in self.blocks:
            if len(block.cells) == len(cells) and (block.cells == cells).all():
                return block.values, block.components
        row_of = np.full(self.mesh.n_cells, -1)
        row_of[cells] = np.arange(len(cells))
        touched = _aligned([block for block in self.blocks if (row_of[block.cells] >= 0).any()])
        if not touched:
            return None
        names = tuple(dict.fromkeys(name for block in touched for name in block.components))
        kind = np.result_type(*(block.values for block in touched))
        values = np.full((len(cells), max(block.values.shape[1] for block in touched), len(names)), np.nan, kind)
        for block in touched:
            rows = row_of[block.cells]
            columns = [names.index(name) for name in block.components]
            values[np.ix_(rows[rows >= 0], range(block.values.shape[1]), columns)] = block.values[rows >= 0]
        return values, names

    def getValuesWithDescription(self, components=(), groups=()):
        """(values, (cells, components, points, sub-points)), in lists, as its table tells them."""
        return self.toSimpleFieldOnCells().getValuesWithDescription(components, groups)

    def getFieldType(self):
        """ELGA, ELNO, ELEM or CART."""
        return self.location

    getLocalization = getFieldType

    def _renamed(self, quantity, renamed):
        blocks = []
        for block in self.blocks:
            known = {block.components.index(name): new for name, new in renamed.items() if name in block.components}
            if known:
                blocks.append(replace(block, values=block.values[..., list(known)], components=tuple(known.values())))
        return ElementField(self.mesh, quantity, self.location, blocks)

    def _named_arrays(self):
        return [(block.components, block.values) for block in self.blocks]

    def _like(self, arrays):
        blocks = [replace(block, values=values) for block, values in zip(self.blocks, arrays, strict=True)]
        made = ElementField(self.mesh, self.quantity, self.location, blocks)
        made.functions = self.functions
        return made
