"""MODELISATION COQUE, COQUE_PLAN, COQUE_AXIS: conduction in shells, with their edges, in lines of the plane and in meridians (u3.22.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.heat_shell import HeatShell, HeatShellEdge, HeatShellOfRevolution

from .._family import Modelisation

SURFACES = {
    "TRIA3": ("FPG1", "FPG3"), "TRIA6": ("FPG3", "FPG6"), "TRIA7": ("FPG6",) * 2,
    "QUAD4": ("FPG4",) * 2, "QUAD8": ("FPG9",) * 2, "QUAD9": ("FPG9",) * 2,
}  # fmt: skip

surfaces = {cell: HeatShell(cell, *families) for cell, families in SURFACES.items()}
edges = {cell: HeatShellEdge(cell, "FPG3", "FPG3") for cell in ("SEG2", "SEG3")}
THERMAL_MODELISATIONS.add("COQUE", Modelisation({**surfaces, **edges}))
THERMAL_MODELISATIONS.add("COQUE_PLAN", Modelisation({"SEG3": HeatShell("SEG3", "FPG3", "FPG3", space=2)}, space=2))
THERMAL_MODELISATIONS.add("COQUE_AXIS", Modelisation({"SEG3": HeatShellOfRevolution("SEG3", "FPG3", "FPG3", space=2)}, space=2))
