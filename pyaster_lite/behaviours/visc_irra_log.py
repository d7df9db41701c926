"""RELATION='VISC_IRRA_LOG': creep that follows the fluence (r5.03.09)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._irradiated import FollowsFluence, FollowsFluenceAlongLine

BEHAVIOURS.add("VISC_IRRA_LOG", FollowsFluence("VISC_IRRA_LOG", False).with_fibre(FollowsFluenceAlongLine("VISC_IRRA_LOG", False)))
