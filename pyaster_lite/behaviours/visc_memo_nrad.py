"""RELATION='VISC_MEMO_NRAD': VISC_CIN2_MEMO whose back stresses feel loads out of their direction (r5.03.04)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._chaboche import Chaboche

BEHAVIOURS.add("VISC_MEMO_NRAD", Chaboche(backs=2, viscous=True, memory=True, radial=False))
