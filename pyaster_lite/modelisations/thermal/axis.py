"""MODELISATION AXIS, AXIS_DIAG: conduction in a body of revolution about the y axis; DIAG has its capacity at the nodes (u3.22.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.kinematics import Axisymmetric

from ._family import plane_conduction

for word, lumped in (("AXIS", False), ("AXIS_DIAG", True)):
    THERMAL_MODELISATIONS.add(word, plane_conduction(Axisymmetric(), lumped))
