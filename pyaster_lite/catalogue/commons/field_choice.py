"""Which fields of a result are meant, at which storage orders: the words that the output commands share."""

from __future__ import annotations

from .. import words
from ..conditions import equal, present
from ..keywords import BLOC, SIMP, no_repeat
from ..rules import EXCLUS

ORDER_WORDS = (
    "NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "NOEUD_CMP", "LIST_INST", "LIST_FREQ", "LIST_ORDRE", "NOM_CAS", "ANGLE",
)  # fmt: skip


def field_names() -> tuple[str, ...]:
    """Every name that a field can have in a result."""
    return words.values("IMPR_RESU/RESU/NOM_CHAM")


def precision() -> dict:
    """CRITERE and PRECISION of a search."""
    return dict(
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP(typ="R", defaut=1e-6, dated=(("9.3.14", 1e-3),))),
        b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
    )


def order_words() -> dict:
    """The ways to name storage orders, several at once."""
    kinds = {"NUME_ORDRE": "I", "NUME_MODE": "I", "NOEUD_CMP": "TXM", "NOM_CAS": "TXM", "ANGLE": "R", "FREQ": "R", "INST": "R"}
    several = {word: SIMP(typ=kind, max="**", validators=(no_repeat,)) for word, kind in kinds.items()}
    lists = {"LIST_ORDRE": "listis_sdaster", "LIST_FREQ": "listr8_sdaster", "LIST_INST": "listr8_sdaster"}
    return {**several, **{word: SIMP(typ=kind) for word, kind in lists.items()}}


def fields_of_result() -> BLOC:
    """What of a RESULTAT is meant: its fields and its storage orders."""
    by_number = present("ANGLE") | present("FREQ") | present("LIST_FREQ") | present("INST") | present("LIST_INST")
    return BLOC(
        present("RESULTAT"),
        rules=(EXCLUS("TOUT_CHAM", "NOM_CHAM"), EXCLUS("TOUT_ORDRE", *ORDER_WORDS)),
        TOUT_CHAM=SIMP(into=("OUI", "NON")),
        NOM_CHAM=SIMP(max="**", into=field_names, validators=(no_repeat,)),
        TOUT_ORDRE=SIMP(into=("OUI",)),
        **order_words(),
        b_acce_reel=BLOC(by_number, **precision()),
    )


ORDERS_OR_MODES = (
    "TOUT_ORDRE", "NUME_ORDRE", "LIST_ORDRE", "INST", "LIST_INST", "TOUT_MODE", "NUME_MODE", "LIST_MODE", "LIST_FREQ", "FREQ",
)  # fmt: skip
"""The ways that exclude each other to name storage orders of evolutions and of modes."""


def orders_or_modes() -> dict:
    """The declaration of these ways, with the precision of a search."""
    numbers = {"NUME_ORDRE": "I", "NUME_MODE": "I", "INST": "R", "FREQ": "R"}
    lists = {"LIST_ORDRE": "listis_sdaster", "LIST_MODE": "listis_sdaster", "LIST_INST": "listr8_sdaster", "LIST_FREQ": "listr8_sdaster"}
    return dict(
        **{word: SIMP("f", into=("OUI",), advisory=True) for word in ("TOUT_ORDRE", "TOUT_MODE")},
        **{word: SIMP("f", typ=kind, max="**", validators=(no_repeat,)) for word, kind in numbers.items()},
        **{word: SIMP("f", typ=kind) for word, kind in lists.items()},
        b_acce=BLOC(present("INST") | present("LIST_INST") | present("FREQ") | present("LIST_FREQ"), **precision()),
    )
