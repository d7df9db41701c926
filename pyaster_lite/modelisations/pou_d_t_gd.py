"""MODELISATION POU_D_T_GD: straight beams of Timoshenko whose displacements and rotations are large (u3.11.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam_turning import TurningBeam

from ._family import Modelisation

MODELISATIONS.add("POU_D_T_GD", Modelisation({"SEG2": TurningBeam()}))
