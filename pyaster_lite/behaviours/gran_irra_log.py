"""RELATION='GRAN_IRRA_LOG': creep that follows the fluence, and growth (r5.03.09)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._irradiated import FollowsFluence, FollowsFluenceAlongLine

BEHAVIOURS.add("GRAN_IRRA_LOG", FollowsFluence("GRAN_IRRA_LOG", True).with_fibre(FollowsFluenceAlongLine("GRAN_IRRA_LOG", True)))
