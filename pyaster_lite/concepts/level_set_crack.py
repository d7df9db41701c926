"""A crack or an interface that the mesh does not follow: its level sets at the nodes, and the nodes that it enriches."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pyaster_lite.concepts.base import STUDY, Concept
from pyaster_lite.concepts.crack import LocalAxes
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.extended.front import Front

_SAME = 100 * np.finfo(float).eps
"""Fronts whose distances differ by less, relatively, are equally near: the first one counts."""


@dataclass
class GridLevels:
    """Level sets on a grid beside the mesh: its mesh, normal and tangent (n,), and their gradients (n, 3)."""

    mesh: object
    normal: np.ndarray
    tangent: np.ndarray
    normal_gradients: np.ndarray
    tangent_gradients: np.ndarray


@dataclass(eq=False)
class LevelSetCrack(Concept):
    """What DEFI_FISS_XFEM makes.

    nature    "INTERFACE" without a front, "FISSURE" with one, "COHESIF" with one that the mesh draws
    normal, tangent  (n_nodes,) level sets, m: the distance to the surface of the crack, and in it to its front, negative behind;
              -1 everywhere for the tangent one of an interface
    status    (n_nodes,) what enriches the nodes, as fe.extended.status has it
    branches  the cracks that this one branches off, directly or through others, each with the sign of its normal level set beyond
              which this one ends, and whether the deck names it
    front     its front, None of an interface and of a crack whose front is out of the body
    normal_gradients, tangent_gradients  (n_nodes, 3) of the level sets
    enrichment  how far it enriches, as concepts.crack_enrichment has it
    updated     the domain where its level sets were last brought up to date, on the grid if there is one; None where everywhere
    grid        the GridLevels that it grows on, None where it grows on the mesh
    carried     (n_nodes,) mask of the nodes that its level sets were last carried to from the grid, None where everywhere
    """

    mesh: object
    nature: str
    normal: np.ndarray
    tangent: np.ndarray
    status: np.ndarray
    branches: tuple[tuple[LevelSetCrack, float, bool], ...] = field(default=())
    front: Front | None = None
    normal_gradients: np.ndarray | None = None
    tangent_gradients: np.ndarray | None = None
    enrichment: object = None
    updated: object = None
    grid: GridLevels | None = None
    carried: np.ndarray | None = None

    kind = "fiss_xfem"
    symmetric = False

    def getMesh(self):
        """The mesh."""
        return self.mesh

    def getNormalLevelSetField(self) -> NodeField:
        """The normal level set at nodes, X1."""
        return NodeField(self.mesh, "NEUT_R", ("X1",), self.normal[:, None].copy())

    def getTangentialLevelSetField(self) -> NodeField:
        """The tangent level set at nodes, X1."""
        return NodeField(self.mesh, "NEUT_R", ("X1",), self.tangent[:, None].copy())

    def enrichModelWithXfem(self, model):
        """The model that MODI_MODELE_XFEM makes of another one."""
        return STUDY.get().run("MODI_MODELE_XFEM", MODELE_IN=model, FISSURE=self)

    @cached_property
    def axes(self) -> LocalAxes:
        """The axes of the nearest place of the front to each node of the mesh."""
        front, coordinates = self.front, self.mesh.coordinates
        parts = [
            LocalAxes.around(coordinates, *(v[a:b] for v in (front.places, front.abscissas, front.directions, front.normals)))
            for a, b in front.lines()
        ]
        away = np.stack([np.linalg.norm(part.places - coordinates, axis=1) for part in parts])
        first, least = np.zeros(len(coordinates), int), away[0].copy()
        for line, own in enumerate(away[1:], 1):
            closer = own < least * (1 - _SAME)
            first[closer], least[closer] = line, own[closer]
        rows = np.arange(len(coordinates))
        names = ("places", "directions", "normals", "abscissas")
        return LocalAxes(*(np.stack([getattr(part, name) for part in parts])[first, rows] for name in names))

    @property
    def tables(self) -> dict[str, Table]:
        """What RECU_TABLE gives: how many fronts there are, and their points."""
        count, rows = 0 if self.front is None else len(self.front.starts), []
        for number in range(count):
            part = slice(self.front.starts[number], self.front.stops()[number])
            for rank, (place, s) in enumerate(zip(self.front.places[part].tolist(), self.front.abscissas[part].tolist())):
                row = {"NUME_FOND": number + 1} | dict(zip(("COOR_X", "COOR_Y", "COOR_Z"), place[: self.mesh.dimension]))
                rows.append(row | ({"NUM_PT": rank + 1, "ABSC_CURV": s} if self.mesh.dimension == 3 else {}))
        types = {"NUME_FOND": "I"} | ({"NUM_PT": "I", "ABSC_CURV": "R"} if self.mesh.dimension == 3 else {})
        types |= dict.fromkeys(("COOR_X", "COOR_Y", "COOR_Z")[: self.mesh.dimension], "R")
        return {"FOND_FISS": Table.from_rows(rows, types), "NB_FOND_FISS": Table.from_rows([{"NOMBRE": count}], {"NOMBRE": "I"})}

    def branch_in(self, cracks: list[LevelSetCrack]) -> tuple[tuple[int, float], ...]:
        """Which of the cracks of a cell this one branches off: their places among them, and the signs beyond which it ends."""
        chain, crack = [], self
        while (found := crack._nearest_in(cracks)) is not None:
            chain.append((cracks.index(found[0]), found[1]))
            crack = found[0]
        return tuple(chain)

    def _nearest_in(self, cracks):
        """The crack of a cell that this one branches off directly: the last one that branches off all the others."""
        found = None
        for other in cracks:
            for crack, sense, _ in self.branches:
                beyond = other._nearest_in(cracks) if crack is other else None
                if crack is other and (found is None or (beyond is not None and beyond[0] is found[0])):
                    found = (crack, sense)
        return found
