"""MODELISATION AXIS_SECH, 3D_SECH, and with the suffix _DIAG: drying, water that diffuses as heat is conducted (u4.41.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.drying import DryingCell, DryingSide
from pyaster_lite.fe.kinematics import Axisymmetric

from ._family import conduction_in_space, plane_conduction

for suffix, lumped in (("", False), ("_DIAG", True)):
    THERMAL_MODELISATIONS.add(f"AXIS_SECH{suffix}", plane_conduction(Axisymmetric(), lumped, DryingCell, DryingSide))
    THERMAL_MODELISATIONS.add(f"3D_SECH{suffix}", conduction_in_space(lumped, DryingCell, DryingSide))
