"""Plane and axisymmetric conduction: which quadrature families its cells have."""

from __future__ import annotations

from pyaster_lite.fe.conduction import Conductor, HeatSide
from pyaster_lite.fe.kinematics import Continuum

from .._family import Modelisation

PLANE = {"TRIA3": "FPG3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
LUMPED = {"TRIA3": "FPG3", "QUAD4": "FPG4"}
"""Families of the conduction, and of the capacity where it is not lumped at the vertices."""
AT_VERTICES = "NOEU_S"


def plane_conduction(continuum: Continuum, lumped: bool) -> Modelisation:
    """The cells of a plane or axisymmetric problem of heat."""
    cells = LUMPED if lumped else PLANE
    conductors = {cell: Conductor(cell, continuum, family, AT_VERTICES if lumped else family) for cell, family in cells.items()}
    edges = ("SEG2",) if lumped else ("SEG2", "SEG3")
    return Modelisation({**conductors, **{cell: HeatSide(cell, continuum, "FPG4") for cell in edges}}, space=2)
