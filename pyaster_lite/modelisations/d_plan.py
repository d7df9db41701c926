"""MODELISATION D_PLAN: plane strain, with its skins (u3.13.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Plane

from ._family import plane_family

MODELISATIONS.add("D_PLAN", plane_family(Plane()))
