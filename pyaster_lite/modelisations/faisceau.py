"""MODELISATION 3D_FAISCEAU: bundles of tubes in a fluid (u3.14.02)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.tube_bundle import TubeBundle

from ._family import Modelisation

MODELISATIONS.add("3D_FAISCEAU", Modelisation({"HEXA8": TubeBundle("HEXA8", "FPG8"), "HEXA20": TubeBundle("HEXA20", "FPG27")}))
