"""ENVELOPPE, FRACTILE, MOYENNE, REGR_POLYNOMIALE: one function out of several, or a smooth one out of points."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.commands._calc_fonction.action import FAMILY, REAL, Action, alike, as_list, kind_of_first


def _across(args, reduce):
    """The function whose ordinates are `reduce` of (n_functions, n_points) over the abscissas of all, read as the first is."""
    functions = alike(args, as_list(args.FONCTION))
    if functions[0].kind == FAMILY:
        inner = zip(*(family.functions for family in functions))
        return functions[0].with_functions([_reduced(group, reduce) for group in inner])
    return _reduced(functions, reduce)


def _reduced(functions, reduce):
    x = np.unique(np.concatenate([f.x for f in functions]))
    return functions[0].with_points(x, reduce(np.array([f(x) for f in functions])))


def _envelope(args):
    return _across(args, {"SUP": np.maximum.reduce, "INF": np.minimum.reduce}[args.CRITERE])


def _fractile(args):
    return _across(args, lambda y: np.quantile(y, args.FRACT, axis=0))


def _mean(args):
    return _across(args, lambda y: y.mean(axis=0))


def _regression(args):
    function = args.FONCTION
    coefficients = np.polyfit(function.x, function.y, args.DEGRE)
    y = np.polyval(coefficients, function.x)
    return function.with_points(function.x, y, interpolation=("LIN", "LIN"))


def regression_at(args, abscissas):
    """The polynomial of REGR_POLYNOMIALE at abscissas of LIST_PARA."""
    function = args.FONCTION
    y = np.polyval(np.polyfit(function.x, function.y, args.DEGRE), abscissas)
    return function.with_points(abscissas, y, interpolation=("LIN", "LIN"))


SEVERAL = SIMP("o", typ=(REAL, FAMILY), max="**")
ACTIONS = {
    "ENVELOPPE": Action(FACT(FONCTION=SEVERAL, CRITERE=SIMP(into=("SUP", "INF"), defaut="SUP")), _envelope, kind_of_first),
    "FRACTILE": Action(FACT(FONCTION=SEVERAL, FRACT=SIMP(typ="R", val_min=0.0, val_max=1.0, defaut=1.0)), _fractile, kind_of_first),
    "MOYENNE": Action(FACT(FONCTION=SEVERAL), _mean, kind_of_first),
    "REGR_POLYNOMIALE": Action(FACT(FONCTION=SIMP("o", typ=REAL), DEGRE=SIMP("o", typ="I")), _regression),
}
