"""MODELISATION CABLE and CABLE_POULIE: cables, alone or over a pulley (u3.11.03)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.cable import Cable, PulledCable

from ._family import Modelisation

MODELISATIONS.add("CABLE", Modelisation({"SEG2": Cable()}))
MODELISATIONS.add("CABLE_POULIE", Modelisation({"SEG3": PulledCable()}))
