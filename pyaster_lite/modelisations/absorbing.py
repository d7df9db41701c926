"""MODELISATION 3D_ABSO, D_PLAN_ABSO: sides that let waves leave a solid (u3.13.01, u3.14.02)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.absorbing import AbsorbingSide
from pyaster_lite.fe.kinematics import Plane, Space

from ._family import Modelisation

FACES = {"TRIA3": "COT3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
EDGES = {"SEG2": "FPG2", "SEG3": "FPG4"}

MODELISATIONS.add("3D_ABSO", Modelisation({cell: AbsorbingSide(cell, Space(), family) for cell, family in FACES.items()}))
MODELISATIONS.add("D_PLAN_ABSO", Modelisation({cell: AbsorbingSide(cell, Plane(), family) for cell, family in EDGES.items()}, space=2))
