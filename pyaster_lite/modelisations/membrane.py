"""MODELISATION MEMBRANE: surfaces that only stretch in their plane (u3.12.04)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.membrane import Membrane

from ._family import Modelisation

RULES = {
    "TRIA3": ("FPG1", "FPG3"),
    "TRIA6": ("FPG3", "FPG6"),
    "TRIA7": ("FPG3", "FPG7"),
    "QUAD4": ("FPG4", "FPG4"),
    "QUAD8": ("FPG9", "FPG9"),
    "QUAD9": ("FPG9", "FPG9"),
}
MODELISATIONS.add("MEMBRANE", Modelisation({cell: Membrane(cell, *rules) for cell, rules in RULES.items()}))
