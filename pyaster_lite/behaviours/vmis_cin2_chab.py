"""RELATION='VMIS_CIN2_CHAB': plasticity of von Mises with two back stresses of Chaboche (r5.03.04)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._chaboche import Chaboche

BEHAVIOURS.add("VMIS_CIN2_CHAB", Chaboche(backs=2, viscous=False))
