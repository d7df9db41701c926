"""RELATION='VMIS_CIN2_MEMO': VMIS_CIN2_CHAB with a memory of the largest strains (r5.03.04)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._chaboche import Chaboche

BEHAVIOURS.add("VMIS_CIN2_MEMO", Chaboche(backs=2, viscous=False, memory=True))
