"""CALC_G_THETA_T: what one virtual extension of a whole crack releases (r7.02.01).

A command up to version 8.2.20, then CALC_G with a field of CALC_THETA or with OPTION='CALC_G_GLOB' up to version 13.1.3.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.commons.field_choice import ORDERS_OR_MODES, orders_or_modes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands._calc_g.fields import WholeExtension, WholeRelease, about_front, about_point, along_front, directions
from pyaster_lite.commands._calc_g.laws import laws_of
from pyaster_lite.commands._output_orders import some_orders
from pyaster_lite.concepts.table import Table


@operator(
    "CALC_G_THETA_T",
    produces="table_sdaster",
    rules=EXCLUS(*ORDERS_OR_MODES),
    keywords=dict(
        RESULTAT=SIMP("o", typ=("evol_elas", "evol_noli", "dyna_trans")),
        **orders_or_modes(),
        THETA=FACT(
            "o",
            rules=(
                UN_PARMI("THETA", "FISSURE"),
                PRESENT_PRESENT("R_INF", "R_SUP"),
                PRESENT_PRESENT("R_INF_FO", "R_SUP_FO"),
                EXCLUS("R_INF", "R_INF_FO"),
            ),
            THETA=SIMP("f", typ="cham_no_sdaster"),
            FISSURE=SIMP("f", typ="fond_fissure"),
            **{word: SIMP("f", typ="R") for word in ("MODULE", "R_INF", "R_SUP")},
            **{word: SIMP("f", typ=FUNCTION) for word in ("MODULE_FO", "R_INF_FO", "R_SUP_FO")},
            DIRECTION=SIMP("f", typ="R", min=3, max=3),
            DIRE_THETA=SIMP("f", typ="cham_no_sdaster"),
            SYME=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        ),
        EXCIT=FACT("f", max="**", CHARGE=SIMP("o", typ=("char_meca", "char_cine_meca")), FONC_MULT=SIMP("f", typ=FUNCTION)),
        ETAT_INIT=FACT("f", SIGM=SIMP("o", typ=("cham_no_sdaster", "cham_elem"))),
        CALCUL_CONTRAINTE=SIMP("f", into=("NON",)),
        OPTION=SIMP("f", into=("CALC_G", "CALC_G_GLOB"), defaut="CALC_G"),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_g_theta_t(args, context):
    """A row for each storage order."""
    args.mark_read("OPTION")
    result, theta = args.RESULTAT, args.THETA
    if result.model is None:
        raise args.wrong("RESULTAT", f"{result.name} comes without a model")
    orders = some_orders(args, result, context)
    word = "THETA" if theta.THETA is not None else "FISSURE"
    if theta[word].mesh is not result.model.mesh:
        raise theta.wrong(word, f"{theta[word].name} is in another mesh than that of {result.name}")
    initial = None if args.ETAT_INIT is None else args.ETAT_INIT.SIGM
    vectors = _given(theta) if word == "THETA" else _made(theta, context)
    release = WholeRelease(args, result, WholeExtension(vectors), laws_of(args, result), initial)
    # unless it says so, the stress is what the law of elasticity makes of the strains (r7.02.01)
    swells = any(getattr(group.element, "swells", False) for group in result.model.groups)
    option = "G" if args.CALCUL_CONTRAINTE == "NON" or swells else "G_EPSI"
    half = theta.SYME == "OUI" or word == "FISSURE" and theta.FISSURE.symmetric
    rows = [_row(release, order, option, 2.0 if half else 1.0) for order in orders]
    return Table.from_rows(rows, {"NUME_ORDRE": "I", "INST": "R", "G": "R"}, title="CALC_G")


def _row(release, order, option, factor):
    return {"NUME_ORDRE": order, "INST": release.time(order), "G": factor * release.terms(order, option)[0, 0]}


def _given(theta):
    field = theta.THETA
    names = [name for name in ("DX", "DY", "DZ") if name in field.components]
    if len(names) < 2:
        raise theta.wrong("THETA", f"{field.name} is no extension: those have DX, DY (and DZ)")
    vectors = np.zeros((field.mesh.n_nodes, 3))
    vectors[:, : len(names)] = np.nan_to_num(np.stack([field.component(name) for name in names], axis=-1))
    return vectors


def _made(theta, context):
    crack = theta.FISSURE
    size, inner, outer = along_front(theta, crack, crack.abscissas, context)
    if len(crack.nodes) == 1:
        values = (float(np.ravel(value)[0]) for value in (inner, outer, size))
        return about_point(crack.mesh.coordinates, crack.points[0], *values, directions(theta, crack)[0])
    size, inner, outer = (np.broadcast_to(value, len(crack.nodes)) for value in (size, inner, outer))
    return about_front(crack, size, inner, outer, directions(theta, crack))
