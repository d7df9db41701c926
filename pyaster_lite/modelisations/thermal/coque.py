"""MODELISATION COQUE, COQUE_PLAN: conduction in shells, with their edges, and in lines of the plane (u3.22.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.heat_shell import HeatShell, HeatShellEdge

from .._family import Modelisation

SURFACES = {
    "TRIA3": ("FPG1", "FPG3"), "TRIA6": ("FPG3", "FPG6"), "TRIA7": ("FPG6",) * 2,
    "QUAD4": ("FPG4",) * 2, "QUAD8": ("FPG9",) * 2, "QUAD9": ("FPG9",) * 2,
}  # fmt: skip

surfaces = {cell: HeatShell(cell, *families) for cell, families in SURFACES.items()}
edges = {cell: HeatShellEdge(cell, "FPG3", "FPG3") for cell in ("SEG2", "SEG3")}
THERMAL_MODELISATIONS.add("COQUE", Modelisation({**surfaces, **edges}))
THERMAL_MODELISATIONS.add("COQUE_PLAN", Modelisation({"SEG3": HeatShell("SEG3", "FPG3", "FPG3", space=2)}, space=2))
