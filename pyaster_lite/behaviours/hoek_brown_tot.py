"""RELATION_KIT='HOEK_BROWN_TOT': rocks whose pores are under pressure, by their total stresses (r7.01.18)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .hoek_brown import HoekBrown


class WholeRock(HoekBrown):
    """The law of what the skeleton and its pores bear together, see porous._medium."""

    whole_stress = whole = True
    secant = False


BEHAVIOURS.add("HOEK_BROWN_TOT", WholeRock())
