"""EXCIT: the loads of an evolution, their course in time, and whether they follow the motion."""

from ..keywords import FACT, SIMP

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


def excit(**more) -> FACT:
    """Loads with their multipliers; `more` are the words of one command."""
    return FACT(
        "f",
        max="**",
        CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca")),
        FONC_MULT=SIMP("f", typ=FUNCTION),
        TYPE_CHARGE=SIMP("f", into=("FIXE_CSTE", "SUIV", "DIDI"), defaut="FIXE_CSTE"),
        **more,
    )
