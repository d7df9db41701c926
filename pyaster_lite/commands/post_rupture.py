"""POST_RUPTURE: tables of stress intensity factors made into those of how cracks grow (u4.82.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe import crack_growth as growth
from pyaster_lite.fe.cycle_counting import METHODS, cycles

_PLACE = ("NUME_FOND", "NUM_PT")
_ALONE = ("ABSC_CURV_NORM", "ANGLE_BIFURCATION", "LOI_PROPA", "K1_NEGATIF")
_ANEW = ("COMPTAGE_CYCLES", "CUMUL_CYCLES", "PILO_PROPA")
_MATERIAL = BLOC(is_in("CUMUL", "QUADRATIQUE", "CUMUL_G"), MATER=SIMP("o", typ="mater_sdaster"))


def _named(default):
    return SIMP("f", defaut=default)


@operator(
    "POST_RUPTURE",
    produces="table_sdaster",
    reuse="TABLE",
    keywords=dict(
        TABLE=SIMP("o", typ="table_sdaster", max="**"),
        OPERATION=SIMP("o", into=(*_ALONE, *_ANEW, "K_EQ", "DELTA_K_EQ")),
        b_absc=BLOC(equal("OPERATION", "ABSC_CURV_NORM"), NOM_PARA=_named("ABSC_CURV_NORM")),
        b_angle=BLOC(
            equal("OPERATION", "ANGLE_BIFURCATION"),
            NOM_PARA=_named("BETA"),
            CRITERE=SIMP("f", into=("SITT_MAX", "SITT_MAX_DEVER", "K1_MAX", "K2_NUL", "PLAN"), defaut="SITT_MAX"),
            MATER=SIMP("f", typ="mater_sdaster"),
        ),
        b_keq=BLOC(
            equal("OPERATION", "K_EQ"),
            NOM_PARA=_named("K_EQ"),
            CUMUL=SIMP("f", into=("LINEAIRE", "QUADRATIQUE", "CUMUL_G", "MODE_I"), defaut="CUMUL_G"),
            b_mater=_MATERIAL,
        ),
        b_deltakeq=BLOC(
            equal("OPERATION", "DELTA_K_EQ"),
            NOM_PARA=_named("DELTA_K_EQ"),
            CUMUL=SIMP("f", into=("QUADRATIQUE", "CUMUL_G", "MODE_I"), defaut="CUMUL_G"),
            b_mater=_MATERIAL,
        ),
        b_count=BLOC(
            equal("OPERATION", "COMPTAGE_CYCLES"),
            NOM_PARA=SIMP("o", max="**", validators=(no_repeat,)),
            COMPTAGE=SIMP("o", into=(*METHODS, "UNITAIRE")),
            DELTA_OSCI=SIMP("f", typ="R", defaut=0.0),
            b_unit=BLOC(equal("COMPTAGE", "UNITAIRE"), COEF_MULT_MINI=SIMP("o", typ="R"), COEF_MULT_MAXI=SIMP("o", typ="R")),
        ),
        b_law=BLOC(
            equal("OPERATION", "LOI_PROPA"),
            NOM_PARA=_named("DELTA_A"),
            NOM_DELTA_K_EQ=_named("DELTA_K_EQ"),
            LOI=SIMP("o", into=("PARIS",)),
            C=SIMP("o", typ="R"),
            M=SIMP("o", typ="R"),
            DELTA_K_SEUIL=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
        ),
        b_cumul=BLOC(
            equal("OPERATION", "CUMUL_CYCLES"), NOM_PARA=_named("DELTA_A"), CUMUL=SIMP("f", into=("LINEAIRE",), defaut="LINEAIRE")
        ),
        b_steer=BLOC(
            equal("OPERATION", "PILO_PROPA"),
            rules=UN_PARMI("DELTA_A_MAX", "DELTA_N"),
            DELTA_A_MAX=SIMP("f", typ="R"),
            DELTA_N=SIMP("f", typ="R"),
        ),
        b_closed=BLOC(
            equal("OPERATION", "K1_NEGATIF"),
            MODELISATION=SIMP("o", into=("C_PLAN", "D_PLAN", "3D", "AXIS")),
            MATER=SIMP("o", typ="mater_sdaster"),
        ),
    ),
)
def post_rupture(args, context):
    """The table of the operation: the same one with more columns, or a new one."""
    word = args.OPERATION
    if (context.reused is None) != (word in _ANEW) and word in (*_ALONE, *_ANEW):
        raise args.wrong("OPERATION", f"{word} {'makes a new table: leave out reuse' if word in _ANEW else 'adds to its table: say reuse'}")
    if len(args.TABLE) > 1 and word != "PILO_PROPA":
        raise args.wrong("TABLE", f"{word} is for one table, {len(args.TABLE)} are given")
    args.mark_read("LOI", "CUMUL")
    rows, types = _OPERATIONS[word](args, args.TABLE[0])
    return Table.from_rows(rows, types, title=args.TABLE[0].title)


def _need(args, table, *names):
    missing = [name for name in names if name not in table.names]
    if missing:
        raise args.wrong("TABLE", f"{table.name} has no column {', '.join(missing)}")


def _with(table, name, values):
    """(rows, types) with one more column of numbers."""
    rows = [{**row, name: value} for row, value in zip(table.rows(), values)]
    return rows, {**table.types, name: "R"}


def _elastic(args):
    properties = args.MATER.properties if args.get("MATER") is not None else {}
    found = [properties.get(name) for name in ("young", "poisson")]
    if any(value is None or callable(value) for value in found):
        raise args.wrong("MATER", "an elastic material that is the same everywhere is needed")
    return found


def _normed(args, table):
    _need(args, table, "ABSC_CURV")
    fronts = table.cells.get("NUME_FOND", [1] * table.n_rows)
    ends = {front: max(s for s, own in zip(table.cells["ABSC_CURV"], fronts) if own == front) for front in set(fronts)}
    return _with(table, args.NOM_PARA, [s / ends[front] for s, front in zip(table.cells["ABSC_CURV"], fronts)])


def _angles(args, table):
    kind = args.CRITERE
    if kind == "PLAN":
        return _with(table, args.NOM_PARA, [0.0] * table.n_rows)
    _need(args, table, "K1", "K2", *(("K3",) if kind == "SITT_MAX_DEVER" else ()))
    factors = list(zip(*(table.cells[name] for name in ("K1", "K2"))))
    if kind == "SITT_MAX_DEVER":
        _, poisson = _elastic(args)
        found = [growth.turned_and_twisted(*pair, k3, poisson) for pair, k3 in zip(factors, table.cells["K3"])]
        rows = [{**row, "ANGLE_BETA": turn, "ANGLE_GAMMA": twist} for row, (turn, twist) in zip(table.rows(), found)]
        return rows, {**table.types, "ANGLE_BETA": "R", "ANGLE_GAMMA": "R"}
    if kind == "SITT_MAX":
        return _with(table, args.NOM_PARA, [growth.hoop_angle(*pair) for pair in factors])
    return _with(table, args.NOM_PARA, [growth.turned_angle(*pair, kind == "K1_MAX") for pair in factors])


def _equivalent(args, table):
    stem = "DELTA_" if args.OPERATION == "DELTA_K_EQ" else ""
    if args.CUMUL == "CUMUL_G":
        _need(args, table, "G")
        young, poisson = _elastic(args)
        return _with(table, args.NOM_PARA, [float(np.sqrt(g * young / (1.0 - poisson**2))) for g in table.cells["G"]])
    names = [f"{stem}K{i}" for i in ((1,) if args.CUMUL == "MODE_I" else (1, 2))]
    _need(args, table, *names)
    names += [name for name in (f"{stem}K3",) if name in table.names and args.CUMUL != "MODE_I"]
    poisson = _elastic(args)[1] if args.CUMUL == "QUADRATIQUE" else 0.0
    return _with(table, args.NOM_PARA, [growth.together(args.CUMUL, list(k), poisson) for k in zip(*(table.cells[n] for n in names))])


def _counted(args, table):
    names = list(args.NOM_PARA)
    _need(args, table, *names)
    if args.COMPTAGE == "UNITAIRE":
        args.mark_read("DELTA_OSCI")
        span = args.COEF_MULT_MAXI - args.COEF_MULT_MINI
        for name in ("NUME_ORDRE", "INST"):
            if len(set(table.cells.get(name, ()))) > 1:
                raise args.wrong("COMPTAGE", f"UNITAIRE is for one instant, the column {name} has several")
        left = [name for name in table.names if name not in (*names, "INST", "NUME_ORDRE")]
        rows = [{**{n: row[n] for n in left}, **{f"DELTA_{n}": row[n] * span for n in names}, "CYCLE": 1} for row in table.rows()]
        return rows, {**{n: table.types[n] for n in left}, **{f"DELTA_{n}": "R" for n in names}, "CYCLE": "I"}
    _need(args, table, "INST")
    others = [name for name in table.names if name not in (*names, *_PLACE, "NUME_ORDRE", "INST")]
    made = []
    for place, own in _places(table).items():
        own = sorted(own, key=lambda row: row["INST"])
        found = [cycles([row[name] for row in own], args.COMPTAGE, args.DELTA_OSCI) for name in names]
        if len({len(each) for each in found}) > 1:
            raise args.wrong("NOM_PARA", "these quantities do not have the same number of cycles")
        for i, pairs in enumerate(zip(*found), start=1):
            spans = {f"DELTA_{name}": high - low for name, (low, high) in zip(names, pairs)}
            made.append({"CYCLE": i, **spans, **dict(zip(_PLACE, place)), **{name: own[0][name] for name in others}})
    types = {"CYCLE": "I", **{f"DELTA_{name}": "R" for name in names}, **dict.fromkeys(_PLACE, "I")}
    return made, {**types, **{name: table.types[name] for name in others}}


def _places(table):
    """The rows of each point of each front."""
    found = {}
    for row in table.rows():
        found.setdefault(tuple(row.get(name, 1) for name in _PLACE), []).append(row)
    return dict(sorted(found.items()))


def _grown(args, table):
    _need(args, table, args.NOM_DELTA_K_EQ)
    spans = table.cells[args.NOM_DELTA_K_EQ]
    if min(spans, default=0.0) < 0.0:
        raise args.wrong("NOM_DELTA_K_EQ", "a range of factors is negative")
    return _with(table, args.NOM_PARA, [args.C * max(span - args.DELTA_K_SEUIL, 0.0) ** args.M for span in spans])


def _summed(args, table):
    _need(args, table, args.NOM_PARA, "CYCLE")
    rows = []
    for place, own in _places(table).items():
        first = {name: value for name, value in own[0].items() if name != "CYCLE"}
        rows.append({**first, **dict(zip(_PLACE, place)), args.NOM_PARA: float(np.mean([row[args.NOM_PARA] for row in own]))})
    return rows, {**{name: kind for name, kind in table.types.items() if name != "CYCLE"}, **dict.fromkeys(_PLACE, "I")}


def _steered(args, _):
    for table in args.TABLE:
        _need(args, table, "DELTA_A")
    count = args.DELTA_N
    if count is None:
        count = args.DELTA_A_MAX / max(max(table.cells["DELTA_A"]) for table in args.TABLE)
    rows = [{**row, "DELTA_A": count * row["DELTA_A"], "DELTA_CYCLE": count} for table in args.TABLE for row in table.rows()]
    types = {}
    for table in args.TABLE:
        types |= table.types
    return rows, {**types, "DELTA_CYCLE": "R"}


def _closed(args, table):
    _need(args, table, "K1")
    rows = table.rows()
    told = [name for name in ("G", "G_IRWIN") if name in table.names]
    if any(row["K1"] < 0.0 for row in rows) and told:
        space = args.MODELISATION == "3D"
        _need(args, table, "K2", *(("K3",) if space else ()))
        young, poisson = _elastic(args)
        for row in rows:
            if row["K1"] < 0.0:
                released = growth.released(row["K2"], row["K3"] if space else 0.0, young, poisson, args.MODELISATION == "C_PLAN")
                row |= dict.fromkeys(told, released)
    order = [name for name in ("NUME_FOND", "INST", "NUM_PT") if name in table.names]
    rows = sorted(({**row, "K1": max(row["K1"], 0.0)} for row in rows), key=lambda row: tuple(row[name] for name in order))
    return rows, table.types


_OPERATIONS = {
    "ABSC_CURV_NORM": _normed,
    "ANGLE_BIFURCATION": _angles,
    "K_EQ": _equivalent,
    "DELTA_K_EQ": _equivalent,
    "COMPTAGE_CYCLES": _counted,
    "LOI_PROPA": _grown,
    "CUMUL_CYCLES": _summed,
    "PILO_PROPA": _steered,
    "K1_NEGATIF": _closed,
}
