"""The unknowns of a model and the multipliers of its relations, numbered as a deck's Python sees them."""

from __future__ import annotations

from pyaster_lite.concepts.base import Concept, OnModel
from pyaster_lite.concepts.quantities import components
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.dofs import Dofs

QUANTITIES = {"MECANIQUE": "DEPL_R", "THERMIQUE": "TEMP_R", "ACOUSTIQUE": "PRES_C"}
"""The quantity of the unknowns of each phenomenon."""


class Numbering(OnModel, Concept):
    """The unknowns of a model and the relations between them (nume_ddl_sdaster)."""

    kind = "nume_ddl_sdaster"

    def __init__(self, model, relations: Relations):
        self.model, self.relations = model, relations

    @property
    def dofs(self) -> Dofs:
        """The physical unknowns."""
        return self.model.dofs

    def computeNumbering(self, what, loads=None) -> bool:
        """Number the unknowns of element matrices and the multipliers of their relations, or of a model and of a problem's loads; True."""
        given = what if isinstance(what, (list, tuple)) else [what]
        self.model = given[0].getModel()
        parts = [one.relations for one in given if hasattr(one, "relations")] if loads is None else [loads.dual_relations()]
        self.relations = Relations.stacked(self.model.dofs.size, _different(parts))
        return True

    def getPhysicalDOFs(self, local=False) -> list[int]:
        """The rows of the physical unknowns in matrices as Python sees them."""
        return list(range(self.dofs.size))

    def getLagrangeDOFs(self, local=False) -> list[int]:
        """The rows of the multipliers of the relations, two by relation."""
        return list(range(self.dofs.size, self.dofs.size + len(multiplied(self.relations, self.dofs))))

    def getDictOfLagrangeDOFs(self, local=False) -> dict[int, list[int]]:
        """The rows of the first multipliers of the relations, and those of the second ones."""
        seen, result = set(), {1: [], 2: []}
        for row, relation in zip(self.getLagrangeDOFs(), multiplied(self.relations, self.dofs)):
            result[2 if relation in seen else 1].append(row)
            seen.add(relation)
        return result

    def getNumberOfDOFs(self, local=False) -> int:
        """How many rows there are."""
        return self.dofs.size + len(multiplied(self.relations, self.dofs))

    def getNodeAndComponentFromDOF(self, dof=-1, local=False):
        """(node, component) of a row; that of a multiplier is LAGR:component, or LAGR:MPC of a relation between several unknowns."""
        if dof < 0:
            return [self.getNodeAndComponentFromDOF(row) for row in range(self.getNumberOfDOFs())]
        dofs, size = self.dofs, self.dofs.size
        if dof < size:
            return int(dofs.node[dof]), dofs.components[dofs.component[dof]]
        unknowns = _unknowns(self.relations, multiplied(self.relations, dofs)[dof - size])
        node, name = int(dofs.node[unknowns[0]]), dofs.components[dofs.component[unknowns[0]]]
        return (node, f"LAGR:{name}") if len(unknowns) == 1 else (node, "LAGR:MPC")

    def getComponentFromDOF(self, dof, local=False) -> str:
        """The component of a row."""
        return self.getNodeAndComponentFromDOF(dof)[1]

    def getNodeFromDOF(self, dof, local=False) -> int:
        """The node of a row, from 0."""
        return self.getNodeAndComponentFromDOF(dof)[0]

    def getPhysicalQuantity(self) -> str:
        """The quantity of the unknowns, such as DEPL_R."""
        return QUANTITIES[self.model.phenomenon]

    def getEquationNumbering(self):
        """The numbering of the rows: it is the same."""
        return self

    def getFiniteElementDescriptors(self) -> list:
        """The models whose elements it numbers."""
        return [self.model]

    def isParallel(self) -> bool:
        """There is one process."""
        return False

    def useLagrangeDOF(self) -> bool:
        """Whether relations have multipliers."""
        return len(self.relations) > 0

    def useSingleLagrangeDOF(self) -> bool:
        """Whether a relation has one multiplier: it has two."""
        return False

    def getNoGhostDOFs(self, local=False) -> list[int]:
        """The rows of this process: all."""
        return list(range(self.getNumberOfDOFs()))

    def isPhysicalDOF(self, dof, local=False) -> bool:
        """Whether a row is that of an unknown of a node."""
        return dof < self.dofs.size

    def getComponents(self) -> list[str]:
        """The names of all components, those of multipliers (LAGR:DX) among them, in alphabetical order."""
        return sorted({component for _, component in self.getNodeAndComponentFromDOF()})

    def getComponentFromNode(self, node, local=False) -> list[str]:
        """The components of the unknowns of a node; RuntimeError where there is no such node."""
        dofs = self.dofs
        if not 0 <= node < dofs.n_nodes:
            raise RuntimeError("Invalid node index")
        return [name for name, row in zip(dofs.components, dofs.table[node]) if row >= 0]

    def getDOFFromNodeAndComponent(self, local=True) -> dict[tuple[int, str], int]:
        """{(node, component): row}; of the two multipliers of a relation the last."""
        return {place: row for row, place in enumerate(self.getNodeAndComponentFromDOF())}

    def getDOFsWithDescription(self, cmps=(), groupNames=(), local=True, same_rank=None, nodes=None):
        """((nodes, components), rows) of some components (all when none is named) at the nodes of groups, or at nodes given by number."""
        names = [cmps] if isinstance(cmps, str) else list(cmps)
        places = [groupNames] if isinstance(groupNames, str) else list(groupNames)
        if nodes is None and places and not isinstance(places[0], str):
            nodes = places
        wanted = set(self.model.mesh.getNodes(places) if nodes is None else nodes)
        found = [
            (node, component, row)
            for row, (node, component) in enumerate(self.getNodeAndComponentFromDOF())
            if node in wanted and (not names or component in names)
        ]
        return ([node for node, _, _ in found], [component for _, component, _ in found]), [row for _, _, row in found]

    def getDOFs(self, sameRank=False, list_cmp=(), list_grpno=()) -> list[int]:
        """The rows of some components at the nodes of groups, of all when none is named."""
        return self.getDOFsWithDescription(list_cmp, list_grpno)[1]

    def getNodeAndComponentIdFromDOF(self, dof=None, local=True):
        """(node, number of the component in its quantity from 1) of a row, or of all; below 0 for a multiplier, (-1, 0) for one of a
        relation between several unknowns. IndexError where there is no such row."""
        if dof is None:
            return [self.getNodeAndComponentIdFromDOF(row) for row in range(self.getNumberOfDOFs())]
        if not 0 <= dof < self.getNumberOfDOFs():
            raise IndexError(f"Invalid node index: {dof}")
        node, component = self.getNodeAndComponentFromDOF(dof)
        if component == "LAGR:MPC":
            return -1, 0
        number = components(self.getPhysicalQuantity()).index(component.removeprefix("LAGR:")) + 1
        return node, -number if component.startswith("LAGR:") else number

    def getDOFFromNodeAndComponentId(self, local=True) -> dict[tuple[int, int], int]:
        """{(node, number of the component): row}; of the two multipliers of a relation the last."""
        return {place: row for row, place in enumerate(self.getNodeAndComponentIdFromDOF())}

    def getDOFsAssociatedToComponent(self, component, local=True) -> list[int]:
        """The rows of a component; ValueError where no row has it."""
        known = self.getComponents()
        if component not in known:
            raise ValueError(f"Component {component} is not in {known}")
        return self.getDOFsWithDescription([component])[1]

    def getDictComponentsToDOFs(self, local=True) -> dict[str, list[int]]:
        """The rows of each component."""
        return {component: self.getDOFsAssociatedToComponent(component) for component in self.getComponents()}


def _different(parts):
    """Sets of relations, those that say the same as others once."""
    kept = []
    for part in parts:
        if not any(part.matrix.shape == one.matrix.shape and not (part.matrix != one.matrix).nnz for one in kept):
            kept.append(part)
    return kept


def _unknowns(relations, row):
    return relations.matrix.indices[relations.matrix.indptr[row] : relations.matrix.indptr[row + 1]]


def multiplied(relations: Relations, dofs: Dofs) -> list[int]:
    """The relation of each multiplier: the imposed unknowns of a node one after the other, twice, then the same for the next."""
    groups: list[tuple] = []
    for row in range(len(relations)):
        unknowns = _unknowns(relations, row)
        place = int(dofs.node[unknowns[0]]) if len(unknowns) == 1 else ("relation", row)
        if not groups or groups[-1][0] != place:
            groups.append((place, []))
        groups[-1][1].append(row)
    return [row for _, rows in groups for row in rows * 2]
