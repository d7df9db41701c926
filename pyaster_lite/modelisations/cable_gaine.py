"""MODELISATION CABLE_GAINE: cables of prestressed concrete that slide in their sheaths (u3.14.06)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.sheathed_cable import SheathedCable

from ._family import Modelisation

MODELISATIONS.add("CABLE_GAINE", Modelisation({"SEG3": SheathedCable()}))
