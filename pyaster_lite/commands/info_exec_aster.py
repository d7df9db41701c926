"""INFO_EXEC_ASTER: how much time is left to the study, which logical unit is free, whether one is in use (u4.13.04)."""

from __future__ import annotations

import math
import time

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import is_in
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table

_PART = 80
"""Characters of a file's name in each of the columns NOMFIC1 to NOMFIC4."""


@operator(
    "INFO_EXEC_ASTER",
    produces="table_sdaster",
    keywords=dict(
        LISTE_INFO=SIMP("o", into=("TEMPS_RESTANT", "UNITE_LIBRE", "ETAT_UNITE"), max=3, validators=(no_repeat,)),
        b_etat_unite=BLOC(
            is_in("LISTE_INFO", "ETAT_UNITE"), rules=UN_PARMI("UNITE", "FICHIER"), UNITE=SIMP("f", typ="I"), FICHIER=SIMP("f")
        ),
        TITRE=SIMP("f"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def info_exec_aster(args, context):
    """A row for each question, in a column of its name."""
    rows, types = [], {}
    for question in args.LISTE_INFO:
        kind, answer = _ANSWERS[question](args, context.files)
        rows.append({question: answer.pop("answer"), **answer})
        types |= {question: kind, **dict.fromkeys(answer, "K80")}
    return Table.from_rows(rows, types, title=args.TITRE or "")


def _time_left(args, files):
    """The seconds of the .export less those of the processor; without a limit there is no end."""
    limit = None if files.export is None else files.export.time_limit
    return "R", {"answer": math.inf if limit is None else limit - time.process_time()}


def _free_unit(args, files):
    unit = files.reserve(args.span_of("LISTE_INFO"))
    files.release(unit)
    return "I", {"answer": unit}


def _state(args, files):
    unit = args.UNITE if args.UNITE is not None else files.unit_of(args.FICHIER)
    state, path = ("FERME", None) if unit is None else files.state(unit)
    if path is None:
        return "K8", {"answer": state}
    name = str(path)
    parts = {f"NOMFIC{part + 1}": name[part * _PART : (part + 1) * _PART] for part in range(4)}
    return "K8", {"answer": state, **{word: text for word, text in parts.items() if text}}


_ANSWERS = {"TEMPS_RESTANT": _time_left, "UNITE_LIBRE": _free_unit, "ETAT_UNITE": _state}
