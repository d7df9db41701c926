"""DEFI_LIST_REEL: a list of real numbers (u4.34.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, UN_PARMI
from pyaster_lite.commands._number_lists import numbers_along
from pyaster_lite.concepts.lists import NumberList


@operator(
    "DEFI_LIST_REEL",
    produces="listr8_sdaster",
    early=True,
    rules=(UN_PARMI("VALE", "DEBUT"), EXCLUS("VALE", "INTERVALLE"), ENSEMBLE("DEBUT", "INTERVALLE")),
    keywords=dict(
        VALE=SIMP(typ="R", max="**"),
        DEBUT=SIMP(typ="R"),
        INTERVALLE=FACT(
            max="**",
            rules=UN_PARMI("NOMBRE", "PAS"),
            JUSQU_A=SIMP("o", typ="R"),
            NOMBRE=SIMP(typ="I"),
            PAS=SIMP(typ="R"),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def defi_list_reel(args, context):
    """Make the list."""
    return NumberList(numbers_along(args, context))
