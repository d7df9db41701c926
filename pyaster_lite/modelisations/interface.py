"""MODELISATION PLAN_INTERFACE, AXIS_INTERFACE, 3D_INTERFACE and, with fewer points, _S: interfaces with multipliers (r3.06.13)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.interface import Interface

from ._family import Modelisation


def _plane(family, revolves=False):
    return Modelisation({"QUAD8": Interface("QUAD8", "SEG3", family, (0, 1, 4), (3, 2, 6), (7, 5), revolves)}, space=2)


def _space(square, triangle):
    hexahedron = Interface("HEXA20", "QUAD8", square, (*range(4), *range(8, 12)), (*range(4, 8), *range(16, 20)), range(12, 16))
    prism = Interface("PENTA15", "TRIA6", triangle, (*range(3), *range(6, 9)), (*range(3, 6), *range(12, 15)), range(9, 12))
    return Modelisation({"HEXA20": hexahedron, "PENTA15": prism})


MODELISATIONS.add("PLAN_INTERFACE", _plane("FPG3"))
MODELISATIONS.add("PLAN_INTERFACE_S", _plane("FPG2"))
MODELISATIONS.add("AXIS_INTERFACE", _plane("FPG3", revolves=True))
MODELISATIONS.add("AXIS_INTERFACE_S", _plane("FPG2", revolves=True))
MODELISATIONS.add("3D_INTERFACE", _space("FPG9", "FPG6"))
MODELISATIONS.add("3D_INTERFACE_S", _space("FPG4", "FPG3"))
