"""Cycles of axial stress on ground that keeps its water, for CALC_ESSAI_GEOMECA: until it liquefies, and past what stress can steer."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, pi

import numpy as np

from pyaster_lite.commands._laboratory import QUARTER, more_columns, rank, table_of
from pyaster_lite.fe.tensors import AXES

_AXES = AXES[:3]
_WINDOW, _JUMP, _FLAT = 20, 10.0, 0.25
_HALF_CYCLE, _LEAST, _PROBE = 20.0, 0.04, -1e-6
_FARTHER, _REACHED, _NEAR = 4.0, 0.95, 0.01


@dataclass
class Course:
    """Rows of a point by name, how the last part of them ended, and since when strain was imposed (0 where never)."""

    rows: dict[str, np.ndarray]
    finished: bool

    @property
    def deviator(self) -> np.ndarray:
        """(n,) the axial stress less the lateral one."""
        return self.rows["SIZZ"] - self.rows["SIXX"]


def undrained_cycles(laboratory, level) -> list:
    """A triaxial test without drainage, the axial force going to and fro: a table for each pressure, then one of the cycles it took.

    1. cycles of stress, the skeleton and the water taking the loads together: s + K tr(e) = given, K = 1/UN_SUR_K
    2. where strain jumps, or the course fails, the rest is done by strain, half a cycle after the other (_by_strain)
    3. the ground has liquefied when every criterion has been met once: pressure ratio, axial strain, or its change between peaks
    """
    criteria = _criteria(level)
    tables, counts = [], {}
    for i, pressure in enumerate(level.PRES_CONF, 1):
        columns, cycles = {}, []
        for j, amplitude in enumerate(level.SIGM_IMPOSE, 1):
            course = _walked(laboratory, level, criteria, pressure, amplitude)
            told = _told(level, course.rows, pressure)
            met = [_first_met(kind, value, told) for kind, value in criteria]
            liquefied = all(place is not None for place in met)
            cycles.append(ceil(told["INST"][max(met)] / (4.0 * QUARTER)) if liquefied else 0)
            _warned(laboratory, level, pressure, amplitude, course.finished, liquefied)
            told = {"SIGM_IMPOSE": [amplitude]} | told | more_columns(level, course.rows, told)
            columns |= {f"{name}_{rank(j, level.SIGM_IMPOSE)}": values for name, values in told.items()}
        tables.append(table_of(columns))
        own = rank(i, level.PRES_CONF)
        counts[f"PRES_CONF_{own}"] = "R", [pressure]
        counts[f"NCYCL_{own}"] = "I", cycles
        counts[f"DSIGM_{own}"] = "R", list(level.SIGM_IMPOSE)
    return [*tables, table_of(counts, typed=True)]


def _criteria(level):
    if len(level.VALE_CRIT) != len(level.CRIT_LIQUEFACTION):
        raise level.wrong("VALE_CRIT", f"{len(level.CRIT_LIQUEFACTION)} criteria need as many values, {len(level.VALE_CRIT)} are given")
    return list(zip(level.CRIT_LIQUEFACTION, level.VALE_CRIT))


def _warned(laboratory, level, pressure, amplitude, finished, liquefied):
    what = f"under {pressure:g} with {amplitude:g}"
    if not finished:
        laboratory.warn(level, "SIGM_IMPOSE", f"the course {what} fails before its end")
    if not liquefied:
        laboratory.warn(level, "CRIT_LIQUEFACTION", f"the ground does not liquefy {what}")


def _told(level, rows, pressure):
    """The columns of a table, compression positive."""
    volume = rows["EPXX"] + rows["EPYY"] + rows["EPZZ"]
    water = -volume / level.UN_SUR_K / level.BIOT_COEF
    return {
        "INST": rows["INST"],
        "EPS_AXI": -rows["EPZZ"],
        "EPS_LAT": -rows["EPXX"],
        "EPS_VOL": -volume,
        "SIG_AXI": -rows["SIZZ"],
        "SIG_LAT": -rows["SIXX"],
        "P": -(rows["SIXX"] + rows["SIYY"] + rows["SIZZ"]) / 3.0,
        "Q": rows["SIXX"] - rows["SIZZ"],
        "PRE_EAU": water,
        "RU": water * 3.0 / (1.0 + 2.0 * level.KZERO) / pressure,
    }


def _first_met(kind, value, told) -> int | None:
    """The row where a criterion is met first."""
    strain = told["EPS_AXI"]
    if kind == "EPSI_RELA_MAX":
        rising = np.diff(strain) <= 0.0
        peaks = np.append(np.flatnonzero(rising[1:] != rising[:-1]) + 1, len(strain) - 1)
        met = np.flatnonzero(abs(np.diff(strain[peaks])) >= value)
        return int(peaks[met[0] + 1]) if met.size else None
    met = told["RU"] >= value if kind == "RU_MAX" else (strain >= value if value > 0.0 else strain <= value)
    return int(np.argmax(met)) if met.any() else None


def _walked(laboratory, level, criteria, pressure, amplitude) -> Course:
    """Steps 1 and 2."""
    side, end = -level.KZERO * pressure, 4.0 * QUARTER * level.NB_CYCLE
    instants = [k * QUARTER + QUARTER / level.NB_INST * i for k in range(4 * level.NB_CYCLE) for i in range(level.NB_INST)] + [end]
    times, shape = _alternating(level)
    held = ((0.0, end), (side, side))
    start = dict(SIGM_INIT={"SIXX": side, "SIYY": side, "SIZZ": -pressure})
    water = np.full((3, 3), 1.0 / level.UN_SUR_K)
    found = laboratory.related(instants, np.eye(3), water, (held, held, (times, -pressure - amplitude * shape)), start)
    course = Course(*found)
    place, cycle = _lost(level, course)
    if place <= 0:
        return course
    return _by_strain(laboratory, level, criteria, pressure, amplitude, course, place - 2, cycle)


def _alternating(level):
    """Times and values between -1 and 1, the first quarter going up."""
    if level.TYPE_CHARGE == "SINUSOIDAL":
        fine = QUARTER / 3.0 / level.NB_INST
        first = fine * np.arange(3 * level.NB_INST)
        rest = [QUARTER * (2 * k + 1) + fine * np.arange(6 * level.NB_INST) for k in range(2 * level.NB_CYCLE)]
        times = np.concatenate((first, *rest))
        return times, np.sin(pi * times / 2.0 / QUARTER)
    peaks = np.arange(2 * level.NB_CYCLE)
    return np.concatenate(([0.0], QUARTER * (2 * peaks + 1), [4.0 * QUARTER * level.NB_CYCLE])), np.concatenate(
        ([0.0], np.where(peaks % 2, -1.0, 1.0), [0.0])
    )


def _lost(level, course) -> tuple[int, int]:
    """The row where stress steers the course no more, and its cycle from 0; (-1, -1) where it does to the end.

    Before a peak of the stress, within _WINDOW steps: one strains 10 times more than the step before, and in one the deviator changes
    by less than a quarter of the pressure.
    """
    rows = course.rows
    times, strain = rows["INST"], rows["EPZZ"]
    mean = (rows["SIZZ"] + 2.0 * rows["SIXX"]) / 3.0
    with np.errstate(all="ignore"):
        jumps = abs(np.diff(strain)[1:] / np.diff(strain)[:-1])
        slopes = abs(np.diff(course.deviator) / np.diff(mean))
    for cycle in range(level.NB_CYCLE):
        peak = QUARTER * (1 + 4 * cycle)
        if peak > times[-1]:
            break
        at = int(np.argmin(abs(times - peak)))
        first = at - min(_WINDOW, len(jumps[:at]))
        if max(jumps[first:at]) > _JUMP and min(slopes[first:at]) < _FLAT:
            return int(np.flatnonzero(slopes == min(slopes[first:at]))[0]), cycle
    if course.finished:
        return -1, -1
    for cycle in range(level.NB_CYCLE):
        if QUARTER * (1 + 4 * cycle) <= times[-1] <= QUARTER * (5 + 4 * cycle):
            return len(times) - 2, cycle
    return len(times) - 2, -1


def _by_strain(laboratory, level, criteria, pressure, amplitude, course, place, cycle) -> Course:
    """The course up to a row, then half cycles of axial strain, each until the stress is what its peak was to be.

    1. A small compression tells whether the stress was going that way; if so the first half cycle goes on with it.
    2. A half cycle goes to a strain of 4 %, and four times as far in twice the steps where it does not bring 95 % of the stress.
    3. It ends where the stress comes nearest to its peak; the next one goes back from there.
    4. With ARRET_LIQUEFACTION they stop as soon as each criterion has been met by one of them.
    """
    rest = -pressure * (1.0 - level.KZERO)
    kept = {name: [values[: place + 1]] for name, values in course.rows.items()}
    rows, here = course.rows, place
    q = course.deviator
    probe = _strained(laboratory, level, pressure, rows, here, 1, _PROBE)
    tried = probe.deviator
    going = q[here] - 0.5 * q[here - 1] - 0.5 * q[here - 2]
    turns = int(np.sign(tried[-1] - tried[-2]) == np.sign(going)) + int(abs(tried[-1] - rest) > abs(amplitude))
    met = [False] * len(criteria)
    for half in range(2 * (level.NB_CYCLE - cycle)):
        target = _LEAST * (-1.0) ** (half + turns)
        course = _strained(laboratory, level, pressure, rows, here, level.NB_INST_MONO, target)
        if abs(course.deviator[-1] - rest) < _REACHED * abs(amplitude):
            course = _strained(laboratory, level, pressure, rows, here, 2 * level.NB_INST_MONO, _FARTHER * target)
        rows = course.rows
        # the first row is where the half cycle before has ended
        here = _nearest(course.deviator - rest, amplitude)
        for name, parts in kept.items():
            parts.append(rows[name][1:here])
        part = _told(level, {name: values[1:here] for name, values in rows.items()}, pressure)
        met = [known or _met_within(kind, value, part) for known, (kind, value) in zip(met, criteria)]
        if all(met) and level.ARRET_LIQUEFACTION == "OUI":
            break
    return Course({name: np.concatenate(parts) for name, parts in kept.items()}, course.finished)


def _nearest(deviator, amplitude) -> int:
    """The row whose deviator is nearest to the peak, sought in ever longer ends of the course."""
    gap = abs(deviator - np.sign(deviator[-1]) * abs(amplitude))
    for power in range(1, 8):
        least = gap[int(len(gap) / 2.0**power) :].min()
        if abs(least / amplitude) < _NEAR:
            break
    return int(np.flatnonzero(gap == least)[0])


def _met_within(kind, value, part) -> bool:
    strain = part["EPS_AXI"]
    if not strain.size:
        return False
    if kind == "EPSI_RELA_MAX":
        return bool(strain.max() - strain.min() >= value)
    return _first_met(kind, value, part) is not None


def _strained(laboratory, level, pressure, rows, here, count, strain) -> Course:
    """From a row on, `strain` more along the axis within half a cycle, in `count` steps."""
    begin = float(rows["INST"][here])
    end, from_here = begin + _HALF_CYCLE, float(rows["EPZZ"][here])
    if level.TYPE_CHARGE == "SINUSOIDAL":
        times = begin + _HALF_CYCLE * np.arange(3 * count + 1) / 3.0 / count
        values = from_here + 0.5 * strain * (1.0 - np.cos(pi * (times - begin) / _HALF_CYCLE))
    else:
        times, values = (begin, end), (from_here, from_here + strain)
    side = -level.KZERO * pressure
    held = ((begin, end), (side, side))
    sides = np.full((3, 3), 1.0 / level.UN_SUR_K)
    sides[2] = 0.0, 0.0, 1.0
    internal = sorted((name for name in rows if name[0] == "V" and name[1:].isdigit()), key=lambda name: int(name[1:]))
    start = dict(
        SIGM_INIT={f"SI{axes}": float(rows[f"SI{axes}"][here]) for axes in _AXES},
        EPSI_INIT={f"EP{axes}": float(rows[f"EP{axes}"][here]) if axes in _AXES else 0.0 for axes in AXES},
        VARI_INIT={"VALE": tuple(float(rows[name][here]) for name in internal)},
    )
    instants = np.linspace(begin, end, count + 1)
    return Course(*laboratory.related(instants, np.diag([1.0, 1.0, 0.0]), sides, (held, held, (times, values)), start))
