"""Conduction: which quadrature families its cells have."""

from __future__ import annotations

from pyaster_lite.fe.conduction import Conductor, HeatSide
from pyaster_lite.fe.kinematics import Continuum, Space

from .._family import FULL_IN_SPACE, Modelisation

PLANE = {"TRIA3": "FPG3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
LUMPED = {"TRIA3": "FPG3", "QUAD4": "FPG4"}
"""Families of the conduction, and of the capacity where it is not lumped at the vertices."""
AT_VERTICES = "NOEU_S"


LUMPED_IN_SPACE = ("TETRA4", "PENTA6", "HEXA8")
FACES = {"TRIA3": "COT3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
LUMPED_FACES = ("TRIA3", "QUAD4")


def plane_conduction(continuum: Continuum, lumped: bool, inside=Conductor, side=HeatSide) -> Modelisation:
    """The cells of a plane or axisymmetric problem of heat, or of what diffuses like it: the classes `inside` and `side`."""
    cells = LUMPED if lumped else PLANE
    conductors = {cell: inside(cell, continuum, family, AT_VERTICES if lumped else family) for cell, family in cells.items()}
    edges = ("SEG2",) if lumped else ("SEG2", "SEG3")
    return Modelisation({**conductors, **{cell: side(cell, continuum, "FPG4") for cell in edges}}, space=2)


def conduction_in_space(lumped: bool, inside=Conductor, side=HeatSide) -> Modelisation:
    """The cells of a problem of heat in space, or of what diffuses like it."""
    space, cells = Space(), LUMPED_IN_SPACE if lumped else FULL_IN_SPACE
    conductors = {cell: inside(cell, space, FULL_IN_SPACE[cell], AT_VERTICES if lumped else FULL_IN_SPACE[cell]) for cell in cells}
    return Modelisation({**conductors, **{cell: side(cell, space, FACES[cell]) for cell in (LUMPED_FACES if lumped else FACES)}})
