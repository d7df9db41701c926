"""INFO_FONCTION: extremes, means and seismic measures of functions, as a table (u4.32.05)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._seismic_measures import seismic_measures
from pyaster_lite.concepts.table import Table

CUT = 1e-6
OPTIONS = ("INTE_ARIAS", "INTE_SPEC", "VITE_ABSO_CUMU", "DUREE_PHAS_FORT", "MAXI", "ACCE_SUR_VITE", "ASA", "TOUT")


def criterion():
    """The precision with which the ends of an interval are met."""
    return dict(
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP(typ="R", val_min=0.0, defaut=1e-6, dated=(("9.3.14", 1e-3),))),
        b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
    )


def over_time(many):
    """RMS or ECART_TYPE."""
    return FACT(
        max="**" if many else 1,
        METHODE=SIMP(into=("SIMPSON", "TRAPEZE"), defaut="TRAPEZE"),
        FONCTION=SIMP("o", typ="fonction_sdaster"),
        INST_INIT=SIMP(typ="R"),
        INST_FIN=SIMP(typ="R"),
        **criterion(),
    )


@operator(
    "INFO_FONCTION",
    produces="table_sdaster",
    rules=UN_PARMI("MAX", "RMS", "NOCI_SEISME", "NORME", "ECART_TYPE"),
    keywords=dict(
        MAX=FACT(
            FONCTION=SIMP("o", typ=("fonction_sdaster", "nappe_sdaster"), max="**"),
            INTERVALLE=SIMP(typ="R", min=2, max="**"),
        ),
        RMS=over_time(many=True),
        ECART_TYPE=over_time(many=False),
        NORME=FACT(FONCTION=SIMP("o", typ="nappe_sdaster")),
        NOCI_SEISME=FACT(
            rules=UN_PARMI("FONCTION", "SPEC_OSCI"),
            FONCTION=SIMP(typ="fonction_sdaster"),
            SPEC_OSCI=SIMP(typ="nappe_sdaster"),
            b_option_f=BLOC(
                present("FONCTION"),
                OPTION=SIMP(into=OPTIONS, defaut="TOUT"),
                b_asa=BLOC(
                    is_in("OPTION", "TOUT", "ASA"),
                    FREQ_FOND=SIMP("o", typ="R", val_min=0.0),
                    FREQ_PAS=SIMP(typ="R", defaut=0.01),
                    RATIO=SIMP(typ="R", defaut=0.4),
                ),
                b_amor_red=BLOC(is_in("OPTION", "TOUT", "INTE_SPEC", "ASA"), AMOR_REDUIT=SIMP("o", typ="R")),
                b_pesanteur=BLOC(
                    is_in("OPTION", "TOUT", "INTE_ARIAS", "DUREE_PHAS_FORT"), PESANTEUR=SIMP("o", typ="R", dated=(("9.0.28", 9.81),))
                ),
            ),
            b_option_n=BLOC(
                present("SPEC_OSCI"),
                OPTION=SIMP(into=("INTE_SPEC",), defaut="INTE_SPEC"),
                NATURE=SIMP("o", into=("DEPL", "VITE", "ACCE")),
                AMOR_REDUIT=SIMP("o", typ="R"),
            ),
            INST_INIT=SIMP(typ="R"),
            INST_FIN=SIMP(typ="R"),
            COEF=SIMP(typ="R", defaut=0.0),
            FREQ_INIT=SIMP(typ="R", defaut=0.4),
            FREQ_FIN=SIMP(typ="R", defaut=10.0),
            LIST_FREQ=SIMP(typ="listr8_sdaster"),
            FREQ=SIMP(typ="R", max="**"),
            NORME=SIMP(typ="R", defaut=1.0),
            BORNE_INF=SIMP(typ="R", defaut=0.05),
            BORNE_SUP=SIMP(typ="R", defaut=0.95),
            **criterion(),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def info_fonction(args, context):
    """Make the table."""
    word = next(word for word in ("MAX", "RMS", "ECART_TYPE", "NORME", "NOCI_SEISME") if word in args)
    return Table(_MEASURES[word](args[word]))


def _column(kind, values):
    return kind, list(values)


def _extremes(args):
    functions = list(args.FONCTION)
    readings = {(f.kind, f.properties.parameter, getattr(f, "inner_parameter", ""), f.properties.result) for f in functions}
    if len(readings) > 1:
        raise args.wrong("FONCTION", "the functions must have the same type, parameters and NOM_RESU")
    first = functions[0]
    p = first.properties
    family = first.kind == "nappe_sdaster"
    # code_aster turns these two the wrong way round for a family: the first parameter's column holds the second's value.
    names = [p.parameter, first.inner_parameter, p.result] if family else [p.parameter, p.result]
    rows = []
    for function in functions:
        for number, (low, high) in enumerate(_intervals(args), 1) if args.INTERVALLE else [(None, (None, None))]:
            piece = function if family else function.cut(*_ends(function, low, high), CUT)
            for kind, points in piece.extreme().items():
                for point in points:
                    row = {"FONCTION": function.name, "TYPE": {"min": "MINI", "max": "MAXI"}[kind]}
                    if number is not None:
                        row |= {"INTERVALLE": number, f"{p.parameter}_MIN": low, f"{p.parameter}_MAX": high}
                    rows.append(row | dict(zip(names, map(float, point))))
    types = {"FONCTION": "K8", "TYPE": "K8", "INTERVALLE": "I"}
    return {name: _column(types.get(name, "R"), (row[name] for row in rows)) for name in rows[0]}


def _intervals(args):
    ends = args.INTERVALLE
    if len(ends) % 2:
        raise args.wrong("INTERVALLE", f"INTERVALLE takes pairs, but has {len(ends)} values")
    pairs = list(zip(ends[::2], ends[1::2]))
    for item, (low, high) in enumerate(pairs):
        if high < low:
            raise args.wrong("INTERVALLE", f"the interval from {low:.9g} to {high:.9g} is upside down", item=2 * item)
    return pairs


def _ends(function, low, high):
    return (function.x[0] if low is None else low), (function.x[-1] if high is None else high)


def between_instants(args, function):
    """(function cut at INST_INIT and INST_FIN, first instant, last instant)."""
    start, end = _ends(function, args.INST_INIT, args.INST_FIN)
    if not start < end:
        word = "INST_FIN" if "INST_FIN" in args else "INST_INIT"
        raise args.wrong(word, f"there is nothing between the instants {start:.9g} and {end:.9g}")
    function = function.cut(start, function.x[-1], args.PRECISION, args.CRITERE)
    return function.cut(function.x[0], end, args.PRECISION, args.CRITERE), start, end


def _mean(args, function):
    primitive = function.simpson(0.0) if args.METHODE == "SIMPSON" else function.trapeze(0.0)
    return primitive.y[-1] / (function.x[-1] - function.x[0])


def _root_mean_square(levels):
    rows = []
    for level in levels:
        piece, start, end = between_instants(level, level.FONCTION)
        rows.append((level.FONCTION.name, level.METHODE, start, end, float(np.sqrt(_mean(level, piece * piece)))))
    names = ("FONCTION", "METHODE", "INST_INIT", "INST_FIN", "RMS")
    return {name: _column("K8" if i < 2 else "R", cells) for i, (name, cells) in enumerate(zip(names, zip(*rows)))}


def _standard_deviation(args):
    piece, start, end = between_instants(args, args.FONCTION)
    mean = _mean(args, piece)
    piece = piece + -mean
    deviation = float(np.sqrt(_mean(args, piece * piece)))
    numbers = {"MOYENNE": float(mean), "ECART_TYPE": deviation, "INST_INIT": start, "INST_FIN": end}
    return {
        "FONCTION": ("K8", [args.FONCTION.name]),
        "METHODE": ("K8", [args.METHODE]),
        **{name: ("R", [float(value)]) for name, value in numbers.items()},
    }


def _norms(args):
    norms = [function.normel2() for function in args.FONCTION.functions]
    return {"NORME": ("R", norms), "FONCTION": ("K8", [args.FONCTION.name] * len(norms))}


_MEASURES = {
    "MAX": _extremes,
    "RMS": _root_mean_square,
    "ECART_TYPE": _standard_deviation,
    "NORME": _norms,
    "NOCI_SEISME": seismic_measures,
}
