"""MODELISATION PLAN, PLAN_DIAG: plane conduction, with its edges; DIAG has its capacity at the nodes (u3.22.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.kinematics import Plane

from ._family import plane_conduction

for word, lumped in (("PLAN", False), ("PLAN_DIAG", True)):
    THERMAL_MODELISATIONS.add(word, plane_conduction(Plane(), lumped))
