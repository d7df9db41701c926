"""MODELISATION COQUE_3D: thick curved shells, with their edges (u3.12.03)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.shell_edge import ShellEdge
from pyaster_lite.fe.shell_followed import CurvedShell

from ._family import Modelisation

MODELISATIONS.add(
    "COQUE_3D", Modelisation({"QUAD9": CurvedShell("QUAD9"), "TRIA7": CurvedShell("TRIA7"), "SEG3": ShellEdge("SEG3", "FPG4")})
)
