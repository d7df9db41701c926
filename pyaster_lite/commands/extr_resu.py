"""EXTR_RESU: some storage orders and some fields of a result, or what it says of a part of its mesh (u4.71.04)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names, order_words, precision
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._output_orders import orders_by_word
from pyaster_lite.commands._result_restricted import RESTRICTION, restricted_result

_KINDS = (
    "evol_elas", "dyna_trans", "dyna_harmo", "acou_harmo", "mode_meca", "mode_acou", "evol_ther", "evol_noli", "evol_varc",
    "mult_elas", "fourier_elas", "fourier_ther",
)  # fmt: skip
_ORDER_WORDS = {word: simple for word, simple in order_words().items() if word != "ANGLE"}


@operator(
    "EXTR_RESU",
    produces=lambda values: kind_of(values.RESULTAT),
    reuse="RESULTAT",
    keywords=dict(
        RESULTAT=SIMP("o", typ=_KINDS),
        ARCHIVAGE=FACT(
            rules=(UN_PARMI(*_ORDER_WORDS, "LIST_ARCH", "PAS_ARCH"), EXCLUS("CHAM_EXCLU", "NOM_CHAM")),
            CHAM_EXCLU=SIMP(max="**", validators=(no_repeat,)),
            NOM_CHAM=SIMP(max="**", into=field_names, validators=(no_repeat,)),
            **_ORDER_WORDS,
            **precision(),
            LIST_ARCH=SIMP(typ="listis_sdaster"),
            PAS_ARCH=SIMP(typ="I", val_min=1),
        ),
        RESTREINT=RESTRICTION,
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def extr_resu(args, context):
    """The storage orders keep their numbers; the result it is taken from stays as it is."""
    source = args.RESULTAT
    chosen = source.part(source.orders, source.field_names()) if args.ARCHIVAGE is None else _archived(args.ARCHIVAGE, source, context)
    return chosen if args.RESTREINT is None else restricted_result(args.RESTREINT, chosen)


def _archived(level, source, context):
    stored = source.field_names()
    for word in ("NOM_CHAM", "CHAM_EXCLU"):
        for name in level[word] or ():
            if name not in stored:
                context.warn(level, word, f"{source.name} has no field {name}")
    kept = [name for name in stored if name not in (level.CHAM_EXCLU or ()) and name in (level.NOM_CHAM or stored)]
    return source.part(_orders(level, source), kept)


def _orders(level, source):
    level.mark_read("CRITERE", "PRECISION")
    if level.PAS_ARCH is not None:
        return source.orders[level.PAS_ARCH - 1 :: level.PAS_ARCH]
    if level.LIST_ARCH is not None:
        return [source.orders[place - 1] for place in sorted(set(level.LIST_ARCH)) if 1 <= place <= len(source.orders)]
    found = set()
    for word, value, orders in orders_by_word(level, source):
        if not orders:
            raise level.wrong(word, f"{source.name} has nothing at {word} {value}")
        found.update(orders)
    return sorted(found)
