"""The laboratory tests of CALC_ESSAI_GEOMECA: courses of strain or stress of one point, and what is measured on the way (u2.04.09).

Pressures and lengthwise values are told as positive in compression, the axis is Z.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.table import Table
from pyaster_lite.diagnostics import Refused, Severity
from pyaster_lite.fe.tensors import AXES

QUARTER = 10.0
"""How long a quarter of a cycle takes (s)."""
END = 100.0
"""When tests without cycles end (s)."""
_UNFINISHED = "<course>"


def passed_on(args, *words) -> dict[str, list[dict]]:
    """What was given in factor keywords, for SIMU_POINT_MAT to take."""
    passed = {}
    for word in words:
        levels = args[word] if isinstance(args[word], list) else [args[word]]
        passed[word] = [{w: v for w, v in own.as_dict().items() if own.given(w)} for own in levels if own is not None]
    return passed


class Laboratory:
    """Points of the material of the command under imposed courses."""

    def __init__(self, context, args):
        self._context = context
        self._shared = {"MATER": args.MATER} | passed_on(args, "COMPORTEMENT", "CONVERGENCE")

    def walked(self, instants, pressures, pieces: int = 2, stresses=None, **courses) -> dict:
        """The columns of SIMU_POINT_MAT at `instants`, arrays (n,).

        pressures  (3,) the stresses of the start, those of directions without strain stay unless `stresses` has their course
        pieces     into how many a step that fails is cut
        courses    components of the strain, each (times, values)
        """
        start = dict(zip(("SIXX", "SIYY", "SIZZ"), pressures))
        ends = (instants[0], instants[-1])
        held = {name: self.function(ends, (value, value)) for name, value in start.items() if f"EP{name[2:]}" not in courses}
        held |= {name: self.function(*course) for name, course in (stresses or {}).items()}
        found = self._context.run(
            "SIMU_POINT_MAT",
            **self._steps(instants, pieces),
            SIGM_IMPOSE=held or None,
            EPSI_IMPOSE={name: self.function(*course) for name, course in courses.items()},
            SIGM_INIT=start,
            EPSI_INIT={f"EP{axes}": 0.0 for axes in AXES},
        )
        return _columns(found)

    def related(self, instants, stresses, strains, right_sides, start) -> tuple[dict, bool]:
        """The columns of a point that keeps stresses @ stress + strains @ strain = right_sides(time), and whether it got to the end.

        stresses, strains  (3, 3) about the three axes;  right_sides  three courses (times, values)
        start              words of the initial state; a course that fails is told as far as it went, if it went anywhere
        """
        rows = [(i, j) for i in range(3) for j in range(3)]
        matrices = {
            word: [dict(NUME_LIGNE=i + 1, NUME_COLONNE=j + 1, VALE=float(one[i, j])) for i, j in rows if one[i, j]]
            for word, one in (("MATR_C1", stresses), ("MATR_C2", strains))
        }
        sides = [{"NUME_LIGNE": i, "VALE": self.function(*course)} for i, course in enumerate(right_sides, 1)]
        words = self._steps(instants, 2) | matrices | start
        try:
            return _columns(self._context.run("SIMU_POINT_MAT", _UNFINISHED, VECT_IMPO=sides, **words)), True
        except Refused as refused:
            found = self._context.concepts.get(_UNFINISHED)
            if found is not None:
                self._context.remove(found)
            if found is None or any(told.severity is not Severity.FAILED for told in refused.diagnostics):
                raise
            return _columns(found), False

    def warn(self, level, word, message):
        """Tell the user of something at a keyword of a test."""
        self._context.warn(level, word, message)

    def _steps(self, instants, pieces):
        numbers = NumberList(instants)
        failed = {"SUBD_METHODE": "MANUEL", "SUBD_PAS": pieces, "SUBD_NIVEAU": 10}
        steps = self._context.run("DEFI_LIST_INST", DEFI_LIST={"LIST_INST": numbers}, ECHEC=failed)
        words = dict(INCREMENT={"LIST_INST": steps}, NEWTON={"MATRICE": "TANGENTE", "REAC_ITER": 1}, ARCHIVAGE={"LIST_INST": numbers})
        return self._shared | words

    def function(self, times, values):
        """Of the time."""
        pairs = np.column_stack([times, values]).ravel()
        return self._context.run("DEFI_FONCTION", NOM_PARA="INST", VALE=tuple(float(x) for x in pairs))


def _columns(table):
    return {name: np.array(table.column(name)) for name in table.names}


def drained_compression(laboratory: Laboratory, level) -> list[Table]:
    """A triaxial test whose sides keep their stress: a table for each pressure."""
    return [_compression(laboratory, level, *pair, drained=True) for pair in _pairs(level)]


def undrained_compression(laboratory: Laboratory, level) -> list[Table]:
    """A triaxial test that keeps its volume, its water pressed by what the skeleton does not take: a table for each pressure."""
    return [_compression(laboratory, level, *pair, drained=False) for pair in _pairs(level)]


def _pairs(level):
    if len(level.PRES_CONF) != len(level.EPSI_IMPOSE):
        raise level.wrong("EPSI_IMPOSE", f"{len(level.EPSI_IMPOSE)} strains are given for {len(level.PRES_CONF)} pressures")
    return zip(level.PRES_CONF, level.EPSI_IMPOSE)


def _compression(laboratory, level, pressure, strain, drained):
    side = -level.KZERO * pressure
    courses = {"EPZZ": ((0.0, END), (0.0, -strain))}
    if not drained:
        courses |= dict.fromkeys(("EPXX", "EPYY"), ((0.0, END), (0.0, 0.5 * strain)))
    found = laboratory.walked(np.linspace(0.0, END, level.NB_INST + 1), (side, side, -pressure), **courses)
    mean = (found["SIXX"] + found["SIYY"] + found["SIZZ"]) / 3
    q = abs(found["SIZZ"] - found["SIXX"])
    columns = {"INST": found["INST"], "EPS_AXI": -found["EPZZ"], "EPS_LAT": -found["EPXX"]}
    if drained:
        columns["EPS_VOL"] = -(found["EPXX"] + found["EPYY"] + found["EPZZ"])
    columns |= {"SIG_AXI": -found["SIZZ"], "SIG_LAT": -found["SIXX"], "P": -mean, "Q": q}
    if not drained:
        columns["PRE_EAU"] = (pressure + q / 3 + mean) / level.BIOT_COEF
    return table_of({"EPSI_IMPOSE": [strain]} | columns | more_columns(level, found, columns))


def cyclic_shear(laboratory: Laboratory, level) -> list[Table]:
    """Shear to and fro under constant pressure: a table for each pressure, then one of the secant moduli and the dampings.

    1. |gamma| reaches its amplitude after a quarter of a cycle, the first one upwards where it is a sine, else downwards
    2. of the last cycle:  G = (tau_3 - tau_2)/(2 gamma_0) beside that of a small shear, D = |loop|/(pi (tau_3 - tau_2) gamma_0)
    """
    quarters = 4 * level.NB_CYCLE + 1
    instants = QUARTER / level.NB_INST * np.arange(quarters * level.NB_INST + 1)
    tables, moduli = [], {}
    for i, pressure in enumerate(level.PRES_CONF, 1):
        side = -level.KZERO * pressure
        start = (side, side, -pressure)
        small = laboratory.walked([0.0, 1.0], start, 10, EPXY=((0.0, 1.0), (0.0, -0.5 * level.GAMMA_ELAS)))
        stiffest = 0.5 * small["SIXY"][-1] / small["EPXY"][-1]
        columns, ratios, dampings = {}, [], []
        for j, amplitude in enumerate(level.GAMMA_IMPOSE, 1):
            times, shape = _course(level, quarters)
            found = laboratory.walked(instants, start, EPXY=(times, 0.5 * amplitude * shape))
            own = {"INST": found["INST"], "GAMMA": 2 * found["EPXY"], "SIG_XY": found["SIXY"]}
            ratio, damping = _last_cycle(level, own["GAMMA"], own["SIG_XY"], amplitude)
            ratios.append(ratio / stiffest)
            dampings.append(damping)
            if not ratios[-1] <= 1.0 + 1e-8:
                raise level.wrong("GAMMA_ELAS", f"the soil is stiffer at {amplitude:.9g} than at this shear, which is to be elastic")
            own = {"GAMMA_IMPOSE": [amplitude]} | own | more_columns(level, found, own)
            columns |= {f"{name}_{rank(j, level.GAMMA_IMPOSE)}": values for name, values in own.items()}
        tables.append(table_of(columns))
        told = {"PRES_CONF": [pressure], "GAMMA_IMPOSE": level.GAMMA_IMPOSE, "G_SUR_GMAX": ratios, "DAMPING": dampings}
        moduli |= {f"{name}_{rank(i, level.PRES_CONF)}": values for name, values in told.items()}
    return [*tables, table_of(moduli)]


def _course(level, quarters):
    """Times and values between -1 and 1."""
    if level.TYPE_CHARGE == "SINUSOIDAL":
        times = QUARTER / 3 / level.NB_INST * np.arange(3 * level.NB_INST * (quarters + 1))
        return times, np.sin(np.pi * times / 2 / QUARTER)
    peaks = np.arange(1, quarters + 1, 2)
    return np.append(0.0, QUARTER * peaks), np.append(0.0, np.where(peaks % 4 == 1, -1.0, 1.0))


def _last_cycle(level, gamma, shear, amplitude):
    """Step 2: the secant modulus and the damping."""
    half, end = level.NB_INST * (4 * level.NB_CYCLE - 1), level.NB_INST * (4 * level.NB_CYCLE + 1)
    begin = level.NB_INST * (4 * level.NB_CYCLE - 3)
    height = abs(shear[end] - shear[half])
    loop = abs(np.trapezoid(shear[begin : end + 1], gamma[begin : end + 1]))
    return 0.5 * height / amplitude, loop / np.pi / abs(height * amplitude)


def rank(i, among) -> str:
    """A number from 1 as it ends the names of columns, with as many digits as the last one has."""
    return str(i).zfill(len(str(len(among))))


def more_columns(level, found, told) -> dict:
    """What NOM_CMP asks for besides."""
    more = [name for name in level.NOM_CMP or () if name not in told]
    for name in more:
        if name not in found:
            raise level.wrong("NOM_CMP", f"there is no {name} among {', '.join(found)}")
    return {name: found[name] for name in more}


def table_of(columns, typed: bool = False) -> Table:
    """A table of columns of real numbers, or of (type, cells)."""
    if typed:
        return Table(columns)
    return Table({name: ("R", [float(x) for x in values]) for name, values in columns.items()})
