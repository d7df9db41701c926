"""Fibres across the section of beams, and what they are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.material import Material
from pyaster_lite.concepts.mesh import CellBlock, Mesh

_CELLS = {1: "POI1", 3: "TRIA3", 4: "QUAD4"}
"""What cell a fibre is drawn as, by its corners."""

WIDTH = 7
"""What describes a fibre: y, z (m), area (m2); then of the beam of an assembly that it belongs to, y, z, torsional rigidity
(N m2) and number from 1, zero outside assemblies."""


class FibreGeometry(Concept):
    """Groups of fibres by name, each (n, 7), in the own axes of the beam.

    outlines  by group, what its fibres look like: arrays (m, corners, 2) of 1, 3 or 4 corners
    """

    kind = "gfibre_sdaster"

    def __init__(self, groups: dict[str, np.ndarray], outlines: dict[str, list[np.ndarray]] | None = None):
        self.groups, self.outlines = groups, outlines or {}

    @property
    def names(self) -> list[str]:
        """The names of the groups: their numbers are their places here, from 1."""
        return list(self.groups)

    def drawn(self) -> Mesh:
        """The fibres as cells in the plane of the section, points for those that have no outline; groups of cells are those of fibres."""
        parts = [(name, outline) for name, own in self.outlines.items() for outline in own]
        blocks, members, points, start, count = [], {name: [] for name in self.outlines}, [], 0, 0
        for corners, kind in _CELLS.items():
            nodes = []
            for name, outline in parts:
                if outline.shape[1] == corners:
                    places, which = np.unique(outline.reshape(-1, 2), axis=0, return_inverse=True)
                    nodes.append(which.reshape(-1, corners) + start)
                    points.append(places)
                    members[name].append(np.arange(count, count + len(outline)))
                    start, count = start + len(places), count + len(outline)
            if nodes:
                nodes = np.concatenate(nodes).astype(np.int32)
                blocks.append(CellBlock(kind, nodes, np.arange(count - len(nodes), count)))
        groups = {name: np.concatenate(own) for name, own in members.items()}
        return Mesh(np.concatenate(points), blocks, cell_groups=groups, space_dimension=2)


@dataclass
class FibreMaterial:
    """The material of a group of fibres, and the word of its law."""

    material: Material
    relation: str


class SectionBehaviour(Concept):
    """What the groups of fibres of a geometry obey, by name; `material` is that of the whole section, for torsion and shear."""

    kind = "compor_sdaster"

    def __init__(self, geometry: FibreGeometry, material: Material, groups: dict[str, FibreMaterial]):
        self.geometry, self.material, self.groups = geometry, material, groups
