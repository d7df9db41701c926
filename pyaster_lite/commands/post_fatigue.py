"""POST_FATIGUE: the cycles of a load that varies along a line (u4.83.01). Damage, and loads in space, are not there."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.cycle_counting import METHODS, cycles

_FUNCTION = ("fonction_sdaster", "formule")


@operator(
    "POST_FATIGUE",
    produces="table_sdaster",
    keywords=dict(
        CHARGEMENT=SIMP("o", into=("UNIAXIAL",)),
        HISTOIRE=FACT("o", rules=UN_PARMI("SIGM", "EPSI"), SIGM=SIMP("f", typ=_FUNCTION), EPSI=SIMP("f", typ=_FUNCTION)),
        COMPTAGE=SIMP("o", into=tuple(METHODS)),
        DELTA_OSCI=SIMP("f", typ="R", defaut=0.0),
        COEF_MULT=FACT("f", KT=SIMP("o", typ="R")),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", advisory=True),
    ),
)
def post_fatigue(args, context):
    """A row for each cycle."""
    args.mark_read("CHARGEMENT")
    history = args.HISTOIRE.SIGM or args.HISTOIRE.EPSI
    if not hasattr(history, "y"):
        raise args.HISTOIRE.wrong("SIGM", "a function by points is needed: CALC_FONC_INTERP makes one of a formula")
    factor = args.COEF_MULT.KT if args.COEF_MULT is not None else 1.0
    return counted(factor * np.asarray(history.y, float), args.COMPTAGE, args.DELTA_OSCI)


def counted(values, method: str, least: float) -> Table:
    """The table of the cycles of a load."""
    rows = [{"CYCLE": i, "VALE_MIN": low, "VALE_MAX": high} for i, (low, high) in enumerate(cycles(values, method, least), start=1)]
    return Table.from_rows(rows, {"CYCLE": "I", "VALE_MIN": "R", "VALE_MAX": "R"}, title="POST_FATIGUE")
