"""RELATION='VISC_CIN2_NRAD': VISC_CIN2_CHAB whose back stresses feel loads out of their direction (r5.03.04)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._chaboche import Chaboche

BEHAVIOURS.add("VISC_CIN2_NRAD", Chaboche(backs=2, viscous=True, radial=False))
