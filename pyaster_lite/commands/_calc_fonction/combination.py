"""COMB, COMB_C, MULT, PUISSANCE, COMPOSE, ASSE, INVERSE, ABS, EXTRACTION: functions made of others."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._calc_fonction.action import COMPLEX, FAMILY, REAL, Action, alike, kind_of_first

_PARTS = {"REEL": "real", "IMAG": "imag", "MODULE": "modul", "PHASE": "phase"}


def _sum(levels, coefficients, functions):
    total = 0.0
    for coefficient, function in zip(coefficients, alike(levels[-1], functions)):
        total = function * coefficient + total
    return _read_as(total, functions[0])


def _read_as(made, first):
    """The result read as the first function is."""
    if first.kind == FAMILY:
        made.properties = first.properties
        return made
    return made.with_properties(first.properties)


def _comb(levels):
    return _sum(levels, [level.COEF for level in levels], [level.FONCTION for level in levels])


def _comb_c(levels):
    functions = [level.FONCTION for level in levels]
    functions = [f if f.kind == FAMILY else f.convert("complex") for f in functions]
    coefficients = [complex(level.COEF_R) if level.COEF_R is not None else level.COEF_C for level in levels]
    if functions[0].kind == FAMILY:
        if any(coefficient.imag for coefficient in coefficients):
            raise levels[0].wrong("COEF_C", "a function of two parameters takes real coefficients only")
        coefficients = [coefficient.real for coefficient in coefficients]
    return _sum(levels, coefficients, functions)


def _mult(levels):
    functions = [level.FONCTION for level in levels]
    if functions[0].kind == COMPLEX:
        functions = [f.convert("complex") for f in functions]
    product = 1.0
    for function in alike(levels[-1], functions):
        product = function * product
    return _read_as(product, functions[0])


def _power(args):
    product = args.FONCTION
    for _ in range(args.EXPOSANT - 1):
        product = product * args.FONCTION
    return product


def _compose(args):
    outer, inner = args.FONC_RESU, args.FONC_PARA
    return outer[inner]


def _join(args):
    first, second = args.FONCTION
    return first.cat(second, args.SURCHARGE)


BOTH = (REAL, FAMILY)
ANY = (REAL, COMPLEX, FAMILY)
ACTIONS = {
    "COMB": Action(FACT(max="**", FONCTION=SIMP("o", typ=BOTH), COEF=SIMP("o", typ="R")), _comb, kind_of_first),
    "COMB_C": Action(
        FACT(
            max="**",
            rules=UN_PARMI("COEF_R", "COEF_C"),
            FONCTION=SIMP("o", typ=ANY),
            COEF_R=SIMP(typ="R"),
            COEF_C=SIMP(typ="C"),
        ),
        _comb_c,
        lambda levels: FAMILY if kind_of_first(levels) == FAMILY else COMPLEX,
    ),
    "MULT": Action(FACT(max="**", FONCTION=SIMP("o", typ=ANY)), _mult, kind_of_first),
    "PUISSANCE": Action(FACT(FONCTION=SIMP("o", typ=BOTH), EXPOSANT=SIMP(typ="I", defaut=1)), _power, kind_of_first),
    "COMPOSE": Action(FACT(FONC_RESU=SIMP("o", typ=REAL), FONC_PARA=SIMP("o", typ=REAL)), _compose),
    "ASSE": Action(FACT(FONCTION=SIMP("o", typ=REAL, min=2, max=2), SURCHARGE=SIMP(into=("DROITE", "GAUCHE"), defaut="DROITE")), _join),
    "INVERSE": Action(FACT(FONCTION=SIMP("o", typ=REAL)), lambda args: args.FONCTION.inverse()),
    "ABS": Action(FACT(FONCTION=SIMP("o", typ=REAL)), lambda args: args.FONCTION.abs()),
    "EXTRACTION": Action(
        FACT(FONCTION=SIMP("o", typ=COMPLEX), PARTIE=SIMP("o", into=tuple(_PARTS))),
        lambda args: args.FONCTION.convert(_PARTS[args.PARTIE]),
    ),
}
