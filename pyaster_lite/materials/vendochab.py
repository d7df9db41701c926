"""VENDOCHAB and VENDOCHAB_FO: threshold and damage of a creep that LEMAITRE tells, driven by three sizes of the stress (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter

DEFAULTS, NEEDED = ("SY", "ALPHA_D", "BETA_D"), "R_D A_D K_D"


def declare(values):
    """The declaration; all is wanted where functions are given."""
    if values is numbers:
        return FACT("f", **{word: SIMP("f", typ="R", defaut=0.0) for word in DEFAULTS}, **values("o", NEEDED))
    return FACT("f", **values("o", f"{' '.join(DEFAULTS)} {NEEDED}"))


def properties(occurrence):
    """damaged_creep.*: the parameters by their words in lower case, as in behaviours._damaged_creep."""
    if "X" in getattr(occurrence.K_D, "parameters", ()):
        raise occurrence.not_yet("K_D", "a K_D that depends on the stress is not there yet")
    return {f"damaged_creep.{word.lower()}": parameter(occurrence, word) for word in (*DEFAULTS, *NEEDED.split())}


both("VENDOCHAB", declare, properties)
