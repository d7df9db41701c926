"""The mesh: nodes, cells by type, groups, and the names of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh_methods import MeshMethods


class UnknownGroup(KeyError):
    """A group, a node or a cell that the mesh does not have; `close` lists the likely names, the likeliest first.

    `kind` is "node group", "cell group", "node" or "cell".
    """

    def __init__(self, kind: str, name: str, known=()):
        self.kind = kind
        self.name = name
        self.close = tuple(get_close_matches(name, known, n=3, cutoff=0.6))
        super().__init__(name)

    def __str__(self):
        return f"the mesh has no {self.kind} {self.name}"


@dataclass(slots=True)
class CellBlock:
    """Cells of one type: `nodes` (k, nn) int32 in code_aster's local order, `cells` (k,) their numbers in the mesh."""

    type: str
    nodes: np.ndarray
    cells: np.ndarray

    def __len__(self):
        return len(self.cells)

    @property
    def dim(self) -> int:
        """The dimension of the cells themselves: 0 to 3."""
        return CELL_TYPES[self.type].dim

    @property
    def is_quadratic(self) -> bool:
        """Whether the cells have nodes besides their vertices."""
        return CELL_TYPES[self.type].linear != self.type


class Mesh(MeshMethods, Concept):
    """Nodes and cells, numbered from 0, with named groups of both.

    coordinates  (n_nodes, 3), zero where the file gives fewer
    blocks       one CellBlock per cell type present; together they hold each cell number once
    node_groups, cell_groups  name -> numbers without repetition, in the group's own order: ascending when read from
                 a MED file, as written in a .mail file, as a command ordered them (NOEUD_ORDO and its like)
    node_names, cell_names    as the file gives them, else N1, N2, ... and M1, M2, ...
    abscissa     curvilinear abscissas of lines at the nodes of cells, (n_cells, 4), None before they are computed
    notes        what the reader of the file wants the user to know, one sentence each
    shared_numbers  of a part of a mesh that processes share: the numbers (n_nodes,) of its nodes in the whole, else None
    row_name     what rows of tables about the whole mesh call it, and it then calls itself; empty before there are any
    lineage      how an adapted mesh came about (concepts.adaptation.lineage), None for any other
    super_cells  substructures by name, cells of many nodes that are in no block (concepts.super_cells)
    patches      the patches of a skin that DECOUPE_LAC has cut (concepts.mesh_patches), None where there are none
    lone_points  node -> cell POI1 that stands there because a model gives the node by itself an element (see `add_points`)
    further_cells  name -> number of cells that a deck of an older version has named itself (PREF_MAILLE)
    own_names    whether N12 is the node that the file calls so, as up to version 15 of code_aster, rather than the twelfth

    A command that changes a mesh in place (DEFI_GROUP, MODI_MAILLAGE) changes what every model on it sees, as in
    code_aster: connectivity and coordinates are read from here, not copied.
    """

    kind = "maillage_sdaster"
    row_name = ""
    lineage = None

    def __init__(
        self,
        coordinates,
        blocks,
        node_groups=None,
        cell_groups=None,
        *,
        space_dimension: int = 3,
        node_names=None,
        cell_names=None,
        title: str = "",
        notes=(),
    ):
        self.coordinates = _three_columns(coordinates)
        self.blocks = list(blocks)
        self.node_groups = dict(node_groups or {})
        self.cell_groups = dict(cell_groups or {})
        self.space_dimension = space_dimension
        self.title = title
        self.notes = list(notes)
        self.abscissa = None
        self.patches = None
        self.super_cells = {}
        self.lone_points: dict[int, int] = {}
        self.own_names = False
        self.shared_numbers = None
        self._node_names = node_names
        self._cell_names = cell_names
        self._lookup = {}
        self.further_cells: dict[str, int] = {}
        self.number_cells()

    def number_cells(self):
        """Make the tables that find a cell from its number; to be called after `blocks` itself has changed."""
        self.n_cells = sum(len(block) for block in self.blocks)
        self._block_of = np.empty(self.n_cells, np.int16)
        self._row_of = np.empty(self.n_cells, np.int64)
        for index, block in enumerate(self.blocks):
            self._block_of[block.cells] = index
            self._row_of[block.cells] = np.arange(len(block))

    @property
    def n_nodes(self) -> int:
        """How many nodes the mesh has, used by cells or not."""
        return len(self.coordinates)

    @property
    def dimension(self) -> int:
        """The dimension of space: 2 also for a mesh given in 3D whose nodes all have z = 0."""
        return 3 if self.space_dimension == 3 and self.coordinates[:, 2].any() else 2

    # cells ------------------------------------------------------------------------------------------------------

    def cell_type(self, cells):
        """The type name of a cell, or the list of those of several."""
        names = [block.type for block in self.blocks]
        if np.ndim(cells) == 0:
            return names[self._block_of[cells]]
        return [names[i] for i in self._block_of[np.asarray(cells, int)]]

    def cell_dim(self, cells=None) -> np.ndarray:
        """The dimensions (0 to 3) of the given cells, or of all."""
        dims = np.array([block.dim for block in self.blocks], int)
        return dims[self._block_of if cells is None else self._block_of[np.asarray(cells, int)]]

    def cell_nodes(self, cell: int) -> np.ndarray:
        """The nodes of one cell, in its local order."""
        return self.blocks[self._block_of[cell]].nodes[self._row_of[cell]]

    def block(self, type_name: str) -> CellBlock | None:
        """The cells of one type, None when there are none."""
        return next((block for block in self.blocks if block.type == type_name), None)

    def select(self, cells) -> list[CellBlock]:
        """The given cells as blocks, one per type; inside a block they keep the order of `cells`."""
        cells = np.asarray(cells, int)
        owner = self._block_of[cells]
        found = []
        for index in np.unique(owner):
            chosen = cells[owner == index]
            block = self.blocks[index]
            found.append(CellBlock(block.type, block.nodes[self._row_of[chosen]], chosen))
        return found

    def set_cell_nodes(self, cells, nodes):
        """Replace the connectivity of cells of one type: `nodes` is (len(cells), nn)."""
        cells = np.asarray(cells, int)
        if len(cells):
            self.blocks[self._block_of[cells[0]]].nodes[self._row_of[cells]] = nodes
            self._lookup.pop("cells_of_nodes", None)

    def add_points(self, nodes) -> np.ndarray:
        """The cells POI1 that stand at nodes by themselves; those that are not there yet come behind the last cell."""
        new = [node for node in dict.fromkeys(np.asarray(nodes, int).tolist()) if node not in self.lone_points]
        if new:
            names = None if self._cell_names is None else self.cell_names
            cells = self.n_cells + np.arange(len(new))
            there = self.block("POI1")
            points = CellBlock("POI1", np.array(new, np.int32)[:, None], cells)
            if there is not None:
                points = CellBlock("POI1", np.concatenate([there.nodes, points.nodes]), np.concatenate([there.cells, points.cells]))
            self.blocks = [points, *(block for block in self.blocks if block is not there)]
            self.lone_points |= dict(zip(new, cells.tolist(), strict=True))
            self._cell_names = names and [*names, *(f"M{cell + 1}" for cell in cells)]
            self._lookup = {}
            self.number_cells()
        return np.array([self.lone_points[node] for node in np.asarray(nodes, int).tolist()], int)

    def take_names(self, old: Mesh):
        """Call nodes and cells as the mesh that this one was made of does; `original_nodes` and `original_cells` are their numbers there,
        their own where these are not told, and what comes behind is new: NS1, NS2, ... and M with its number."""
        nodes = getattr(self, "original_nodes", range(self.n_nodes))
        cells = getattr(self, "original_cells", range(self.n_cells))
        node_names, cell_names = old.node_names, old.cell_names
        self._node_names = [node_names[n] if n < old.n_nodes else f"NS{n - old.n_nodes + 1}" for n in nodes]
        self._cell_names = [cell_names[c] if c < old.n_cells else f"M{c + 1}" for c in cells]
        self.own_names, self._lookup = True, {}

    def nodes_of_cells(self, cells) -> np.ndarray:
        """The nodes of the given cells, ascending, each once."""
        used = np.zeros(self.n_nodes, bool)
        for block in self.select(cells):
            used[block.nodes.ravel()] = True
        return np.flatnonzero(used)

    def cells_of_nodes(self):
        """Which cells hold a node: (start, cells), those of node i being cells[start[i]:start[i + 1]], ascending."""
        if "cells_of_nodes" not in self._lookup:
            nodes = np.concatenate([b.nodes.ravel() for b in self.blocks] or [np.empty(0, int)])
            cells = np.concatenate([np.repeat(b.cells, b.nodes.shape[1]) for b in self.blocks] or [np.empty(0, int)])
            order = np.lexsort((cells, nodes))
            start = np.zeros(self.n_nodes + 1, int)
            np.cumsum(np.bincount(nodes, minlength=self.n_nodes), out=start[1:])
            self._lookup["cells_of_nodes"] = start, cells[order]
        return self._lookup["cells_of_nodes"]

    def cells_around(self, nodes) -> np.ndarray:
        """The cells that hold at least one of the nodes, ascending."""
        start, holders = self.cells_of_nodes()
        return np.unique(np.concatenate([holders[start[node] : start[node + 1]] for node in nodes]))

    # groups -----------------------------------------------------------------------------------------------------

    def node_group(self, name: str) -> np.ndarray:
        """The nodes of a group, or the one node of a name that stands `alone`; UnknownGroup when there is none of the name."""
        if getattr(name, "alone", False):
            return np.array([self.find_node(name, own=name.own)])
        try:
            return self.node_groups[name.strip()]
        except KeyError:
            raise UnknownGroup("node group", name, self.node_groups) from None

    def cell_group(self, name: str) -> np.ndarray:
        """The cells of a group, or the one cell of a name that stands `alone`; UnknownGroup when there is none of the name."""
        if getattr(name, "alone", False):
            return np.array([self.find_cell(name, own=name.own)])
        try:
            return self.cell_groups[name.strip()]
        except KeyError:
            raise UnknownGroup("cell group", name, self.cell_groups) from None

    def nodes_in(self, node_groups=(), cell_groups=()) -> np.ndarray:
        """The nodes of several groups, those of groups of cells included: ascending, each once."""
        parts = [self.node_group(name) for name in node_groups]
        parts += [self.nodes_of_cells(self.cell_group(name)) for name in cell_groups]
        return np.unique(np.concatenate(parts)) if parts else np.empty(0, int)

    def cells_in(self, cell_groups) -> np.ndarray:
        """The cells of several groups: ascending, each once."""
        parts = [self.cell_group(name) for name in cell_groups]
        return np.unique(np.concatenate(parts)) if parts else np.empty(0, int)

    # names ------------------------------------------------------------------------------------------------------

    @property
    def node_names(self) -> list[str]:
        """The names of the nodes, by number."""
        if self._node_names is None:
            return [f"N{i}" for i in range(1, self.n_nodes + 1)]
        if callable(self._node_names):
            self._node_names = self._node_names()
        return self._node_names

    @property
    def cell_names(self) -> list[str]:
        """The names of the cells, by number."""
        if self._cell_names is None:
            return [f"M{i}" for i in range(1, self.n_cells + 1)]
        if callable(self._cell_names):
            self._cell_names = self._cell_names()
        return self._cell_names

    def node_label(self, node: int) -> str:
        """What tables call a node: its number, counted from 1; in a mesh that old words name (see `own_names`), the name in the file."""
        return self._label(node, self._node_names, "node_names")

    def cell_label(self, cell: int) -> str:
        """What tables call a cell, as `node_label`."""
        return self._label(cell, self._cell_names, "cell_names")

    def _label(self, number, given, names):
        return str(number + 1) if given is None or not self.own_names else getattr(self, names)[number]

    def find_node(self, name, own=False) -> int:
        """The number of a node: "N12", "M12" and "12" are the twelfth, as in code_aster; any other name is the file's own.

        With `own`, or in a mesh that old words name (see `own_names`), the file's own name comes first.
        """
        return self._find(str(name).strip(), "node", self.n_nodes, own)

    def find_cell(self, name, own=False) -> int:
        """The number of a cell, as `find_node`: "M12", "12" and, as in code_aster (char8_to_int), "N12" are the twelfth."""
        return self._find(str(name).strip(), "cell", self.n_cells, own)

    def named_in_file(self, kind: str, name: str) -> int | None:
        """The number of the node or cell (`kind`) that the mesh file calls so, None when it calls none so."""
        if (self._node_names if kind == "node" else self._cell_names) is None:
            return None
        if kind not in self._lookup:
            names = self.node_names if kind == "node" else self.cell_names
            self._lookup[kind] = {text: i for i, text in enumerate(names)}
        return self._lookup[kind].get(name)

    def _find(self, name, kind, count, own):
        digits = name[1:] if name[:1] in ("M", "N") else name
        number = self.further_cells.get(name) if kind == "cell" else None
        if number is None and (own or self.own_names or not digits.isdecimal()):
            number = self.named_in_file(kind, name)
        if number is None and digits.isdecimal():
            number = int(digits) - 1
        if number is None or not 0 <= number < count:
            raise UnknownGroup(kind, name)
        return number

    def saved_state(self) -> dict:
        """What a saved base keeps: the names made, the tables that find a cell or a name left to be made again."""
        names = {"_node_names": self._node_names and self.node_names, "_cell_names": self._cell_names and self.cell_names}
        return {**vars(self), **names, "_lookup": {}}

    def copy(self) -> Mesh:
        """A mesh of its own: changing it leaves this one as it is."""
        blocks = [CellBlock(b.type, b.nodes.copy(), b.cells.copy()) for b in self.blocks]
        groups = ({name: ids.copy() for name, ids in g.items()} for g in (self.node_groups, self.cell_groups))
        copied = Mesh(
            self.coordinates.copy(),
            blocks,
            *groups,
            space_dimension=self.space_dimension,
            node_names=self._node_names,
            cell_names=self._cell_names,
            title=self.title,
        )
        copied.own_names, copied.patches, copied.super_cells = self.own_names, self.patches, dict(self.super_cells)
        copied.lone_points, copied.further_cells = dict(self.lone_points), dict(self.further_cells)
        return copied


def _three_columns(coordinates):
    coordinates = np.asarray(coordinates, float)
    full = np.zeros((len(coordinates), 3))
    full[:, : coordinates.shape[1]] = coordinates
    return full
