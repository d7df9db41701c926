"""How fast, and where, the fronts of cracks grow: the tables of factors that PROPA_FISS is given (u4.82.11, u4.82.04)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

CRITERIA = ("SITT_MAX", "SITT_MAX_DEVER", "K1_MAX", "K2_NUL", "PLAN")
_STANDS_FOR = {"ANGLE_IMPO": "SITT_MAX", "ANGLE_IMPO_GAMMA": "SITT_MAX_DEVER", "ANGLE_IMPO_BETA_GAMMA": "SITT_MAX_DEVER"}
_GIVEN = {"ANGLE_IMPO": ("BETA",), "ANGLE_IMPO_GAMMA": ("GAMMA",), "ANGLE_IMPO_BETA_GAMMA": ("BETA", "GAMMA")}


@dataclass
class Rows:
    """What a table tells at the points of the fronts of a crack, in the order of these.

    fronts  (k,) the number of the front from 1;  abscissas  (k,) along it, None where the table does not tell
    speeds  (k,) advance by cycle;  angles, twists  (k,) rad
    space   whether the table is of a crack in space
    """

    fronts: np.ndarray
    abscissas: np.ndarray | None
    speeds: np.ndarray
    angles: np.ndarray
    twists: np.ndarray
    space: bool

    def of(self, front: int) -> Rows:
        """Those of one front."""
        own = self.fronts == front
        abscissas = None if self.abscissas is None else self.abscissas[own]
        return Rows(self.fronts[own], abscissas, self.speeds[own], self.angles[own], self.twists[own], self.space)


def rows_of(args, level, context) -> Rows:
    """The rows of the table of one crack, by the law and the criterion of the command; a cohesive crack grows by DA_MAX everywhere."""
    table, kind, cohesive = level.TABLE, args.CRIT_ANGL_BIFURCATION, args.OPERATION == "PROPA_COHESIF"
    needed = ["G", "K1", "K2", *_GIVEN.get(kind, ())]
    missing = [name for name in needed if name not in table.names]
    if missing:
        raise level.wrong("TABLE", f"{table.name} has no column {', '.join(missing)}")
    if min(table.cells["G"], default=0.0) < 0.0:
        raise level.wrong("TABLE", "an energy release rate is negative")
    if len(set(table.cells.get("INST", ()))) > 1:
        raise level.wrong("TABLE", f"{table.name} has several instants: one is needed")
    if kind in CRITERIA and {"BETA", "GAMMA"} & set(table.names):
        context.warn(level, "TABLE", f"the angles in the table are not used: CRIT_ANGL_BIFURCATION is {kind}")

    def then(operation, table, **words):
        return context.run("POST_RUPTURE", TABLE=table, OPERATION=operation, **words)

    criterion = _STANDS_FOR.get(kind, kind)
    law = None if cohesive else args.LOI_PROPA
    more = dict(MATER=law.MATER) if criterion == "SITT_MAX_DEVER" else dict(NOM_PARA="ANGLE_BETA")
    table = then("ANGLE_BIFURCATION", table, reuse=table, CRITERE=criterion, **more)
    if not cohesive:
        table = _advances(args, law, table, then)
    columns = {name: np.array(values, float) for name, values in table.cells.items() if table.types[name] in ("R", "I")}
    zero = np.zeros(table.n_rows)
    angles = columns["BETA"] if "BETA" in _GIVEN.get(kind, ()) else np.radians(columns["ANGLE_BETA"])
    twists = columns["GAMMA"] if "GAMMA" in _GIVEN.get(kind, ()) else np.radians(columns.get("ANGLE_GAMMA", zero))
    fronts = columns.get("NUME_FOND", zero + 1).astype(int)
    speeds = zero + args.DA_MAX if cohesive else columns["DELTA_A"]
    return Rows(fronts, columns.get("ABSC_CURV"), speeds, angles, twists, "K3" in table.names)


def _advances(args, law, table, then):
    """The table with the advances by the law of fatigue."""
    law.mark_read("LOI")
    table = then("K_EQ", table, reuse=table, CUMUL="CUMUL_G", NOM_PARA="K_EQ", MATER=law.MATER)
    bounds = {word: args.COMP_LINE[word] for word in ("COEF_MULT_MINI", "COEF_MULT_MAXI")}
    table = then("COMPTAGE_CYCLES", table, NOM_PARA="K_EQ", COMPTAGE="UNITAIRE", **bounds)
    table = then("LOI_PROPA", table, reuse=table, LOI="PARIS", C=law.C, M=law.M, DELTA_K_SEUIL=law.DELTA_K_SEUIL)
    return then("CUMUL_CYCLES", table)


def cycles_for(args, rows: list[Rows]) -> float:
    """How many cycles the fastest of the points takes to grow by DA_MAX."""
    fastest = max(own.speeds.max() for own in rows)
    if fastest < 1e-15:
        raise args.wrong("LOI_PROPA", "no crack grows: no factor passes the threshold")
    return args.DA_MAX / fastest
