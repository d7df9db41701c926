"""CALC_FONC_INTERP: a function or a formula at given values of its parameters (u4.32.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import extrapolation, interpolation
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.function_family import FunctionFamily


def _kind(args):
    kind = kind_of(args.FONCTION)
    if kind in ("formule_c", "fonction_c"):
        return "fonction_c"
    if kind == "formule":
        return "nappe_sdaster" if args.NOM_PARA_FONC is not None else "fonction_sdaster"
    return kind


@operator(
    "CALC_FONC_INTERP",
    produces=_kind,
    early=True,
    rules=UN_PARMI("VALE_PARA", "LIST_PARA"),
    keywords=dict(
        FONCTION=SIMP("o", typ=("formule", "formule_c", "fonction_sdaster", "nappe_sdaster", "fonction_c")),
        VALE_PARA=SIMP(typ="R", max="**"),
        LIST_PARA=SIMP(typ="listr8_sdaster"),
        NOM_RESU=SIMP(),
        NOM_PARA=SIMP(),
        INTERPOL=interpolation(default=None),
        PROL_DROITE=extrapolation(default=None),
        PROL_GAUCHE=extrapolation(default=None),
        NOM_PARA_FONC=SIMP(),
        b_eval_nappe=BLOC(
            present("NOM_PARA_FONC"),
            rules=UN_PARMI("VALE_PARA_FONC", "LIST_PARA_FONC"),
            VALE_PARA_FONC=SIMP(typ="R", max="**"),
            LIST_PARA_FONC=SIMP(typ="listr8_sdaster"),
            INTERPOL_FONC=interpolation(default=None),
            PROL_DROITE_FONC=extrapolation(default=None),
            PROL_GAUCHE_FONC=extrapolation(default=None),
        ),
        TITRE=SIMP(max="**", advisory=True),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_fonc_interp(args, context):
    """Evaluate it."""
    function = args.FONCTION
    names = function.parameters or ("TOUTPARA",)
    x = _values(args, "")
    if len(names) == 1:
        return Function(x, _evaluate(function, names, x), _reading(args, args.NOM_PARA or names[0]))
    if len(names) != 2:
        raise args.wrong("FONCTION", f"{function.name} has {len(names)} parameters, only 1 or 2 are possible")
    for word, name in (("NOM_PARA", names[0]), ("NOM_PARA_FONC", names[1])):
        if args[word] not in (None, name):
            raise args.wrong(word, f"the parameters of {function.name} are {names[0]} and {names[1]}, in this order")
    if args.NOM_PARA_FONC is None:
        raise args.wrong(None, f"{args.path} needs NOM_PARA_FONC for a function of two parameters")
    inner = _values(args, "_FONC")
    functions = [Function(inner, _evaluate(function, names, p, inner), _reading(args, names[1], "_FONC")) for p in x]
    return FunctionFamily(x, functions, _reading(args, names[0]))


def _values(args, suffix):
    """Sorted values of VALE_PARA or LIST_PARA."""
    word = f"VALE_PARA{suffix}" if args[f"VALE_PARA{suffix}"] is not None else f"LIST_PARA{suffix}"
    values = np.array(list(args[word]), float)
    if len(np.unique(values)) != len(values):
        raise args.wrong(word, "a value comes twice")
    return np.sort(values)


def _evaluate(function, names, *values):
    values = np.broadcast_arrays(*values)
    return np.asarray(function.evaluate(**dict(zip(names, values))))


def _reading(args, parameter, suffix=""):
    pair = args[f"INTERPOL{suffix}"] or ("LIN",)
    return Properties(
        parameter,
        args.NOM_RESU or "TOUTRESU",
        tuple(pair) * (2 // len(pair)),
        args[f"PROL_GAUCHE{suffix}"] or "EXCLU",
        args[f"PROL_DROITE{suffix}"] or "EXCLU",
    )
