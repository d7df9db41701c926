"""MODELISATION D_PLAN_HHO: hybrid solids in plane strain (u3.13.15)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.hho.side import HybridSkin
from pyaster_lite.fe.hho.solid import HybridSolid
from pyaster_lite.fe.kinematics import Plane

from ._hybrid import hybrid

MODELISATIONS.add("D_PLAN_HHO", hybrid(("LINEAIRE", "QUADRATIQUE", "CUBIQUE", "QUARTIQUE"), Plane(), HybridSolid, HybridSkin))
