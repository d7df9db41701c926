"""MODELISATION 3D: solids in space, with their faces and edges (u3.14.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.skin import Edge, Skin
from pyaster_lite.fe.solid import Solid

from ._family import Modelisation

SOLIDS = {
    "TETRA4": ("FPG1", "FPG4"),
    "TETRA10": ("FPG5", "FPG15"),
    "PENTA6": ("FPG6", "FPG6"),
    "PENTA15": ("FPG21", "FPG21"),
    "PENTA18": ("FPG21", "FPG21"),
    "PYRAM5": ("FPG5", "FPG5"),
    "PYRAM13": ("FPG10", "FPG10"),
    "HEXA8": ("FPG8", "FPG8"),
    "HEXA20": ("FPG27", "FPG27"),
    "HEXA27": ("FPG27", "FPG27"),
}
"""Quadrature families of stiffness and mass."""
FACES = {"TRIA3": "FPG3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
EDGES = {"SEG2": "FPG2", "SEG3": "FPG3"}

space = Space()
MODELISATIONS.add(
    "3D",
    Modelisation(
        {
            **{cell: Solid(cell, space, *families) for cell, families in SOLIDS.items()},
            **{cell: Skin(cell, space, family) for cell, family in FACES.items()},
            **{cell: Edge(cell, space, family) for cell, family in EDGES.items()},
        }
    ),
)
