"""RELATION='VMIS_MEMO_NRAD': VMIS_CIN2_MEMO whose back stresses feel loads out of their direction (r5.03.04)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._chaboche import Chaboche

BEHAVIOURS.add("VMIS_MEMO_NRAD", Chaboche(backs=2, viscous=False, memory=True, radial=False))
