"""What the Python of decks asks of a mesh: code_aster's method names, answering in plain lists, numbered from 0."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts import med_coupling
from pyaster_lite.concepts.base import STUDY, Tabled, failure
from pyaster_lite.concepts.cell_types import MED_ORDER, TYPE_NUMBERS
from pyaster_lite.concepts.printing import Printing
from pyaster_lite.fe.cells import reference_cell

_CORNERS = {6: 3, 7: 3, 8: 4, 9: 4}
"""How many of the nodes of a quadratic face are vertices."""


class MeshMethods(Tabled, Printing):
    """The questions that decks ask; `Mesh` holds the answers."""

    printed_as = "MAILLAGE"

    def getName(self):
        """What tables call it, where they do; else the name in the deck."""
        return self.row_name or self.name

    def show(self, verbosity=1):
        """Nothing: how many nodes, cells and groups there are is asked of the methods below."""

    def getNumberOfNodes(self):
        """How many nodes."""
        return self.n_nodes

    def addNodeLabels(self, labels):
        """Name the nodes, which are found by these names from now on; a list of all names, in order."""
        labels = [str(label) for label in labels]
        if len(labels) != self.n_nodes:
            raise ValueError(f"the mesh has {self.n_nodes} nodes, {len(labels)} labels are given")
        self._node_names, self.own_names = labels, True
        self._lookup.pop("node", None)

    def addCellLabels(self, labels):
        """Name the cells, as addNodeLabels the nodes."""
        labels = [str(label) for label in labels]
        if len(labels) != self.n_cells:
            raise ValueError(f"the mesh has {self.n_cells} cells, {len(labels)} labels are given")
        self._cell_names, self.own_names = labels, True
        self._lookup.pop("cell", None)

    def getNumberOfCells(self):
        """How many cells."""
        return self.n_cells

    def getDimension(self):
        """2 or 3."""
        return self.dimension

    def getCoordinates(self):
        """The coordinates, as an object with getValues(), toNumpy() and [node]."""
        return Coordinates(self.coordinates)

    def getCoordinatesAsSimpleFieldOnNodes(self):
        """The coordinates as a table of nodes and components X, Y, Z."""
        from pyaster_lite.concepts.simple_fields import NodeTable

        everywhere = np.ones(self.coordinates.shape, bool)
        return NodeTable(self, "GEOM_R", "XYZ", self.coordinates.copy(), everywhere, np.ones((self.n_nodes, 2), int))

    def createMedCouplingMesh(self, spacedim_3d=False):
        """The MEDFileUMesh of the library medcoupling: [0] are the cells of the greatest dimension, [-1] those of one less."""
        if spacedim_3d and self.dimension != 3:
            raise failure("a plane mesh is exported with two coordinates")
        return med_coupling.file_mesh(self)

    def getConnectivity(self):
        """For each cell, the list of its nodes."""
        return [self.cell_nodes(cell).tolist() for cell in range(self.n_cells)]

    def getNodeName(self, index):
        """A node is called by its number, counted from 1."""
        return str(index + 1)

    def getCellName(self, index):
        """A cell is called by its number, counted from 1."""
        return str(index + 1)

    def getCellTypeName(self, index):
        """The name of the type of a cell."""
        return self.cell_type(index)

    def getCellType(self, index):
        """The number of the type of a cell in code_aster's list of types."""
        return TYPE_NUMBERS[self.cell_type(index)]

    def hasCellsOfType(self, type):
        """Whether there is a cell of that type."""
        return any(block.type == type and len(block) for block in self.blocks)

    def isQuadratic(self, local=False):
        """Whether any cell has nodes besides its vertices."""
        return any(block.is_quadratic for block in self.blocks)

    def isParallel(self):
        """A mesh here is never spread over processes."""
        return False

    def isIncomplete(self):
        """Whether a process has a part of it only."""
        return False

    def isConnection(self):
        """A mesh here is never a piece that ties processes together."""
        return False

    def getGroupsOfNodes(self, local=False):
        """The names of the groups of nodes."""
        return list(self.node_groups)

    def getGroupsOfCells(self, local=False):
        """The names of the groups of cells."""
        return list(self.cell_groups)

    def hasGroupOfNodes(self, group_name, local=False):
        """Whether there is such a group of nodes."""
        return group_name in self.node_groups

    def hasGroupOfCells(self, group_name, local=False):
        """Whether there is such a group of cells."""
        return group_name in self.cell_groups

    def setGroupOfNodes(self, group_name, node_ids, localNumbering=False):
        """Add a group of nodes."""
        self.node_groups[group_name] = np.unique(np.asarray(node_ids, int))

    def setGroupOfCells(self, group_name, cell_ids):
        """Add a group of cells."""
        self.cell_groups[group_name] = np.unique(np.asarray(cell_ids, int))

    def getNodes(self, group_name=(), localNumbering=True, same_rank=None):
        """The nodes of a group, of several, or all; none where the group does not exist."""
        return _members(group_name, self.node_groups, self.n_nodes)

    def getCells(self, group_name=()):
        """The cells of a group, of several, or all, ascending; none where the group does not exist."""
        return sorted(set(_members(group_name, self.cell_groups, self.n_cells)))

    def checkJoints(self):
        """True: a mesh that one process holds has no part to be joined with."""
        return True

    def checkConsistency(self, filename):
        """Whether a MED file holds as many nodes and cells as this mesh, and groups of the same names."""
        study = STUDY.get()
        unit = study.files.associate(None, str(study.files.find(str(filename))), "OLD")
        other = study.run("LIRE_MAILLAGE", FORMAT="MED", UNITE=unit)
        study.files.release(unit)
        counts = (self.n_nodes, self.n_cells) == (other.n_nodes, other.n_cells)
        return counts and set(self.node_groups) == set(other.node_groups) and set(self.cell_groups) == set(other.cell_groups)

    def getInnerNodes(self):
        """All nodes, since no other process owns any."""
        return list(range(self.n_nodes))

    def getInnerCells(self):
        """All cells, since no other process owns any."""
        return list(range(self.n_cells))

    def getNodesFromCells(self, group_name, localNumbering=True, same_rank=None):
        """The nodes of the cells of a group or of several."""
        return self.nodes_of_cells(_members(group_name, self.cell_groups, self.n_cells)).tolist()

    def getMinMaxEdgeSizes(self, group_name=()):
        """The lengths of the shortest and of the longest edge of the cells of a group, vertex to vertex; of all cells without one."""
        found = []
        for block in self.select(np.asarray(_members(group_name, self.cell_groups, self.n_cells))):
            cell = reference_cell(block.type)
            rings = [face[: _CORNERS.get(len(face), len(face))] for face in cell.faces] if cell.dim == 3 else [range(cell.corners)]
            pairs = np.array([(ring[i - 1], ring[i]) for ring in rings for i in range(len(ring)) if len(ring) > 1], int).reshape(-1, 2)
            ends = self.coordinates[block.nodes[:, pairs]]
            found.append(np.linalg.norm(ends[:, :, 1] - ends[:, :, 0], axis=2).ravel())
        sizes = np.concatenate([np.empty(0), *found])
        return [float(sizes.min()), float(sizes.max())] if len(sizes) else [0.0, 0.0]

    def fix(self, remove_orphan=True, positive_measure=True, outward_normal=True, double_nodes=True, double_cells=True, tole=1e-7, info=1):
        """A mesh without nodes of no cell, nodes within `tole` of another and cells that come twice, all turned as they should be."""
        from pyaster_lite.concepts.mesh_repair import repaired

        return repaired(
            self,
            orphans_go=remove_orphan,
            volumes_turn=positive_measure,
            faces_turn=outward_normal,
            merged_within=tole if double_nodes else None,
            doubles_go=double_cells,
        )

    def refine(self, ntimes=1, info=1):
        """A mesh whose edges are cut in two, ntimes times."""
        from pyaster_lite.concepts.mesh_refinement import refined

        return refined(self, ntimes)

    def restrict(self, groupsOfCells, info=1):
        """A mesh of some groups of cells only."""
        from pyaster_lite.concepts.mesh_building import restricted

        names = [groupsOfCells] if isinstance(groupsOfCells, str) else list(groupsOfCells)
        return restricted(self, self.cells_in(names), cell_groups=names, node_groups=())

    def getRestrictedToOriginalNodesIds(self):
        """For each node, its number in the mesh that this one was restricted from; nothing where it was not."""
        return self.original_nodes.tolist() if self.is_restricted else []

    def getRestrictedToOriginalCellsIds(self):
        """As getRestrictedToOriginalNodesIds, of cells."""
        return self.original_cells.tolist() if self.is_restricted else []

    def getOriginalToRestrictedNodesIds(self):
        """{number of a node in the mesh that this one was restricted from: its number here}."""
        return {old: new for new, old in enumerate(self.getRestrictedToOriginalNodesIds())}

    def getOriginalToRestrictedCellsIds(self):
        """As getOriginalToRestrictedNodesIds, of cells."""
        return {old: new for new, old in enumerate(self.getRestrictedToOriginalCellsIds())}

    @property
    def is_restricted(self) -> bool:
        """Whether it is a part of another mesh."""
        return getattr(self, "original", None) is not None

    def getLocalToGlobalNodeIds(self):
        """Nothing: numbers of other processes are those of meshes that are spread over several."""
        return []

    def getLocalToGlobalCellIds(self):
        """Nothing, as getLocalToGlobalNodeIds."""
        return []

    def convertToLinear(self, info=1):
        """A mesh whose cells have vertices only."""
        from pyaster_lite.concepts.mesh_conversion import QUAD_LINE, converted

        return converted(self, np.arange(self.n_cells), QUAD_LINE)

    def convertToQuadratic(self, info=1):
        """A mesh whose cells have a node in the middle of every edge, and none elsewhere."""
        from pyaster_lite.concepts.mesh_conversion import TO_QUADRATIC, converted

        return converted(self, np.arange(self.n_cells), TO_QUADRATIC)

    def convertToBiQuadratic(self, info=1):
        """A mesh whose cells have a node in the middle of every edge, of faces and of themselves, as far as there are such cells."""
        from pyaster_lite.concepts.mesh_conversion import TO_BIQUADRATIC, converted

        return converted(self, np.arange(self.n_cells), TO_BIQUADRATIC)

    def getMedCellsTypes(self):
        """For each cell, the number of its type in a MED file: a hundred times its dimension and how many nodes it has."""
        found = np.empty(self.n_cells, int)
        for block in self.blocks:
            found[block.cells] = 100 * block.dim + block.nodes.shape[1]
        return found.tolist()

    def getMedConnectivity(self):
        """For each cell, the list of its nodes in the order of MED files."""
        found = [[]] * self.n_cells
        for block in self.blocks:
            nodes = np.empty_like(block.nodes)
            nodes[:, MED_ORDER.get(block.type, range(nodes.shape[1]))] = block.nodes
            for cell, row in zip(block.cells, nodes.tolist()):
                found[cell] = row
        return found

    def LIST_GROUP_NO(self):
        """[(name, how many nodes), ...]"""
        return [(name, len(ids)) for name, ids in self.node_groups.items()]

    def LIST_GROUP_MA(self):
        """[(name, how many cells), ...]"""
        return [(name, len(ids)) for name, ids in self.cell_groups.items()]


class Coordinates:
    """The coordinates of a mesh as a field: (x1, y1, z1, x2, ...) in a list, or (n_nodes, 3) in an array."""

    def __init__(self, values):
        self._values = values

    def getValues(self):
        """All coordinates in one list."""
        return self._values.ravel().tolist()

    def toNumpy(self):
        """The mesh's own array, (n_nodes, 3): writing into it moves the nodes."""
        return self._values

    def getType(self):
        """CHAM_GEOM."""
        return "CHAM_GEOM"

    def copy(self):
        """The same coordinates, of no mesh."""
        return Coordinates(self._values.copy())

    def getNode(self, node):
        """A node, which tells x(), y(), z() and getId()."""
        return Node(node, self[node])

    def size(self):
        """Three times the number of nodes."""
        return self._values.size

    def __getitem__(self, node):
        return self._values[node].tolist()


class Node:
    """A node, by its number from 0, and its coordinates."""

    def __init__(self, number, place):
        self._number, self._place = number, place

    def getId(self):
        """Its number."""
        return self._number

    def getValues(self):
        """Its coordinates."""
        return list(self._place)

    def x(self):
        """X."""
        return self._place[0]

    def y(self):
        """Y."""
        return self._place[1]

    def z(self):
        """Z."""
        return self._place[2]


def _members(names, groups, count):
    names = [names] if isinstance(names, str) else list(names)
    if not names:
        return list(range(count))
    if len(names) == 1:
        return groups[names[0]].tolist() if names[0] in groups else []
    parts = [groups[name] for name in names if name in groups]
    return np.unique(np.concatenate(parts)).tolist() if parts else []
