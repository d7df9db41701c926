"""CALC_STABILITE: whether nonlinear modes are stable, by the multipliers of small motions about them (u4.52.20)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.nonlinear_modes.energy import multipliers

from ._nonlinear_modes import POINTS, Moving, point_of


@operator(
    "CALC_STABILITE",
    produces="table_container",
    reuse="MODE_NON_LINE",
    keywords=dict(
        MODE_NON_LINE=SIMP("o", typ="table_container"),
        SCHEMA_TEMPS=FACT(
            "d",
            SCHEMA=SIMP("f", into=("NEWMARK",), defaut="NEWMARK"),
            NB_INST=SIMP("f", typ="I", defaut=1000, val_min=2),
        ),
        TOLERANCE=SIMP("f", typ="R", defaut=1e-2),
        FILTRE=FACT(
            "f",
            rules=UN_PARMI("NUME_ORDRE", "FREQ_MIN"),
            NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
            FREQ_MIN=SIMP("f", typ="R"),
            b_freq_min=BLOC(present("FREQ_MIN"), FREQ_MAX=SIMP("o", typ="R"), PRECISION=SIMP("f", typ="R", defaut=1e-3)),
        ),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def calc_stabilite(args, context):
    """The rows that FILTRE chooses, or all of them where the table is changed itself."""
    table, scheme = args.MODE_NON_LINE, args.SCHEMA_TEMPS
    scheme.mark_read("SCHEMA")
    chosen = _chosen(args, table)
    rows = table.rows()
    with context.timer("stability"):
        for number in chosen:
            row, modes = point_of(args, table, number)
            greatest = abs(_multipliers(args, table, row, modes, scheme.NB_INST)).max()
            stable = greatest < 1.0 + args.TOLERANCE
            rows[rows.index(row)]["STABILITE"] = "STABLE" if stable else "INSTABLE"
            context.say(f"point {number}: {'stable' if stable else 'not stable'}, greatest multiplier {greatest:.6g}")
    if context.reused is None:
        rows = [row for row in rows if row["NUME_ORDRE"] in chosen]
    return Table.from_rows(rows, POINTS, kind="table_container", objects=table.objects)


def _chosen(args, table) -> list[int]:
    level, numbers = args.FILTRE, table.column("NUME_ORDRE")
    if level is None:
        return list(numbers)
    if level.NUME_ORDRE is not None:
        return list(level.NUME_ORDRE)
    low, high = level.FREQ_MIN - level.PRECISION, level.FREQ_MAX + level.PRECISION
    return [number for number, frequency in zip(numbers, table.column("FREQUENCE")) if low < frequency < high]


def _multipliers(args, table, row, modes, instants):
    """Those of a point, lengths in units of the greatest gap as the roundings of contacts are told."""
    moving = Moving(args, "MODE_NON_LINE", modes.stiffness, modes.mass)
    contacts = moving.contacts(args, "MODE_NON_LINE", table.objects[row["CARA_CHOC"].strip()].rows())
    length = max(contact.gap for contact in contacts)
    scaled = [replace(c, gap=c.gap / length, centre=tuple(x / length for x in c.centre)) for c in contacts]
    matrices = moving.stiffness.toarray(), moving.mass.toarray()
    return multipliers(*matrices, scaled, moving.harmonics(modes) / length, 2.0 * np.pi * row["FREQUENCE"], instants)
