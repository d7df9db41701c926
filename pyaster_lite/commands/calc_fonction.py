"""CALC_FONCTION: operations on functions (u4.32.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import PARAMETERS, extrapolation, interpolation
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._calc_fonction import calculus, coherence, combination, density, frequency, smoothing, spectrum, statistics
from pyaster_lite.concepts.function import Properties

ACTIONS = {
    word: action
    for family in (combination, statistics, calculus, coherence, density, frequency, spectrum, smoothing)
    for word, action in family.ACTIONS.items()
}
_READING = {"NOM_PARA": "parameter", "NOM_RESU": "result", "PROL_GAUCHE": "left", "PROL_DROITE": "right"}


def _chosen(args):
    return next(word for word in ACTIONS if word in args)


def _kind(args):
    word = _chosen(args)
    kind = ACTIONS[word].kind
    return kind(args[word]) if callable(kind) else kind


@operator(
    "CALC_FONCTION",
    produces=_kind,
    rules=UN_PARMI(*ACTIONS),
    keywords=dict(
        **{word: action.fact for word, action in ACTIONS.items()},
        b_comb=BLOC(
            present("COMB") | present("COMB_C") | present("REGR_POLYNOMIALE") | present("MULT"),
            LIST_PARA=SIMP(typ="listr8_sdaster"),
        ),
        NOM_PARA=SIMP(into=PARAMETERS),
        NOM_RESU=SIMP(),
        INTERPOL=interpolation(default=None),
        PROL_DROITE=extrapolation(default=None),
        PROL_GAUCHE=extrapolation(default=None),
        NOM_PARA_FONC=SIMP(into=PARAMETERS),
        INTERPOL_FONC=interpolation(default=None),
        PROL_DROITE_FONC=extrapolation(default=None),
        PROL_GAUCHE_FONC=extrapolation(default=None),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_fonction(args, context):
    """Take the one action; the result is read as the deck says, else as the action left it."""
    word = _chosen(args)
    made = ACTIONS[word].run(args[word])
    doubt = ACTIONS[word].doubt(args[word], made) if ACTIONS[word].doubt is not None else None
    if doubt is not None:
        context.warn(args[word], *doubt)
    if args.get("LIST_PARA") is not None:
        points = args.LIST_PARA.getValuesAsArray()
        made = statistics.regression_at(args[word], points) if word == "REGR_POLYNOMIALE" else made.evalfonc(points)
    if made.kind == "nappe_sdaster":
        inner = [f.with_properties(_read(args, f.properties, "_FONC")) for f in made.functions]
        made = type(made)(made.values, inner, _read(args, made.properties))
    else:
        for inner in (f"{word}_FONC" for word in (*_READING, "INTERPOL")):
            if args.get(inner) is not None:
                args.mark_read(inner)
                context.warn(args, inner, f"{inner} says how the functions of a family are read: this is one function")
        made = made.with_properties(_read(args, made.properties))
    _check(args, word, made)
    return made


def _read(args, properties: Properties, suffix="") -> Properties:
    """The properties with what the deck gives."""
    found = {field: args[word + suffix] for word, field in _READING.items() if args.get(word + suffix) is not None}
    pair = args[f"INTERPOL{suffix}"]
    if pair is not None:
        found["interpolation"] = tuple(pair) * (2 // len(pair))
    return properties.changed(**found)


def _check(args, word, made):
    """The points must ascend and be numbers."""
    for function in made.functions if made.kind == "nappe_sdaster" else [made]:
        if not (np.diff(function.x) > 0).all():
            raise args.wrong(word, f"{word} does not lead to strictly ascending abscissas")
