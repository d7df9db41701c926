"""DEFI_LIST_FREQ: frequencies made finer around resonances, or bands that hold about as many modes each (u4.34.12)."""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, UN_PARMI
from pyaster_lite.commands._modal_matrices import agree, elimination, reduced
from pyaster_lite.commands._number_lists import numbers_along
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.frequency_lists import balanced_bands, half_power, refined
from pyaster_lite.fe.modal_counts import sturm

COLUMNS = {
    "NUME_BANDE": "I", "FREQ_MIN": "R", "FREQ_MAX": "R", "NB_MODES": "I", "NB_CIBLE": "I", "ERR_REL": "R", "NB_ITER": "I",
    "ITER_MAX": "I",
}  # fmt: skip
_SETTINGS = ((2.0 * pi * 0.01) ** 2, 0.05, 3)
"""How modes are counted, as by INFO_MODE: threshold of rigid modes, relative shift, number of shifts."""


@operator(
    "DEFI_LIST_FREQ",
    produces=lambda args: "table_sdaster" if args.get("EQUI_MODES") else "listr8_sdaster",
    rules=(
        UN_PARMI("VALE", "DEBUT", "EQUI_MODES"),
        EXCLUS("VALE", "INTERVALLE"),
        ENSEMBLE("DEBUT", "INTERVALLE"),
        EXCLUS("RAFFINEMENT", "EQUI_MODES"),
    ),
    keywords=dict(
        VALE=SIMP(typ="R", max="**"),
        DEBUT=SIMP(typ="R"),
        INTERVALLE=FACT(max="**", rules=UN_PARMI("NOMBRE", "PAS"), JUSQU_A=SIMP("o", typ="R"), NOMBRE=SIMP(typ="I"), PAS=SIMP(typ="R")),
        RAFFINEMENT=FACT(
            LIST_RAFFINE=SIMP("o", typ="R", max="**"),
            NB_POINTS=SIMP(typ="I", defaut=5, val_min=2),
            PAS_MINI=SIMP(typ="R", defaut=0.001, val_min=0.0),
            CRITERE=SIMP(into=("RELATIF", "ABSOLU", "LARGEUR_3DB"), defaut="RELATIF"),
            b_largeur=BLOC(~equal("CRITERE", "LARGEUR_3DB"), DISPERSION=SIMP(typ="R", defaut=0.01)),
            b_amortissement=BLOC(
                equal("CRITERE", "LARGEUR_3DB"),
                rules=UN_PARMI("AMOR_REDUIT", "LIST_AMOR"),
                AMOR_REDUIT=SIMP(typ="R", max="**", val_min=0.0, val_max=0.7),
                LIST_AMOR=SIMP(typ="listr8_sdaster"),
            ),
        ),
        EQUI_MODES=FACT(
            TYPE_SAISIE=SIMP(into=("LISTE", "MATR_ASSE"), defaut="LISTE"),
            FREQ_MIN=SIMP("o", typ="R"),
            FREQ_MAX=SIMP("o", typ="R"),
            b_matrices=BLOC(
                equal("TYPE_SAISIE", "MATR_ASSE"), MATR_RIGI=SIMP("o", typ="matr_asse_depl_r"), MATR_MASS=SIMP("o", typ="matr_asse_depl_r")
            ),
            b_liste=BLOC(equal("TYPE_SAISIE", "LISTE"), LIST_FREQ=SIMP("o", typ="R", max="**")),
            TOLERANCE=SIMP(typ="R", defaut=0.1),
            NB_POINTS_INIT=SIMP(typ="I", defaut=10, val_min=1),
            NB_POINTS_SUPP=SIMP(typ="I", defaut=1, val_min=1),
            ITER_MAXI=SIMP(typ="I", defaut=20, val_min=1),
            NB_MODES=SIMP(typ="I", defaut=40, val_min=1),
        ),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def defi_list_freq(args, context):
    """Make the list, or the table of bands."""
    if args.EQUI_MODES is not None:
        return _bands(args.EQUI_MODES, context)
    values = numbers_along(args, context)
    if args.RAFFINEMENT is None:
        return NumberList(values)
    level = args.RAFFINEMENT
    damping = ()
    if level.CRITERE == "LARGEUR_3DB":
        width, damping = half_power, level.AMOR_REDUIT if level.AMOR_REDUIT is not None else level.LIST_AMOR.values
    elif level.CRITERE == "RELATIF":
        width = lambda peaks, _: level.DISPERSION * peaks  # noqa: E731
    else:
        width = lambda peaks, _: np.full(len(peaks), level.DISPERSION)  # noqa: E731
    made = refined(values, level.LIST_RAFFINE, level.NB_POINTS, level.PAS_MINI, width, damping)
    for one, other in made.pairs:
        context.say(f"the frequencies around {one:.6g} and {other:.6g} overlap")
    return NumberList(made.values)


def _bands(level, context):
    if level.FREQ_MAX <= level.FREQ_MIN:
        raise level.wrong("FREQ_MAX", f"FREQ_MAX = {level.FREQ_MAX:.9g} is not above FREQ_MIN = {level.FREQ_MIN:.9g}")
    counting = _in_matrices(level) if level.TYPE_SAISIE == "MATR_ASSE" else _in_list(level)
    limits = (level.NB_MODES, level.TOLERANCE, level.NB_POINTS_INIT, level.NB_POINTS_SUPP, level.ITER_MAXI)
    with context.timer("modes"):
        found = balanced_bands(counting, level.FREQ_MIN, level.FREQ_MAX, *limits)
    if not found.counts.any():
        raise level.wrong("FREQ_MIN", f"there is no mode between {level.FREQ_MIN:.9g} and {level.FREQ_MAX:.9g}")
    if not found.met:
        text = f"after {found.turns} turns a band is still {found.errors.max():.3g} off, more than TOLERANCE"
        context.warn(level, "TOLERANCE", text)
    rows = zip(found.ends, found.ends[1:], found.counts.tolist(), found.errors.tolist())
    fixed = {"NB_CIBLE": level.NB_MODES, "NB_ITER": found.turns, "ITER_MAX": level.ITER_MAXI}
    return Table.from_rows(
        [
            {"NUME_BANDE": i, "FREQ_MIN": float(a), "FREQ_MAX": float(b), "NB_MODES": count, "ERR_REL": error, **fixed}
            for i, (a, b, count, error) in enumerate(rows, 1)
        ],
        COLUMNS,
        title="RESU_EQUI_MODES",
    )


def _in_list(level):
    values = np.array(level.LIST_FREQ)
    return lambda ends: [int(((values >= a) & (values <= b)).sum()) for a, b in zip(ends, ends[1:])]


def _in_matrices(level):
    agree(level, "MATR_RIGI", "MATR_MASS")
    eliminated = elimination(level.MATR_RIGI)
    matrices = [reduced(level[word], eliminated) for word in ("MATR_RIGI", "MATR_MASS")]

    def count(ends):
        squares = [float(np.copysign((2.0 * pi * end) ** 2, end)) for end in ends]
        below = [sturm(*matrices, value, *_SETTINGS, -1.0 if i == 0 else 1.0)[0] for i, value in enumerate(squares)]
        return np.diff(below)

    return count
