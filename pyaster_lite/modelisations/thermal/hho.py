"""MODELISATION PLAN_HHO, AXIS_HHO, 3D_HHO: hybrid conduction in the plane, in revolution about y, in space (u3.22.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.hho.conduction import HybridConductor
from pyaster_lite.fe.hho.side import HybridHeatSide
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space

from .._hybrid import DEGREES, hybrid

for word, continuum in (("PLAN_HHO", Plane()), ("AXIS_HHO", Axisymmetric()), ("3D_HHO", Space())):
    THERMAL_MODELISATIONS.add(word, hybrid(DEGREES, continuum, HybridConductor, HybridHeatSide))
