"""HYDR_ENDO: as HYDR_UTIL, the intrinsic permeability PERM_END being a function of the damage of the skeleton (r7.01.11)."""

from pyaster_lite.catalogue.registry import RETENTIONS

from .hydr_util import Given


class Damaged(Given):
    """Of the first internal variable of MAZARS and ENDO_ISOT_BETON."""

    damaged = True


RETENTIONS.add("HYDR_ENDO", Damaged())
