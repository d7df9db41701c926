"""MODELISATION 3D, 3D_DIAG: conduction in space, with the faces; DIAG has its capacity at the nodes (u3.24.01)."""

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS

from ._family import conduction_in_space

for word, lumped in (("3D", False), ("3D_DIAG", True)):
    THERMAL_MODELISATIONS.add(word, conduction_in_space(lumped))
