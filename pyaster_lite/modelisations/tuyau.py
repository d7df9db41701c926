"""MODELISATION TUYAU_3M and TUYAU_6M: pipes whose section ovalises, with modes up to 3 or 6 (u3.11.06)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.pipe.element import Pipe

from ._family import Modelisation

MODELISATIONS.add("TUYAU_3M", Modelisation({"SEG3": Pipe("SEG3", 3, "FPG2"), "SEG4": Pipe("SEG4", 3, "FPG3")}))
MODELISATIONS.add("TUYAU_6M", Modelisation({"SEG3": Pipe("SEG3", 6, "FPG2")}))
