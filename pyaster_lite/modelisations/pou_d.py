"""MODELISATION POU_D_E, POU_D_T and POU_D_TG: straight beams of Euler, of Timoshenko, and of Timoshenko with warping (u3.11.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam import Beam
from pyaster_lite.fe.beam_warping import WarpingBeam

from ._family import Modelisation

MODELISATIONS.add("POU_D_E", Modelisation({"SEG2": Beam(shears=False)}))
MODELISATIONS.add("POU_D_T", Modelisation({"SEG2": Beam(shears=True)}))
MODELISATIONS.add("POU_D_TG", Modelisation({"SEG2": WarpingBeam()}))
