"""FRAGILITE of POST_DYNA_ALEA: curves of fragility."""

from __future__ import annotations

import random

import numpy as np

from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.fragility import curve, likeliest, regressed

WORDS = FACT(
    "f",
    rules=UN_PARMI("VALE", "LIST_PARA"),
    TABL_RESU=SIMP("o", typ="table_sdaster"),
    VALE=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
    LIST_PARA=SIMP("f", typ="listr8_sdaster"),
    METHODE=SIMP("o", into=("EMV", "REGRESSION")),
    b_regression=BLOC(equal("METHODE", "REGRESSION"), SEUIL=SIMP("o", typ="R")),
    b_likely=BLOC(
        equal("METHODE", "EMV"),
        SEUIL=SIMP("f", typ="R"),
        AM_INI=SIMP("o", typ="R"),
        BETA_INI=SIMP("f", typ="R", defaut=0.3),
        FRACTILE=SIMP("f", typ="R", max="**", val_min=0.0, val_max=1.0, validators=(no_repeat,)),
        b_draws=BLOC(present("FRACTILE"), NB_TIRAGE=SIMP("f", typ="I", val_min=1)),
    ),
)


def fragility(level, title) -> Table:
    """The parameters of the curve, the curve, and the fractiles of the curves of samples drawn anew."""
    at = np.array(list(level.LIST_PARA.values if level.LIST_PARA is not None else level.VALE), float)
    strengths = _column(level, "PARA_NOCI")
    if level.METHODE == "REGRESSION":
        found, samples = regressed(strengths, _column(level, "DEMANDE"), level.SEUIL), []
    else:
        failed = _failed(level)
        found = likeliest(strengths, failed, (level.AM_INI, level.BETA_INI))
        samples = _samples(level, strengths, failed, found) if level.FRACTILE is not None else []
    columns = {"AM": [found[0]], "BETA": [found[1]], "PARA_NOCI": at.tolist(), "PFA": curve(at, *found).tolist()}
    if samples:
        curves = np.array([curve(at, *own) for own in samples])
        columns |= {str(share): np.quantile(curves, share, axis=0).tolist() for share in level.FRACTILE}
    count = len(at)
    padded = {name: ("R", values + [None] * (count - len(values))) for name, values in columns.items()}
    named = {"TITRE": ("K80", [title] + [None] * (count - 1))} if title is not None else {}
    return Table(named | padded)


def _column(level, name):
    table = level.TABL_RESU
    if name not in table.names:
        raise level.wrong("TABL_RESU", f"{table.name} has no column {name}")
    values = table.column(name)
    if any(value is None for value in values):
        raise level.wrong("TABL_RESU", f"the column {name} of {table.name} has empty cells")
    return np.array(values, float)


def _failed(level):
    """(n,) 1 for what failed, of the column DEFA, or of DEMANDE against SEUIL."""
    if "DEFA" in level.TABL_RESU.names:
        level.mark_read("SEUIL")
        return _column(level, "DEFA")
    if level.SEUIL is None:
        raise level.wrong(None, "a table without a column DEFA needs SEUIL, the demand at which a part fails")
    return (_column(level, "DEMANDE") >= level.SEUIL).astype(float)


def _samples(level, strengths, failed, start):
    """The parameters of samples drawn with repetition, by Python's own generator, which decks seed."""
    count = len(strengths)
    draws = level.NB_TIRAGE or count
    if draws > count:
        raise level.wrong("NB_TIRAGE", f"{draws} draws are more than the {count} values")
    found = []
    for _ in range(draws):
        rows = [random.randint(0, count - 1) for _ in range(count)]
        found.append(likeliest(strengths[rows], failed[rows], start, bounded=False))
    return found
