"""MODELISATION POU_C_T: curved beams of Timoshenko, which code_aster had up to version 13.0.9 (u3.11.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam_curved import CurvedBeam

from ._family import Modelisation

MODELISATIONS.add("POU_C_T", Modelisation({"SEG2": CurvedBeam()}))
