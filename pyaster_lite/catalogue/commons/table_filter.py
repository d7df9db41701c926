"""FILTRE: which rows of a table are meant."""

from pyaster_lite.catalogue.conditions import is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI

CRITERIA = ("EQ", "LT", "GT", "NE", "LE", "GE", "VIDE", "NON_VIDE", "MAXI", "MAXI_ABS", "MINI", "MINI_ABS")


def values(many):
    """The block of the value that a cell is compared with: one, or several."""
    count = "**" if many else 1
    return BLOC(
        is_in("CRIT_COMP", "EQ", "NE", "GT", "LT", "GE", "LE"),
        rules=UN_PARMI("VALE", "VALE_I", "VALE_K", "VALE_C"),
        VALE=SIMP(typ="R", max=count),
        VALE_I=SIMP(typ="I", max=count),
        VALE_C=SIMP(typ="C", max=count),
        VALE_K=SIMP(max=count),
    )


def precision():
    """The keywords of the precision of a comparison of numbers."""
    return dict(CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"), PRECISION=SIMP(typ="R", defaut=1e-3))


def table_filter():
    """FILTRE as TEST_TABLE, EXTR_TABLE and RECU_FONCTION take it."""
    return FACT(
        max="**",
        NOM_PARA=SIMP("o"),
        CRIT_COMP=SIMP(into=CRITERIA, defaut="EQ"),
        b_vale=values(many=False),
        **precision(),
    )
