"""POST_FATIGUE of a load in space at one point: Crossland, Papadopoulos, critical planes and formulas of the deck (u4.83.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands import _fatigue
from pyaster_lite.commands._critical_plane import OF_PLANES, SHEARED, Periodic, Varying
from pyaster_lite.commands._fatigue_lines import tensor
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.fatigue.circle import enclosing_sphere
from pyaster_lite.fe.fatigue.history import QUANTITIES, History, deviator, pressure

_INVARIANTS = {"CROSSLAND": "AMPLI_CISSION", "PAPADOPOULOS": "RAYON_SPHERE"}
_COLUMNS = ("VALE_CRITERE", "PRES_HYDRO_MAX", "AMPLI_CISSION", "RAYON_SPHERE", "VALE_MIN", "VALE_MAX", "DOMMAGE", "NBRUP", "DTAUMA",
            "PHYDRM", "NORMAX", "NORMOY", "EPNMAX", "EPNMOY", *(name for name in QUANTITIES if name != "PHYDRM"), *OF_PLANES)  # fmt: skip
_NORMALS = tuple(tuple(f"VNM{k}{axis}" for axis in "XYZ") for k in (1, 2))


def in_space(args) -> Table:
    """A table of one row."""
    given = {kind: tensor(args, word) for kind, word in (("SIGM", "SIGM"), ("EPSI", "EPS"), ("EPSP", "EPSP"))}
    instants = next((times for times, _ in given.values() if times is not None), None)
    for kind, (times, _) in given.items():
        if times is not None and not np.array_equal(times, instants):
            raise args.HISTOIRE.wrong(None, f"{kind} is not given at the instants of the other histories")
    if args.CRITERE in _INVARIANTS:
        row = _by_invariants(args, _wanted(args, given, {"SIGM"}))
    elif args.TYPE_CHARGE == "PERIODIQUE":
        row = _periodic(args, given)
    else:
        row = _varying(args, given)
    types = {name: "R" for name in (*_COLUMNS, *_NORMALS[0], *_NORMALS[1]) if name in row}
    return Table.from_rows([{"CRITERE": args.CRITERE, **row}], {"CRITERE": "K16", **types}, title="POST_FATIGUE")


def _wanted(args, given, kinds) -> History:
    """The history, zero where it is not given; refused where a tensor that the criterion is about is not there."""
    for kind in kinds:
        if given[kind][1] is None:
            raise args.HISTOIRE.wrong(None, f"the criterion needs the history of {kind}")
    count = len(next(values for _, values in given.values() if values is not None))
    return History(*(given[kind][1] if given[kind][1] is not None else np.zeros((count, 6)) for kind in ("SIGM", "EPSI", "EPSP")))


def _by_invariants(args, history):
    """Crossland: half the widest range of the deviator; Papadopoulos: the radius of its sphere; with the largest pressure."""
    limits = _fatigue.law(args, "FATIGUE", "D0")
    bending, torsion = limits["D0"], limits["TAU0"]
    if args.CRITERE == "CROSSLAND":
        size = QUANTITIES["AMPCIS"](history)
    else:
        size = enclosing_sphere(deviator(history.stress))
    most = float(pressure(history.stress).max())
    value = size + (torsion - bending / np.sqrt(3.0)) / (bending / 3.0) * most - torsion
    args.mark_read("TYPE_CHARGE", "METHODE", "COEF_PREECROU")
    factor = args.COEF_CORR if args.COEF_CORR is not None else bending / torsion
    row = {"VALE_CRITERE": value, "PRES_HYDRO_MAX": most, _INVARIANTS[args.CRITERE]: size, "VALE_MIN": 0.0}
    row["VALE_MAX"] = 2.0 * (value + torsion) * factor
    if args.DOMMAGE is None:
        return row
    if args.DOMMAGE != "WOHLER":
        raise args.wrong("DOMMAGE", f"{args.CRITERE} gives a stress: its damage is by WOHLER")
    return {**row, "DOMMAGE": float(_fatigue.of_stress(args)(np.array([row["VALE_MAX"] / 2.0]))[0])}


def _periodic(args, given):
    criterion = Periodic(args, args.MATER, args.DOMMAGE)
    args.mark_read("METHODE", "COEF_CORR", "COEF_PREECROU", "DOMMAGE")
    whole, planes = criterion.judge(_wanted(args, given, criterion.tensors()))
    best = planes[0]
    row = {"VALE_CRITERE": best["grdeq"], "NBRUP": best["life"], "DOMMAGE": best["damage"]}
    row |= {name: value for name, value in whole.items() if name in criterion.needed}
    sheared = bool(criterion.needed & set(SHEARED))
    if sheared or criterion.of_planes:
        row |= dict(zip(_NORMALS[0], best["normal"].tolist()))
    if sheared:
        row |= {name: best[name] for name in SHEARED}
    # of the critical planes code_aster tells the normal and the damage of the first, but the quantities of the second
    return row | {name: planes[1].get(name, 0.0) for name in OF_PLANES if name in criterion.needed}


def _varying(args, given):
    criterion = Varying(args, args.MATER, args.DOMMAGE)
    args.mark_read("COEF_CORR", "COEF_PREECROU", "DOMMAGE")
    first, second, damage = criterion.judge(_wanted(args, given, criterion.tensors()))
    return {**dict(zip(_NORMALS[0], first.tolist())), "DOMMAGE": damage, **dict(zip(_NORMALS[1], second.tolist()))}
