"""MODELISATION AXIS: revolution about the y axis, with its skins (u3.13.02)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Axisymmetric

from ._family import plane_family

MODELISATIONS.add("AXIS", plane_family(Axisymmetric(), TRIA6=("FPG6", "FPG6")))
