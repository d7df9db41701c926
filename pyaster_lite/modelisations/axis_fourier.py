"""MODELISATION AXIS_FOURIER: solids of revolution, harmonic by harmonic of the angle (u3.13.03)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.fourier_series import Harmonic, HarmonicSkin, HarmonicSolid

from ._family import EDGES, PLANE, Modelisation

continuum = Harmonic()
solids = {cell: HarmonicSolid(cell, continuum, *families) for cell, families in PLANE.items()}
skins = {cell: HarmonicSkin(cell, continuum, family) for cell, family in EDGES.items()}
MODELISATIONS.add("AXIS_FOURIER", Modelisation({**solids, **skins}, space=2))
