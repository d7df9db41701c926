"""DEFI_NAPPE: a function of two parameters, by functions of the second for values of the first (u4.31.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import PARAMETERS, extrapolation, interpolation
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, UN_PARMI
from pyaster_lite.commands._points import check_logarithms, in_order, properties, rows
from pyaster_lite.concepts.function import Function
from pyaster_lite.concepts.function_family import FunctionFamily


@operator(
    "DEFI_NAPPE",
    produces="nappe_sdaster",
    early=True,
    rules=(
        UN_PARMI("FONCTION", "DEFI_FONCTION"),
        EXCLUS("FONCTION", "NOM_PARA_FONC"),
        ENSEMBLE("NOM_PARA_FONC", "DEFI_FONCTION"),
    ),
    keywords=dict(
        NOM_PARA=SIMP("o", into=PARAMETERS),
        NOM_RESU=SIMP(defaut="TOUTRESU"),
        PARA=SIMP("o", typ="R", max="**"),
        FONCTION=SIMP(typ="fonction_sdaster", max="**"),
        NOM_PARA_FONC=SIMP(into=PARAMETERS),
        DEFI_FONCTION=FACT(
            max="**",
            VALE=SIMP("o", typ="R", max="**"),
            INTERPOL=interpolation(),
            PROL_DROITE=extrapolation(),
            PROL_GAUCHE=extrapolation(),
        ),
        INTERPOL=interpolation(),
        PROL_DROITE=extrapolation(),
        PROL_GAUCHE=extrapolation(),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        VERIF=SIMP(into=("CROISSANT",)),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def defi_nappe(args, context):
    """Make the family, in ascending order of PARA."""
    strict = args.VERIF == "CROISSANT"
    if args.DEFI_FONCTION:
        word, functions = "DEFI_FONCTION", [_function(args, occurrence, strict, context) for occurrence in args.DEFI_FONCTION]
    else:
        word, functions = "FONCTION", list(args.FONCTION)
        _check_alike(args, functions)
    if len(functions) != len(args.PARA):
        raise args.wrong("PARA", f"PARA has {len(args.PARA)} values for {len(functions)} functions under {word}")
    values, place = in_order(args, "PARA", np.array(args.PARA), np.arange(len(functions)), strict, 1, context)
    reading = properties(args, args.NOM_PARA)
    check_logarithms(args, "PARA", values, np.ones(1), reading.interpolation)
    return FunctionFamily(values, [functions[i] for i in place], reading)


def _function(args, occurrence, strict, context):
    table = rows(occurrence, "VALE", 2)
    reading = properties(occurrence, args.NOM_PARA_FONC)
    x, y = in_order(occurrence, "VALE", table[:, 0], table[:, 1], strict, 2, context)
    check_logarithms(occurrence, "VALE", x, y, reading.interpolation)
    return Function(x, y, reading)


def _check_alike(args, functions):
    """All functions must depend on one parameter."""
    names = {f.properties.parameter: i for i, f in enumerate(functions) if f.properties.parameter != "TOUTPARA"}
    if len(names) > 1:
        first, second = list(names)[:2]
        raise args.wrong("FONCTION", f"the functions depend on different parameters, {first} and {second}", item=names[second])
