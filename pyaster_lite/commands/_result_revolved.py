"""CREA_RESU, OPERATION='PROL_RTZ': temperatures along a radius spread around an axis."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result

_BEYOND = ("CONSTANT", "LINEAIRE", "EXCLU")

REVOLUTION = BLOC(
    equal("OPERATION", "PROL_RTZ"),
    PROL_RTZ=FACT(
        "o",
        rules=EXCLUS("INST", "LIST_INST"),
        MAILLAGE_FINAL=SIMP("o", typ="maillage_sdaster"),
        TABLE=SIMP("o", typ="table_sdaster"),
        INST=SIMP(typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP(typ="listr8_sdaster"),
        b_acce_reel=BLOC(present("INST") | present("LIST_INST"), **precision()),
        PROL_DROITE=SIMP(defaut="EXCLU", into=_BEYOND),
        PROL_GAUCHE=SIMP(defaut="EXCLU", into=_BEYOND),
        REPERE=SIMP("o", into=("CYLINDRIQUE",), advisory=True),
        ORIGINE=SIMP("o", typ="R", min=3, max=3),
        AXE_Z=SIMP("o", typ="R", min=3, max=3),
    ),
)


def revolved(args):
    """At each instant of the table TEMP at COOR_X = r - r0: r is the distance to the axis AXE_Z through the origin, r0 that of ORIGINE."""
    if args.TYPE_RESU != "EVOL_THER":
        raise args.wrong("TYPE_RESU", "PROL_RTZ makes temperatures: TYPE_RESU must be 'EVOL_THER'")
    level = args.PROL_RTZ
    mesh, table = level.MAILLAGE_FINAL, level.TABLE
    if mesh.dimension != 3:
        raise level.wrong("MAILLAGE_FINAL", f"{mesh.name} is not in space")
    lacking = [name for name in ("INST", "COOR_X", "TEMP") if name not in table.names]
    if lacking:
        raise level.wrong("TABLE", f"{table.name} has no column {lacking[0]}")
    instant, place, value = (np.array(table.column(name), float) for name in ("INST", "COOR_X", "TEMP"))
    axis = np.array(level.AXE_Z) / np.linalg.norm(level.AXE_Z)
    radius = _radius(mesh.coordinates, axis) - _radius(np.array([level.ORIGINE]), axis)
    known = np.unique(instant)
    chosen = select(level, table.name, list(range(len(known))), {"INST": known}, False).first
    made = Result("evol_ther", mesh)
    for order, time in enumerate(known[chosen], 1):
        rows = np.flatnonzero(instant == time)
        rows = rows[np.argsort(place[rows], kind="stable")]
        if place[rows[0]] != 0.0:
            raise level.wrong("TABLE", f"the places COOR_X of {table.name} do not begin at zero at the instant {time:.9g}")
        values = _spread(level, mesh, radius, place[rows], value[rows])
        made.store(order, {"INST": float(time)}, {"TEMP": NodeField(mesh, "TEMP_R", ("TEMP",), values[:, None])})
    return made


def _radius(points, axis):
    return np.linalg.norm(points - (points @ axis)[:, None] * axis, axis=1)


def _spread(level, mesh, radius, x, y):
    """The values at each node, those before the first place and beyond the last one as PROL_GAUCHE and PROL_DROITE say."""
    values = np.interp(radius, x, y)
    for word, beyond, (a, b) in (("PROL_GAUCHE", radius < x[0], (0, 1)), ("PROL_DROITE", radius > x[-1], (-1, -2))):
        how = level[word]
        if how == "CONSTANT" or not beyond.any():
            continue
        if how == "EXCLU":
            node = mesh.node_names[np.argmax(beyond)]
            raise level.wrong(word, f"the node {node} is outside the places of the table", help=f"{word} says what holds there")
        values[beyond] = y[a] + (radius[beyond] - x[a]) * (y[b] - y[a]) / (x[b] - x[a])
    return values
