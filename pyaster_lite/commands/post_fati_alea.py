"""POST_FATI_ALEA: the part of a life that a random load takes, by its spectral moments (u4.83.03, r7.04.02)."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, PRESENT_PRESENT, UN_PARMI
from pyaster_lite.commands import _fatigue
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.cycle_damage import plastic_correction
from pyaster_lite.fe.random_vibration import level_rate, peak_rate

MOMENTS = ("MOMENT_SPEC_0", "MOMENT_SPEC_2", "MOMENT_SPEC_4")
COLUMNS = ("LAMBDA_00", "LAMBDA_02", "LAMBDA_04")
SPREAD, STEPS = 10.0, 300
"""Amplitudes go up to so many standard deviations, in so many steps."""


@operator(
    "POST_FATI_ALEA",
    produces="table_sdaster",
    rules=(
        ENSEMBLE("MOMENT_SPEC_0", "MOMENT_SPEC_2"),
        PRESENT_PRESENT("MOMENT_SPEC_4", "MOMENT_SPEC_0"),
        UN_PARMI("TABL_POST_ALEA", "MOMENT_SPEC_0"),
    ),
    keywords=dict(
        **{word: SIMP("f", typ="R") for word in MOMENTS},
        TABL_POST_ALEA=SIMP("f", typ="table_sdaster"),
        COMPTAGE=SIMP("o", into=("PIC", "NIVEAU")),
        DUREE=SIMP("f", typ="R", defaut=1.0),
        CORR_KE=SIMP("f", into=("RCCM",)),
        DOMMAGE=SIMP("o", into=("WOHLER",)),
        MATER=SIMP("o", typ="mater_sdaster"),
        TITRE=SIMP("f", advisory=True),
    ),
)
def post_fati_alea(args, context):
    """A row for each set of moments: these, the duration and the damage."""
    args.mark_read("DOMMAGE")
    rows = []
    for moments in _moments(args):
        damage = args.DUREE * _damage(args, *moments)
        rows.append(dict(zip(MOMENTS, moments)) | {"DUREE": args.DUREE, "DOMMAGE": damage})
    return Table.from_rows(rows, dict.fromkeys((*MOMENTS, "DUREE", "DOMMAGE"), "R"))


def _moments(args):
    table = args.TABL_POST_ALEA
    if table is None:
        return [[args[word] for word in MOMENTS]]
    lost = [name for name in COLUMNS if name not in table.cells]
    if lost:
        raise args.wrong("TABL_POST_ALEA", f"{table.name} has no column {', '.join(lost)}")
    columns = [[value for value in table.column(name) if value is not None] for name in COLUMNS]
    if len({len(column) for column in columns}) > 1:
        raise args.wrong("TABL_POST_ALEA", f"{table.name} does not give the same number of each moment")
    return list(zip(*columns))


def _damage(args, variance, second, fourth):
    """By unit of time: the damage of an amplitude times how often it comes, by the rule of trapezes (pdadom)."""
    peaks = args.COMPTAGE == "PIC"
    if peaks and fourth is None:
        raise args.wrong("COMPTAGE", "counting peaks needs MOMENT_SPEC_4")
    if not variance or not second or (peaks and not fourth):
        raise args.wrong("COMPTAGE", "a spectral moment is zero: no cycles can be counted")
    values = _fatigue.law(args, "FATIGUE")
    zones = values.get("WOHLER") is None and values.get("A_BASQUIN") is None
    least, most = values["SL"] if zones else 0.0, SPREAD * sqrt(variance)
    step = (most - least) / STEPS
    amplitudes = least + step * np.arange(int((most - least) / step) + 1)
    if peaks:
        rates = peak_rate(amplitudes, variance, second, fourth) / (2.0 * pi)
    else:
        rates = level_rate(amplitudes, variance, second) / (2.0 * pi)
    if args.CORR_KE is not None:
        amplitudes = amplitudes * plastic_correction(amplitudes, *_fatigue.strength(args, "N_KE", "M_KE", "SM"))
    weighted = _fatigue.of_stress(args)(amplitudes) * rates
    return float(np.sum((weighted[1:] + weighted[:-1]) * np.diff(amplitudes)) / 2.0)
