"""A modelisation: which element stands on which cell type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyaster_lite.fe.element import Element
from pyaster_lite.fe.kinematics import Continuum
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.solid import Solid

FULL_IN_SPACE = {
    "TETRA4": "FPG4",
    "TETRA10": "FPG15",
    "PENTA6": "FPG6",
    "PENTA15": "FPG21",
    "PYRAM5": "FPG5",
    "PYRAM13": "FPG10",
    "HEXA8": "FPG8",
    "HEXA20": "FPG27",
    "HEXA27": "FPG27",
}
"""Quadratures of cells in space that integrate products of their functions."""


@dataclass(frozen=True)
class Modelisation:
    """One word of MODELISATION.

    elements    by cell type
    space       the dimension that meshes of this modelisation live in: 2 or 3
    waiting     cell types that code_aster has elements on and pyaster-lite not yet
    formulations  the choices of FORMULATION by word, the first being meant when none is said; none where there is no choice
    """

    elements: Mapping[str, Element]
    space: int = 3
    waiting: frozenset[str] = frozenset()
    formulations: Mapping[str, Modelisation] = field(default_factory=dict)

    def element(self, cell_type: str) -> Element | None:
        """The element on a cell type, None when there is none."""
        return self.elements.get(cell_type)


PLANE = {
    "TRIA3": ("FPG1", "FPG3"),
    "TRIA6": ("FPG3", "FPG6"),
    "QUAD4": ("FPG4", "FPG4"),
    "QUAD8": ("FPG9", "FPG9"),
    "QUAD9": ("FPG9", "FPG9"),
}
"""Quadrature families of stiffness and mass."""
EDGES = {"SEG2": "FPG2", "SEG3": "FPG4"}


def plane_family(continuum: Continuum, **families: tuple[str, str]) -> Modelisation:
    """The isoparametric cells of a plane or axisymmetric problem; `families` replace the usual quadratures of a cell."""
    solids = {cell: Solid(cell, continuum, *rules) for cell, rules in {**PLANE, **families}.items()}
    skins = {cell: Skin(cell, continuum, family) for cell, family in EDGES.items()}
    return Modelisation({**solids, **skins}, space=2)
