"""The model: which finite element each cell of the mesh carries, and the unknowns that follow."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

import numpy as np

from pyaster_lite.concepts.base import Concept, Tabled
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.fe.assembly import Assembler
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.dofs import Dofs
from pyaster_lite.fe.element import Element

_STRUCTURAL = re.compile("POU_|TUYAU|BARRE|2D_BARRE|CABLE|DIS_|2D_DIS_|DK|DST|Q4|COQUE(?!_SOLIDE)|GRILLE|MEMBRANE")
"""Modelisations whose elements code_aster calls beams, shells or discretes (dismlg, EXI_RDM)."""


class Physics(Enum):
    """What a model speaks of, by its word in AFFE_MODELE."""

    Mechanics = "MECANIQUE"
    Thermal = "THERMIQUE"
    Acoustic = "ACOUSTIQUE"


@dataclass
class ElementGroup:
    """Cells of one type that carry the same element: `cells` (ne,) their numbers in `mesh`."""

    modelisation: str
    element: Element
    cells: np.ndarray
    mesh: Mesh

    @property
    def nodes(self) -> np.ndarray:
        """(ne, nn) the nodes of the cells, as the mesh has them now: a command may have turned cells."""
        return self.mesh.select(self.cells)[0].nodes

    @property
    def cell_type(self) -> str:
        """The type of the cells."""
        return self.element.cell


class Model(Tabled, Concept):
    """Elements on a mesh.

    mesh, phenomenon   what they stand on and which physics they speak
    groups             list of ElementGroup; no cell is in two of them
    cracks             those that enrich some of the cells
    sizes              by their names in GRANDEUR_CARA, the length (m), pressure (Pa) and temperature that estimates are compared with
    """

    kind = "modele_sdaster"
    sizes: Mapping[str, float] = {}

    def __init__(self, mesh, phenomenon: str, groups: list[ElementGroup], cracks=()):
        self.mesh, self.phenomenon, self.groups, self.cracks = mesh, phenomenon, groups, tuple(cracks)
        self._assembled: tuple | None = None

    @cached_property
    def dofs(self) -> Dofs:
        """The unknowns of all elements."""
        return Dofs.of_elements(self.mesh.n_nodes, [(g.nodes, g.element.components) for g in self.groups])

    def describe(self, equation: int) -> str:
        """An unknown in words, for messages."""
        return self.dofs.describe(equation, self.mesh.node_names)

    @property
    def assembler(self) -> Assembler:
        """The pattern of every matrix of this model; one block per group. Made anew when cells have been turned."""
        nodes = [g.nodes for g in self.groups]
        if self._assembled is None or any((a != b).any() for a, b in zip(nodes, self._assembled[0])):
            equations = [self.dofs.equations(n, g.element.components) for n, g in zip(nodes, self.groups)]
            self._assembled = nodes, Assembler(self.dofs.size, equations)
        return self._assembled[1]

    @property
    def dimension(self) -> int:
        """3 when some node carries DZ or some element is for bodies in space, else 2; cells of a harmonic around an axis are plane."""
        in_space = any(getattr(g.element, "space", 2) == 3 for g in self.groups)
        harmonic = any(getattr(g.element, "harmonic", False) for g in self.groups)
        return 3 if in_space or ("DZ" in self.dofs.components and not harmonic) else 2

    @cached_property
    def place_of_cells(self) -> tuple[np.ndarray, np.ndarray]:
        """For each cell of the mesh, its group's index (-1: no element) and its row there."""
        group = np.full(self.mesh.n_cells, -1)
        row = np.zeros(self.mesh.n_cells, int)
        for index, g in enumerate(self.groups):
            group[g.cells], row[g.cells] = index, np.arange(len(g.cells))
        return group, row

    def rows(self, cells) -> list[tuple[int, np.ndarray]]:
        """Where `cells` are: pairs (index of the group, rows in it); cells without an element are left out."""
        group, row = self.place_of_cells
        cells = np.asarray(cells, int)
        return [(int(i), row[cells[group[cells] == i]]) for i in np.unique(group[cells]) if i >= 0]

    def matrix(self, option: str, data: list[ElementData]):
        """The assembled matrix (n, n) of an option of the elements: stiffness, mass, lumped_mass, damping, ..."""
        return self.assembler.matrix([getattr(g.element, option)(own) for g, own in zip(self.groups, data)])

    def getMesh(self):
        """The mesh, as a deck's Python asks for it."""
        return self.mesh

    def getFiniteElementDescriptor(self):
        """Which elements there are: the model itself tells."""
        return self

    def restrict(self, groupsOfCells) -> Model:
        """The elements of some groups of cells alone."""
        kept = self.mesh.cells_in([groupsOfCells] if isinstance(groupsOfCells, str) else list(groupsOfCells))
        parts = [(group, group.cells[np.isin(group.cells, kept)]) for group in self.groups]
        groups = [replace(group, cells=cells) for group, cells in parts if len(cells)]
        return Model(self.mesh, self.phenomenon, groups, self.cracks)

    def getModel(self):
        """The model, where it stands for its elements."""
        return self

    def existsRdM(self) -> bool:
        """Whether there are beams, plates or shells, or discretes."""
        return any(_STRUCTURAL.match(group.modelisation) for group in self.groups)

    def existsMultiFiberBeam(self) -> bool:
        """Whether there are beams POU_D_EM: those alone are asked for (dismlg, EXI_STR2)."""
        return any(group.modelisation == "POU_D_EM" for group in self.groups)

    def existsPartition(self) -> bool:
        """Whether elements are shared among processes: one has them all."""
        return False

    def banBalancing(self):
        """Nothing to do: nothing is shared among processes."""

    def getPhysics(self) -> Physics:
        """What it speaks of."""
        return Physics(self.phenomenon)

    def getModelisationName(self) -> str:
        """The MODELISATION of all cells that have one, #PLUSIEURS where there are several."""
        found = {group.modelisation for group in self.groups}
        return found.pop() if len(found) == 1 else "#PLUSIEURS"

    def getGeometricDimension(self) -> int:
        """2 for elements of a plane, else 3."""
        return self.dimension

    def isAxis(self) -> bool:
        """Whether all cells are those of bodies of revolution."""
        return bool(self.groups) and all(group.modelisation.startswith("AXIS") for group in self.groups)

    def existsHHO(self) -> bool:
        """Whether some cells are hybrid."""
        return any("HHO" in group.modelisation for group in self.groups)

    def isXfem(self) -> bool:
        """Whether cracks enrich cells."""
        return bool(self.cracks)

    def isMechanical(self) -> bool:
        """Whether it is one of mechanics."""
        return self.phenomenon == "MECANIQUE"

    def isThermal(self) -> bool:
        """Whether it is one of heat."""
        return self.phenomenon == "THERMIQUE"

    def isAcoustic(self) -> bool:
        """Whether it is one of sound."""
        return self.phenomenon == "ACOUSTIQUE"

    def data(self, material_field=None, characteristics=None) -> list[ElementData]:
        """What the elements of each group may ask: one ElementData per group."""
        result = []
        for g in self.groups:
            materials, owner = material_field.on(g.cells) if material_field is not None else ((), None)
            if material_field is not None and self.phenomenon == "MECANIQUE" and not getattr(g.element, "loaded_only", False):
                material_field.check_references(g.cells)
            given = characteristics.on(g) if characteristics is not None else {}
            around = material_field.surroundings(g) if material_field is not None else None
            data = ElementData(g.cells, self.mesh.coordinates[g.nodes], materials, owner, given, around)
            result.append(data.at_places(g.element.points(data.coordinates)) if _asks_for_places(g.element, materials, owner) else data)
        return result


def _asks_for_places(element, materials, owner) -> bool:
    """Whether a material of a solid varies, be it from place to place."""
    if owner is None or not hasattr(element, "continuum") or getattr(element, "loaded_only", False):
        return False
    return any(callable(value) for index in np.unique(owner) if index >= 0 for value in materials[index].values())
