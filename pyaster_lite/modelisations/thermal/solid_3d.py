"""MODELISATION 3D, 3D_DIAG: conduction in space, with the faces; DIAG has its capacity at the nodes (u3.24.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.conduction import Conductor, HeatSide
from pyaster_lite.fe.kinematics import Space

from .._family import FULL_IN_SPACE as SOLIDS
from .._family import Modelisation
from ._family import AT_VERTICES

LUMPED = ("TETRA4", "PENTA6", "HEXA8")
FACES = {"TRIA3": "COT3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}

space = Space()
faces = {cell: HeatSide(cell, space, family) for cell, family in FACES.items()}
solids = {cell: Conductor(cell, space, family, family) for cell, family in SOLIDS.items()}
lumped = {cell: Conductor(cell, space, SOLIDS[cell], AT_VERTICES) for cell in LUMPED}
THERMAL_MODELISATIONS.add("3D", Modelisation({**solids, **faces}))
THERMAL_MODELISATIONS.add("3D_DIAG", Modelisation({**lumped, "TRIA3": faces["TRIA3"], "QUAD4": faces["QUAD4"]}))
