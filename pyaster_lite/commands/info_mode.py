"""INFO_MODE: how many modes there are in bands of frequency, or in a circle (u4.52.01)."""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.solveur import solveur
from pyaster_lite.catalogue.conditions import absent, equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, ascending
from pyaster_lite.commands._modal_matrices import GENERALISED, agree, elimination, reduced
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.modal_counts import sturm, zeros_within

REAL = ("matr_asse_depl_r", "matr_asse_temp_r", "matr_asse_pres_r", GENERALISED)
ANY = (*REAL, "matr_asse_depl_c", "matr_asse_gene_c")
COLUMNS = {
    "FREQ_MIN": "R", "FREQ_MAX": "R", "CENTRE_R": "R", "CENTRE_I": "R", "RAYON": "R", "CHAR_CRIT_MIN": "R",
    "CHAR_CRIT_MAX": "R", "BORNE_MIN_EFFECT": "R", "BORNE_MAX_EFFECT": "R", "NB_MODE": "I",
}  # fmt: skip
CIRCLE = dict(
    TYPE_CONTOUR=SIMP("f", into=("CERCLE",), defaut="CERCLE"),
    RAYON_CONTOUR=SIMP("o", typ="R", val_min=1e-2),
    CENTRE_CONTOUR=SIMP("f", typ="C", defaut=0j),
)

POINTS = dict(
    NBPOINT_CONTOUR=SIMP("f", typ="I", defaut=40, val_min=10, val_max=1000),
    NMAX_ITER_CONTOUR=SIMP("f", typ="I", defaut=3, val_min=1, val_max=5, advisory=True),
)


def _counting(methods, value):
    """COMPTAGE; `value` is FREQ or CHAR_CRIT, or None."""
    thresholds = {}
    if value:
        thresholds[f"SEUIL_{value}"] = SIMP("f", typ="R", defaut=0.01)
        thresholds["PREC_SHIFT"] = SIMP("f", typ="R", defaut=0.05)
        thresholds["NMAX_ITER_SHIFT"] = SIMP("f", typ="I", defaut=3, val_min=0)
    else:
        thresholds |= POINTS
    return FACT("d", METHODE=SIMP("f", into=methods, defaut="AUTO"), **thresholds)


@operator(
    "INFO_MODE",
    produces="table_sdaster",
    keywords=dict(
        TYPE_MODE=SIMP("f", into=("MODE_COMPLEXE", "DYNAMIQUE", "MODE_FLAMB", "GENERAL"), defaut="DYNAMIQUE"),
        b_dynamique=BLOC(
            equal("TYPE_MODE", "DYNAMIQUE"),
            MATR_RIGI=SIMP("o", typ=REAL),
            MATR_MASS=SIMP("o", typ=REAL),
            FREQ=SIMP("o", typ="R", min=2, max="**", validators=(ascending,)),
            COMPTAGE=_counting(("AUTO", "STURM"), "FREQ"),
        ),
        b_flambement=BLOC(
            equal("TYPE_MODE", "MODE_FLAMB"),
            MATR_RIGI=SIMP("o", typ=REAL),
            MATR_RIGI_GEOM=SIMP("o", typ=REAL),
            CHAR_CRIT=SIMP("o", typ="R", min=2, max="**", validators=(ascending,)),
            COMPTAGE=_counting(("AUTO", "STURM"), "CHAR_CRIT"),
        ),
        b_complexe=BLOC(
            equal("TYPE_MODE", "MODE_COMPLEXE"),
            MATR_RIGI=SIMP("o", typ=ANY),
            MATR_MASS=SIMP("o", typ=REAL),
            MATR_AMOR=SIMP("f", typ=REAL),
            COMPTAGE=_counting(("AUTO", "APM"), None),
            **CIRCLE,
        ),
        b_general=BLOC(
            equal("TYPE_MODE", "GENERAL"),
            MATR_A=SIMP("o", typ=ANY),
            MATR_B=SIMP("o", typ=REAL),
            MATR_C=SIMP("f", typ=REAL),
            CHAR_CRIT=SIMP("f", typ="R", min=2, max="**", validators=(ascending,)),
            b_contour=BLOC(absent("CHAR_CRIT"), **CIRCLE),
            COMPTAGE=_counting(("AUTO", "STURM", "APM"), "CHAR_CRIT"),
            **POINTS,
        ),
        NIVEAU_PARALLELISME=SIMP("f", into=("PARTIEL", "COMPLET"), defaut="COMPLET", advisory=True),
        SOLVEUR=solveur(),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def info_mode(args, context):
    """One row per band, or one for the circle."""
    kind = args.TYPE_MODE
    words = {"GENERAL": ("MATR_A", "MATR_B", "MATR_C"), "MODE_FLAMB": ("MATR_RIGI", "MATR_RIGI_GEOM")}
    words = words.get(kind, ("MATR_RIGI", "MATR_MASS", "MATR_AMOR"))
    agree(args, *words)
    eliminated = elimination(args[words[0]])
    matrices = [reduced(args[word], eliminated) for word in words if args.get(word) is not None]
    args.COMPTAGE.mark_read()
    args.mark_read("NBPOINT_CONTOUR")
    with context.timer("modes"):
        if kind == "DYNAMIQUE":
            rows = _frequency_bands(args, *matrices)
        elif kind == "MODE_FLAMB" or "CHAR_CRIT" in args:
            if len(matrices) > 2 or np.iscomplexobj(matrices[0]):
                raise args.wrong("CHAR_CRIT", "modes of complex or damped systems are counted in a circle: give RAYON_CONTOUR")
            rows = _load_bands(args, *matrices)
        else:
            rows = [_circle(args, *matrices)]
    for row in rows:
        context.say("  ".join(f"{name} {value:.6g}" for name, value in row.items()))
    return Table.from_rows(rows, COLUMNS)


def _frequency_bands(args, stiffness, mass):
    given = args.COMPTAGE
    settings = (2.0 * pi * given.SEUIL_FREQ) ** 2, given.PREC_SHIFT, given.NMAX_ITER_SHIFT
    counts = []
    for i, bound in enumerate(args.FREQ):
        value = float(np.copysign((2.0 * pi * bound) ** 2, bound))
        count, shift = sturm(stiffness, mass, value, *settings, -1.0 if i == 0 else 1.0)
        counts.append((bound, count, float(np.copysign(np.sqrt(abs(shift)), shift)) / (2.0 * pi)))
    return [
        {"FREQ_MIN": a, "FREQ_MAX": b, "BORNE_MIN_EFFECT": low, "BORNE_MAX_EFFECT": high, "NB_MODE": below_b - below_a}
        for (a, below_a, low), (b, below_b, high) in zip(counts, counts[1:])
    ]


def _load_bands(args, stiffness, geometric):
    """Bands of critical loads: (A + load B) x = 0, A definite on one side of zero."""
    given = args.COMPTAGE
    settings = given.SEUIL_CHAR_CRIT, given.PREC_SHIFT, given.NMAX_ITER_SHIFT
    counts = []
    for i, bound in enumerate(args.CHAR_CRIT):
        count, shift = sturm(stiffness, geometric, -bound, *settings, 1.0 if i == 0 else -1.0)
        counts.append((bound, count if shift < 0.0 else -count, -shift))
    return [
        {
            "CHAR_CRIT_MIN": a, "CHAR_CRIT_MAX": b, "BORNE_MIN_EFFECT": low, "BORNE_MAX_EFFECT": high,
            "NB_MODE": before_b - before_a,
        }
        for (a, before_a, low), (b, before_b, high) in zip(counts, counts[1:])
    ]  # fmt: skip


def _circle(args, stiffness, mass, damping=None):
    """K - z M of an undamped system, z^2 M + z C + K of a damped one."""
    centre, radius = complex(args.CENTRE_CONTOUR), args.RAYON_CONTOUR
    args.mark_read("TYPE_CONTOUR")
    if damping is None:
        matrix_at = lambda z: stiffness - z * mass  # noqa: E731
    else:
        matrix_at = lambda z: z * z * mass + z * damping + stiffness  # noqa: E731
    points = (args if "NBPOINT_CONTOUR" in args else args.COMPTAGE).NBPOINT_CONTOUR
    found = zeros_within(matrix_at, centre, radius, points)
    return {"CENTRE_R": centre.real, "CENTRE_I": centre.imag, "RAYON": radius, "NB_MODE": found}
