"""MODELISATION POU_D_E and POU_D_T: straight beams of Euler and of Timoshenko (u3.11.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam import Beam

from ._family import Modelisation

MODELISATIONS.add("POU_D_E", Modelisation({"SEG2": Beam(shears=False)}))
MODELISATIONS.add("POU_D_T", Modelisation({"SEG2": Beam(shears=True)}))
