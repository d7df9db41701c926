"""POST_DYNA_ALEA: statistics of spectra: moments, standard deviation, extrema, peak factor (u4.84.04)."""

from __future__ import annotations

from math import exp, log, pi, sqrt

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._fragility import WORDS, fragility
from pyaster_lite.commands._spectra import term_of, told
from pyaster_lite.concepts.spectrum import node_key
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.random_vibration import moment

TINY = 1e-20


_OF_SPECTRUM = ("INTE_SPEC", "OPTION", "NOEUD_I", "NOEUD_J", "NOM_CMP_I", "NOM_CMP_J", "NUME_ORDRE_I", "NUME_ORDRE_J", "MOMENT", "DUREE")


@operator(
    "POST_DYNA_ALEA",
    legacy=(*(Renamed(word, f"INTERSPECTRE/{word}", last="12.0.10") for word in _OF_SPECTRUM),),
    produces="table_sdaster",
    rules=UN_PARMI("FRAGILITE", "INTERSPECTRE"),
    keywords=dict(
        FRAGILITE=WORDS,
        INTERSPECTRE=FACT(
            "f",
            rules=UN_PARMI("NOEUD_I", "NUME_ORDRE_I", "OPTION"),
            INTE_SPEC=SIMP("o", typ="interspectre"),
            NUME_ORDRE_I=SIMP("f", typ="I", max="**"),
            NOEUD_I=SIMP("f", typ="no", max="**"),
            OPTION=SIMP("f", into=("DIAG", "TOUT")),
            b_nume_ordre_i=BLOC(present("NUME_ORDRE_I"), NUME_ORDRE_J=SIMP("o", typ="I", max="**")),
            b_noeud_i=BLOC(
                present("NOEUD_I"),
                NOEUD_J=SIMP("o", typ="no", max="**"),
                NOM_CMP_I=SIMP("o", max="**"),
                NOM_CMP_J=SIMP("o", max="**"),
            ),
            FRACTILE=SIMP("f", typ="R", defaut=0.5, val_min=0.0, val_max=1.0),
            MOMENT=SIMP("f", typ="I", max="**"),
            DUREE=SIMP("f", typ="R"),
        ),
        TITRE=SIMP("f"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def post_dyna_alea(args, context):
    """One row for each term of spectra, or a curve of fragility."""
    if args.FRAGILITE is not None:
        return fragility(args.FRAGILITE, args.TITRE)
    args.mark_read("TITRE")
    level = args.INTERSPECTRE
    spectra, orders = level.INTE_SPEC, sorted({0, 1, 2, 3, 4, *(level.MOMENT or ())})
    # peaks are those of autospectra: between two signals these say nothing
    level.mark_read("DUREE", "FRACTILE")
    rows, names = [], set()
    for pair in _pairs(level, spectra):
        # as in code_aster, moments are those of the real part
        values = term_of(level, spectra, pair, "INTE_SPEC").real
        moments = {order: moment(spectra.frequencies, values, order) for order in orders}
        row = _head(pair) | {f"LAMBDA_{order:02d}": value for order, value in moments.items()}
        if pair[0] == pair[1]:
            if values.min() < 0.0:
                raise level.wrong("INTE_SPEC", f"the spectrum of {told(pair[0])} is negative somewhere")
            row |= _statistics(level, moments)
        rows.append(row)
        names |= set(row)
    keys = ("NOEUD_I", "NOEUD_J", "NOM_CMP_I", "NOM_CMP_J") if spectra.by_nodes else ("NUME_ORDRE_I", "NUME_ORDRE_J")
    types = dict.fromkeys(keys, "K8" if spectra.by_nodes else "I")
    return Table.from_rows(rows, types | dict.fromkeys(sorted(names - set(keys)), "R"))


def _pairs(level, spectra):
    if level.OPTION is not None:
        return [pair for pair in spectra.values if level.OPTION == "TOUT" or pair[0] == pair[1]]
    if "NUME_ORDRE_I" in level:
        first, second = list(level.NUME_ORDRE_I), list(level.NUME_ORDRE_J)
    else:
        first, second = ([(node_key(n), c) for n, c in zip(level[f"NOEUD_{e}"], level[f"NOM_CMP_{e}"])] for e in "IJ")
    if len(first) != len(second):
        raise level.wrong(None, "there must be as many second indices as first ones")
    return list(zip(first, second))


def _head(pair):
    if not isinstance(pair[0], tuple):
        return dict(zip(("NUME_ORDRE_I", "NUME_ORDRE_J"), pair))
    (node, name), (other, second) = pair
    return {"NOEUD_I": node, "NOEUD_J": other, "NOM_CMP_I": name, "NOM_CMP_J": second}


def _statistics(level, moments):
    """What the moments say of extrema and passages through zero; with DUREE, of the largest value."""
    row = {"ECART": sqrt(moments[0])}
    if "DUREE" in level:
        passages = level.DUREE * sqrt(moments[2] / moments[0]) / (2 * pi) / -log(level.FRACTILE)
        width = sqrt(1.0 - moments[1] ** 2 / (moments[2] * moments[0]))
        peak = sqrt(2.0 * log(2.0 * passages * (1 - exp(-(width**1.2) * sqrt(pi * log(2.0 * passages))))))
        row |= {"FACT_PIC": peak, "MAX_MOY" if level.FRACTILE == 0.5 else "MAX_FRACT": peak * sqrt(moments[0])}
    if abs(moments[2]) >= TINY:
        row["NB_EXTREMA_P_S"] = sqrt(moments[4] / moments[2]) / pi
    if abs(moments[0]) >= TINY:
        row["NB_PASS_ZERO_P_S"] = sqrt(moments[2] / moments[0]) / pi
        row["FREQ_APPAR"] = 0.5 * row["NB_PASS_ZERO_P_S"]
        if abs(moments[4]) >= TINY:
            row["FACT_IRRE"] = sqrt(moments[2] ** 2 / moments[0] / moments[4])
    return row
