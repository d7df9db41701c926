"""EXCIT: the loads of an evolution, their course in time, and whether they follow the motion."""

from ..keywords import FACT, SIMP, no_repeat
from ..rules import PRESENT_ABSENT, PRESENT_PRESENT

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")


def excit(dynamic: bool = False) -> FACT:
    """Loads with their multipliers; in dynamics also the motion of supports that inertial loads stand for."""
    motion = dict(
        ACCE=SIMP("f", typ=FUNCTION),
        VITE=SIMP("f", typ=FUNCTION),
        DEPL=SIMP("f", typ=FUNCTION),
        MULT_APPUI=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        DIRECTION=SIMP("f", typ="R", max="**"),
        GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
    )
    return FACT(
        "f",
        max="**",
        rules=(PRESENT_ABSENT("FONC_MULT", "ACCE"), PRESENT_PRESENT("ACCE", "VITE", "DEPL")) if dynamic else (),
        CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca")),
        FONC_MULT=SIMP("f", typ=FUNCTION),
        TYPE_CHARGE=SIMP(
            "f",
            into=("FIXE_CSTE", "SUIV", "DIDI") if dynamic else ("FIXE_CSTE", "FIXE_PILO", "SUIV", "SUIV_PILO", "DIDI"),
            defaut="FIXE_CSTE",
        ),
        **(motion if dynamic else {}),
    )
