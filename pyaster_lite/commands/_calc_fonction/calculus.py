"""DERIVE, INTEGRE, CORR_ACCE: derivatives, primitives, and accelerations without drift."""

from __future__ import annotations

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._calc_fonction.action import REAL, Action
from pyaster_lite.fe.response_spectrum import high_pass


def _derivative(args):
    args.mark_read("METHODE")
    return args.FONCTION.derive()


def _primitive(args):
    method = args.FONCTION.trapeze if args.METHODE == "TRAPEZE" else args.FONCTION.simpson
    return method(args.COEF)


def _without_drift(args):
    """POLYNOME: take straight trends off the acceleration, the velocity and, if asked, the displacement; FILTRAGE: filter."""
    given = args.FONCTION
    if args.METHODE == "FILTRAGE":
        return given.with_points(given.x, high_pass(given.y, given.intervals()[0], args.FREQ_FILTRE))
    made = given.suppr_tend().trapeze(0.0).suppr_tend()
    if args.CORR_DEPL == "OUI":
        made = made.trapeze(0.0).suppr_tend().derive()
    return made.derive().with_properties(given.properties)


ACTIONS = {
    "DERIVE": Action(FACT(METHODE=SIMP(into=("DIFF_CENTREE",), defaut="DIFF_CENTREE"), FONCTION=SIMP("o", typ=REAL)), _derivative),
    "INTEGRE": Action(
        FACT(
            METHODE=SIMP(into=("SIMPSON", "TRAPEZE"), defaut="TRAPEZE"),
            FONCTION=SIMP("o", typ=REAL),
            COEF=SIMP(typ="R", defaut=0.0),
        ),
        _primitive,
    ),
    "CORR_ACCE": Action(
        FACT(
            FONCTION=SIMP("o", typ=REAL),
            METHODE=SIMP("o", into=("FILTRAGE", "POLYNOME")),
            b_corr1=BLOC(equal("METHODE", "FILTRAGE"), FREQ_FILTRE=SIMP(typ="R", val_min=0.0, defaut=0.05)),
            b_corr2=BLOC(equal("METHODE", "POLYNOME"), CORR_DEPL=SIMP(into=("OUI", "NON"), defaut="NON")),
        ),
        _without_drift,
    ),
}
