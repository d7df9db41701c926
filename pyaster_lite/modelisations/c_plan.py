"""MODELISATION C_PLAN: plane stress, with its skins (u3.13.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import PlaneStress

from ._family import plane_family

MODELISATIONS.add("C_PLAN", plane_family(PlaneStress()))
