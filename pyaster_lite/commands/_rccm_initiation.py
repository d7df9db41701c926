"""POST_RCCM, OPTION='AMORCAGE': what starts a crack at a singularity, by the opening stresses at a distance from it (r7.04.03, rcevoa)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._fatigue import strength
from pyaster_lite.commands._rccm_lines import chosen_instants, column, nearest
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.stress_lines import initiation_factors, usage

_WORD = "TABL_SIGM_THETA"
_LOOSE = 0.01
"""How far, by shares, the circle of the table may be from D_AMORC."""


def initiation(args, context) -> Table:
    """A row for each angle: the sum of the factors of initiation of all cycles of stresses SIZZ between any two instants."""
    a, b, distance, ratio = strength(args, "A_AMORC", "B_AMORC", "D_AMORC", "R_AMORC")
    transients = args.TRANSITOIRE
    for own in transients:
        if own[_WORD] is None:
            raise own.wrong("TABL_RESU_MECA", f"OPTION='AMORCAGE' reads {_WORD}")
        own.mark_read("TABL_SIGM_THER", "TABL_RESU_PRES")
    args.mark_read("SY_MAX", "TYPE_KE")
    angles = np.array(list(dict.fromkeys(column(transients[0], _WORD, "ANGLE").tolist())))
    _check_circle(args, context, transients[0], angles, distance)
    stresses, occurrences = [], []
    for own in transients:
        times, _ = chosen_instants(own, _WORD, "")
        # Instants are looked for by 1e-6 of their size, whatever CRITERE and PRECISION say
        stresses.append(_opening(own, angles, times))
        occurrences += [own.NB_OCCUR] * len(times)
    stresses = np.concatenate(stresses)
    rows = [{"THETA": float(angle), "FACT_AMORCAGE": usage(initiation_factors(stresses[:, k], a, b, ratio), occurrences)}
            for k, angle in enumerate(angles)]  # fmt: skip
    return Table.from_rows(rows, {"THETA": "R", "FACT_AMORCAGE": "R"}, title="POST_RCCM")


def _opening(own, angles, times) -> np.ndarray:
    """(instants, angles) SIZZ."""
    values, instants, places = (column(own, _WORD, name) for name in ("SIZZ", "INST", "ANGLE"))
    both = nearest(instants, times)[:, None] & nearest(places, angles)[None]
    lacking = np.argwhere(~both.any(axis=-1))
    if len(lacking):
        i, k = lacking[0]
        raise own.wrong(_WORD, f"{own[_WORD].name} has nothing at the instant {times[i]:.9g} and the angle {angles[k]:.9g}")
    return values[both.argmax(axis=-1)]


def _check_circle(args, context, first, angles, distance):
    """The points of the table are on a circle of radius D_AMORC."""
    places = list(dict.fromkeys(column(first, _WORD, "ABSC_CURV").tolist()))
    chords, turns = np.diff(places)[: len(angles) - 1], np.radians(np.diff(angles))
    radii = chords / (2.0 * np.sin(0.5 * turns[: len(chords)]))
    if (np.abs(radii / distance - 1.0) > _LOOSE).any():
        worst = radii[np.abs(radii / distance - 1.0).argmax()]
        message = f"the points of {first[_WORD].name} are at {worst:.6g} from the singularity, and D_AMORC is {distance:.6g}"
        context.warn(first, _WORD, message)
