"""RELATION='DRUCK_PRAG_N_A': plasticity of Drucker and Prager whose dilatancy is its own (r7.01.16)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._drucker_prager import DruckerPrager

BEHAVIOURS.add("DRUCK_PRAG_N_A", DruckerPrager(associated=False))
