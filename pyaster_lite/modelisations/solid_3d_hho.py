"""MODELISATION 3D_HHO: hybrid solids in space (u3.14.15)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.hho.side import HybridSkin
from pyaster_lite.fe.hho.solid import HybridSolid
from pyaster_lite.fe.kinematics import Space

from ._hybrid import hybrid

MODELISATIONS.add("3D_HHO", hybrid(("LINEAIRE", "QUADRATIQUE", "CUBIQUE", "QUARTIQUE"), Space(), HybridSolid, HybridSkin))
