"""DEFI_LIST_ENTI: a list of integers, or the storage orders of a result within intervals of a parameter (u4.34.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, ascending
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.concepts.lists import NumberList

MOST = 10**7
"""A longer list is a slip."""


@operator(
    "DEFI_LIST_ENTI",
    produces="listis_sdaster",
    early=True,
    keywords=dict(
        OPERATION=SIMP(into=("DEFI", "NUME_ORDRE"), defaut="DEFI"),
        b_defi=BLOC(
            equal("OPERATION", "DEFI"),
            rules=(UN_PARMI("VALE", "DEBUT"), EXCLUS("VALE", "INTERVALLE")),
            VALE=SIMP(typ="I", max="**", validators=(ascending,)),
            DEBUT=SIMP(typ="I"),
            INTERVALLE=FACT(
                max="**",
                rules=UN_PARMI("NOMBRE", "PAS"),
                JUSQU_A=SIMP("o", typ="I"),
                NOMBRE=SIMP(typ="I", val_min=1),
                PAS=SIMP(typ="I", val_min=1),
            ),
        ),
        b_extr=BLOC(
            equal("OPERATION", "NUME_ORDRE"),
            RESULTAT=SIMP("o", typ="resultat_sdaster"),
            PARAMETRE=SIMP("o"),
            INTERVALLE=FACT("o", max="**", VALE=SIMP("o", typ="R", min=2, max=2)),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def defi_list_enti(args, context):
    """Make the list."""
    if args.OPERATION == "NUME_ORDRE":
        return NumberList(np.array(_orders(args), int))
    if "VALE" in args:
        return NumberList(np.array(args.VALE, int))
    values = [args.DEBUT]
    for interval in args.INTERVALLE:
        start, end = values[-1], interval.JUSQU_A
        word = "NOMBRE" if "NOMBRE" in interval else "PAS"
        if end <= start:
            raise interval.wrong("JUSQU_A", f"the interval must lead upwards, but goes from {start} to {end}")
        if (end - start) % interval[word]:
            raise interval.wrong(word, f"{word} = {interval[word]} does not divide the interval from {start} to {end}")
        step = (end - start) // interval.NOMBRE if word == "NOMBRE" else interval.PAS
        if (end - start) // step > MOST:
            raise interval.wrong(word, f"the interval from {start} to {end} would hold more than {MOST} values")
        values += range(start + step, end + 1, step)
    return NumberList(np.array(values, int))


def _orders(args):
    result, name = args.RESULTAT, args.PARAMETRE
    if not result.parameters.get(name):
        raise args.wrong("PARAMETRE", f"{result.name} has no parameter {name}")
    column = result.access(name)
    intervals = [occurrence.VALE for occurrence in args.INTERVALLE]
    orders = [o for o, value in zip(result.orders, column) for low, high in intervals if low <= value <= high]
    if not orders:
        raise args.wrong("INTERVALLE", f"no storage order of {result.name} has its {name} there")
    return orders
