"""RELATION='VISC_CIN1_CHAB': viscoplasticity of von Mises with a back stress of Chaboche (r5.03.04)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._chaboche import Chaboche

BEHAVIOURS.add("VISC_CIN1_CHAB", Chaboche(backs=1, viscous=True))
