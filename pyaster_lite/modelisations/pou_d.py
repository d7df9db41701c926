"""MODELISATION POU_D_E, POU_D_T, POU_D_TG and POU_FLUI_STRU: straight beams of Euler, of Timoshenko, with warping, or full of a
fluid (u3.11.01, u3.14.02)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam import Beam
from pyaster_lite.fe.beam_fluid import FluidBeam
from pyaster_lite.fe.beam_warping import WarpingBeam

from ._family import Modelisation

MODELISATIONS.add("POU_D_E", Modelisation({"SEG2": Beam(shears=False)}))
MODELISATIONS.add("POU_D_T", Modelisation({"SEG2": Beam(shears=True)}))
MODELISATIONS.add("POU_FLUI_STRU", Modelisation({"SEG2": FluidBeam()}))
MODELISATIONS.add("POU_D_TG", Modelisation({"SEG2": WarpingBeam()}))
