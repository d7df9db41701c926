"""MODELISATION D_PLAN_GRAD_HHO and 3D_GRAD_HHO: hybrid solids whose law has a variable with gradients."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.hho.graded import HybridGraded
from pyaster_lite.fe.hho.side import HybridSkin
from pyaster_lite.fe.kinematics import Plane, Space

from ._hybrid import hybrid

MODELISATIONS.add("D_PLAN_GRAD_HHO", hybrid(("LINEAIRE", "QUADRATIQUE"), Plane(), HybridGraded, HybridSkin))
MODELISATIONS.add("3D_GRAD_HHO", hybrid(("LINEAIRE", "QUADRATIQUE"), Space(), HybridGraded, HybridSkin))
