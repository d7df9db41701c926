"""DEFI_FONCTION: a real or complex function of one parameter, by its points (u4.31.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import PARAMETERS, extrapolation, interpolation
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._points import check_logarithms, in_order, properties, rows
from pyaster_lite.concepts.function import Function


@operator(
    "DEFI_FONCTION",
    produces=lambda values: "fonction_c" if "VALE_C" in values else "fonction_sdaster",
    early=True,
    rules=UN_PARMI("VALE", "VALE_C", "VALE_PARA", "ABSCISSE"),
    keywords=dict(
        NOM_PARA=SIMP("o", into=PARAMETERS),
        NOM_RESU=SIMP(defaut="TOUTRESU"),
        VALE=SIMP(typ="R", min=2, max="**"),
        VALE_C=SIMP(typ="R", min=2, max="**"),
        ABSCISSE=SIMP(typ="R", min=2, max="**"),
        b_abscisse=BLOC(present("ABSCISSE"), ORDONNEE=SIMP("o", typ="R", min=2, max="**")),
        VALE_PARA=SIMP(typ="listr8_sdaster"),
        b_vale_para=BLOC(present("VALE_PARA"), VALE_FONC=SIMP("o", typ="listr8_sdaster")),
        INTERPOL=interpolation(),
        PROL_DROITE=extrapolation(),
        PROL_GAUCHE=extrapolation(),
        VERIF=SIMP(into=("CROISSANT", "NON"), defaut="CROISSANT"),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(advisory=True),
    ),
)
def defi_fonction(args, context):
    """Make the function."""
    reading = properties(args, args.NOM_PARA)
    word, width, x, y = _points(args)
    strict = args.VERIF == "CROISSANT" and word != "VALE_PARA"
    x, y = in_order(args, word, x, y, strict, width, context)
    check_logarithms(args, word, x, y, reading.interpolation)
    return Function(x, y, reading)


def _points(args):
    """(keyword, values a point takes in it, abscissas, ordinates)."""
    if "VALE" in args:
        table = rows(args, "VALE", 2)
        return "VALE", 2, table[:, 0], table[:, 1]
    if "VALE_C" in args:
        table = rows(args, "VALE_C", 3)
        return "VALE_C", 3, table[:, 0], table[:, 1] + 1j * table[:, 2]
    word, other = ("VALE_PARA", "VALE_FONC") if "VALE_PARA" in args else ("ABSCISSE", "ORDONNEE")
    x, y = np.array(list(args[word]), float), np.array(list(args[other]), float)
    if len(x) != len(y):
        raise args.wrong(other, f"{other} has {len(y)} values for the {len(x)} of {word}")
    return word, 1, x, y
