"""MACR_RECAL: parameters of a deck for which its curves come near to measured ones (u4.73.02)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.chart import PILOTES
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.fe.calibration import Misfit, evolved, levenberg, newton_gradients, quasi_newton, simplex, stacked

INNER = "calibrated"
"""What the study of the deck is called."""
_ANYTHING = SIMP("f", typ="any", max="**")
_STEERED = {"advisory": True}


def _unit(default):
    return SIMP("f", typ="I", defaut=default)


@operator(
    "MACR_RECAL",
    produces="listr8_sdaster",
    rules=(
        UN_PARMI("PARA_OPTI", "LIST_PARA"),
        PRESENT_PRESENT("PARA_OPTI", "COURBE"),
        PRESENT_PRESENT("LIST_PARA", "RESU_EXP"),
        PRESENT_PRESENT("LIST_PARA", "RESU_CALC"),
        EXCLUS("LIST_POIDS", "COURBE"),
    ),
    keywords=dict(
        UNITE_ESCL=SIMP("o", typ="I"),
        RESU_EXP=_ANYTHING,
        COURBE=FACT(
            "f",
            max="**",
            FONC_EXP=SIMP("o", typ="fonction_sdaster"),
            NOM_FONC_CALC=SIMP("o"),
            PARA_X=SIMP("o"),
            PARA_Y=SIMP("o"),
            POIDS=SIMP("f", typ="R"),
        ),
        RESU_CALC=_ANYTHING,
        LIST_PARA=_ANYTHING,
        PARA_OPTI=FACT("f", max="**", NOM_PARA=SIMP("o"), **{f"VALE_{end}": SIMP("o", typ="R") for end in ("INI", "MIN", "MAX")}),
        LIST_POIDS=_ANYTHING,
        UNITE_RESU=_unit(91),
        PARA_DIFF_FINI=SIMP("f", typ="R", defaut=1e-5),
        GRAPHIQUE=FACT(
            "f",
            FORMAT=SIMP("f", defaut="XMGRACE", into=("XMGRACE", "GNUPLOT")),
            AFFICHAGE=SIMP("f", defaut="TOUTE_ITERATION", into=("TOUTE_ITERATION", "ITERATION_FINALE")),
            UNITE=_unit(29),
            b_pilote=BLOC(equal("FORMAT", "XMGRACE"), PILOTE=SIMP("f", defaut="", into=PILOTES)),
        ),
        METHODE=SIMP("f", defaut="LEVENBERG", into=("LEVENBERG", "FMIN", "FMINBFGS", "FMINNCG", "GENETIQUE", "HYBRIDE")),
        b_genetique_options=BLOC(
            is_in("METHODE", "GENETIQUE", "HYBRIDE"),
            NB_PARENTS=SIMP("f", typ="I", defaut=10),
            NB_FILS=SIMP("f", typ="I", defaut=5),
            ECART_TYPE=SIMP("f", typ="R", defaut=1.0),
            GRAINE=SIMP("f", typ="I"),
            ITER_ALGO_GENE=SIMP("f", typ="I", defaut=10),
            RESI_ALGO_GENE=SIMP("f", typ="R", defaut=1e-3),
        ),
        ITER_MAXI=SIMP("f", typ="I", defaut=10),
        ITER_FONC_MAXI=SIMP("f", typ="I", defaut=1000),
        RESI_GLOB_RELA=SIMP("f", typ="R", defaut=1e-3),
        TOLE_PARA=SIMP("f", typ="R", defaut=1e-8),
        TOLE_FONC=SIMP("f", typ="R", defaut=1e-8),
        b_gradient=BLOC(
            equal("METHODE", "FMINBFGS"), GRADIENT=SIMP("f", defaut="NON_CALCULE", into=("NON_CALCULE", "NORMAL", "ADIMENSIONNE"))
        ),
        b_gradient_fmincg=BLOC(equal("METHODE", "FMINNCG"), GRADIENT=SIMP("o", into=("NORMAL", "ADIMENSIONNE"))),
        b_gradient_levenberg=BLOC(equal("METHODE", "LEVENBERG"), GRADIENT=SIMP("f", defaut="NORMAL", into=("NORMAL", "ADIMENSIONNE"))),
        # how code_aster shares the runs out: here one follows the other
        CALCUL_ESCLAVE=FACT(
            "d",
            LANCEMENT=SIMP("f", defaut="INCLUSION", into=("DISTRIBUTION", "INCLUSION"), **_STEERED),
            b_eval_distrib=BLOC(
                equal("LANCEMENT", "DISTRIBUTION"),
                UNITE_SUIVI=SIMP("f", typ="I", defaut=29, **_STEERED),
                MODE=SIMP("f", into=("INTERACTIF", "BATCH"), **_STEERED),
                CLASSE=SIMP("f", **_STEERED),
                **{word: SIMP("f", typ="I", **_STEERED) for word in ("MEMOIRE", "TEMPS", "MPI_NBCPU", "MPI_NBNOEUD", "NMAX_SIMULT")},
            ),
        ),
        DYNAMIQUE=FACT("f", MODE_EXP=SIMP("o"), MODE_CALC=SIMP("o"), APPARIEMENT_MANUEL=SIMP("f", defaut="NON", into=("OUI", "NON"))),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def macr_recal(args, context):
    """The list of the parameters that were found, in the order in which the deck gives them."""
    if args.DYNAMIQUE is not None:
        raise args.not_yet("DYNAMIQUE", "modes that are paired by their criterion are not there yet")
    curves, given = _curves(args), _parameters(args)
    order = sorted(range(len(given)), key=lambda i: given[i].name)
    parameters = [given[i] for i in order]
    words = "TOLE_PARA TOLE_FONC ITER_FONC_MAXI RESI_GLOB_RELA GRADIENT NB_PARENTS NB_FILS ECART_TYPE GRAINE ITER_ALGO_GENE RESI_ALGO_GENE"
    for word in words.split():
        args.get(word)
    misfit = _misfit(args, context, curves, parameters)
    found = [one.start for one in parameters]
    if args.ITER_MAXI <= 0:
        misfit.squares(found)
    else:
        found = _search(args, context, misfit, parameters, _Report(args, context, misfit, curves, parameters))
    context.write(args.UNITE_RESU, f"{misfit.count} evaluations\n")
    by_name = dict(zip((one.name for one in parameters), found))
    return NumberList([float(by_name[one.name]) for one in given])


@dataclass(frozen=True)
class _Parameter:
    name: str
    start: float
    low: float
    high: float


@dataclass(frozen=True)
class _Curve:
    """Measured points (m, 2), their weight, and the table and columns of what is computed."""

    points: np.ndarray
    weight: float
    table: str
    x: str
    y: str


def _parameters(args) -> list[_Parameter]:
    if args.PARA_OPTI:
        rows, word = [(one.NOM_PARA, one.VALE_INI, one.VALE_MIN, one.VALE_MAX) for one in args.PARA_OPTI], "PARA_OPTI"
    else:
        rows, word = _nested(args.LIST_PARA), "LIST_PARA"
    if any(len(row) != 4 or not isinstance(row[0], str) for row in rows):
        raise args.wrong(word, "a parameter is told by its name, where it starts, its least and its greatest value")
    found = [_Parameter(row[0], *map(float, row[1:])) for row in rows]
    for one in found if args.METHODE == "LEVENBERG" else ():
        if not one.low <= one.start <= one.high or 0.0 in (one.start, one.low, one.high):
            raise args.wrong(word, f"{one.name} must start between its bounds, and none of the three may be zero")
    return found


def _curves(args) -> list[_Curve]:
    if args.COURBE:
        weights = [one.POIDS for one in args.COURBE if one.POIDS is not None] or [1.0] * len(args.COURBE)
        if len(weights) != len(args.COURBE):
            raise args.wrong("COURBE", "give POIDS to all curves or to none")
        return [
            _Curve(np.column_stack([one.FONC_EXP.x, one.FONC_EXP.y]), weight, one.NOM_FONC_CALC, one.PARA_X, one.PARA_Y)
            for one, weight in zip(args.COURBE, weights)
        ]
    measured = [args.RESU_EXP] if isinstance(args.RESU_EXP, np.ndarray) else list(args.RESU_EXP)
    computed = _nested(args.RESU_CALC)
    weights = [1.0] * len(measured) if args.LIST_POIDS is None else np.ravel(args.LIST_POIDS).tolist()
    if len(computed) != len(measured) or len(weights) != len(measured):
        raise args.wrong("RESU_CALC", "give as many computed curves and weights as measured ones")
    if any(len(row) != 3 or not all(isinstance(word, str) for word in row) for row in computed):
        raise args.wrong("RESU_CALC", "a computed curve is told by its table and by the two columns")
    return [_Curve(np.asarray(points, float), float(weight), *row) for points, weight, row in zip(measured, weights, computed)]


def _nested(value):
    rows = list(value)
    return rows if rows and isinstance(rows[0], (list, tuple)) else [rows]


def _misfit(args, context, curves, parameters) -> Misfit:
    path = context.files.path(args.UNITE_ESCL, "r", span=args.span_of("UNITE_ESCL"))
    text = path.read_text(encoding="utf-8", errors="replace")
    for one in parameters:
        if not re.search(rf"{re.escape(one.name)}[= ]", text):
            raise args.wrong("UNITE_ESCL", f"{path.name} does not speak of the parameter {one.name}")
        text = re.sub(rf"^ *{re.escape(one.name)} *=(?!=).*$", "", text, flags=re.MULTILINE)

    def run(values):
        given = [f"{one.name} = {float(value)!r}" for one, value in zip(parameters, values)]
        made = context.run_deck("\n".join([*given, text]), INNER)
        return [_columns(args, made, curve) for curve in curves]

    return Misfit(run, [curve.points for curve in curves], np.array([curve.weight for curve in curves]), args.PARA_DIFF_FINI)


def _columns(args, made, curve):
    table = made.get(curve.table)
    cells = getattr(table, "cells", {})
    if curve.x not in cells or curve.y not in cells:
        raise args.wrong("UNITE_ESCL", f"the deck makes no table {curve.table} with the columns {curve.x} and {curve.y}")
    return np.column_stack([cells[curve.x], cells[curve.y]]).astype(float)


def _search(args, context, misfit, parameters, report):
    start, low, high = (np.array([getattr(one, end) for one in parameters]) for end in ("start", "low", "high"))
    unit, method = start, args.METHODE
    if method == "FMIN":
        return simplex(misfit.squares, start, args.ITER_MAXI, args.ITER_FONC_MAXI)
    if method in ("GENETIQUE", "HYBRIDE"):
        counts = (args.NB_PARENTS, args.NB_FILS, args.ECART_TYPE, args.ITER_ALGO_GENE, args.RESI_ALGO_GENE)
        start = np.array(evolved(misfit.squares, start, low, high, *counts, context.random(), args.GRAINE))
        if method == "GENETIQUE":
            return start
    if method in ("FMINBFGS", "FMINNCG"):
        search = quasi_newton if method == "FMINBFGS" else newton_gradients
        if args.GRADIENT == "NON_CALCULE":
            return quasi_newton(misfit.squares, start, None, args.RESI_GLOB_RELA, args.ITER_MAXI)
        known = _Known(misfit)
        return search(known.norm, start, known.slope, args.RESI_GLOB_RELA, args.ITER_MAXI)
    ends = (args.RESI_GLOB_RELA, args.TOLE_PARA, args.TOLE_FONC)
    found = levenberg(misfit, start, low, high, unit, args.ITER_MAXI, *ends, report)
    report.last()
    return found


class _Known:
    """The norm of the error and what code_aster takes for its slope: A^T e, by changes in proportion to the parameters."""

    def __init__(self, misfit):
        self._misfit, self._at = misfit, None

    def _compute(self, values):
        if self._at is None or not np.array_equal(self._at, values):
            parts, slopes = self._misfit.with_slopes(values)
            self._error, self._matrix, self._at = stacked(parts), slopes * values, np.array(values)

    def norm(self, values):
        self._compute(values)
        return float(np.linalg.norm(self._error))

    def slope(self, values):
        self._compute(values)
        return self._matrix.T @ self._error


class _Report:
    """What is written of each iteration, and the curves that GRAPHIQUE asks for."""

    def __init__(self, args, context, misfit, curves, parameters):
        self._args, self._context, self._misfit, self._curves, self._parameters = args, context, misfit, curves, parameters
        self._iteration = 0

    def __call__(self, iteration, functional, values, residual):
        lines = [f"iteration {iteration}: functional {functional:.12g}, residual {residual:.12g}"]
        lines += [f"    {one.name} = {value:.15g}" for one, value in zip(self._parameters, values)]
        self._context.write(self._args.UNITE_RESU, "\n".join([*lines, ""]))
        self._iteration = iteration
        chart = self._args.GRAPHIQUE
        if chart is not None and chart.AFFICHAGE == "TOUTE_ITERATION" and iteration:
            self._draw(chart)

    def last(self):
        """After the last iteration."""
        chart = self._args.GRAPHIQUE
        if chart is not None and chart.AFFICHAGE == "ITERATION_FINALE":
            self._draw(chart)

    def _draw(self, chart):
        if chart.FORMAT == "GNUPLOT":
            self._context.warn(chart, "FORMAT", "there is no Gnuplot here: the curves are not drawn")
            return
        for curve, computed in zip(self._curves, self._misfit.curves):
            drawn = [
                {"ABSCISSE": points[:, 0].tolist(), "ORDONNEE": points[:, 1].tolist(), "COULEUR": colour, "LEGENDE": legend}
                for colour, legend, points in ((1, "Experience", curve.points), (2, "Calcul", computed))
            ]
            told = dict(TITRE=f"Courbe : {curve.table}", SOUS_TITRE=f"Iteration : {self._iteration}", LEGENDE_X=curve.x, LEGENDE_Y=curve.y)
            self._context.run("IMPR_FONCTION", FORMAT="XMGRACE", COURBE=drawn, UNITE=chart.UNITE, PILOTE=chart.PILOTE, **told)
