"""MODELISATION BARRE and 2D_BARRE: bars (u3.11.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.bar import Bar

from ._family import Modelisation

MODELISATIONS.add("BARRE", Modelisation({"SEG2": Bar(("DX", "DY", "DZ"))}))
MODELISATIONS.add("2D_BARRE", Modelisation({"SEG2": Bar(("DX", "DY"))}, space=2))
