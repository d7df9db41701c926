"""MODELISATION DKT, DST and Q4G: plane plates seen layer by layer; DKTG and Q4GG: by their forces; with edges (u3.12.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_layers import LayeredFieldPlate, LayeredPlate, LayeredShearPlate
from pyaster_lite.fe.plate_shear import PlainMassFieldPlate
from pyaster_lite.fe.shell_edge import ShellEdge

from ._family import Modelisation

EDGE = ShellEdge("SEG2", "FPG1")
"""What varies along an edge is read in its middle, as in code_aster (te0034)."""


def _add(word, triangle, quadrangle):
    MODELISATIONS.add(word, Modelisation({"TRIA3": triangle, "QUAD4": quadrangle, "SEG2": EDGE}))


_add("DKT", LayeredPlate("TRIA3", "FPG3"), LayeredPlate("QUAD4", "FPG4"))
_add("DST", LayeredShearPlate("TRIA3", "FPG3", rotary=True), LayeredShearPlate("QUAD4", "FPG4"))
_add("Q4G", LayeredFieldPlate("TRIA3", "FPG1"), LayeredFieldPlate("QUAD4", "FPG4", rotary=False))
_add("DKTG", Plate("TRIA3", "FPG3"), Plate("QUAD4", "FPG4"))
_add("Q4GG", PlainMassFieldPlate("TRIA3", "FPG1"), PlainMassFieldPlate("QUAD4", "FPG4"))
