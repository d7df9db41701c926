"""MODELISATION PLAN_JOINT, AXIS_JOINT and 3D_JOINT: flat cells whose sides may part (r3.06.09)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.joint import Joint

from ._family import Modelisation

PLANE = {
    "QUAD4": Joint("QUAD4", "SEG2", "FPG2", (0, 1), (3, 2)),
    "QUAD8": Joint("QUAD8", "SEG3", "FPG2", (0, 1, 4), (3, 2, 6), {7: 0, 5: 1}),
}
SPACE = {
    "HEXA8": Joint("HEXA8", "QUAD4", "FPG4", range(4), range(4, 8)),
    "PENTA6": Joint("PENTA6", "TRIA3", "FPG1", range(3), range(3, 6)),
    "HEXA20": Joint("HEXA20", "QUAD8", "FPG9", (*range(4), *range(8, 12)), (*range(4, 8), *range(16, 20)), {12 + n: n for n in range(4)}),
    "PENTA15": Joint("PENTA15", "TRIA6", "FPG6", (*range(3), *range(6, 9)), (*range(3, 6), *range(12, 15)), {9 + n: n for n in range(3)}),
}
MODELISATIONS.add("PLAN_JOINT", Modelisation(PLANE, space=2))
MODELISATIONS.add("AXIS_JOINT", Modelisation({"QUAD4": Joint("QUAD4", "SEG2", "FPG2", (0, 1), (3, 2), revolves=True)}, space=2))
MODELISATIONS.add("3D_JOINT", Modelisation(SPACE))
