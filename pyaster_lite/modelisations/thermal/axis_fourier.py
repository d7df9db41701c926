"""MODELISATION AXIS_FOURIER: conduction in bodies of revolution, harmonic by harmonic of the angle (u3.22.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.conduction import HeatSide
from pyaster_lite.fe.fourier_series import HarmonicConductor
from pyaster_lite.fe.kinematics import Axisymmetric

from .._family import Modelisation

FAMILIES = {"TRIA3": ("FPG1", "FPG3"), "TRIA6": ("FPG3", "FPG6"), "QUAD4": ("FPG4",) * 2, "QUAD8": ("FPG9",) * 2, "QUAD9": ("FPG9",) * 2}

cells = {cell: HarmonicConductor(cell, Axisymmetric(), *families) for cell, families in FAMILIES.items()}
sides = {"SEG2": HeatSide("SEG2", Axisymmetric(), "FPG2"), "SEG3": HeatSide("SEG3", Axisymmetric(), "FPG4")}
THERMAL_MODELISATIONS.add("AXIS_FOURIER", Modelisation({**cells, **sides}, space=2))
