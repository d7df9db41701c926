"""HAYHURST and HAYHURST_FO: creep with hardening that saturates, and damage (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter

NEEDED = "EPS0 K H1 H2 DELTA1 DELTA2 H1ST H2ST BIGA SIG0"
DEFAULTS = ("KC", "ALPHAD")


def declare(values):
    """The declaration; all but S_EQUI_D is wanted where functions are given."""
    equivalent = {"S_EQUI_D": SIMP("f", typ="R", defaut=0.0, into=(0.0, 1.0))}
    if values is numbers:
        return FACT("f", **values("o", NEEDED), **{word: SIMP("f", typ="R", defaut=0.0) for word in DEFAULTS}, **equivalent)
    return FACT("f", **values("o", f"{NEEDED} {' '.join(DEFAULTS)}"), **equivalent)


def properties(occurrence):
    """creep_damage.*: the parameters by their words in lower case, as in behaviours.hayhurst."""
    return {f"creep_damage.{word.lower()}": parameter(occurrence, word) for word in (*NEEDED.split(), *DEFAULTS, "S_EQUI_D")}


both("HAYHURST", declare, properties)
