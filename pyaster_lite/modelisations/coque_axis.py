"""MODELISATION COQUE_AXIS: thin shells of revolution by their meridian (u3.12.02)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.shell_of_revolution import ShellOfRevolution

from ._family import Modelisation

MODELISATIONS.add("COQUE_AXIS", Modelisation({"SEG3": ShellOfRevolution()}, space=2))
