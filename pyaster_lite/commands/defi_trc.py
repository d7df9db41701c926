"""DEFI_TRC: the diagram of a steel's transformations at continuous cooling, as a table (u4.43.04)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.concepts.table import Table

COOLING = ("VITESSE", "PARA_EQ", "COEF_0", "COEF_1", "COEF_2", "COEF_3", "COEF_4", "COEF_5")
POINT = ("Z1", "Z2", "Z3", "TEMP")
MARTENSITE = ("SEUIL", "AKM", "BKM", "TPLM")
GRAIN = ("DREF", "A")


@operator(
    "DEFI_TRC",
    produces="table_sdaster",
    early=True,
    keywords=dict(
        HIST_EXP=FACT("o", max="**", VALE=SIMP("o", typ="R", max="**")),
        TEMP_MS=FACT("o", **{word: SIMP("o", typ="R") for word in MARTENSITE}),
        GRAIN_AUST=FACT("f", **{word: SIMP("f", typ="R") for word in GRAIN}),
    ),
)
def defi_trc(args, context):
    """A row for each experiment, a row for each of their points, and one of the laws of martensite and of the grain."""
    coolings, points = [], []
    for occurrence in args.HIST_EXP:
        values = list(occurrence.VALE)
        if len(values) < 12 or len(values) % 4:
            text = "an experiment has its speed, a parameter, six coefficients and points of four values"
            raise occurrence.wrong("VALE", f"{text}: {len(values)} values are given")
        own = [values[i : i + 4] for i in range(8, len(values), 4)]
        if any(after[3] > before[3] for before, after in zip(own, own[1:])):
            raise occurrence.wrong("VALE", "the temperatures of an experiment must fall")
        coolings.append(dict(zip(COOLING, values)) | {"NB_POINT": float(len(own))})
        points += [dict(zip(POINT, row)) for row in own]
    grain = args.get("GRAIN_AUST")
    law = {word: args.TEMP_MS[word] for word in MARTENSITE}
    law |= {word: (grain.get(word) if grain is not None else None) or 0.0 for word in GRAIN}
    types = dict.fromkeys((*COOLING, "NB_POINT", *POINT, *MARTENSITE, *GRAIN), "R")
    return Table.from_rows([*coolings, *points, law], types)
