"""MODELISATION GRILLE_MEMBRANE and GRILLE_EXCENTRE: sheets of reinforcement in a surface, or at a height above it (u3.12.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.grid import Grid

from ._family import Modelisation

RULES = {"TRIA3": ("FPG3", "FPG3"), "TRIA6": ("FPG3", "FPG6"), "QUAD4": ("FPG4", "FPG4"), "QUAD8": ("FPG9", "FPG9")}

MODELISATIONS.add("GRILLE_MEMBRANE", Modelisation({cell: Grid(cell, *rules) for cell, rules in RULES.items()}))
MODELISATIONS.add("GRILLE_EXCENTRE", Modelisation({cell: Grid(cell, *RULES[cell], offset=True) for cell in ("TRIA3", "QUAD4")}))
