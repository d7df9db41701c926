"""Which storage orders of a result are meant: all, by number, by instant, frequency or mode, or by lists of them."""

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import EXCLUS

WORDS = ("TOUT_ORDRE", "NUME_ORDRE", "LIST_ORDRE", "INST", "LIST_INST", "MODE", "LIST_MODE", "FREQ", "LIST_FREQ")


def one_way():
    """The rule that only one of the ways is taken."""
    return EXCLUS(*WORDS)


def storage_orders():
    """The keywords, with the precision of the search."""
    return dict(
        TOUT_ORDRE=SIMP(into=("OUI",)),
        NUME_ORDRE=SIMP(typ="I", max="**"),
        LIST_ORDRE=SIMP(typ="listis_sdaster"),
        INST=SIMP(typ="R", max="**"),
        LIST_INST=SIMP(typ="listr8_sdaster"),
        MODE=SIMP(typ="I", max="**"),
        LIST_MODE=SIMP(typ="listis_sdaster"),
        FREQ=SIMP(typ="R", max="**"),
        LIST_FREQ=SIMP(typ="listr8_sdaster"),
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP(typ="R", defaut=1e-6, dated=(("9.3.14", 1e-3),))),
        b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
    )
