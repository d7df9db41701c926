"""RELATION='DRUCK_PRAGER': plasticity of Drucker and Prager with associated flow (r7.01.16)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._drucker_prager import DruckerPrager

BEHAVIOURS.add("DRUCK_PRAGER", DruckerPrager(associated=True))
