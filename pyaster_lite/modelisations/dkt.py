"""MODELISATION DKT, DST and Q4G: plane plates, with their edges (u3.12.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_shear import FieldPlate, ShearPlate
from pyaster_lite.fe.shell_edge import ShellEdge

from ._family import Modelisation

EDGES = {"SEG2": ShellEdge("SEG2", "FPG2")}

MODELISATIONS.add("DKT", Modelisation({"TRIA3": Plate("TRIA3", "FPG3"), "QUAD4": Plate("QUAD4", "FPG4"), **EDGES}))
MODELISATIONS.add(
    "DST",
    Modelisation({"TRIA3": ShearPlate("TRIA3", "FPG3", rotary=True), "QUAD4": ShearPlate("QUAD4", "FPG4"), **EDGES}),
)
MODELISATIONS.add(
    "Q4G",
    Modelisation({"TRIA3": FieldPlate("TRIA3", "FPG1"), "QUAD4": FieldPlate("QUAD4", "FPG4", rotary=False), **EDGES}),
)
