"""Cycles of axial strain with and without drainage, oedometers and isotropic compression, for CALC_ESSAI_GEOMECA (u2.04.09)."""

from __future__ import annotations

from math import ceil, pi

import numpy as np

from pyaster_lite.commands._laboratory import QUARTER, more_columns, rank, table_of
from pyaster_lite.fe.errors import ComputationFailed


def drained_cycles(laboratory, level) -> list:
    """Axial strain between EPSI_MAXI and EPSI_MINI under constant lateral stress: a table for each pressure, then one of the moduli.

    Of the last cycle:  E = |q_3 - q_2| / (EPSI_MAXI - EPSI_MINI) beside that of a small one,  D = 2 |loop| / (pi |q_3 - q_2| |g_3 - g_2|),
    q the deviator, g the axial strain less the lateral one.
    """
    return _cycles(laboratory, level, _drained)


def undrained_cycles_of_strain(laboratory, level) -> list:
    """The same with the water kept in: it takes - K tr(e), K = 1/UN_SUR_K; the last table tells too when its pressure reaches RU_MAX."""
    return _cycles(laboratory, level, _undrained)


def _cycles(laboratory, level, walk):
    if len(level.EPSI_MINI) != len(level.EPSI_MAXI):
        raise level.wrong("EPSI_MINI", f"{len(level.EPSI_MAXI)} strains are needed, one for each of EPSI_MAXI")
    undrained = walk is _undrained
    instants = _instants(level, 2 * level.NB_CYCLE)
    turns = [level.NB_INST * (4 * level.NB_CYCLE + quarters) for quarters in (-3, -1, 1)]
    tables, moduli = [], {}
    for i, pressure in enumerate(level.PRES_CONF, 1):
        stiffest = _small_cycle(laboratory, level, pressure)
        columns, ratios, dampings, peaks, counts = {}, [], [], [], []
        for j, (high, low) in enumerate(zip(level.EPSI_MAXI, level.EPSI_MINI), 1):
            if high <= low:
                raise level.wrong("EPSI_MAXI", f"{high:.9g} must exceed EPSI_MINI, {low:.9g}")
            found = walk(laboratory, level, instants, pressure, _strain(level, high, low))
            q, gamma = found["SIZZ"] - found["SIXX"], found["EPZZ"] - found["EPXX"]
            told = _told(level, found, q, pressure, undrained)
            height = abs(q[turns[2]] - q[turns[1]])
            loop = abs(np.trapezoid(q[turns[0] : turns[2] + 1], gamma[turns[0] : turns[2] + 1]))
            ratios.append(height / (high - low) / stiffest)
            dampings.append(2.0 * loop / pi / (height * abs(gamma[turns[2]] - gamma[turns[1]])))
            if undrained:
                peaks.append(told["RU"].max())
                counts += [ceil(told["INST"][np.argmax(told["RU"] >= level.RU_MAX)] / (4.0 * QUARTER))] if peaks[-1] >= level.RU_MAX else []
            elif not ratios[-1] <= 1.0 + 1e-8:
                raise level.wrong("EPSI_ELAS", f"the soil is stiffer at {high:.9g} than at this strain, which is to be elastic")
            told = {"EPSI_IMPOSE": [low]} | told | more_columns(level, found, told)
            columns |= {f"{name}_{rank(j, level.EPSI_MINI)}": values for name, values in told.items()}
        tables.append(table_of(columns))
        own = rank(i, level.PRES_CONF)
        amplitudes = [high - low for high, low in zip(level.EPSI_MAXI, level.EPSI_MINI)]
        for name, values in (("PRES_CONF", [pressure]), ("EPSI_IMPOSE", amplitudes), ("E_SUR_EMAX", ratios), ("DAMPING", dampings)):
            moduli[f"{name}_{own}"] = "R", [float(value) for value in values]
        if undrained:
            moduli[f"NCYCL_{own}"] = "I", counts
            moduli[f"RU_MAX_{own}"] = "R", [float(value) for value in peaks]
    return [*tables, table_of(moduli, typed=True)]


def _instants(level, halves):
    """A quarter of a cycle, then that many halves."""
    return QUARTER / level.NB_INST * np.arange(level.NB_INST * (2 * halves + 1) + 1)


def _small_cycle(laboratory, level, pressure) -> float:
    """The modulus of a cycle of EPSI_ELAS."""
    small, side = level.EPSI_ELAS, -level.KZERO * pressure
    course = (0.0, 1.0, 3.0, 5.0), (0.0, -small, small, -small)
    found = laboratory.walked(np.arange(6.0), (side, side, -pressure), EPZZ=course)
    q = found["SIZZ"] - found["SIXX"]
    return 0.5 * abs(q[-1] - q[np.flatnonzero(found["INST"] == 3.0)[0]]) / small


def _strain(level, high, low):
    """Times and axial strains: compression first."""
    if level.TYPE_CHARGE == "SINUSOIDAL":
        first = 3 * level.NB_INST
        times = QUARTER / first * np.arange(first * (4 * level.NB_CYCLE + 3))
        wave = np.sin(pi * times / 2.0 / QUARTER)
        return times, np.append(-high * wave[:first], -0.5 * (high + low) - 0.5 * (high - low) * wave[first:])
    return np.append(0.0, QUARTER * np.arange(1, 4 * level.NB_CYCLE + 2, 2)), [0.0, *[-high, -low] * level.NB_CYCLE, -high]


def _drained(laboratory, level, instants, pressure, course):
    side = -level.KZERO * pressure
    return laboratory.walked(instants, (side, side, -pressure), EPZZ=course)


def _undrained(laboratory, level, instants, pressure, course):
    side = -level.KZERO * pressure
    held = (instants[0], instants[-1]), (side, side)
    water = np.full((3, 3), 1.0 / level.UN_SUR_K)
    water[2] = 0.0, 0.0, 1.0
    start = dict(SIGM_INIT={"SIXX": side, "SIYY": side, "SIZZ": -pressure})
    found, ended = laboratory.related(instants, np.diag([1.0, 1.0, 0.0]), water, (held, held, course), start)
    if not ended:
        raise ComputationFailed(f"the cycles under {pressure:g} fail before their end")
    return found


def _told(level, found, q, pressure, undrained):
    """The columns of a table, compression positive; as in code_aster Q is so without drainage only."""
    volume = found["EPXX"] + found["EPYY"] + found["EPZZ"]
    told = {"INST": found["INST"], "EPS_AXI": -found["EPZZ"], "EPS_LAT": -found["EPXX"], "EPS_VOL": -volume}
    told |= {"SIG_AXI": -found["SIZZ"], "SIG_LAT": -found["SIXX"], "P": -(found["SIXX"] + found["SIYY"] + found["SIZZ"]) / 3.0}
    if not undrained:
        return told | {"Q": q}
    water = -volume / level.UN_SUR_K / level.BIOT_COEF
    return told | {"Q": -q, "PRE_EAU": water, "RU": water * 3.0 / (1.0 + 2.0 * level.KZERO) / pressure}


def oedometer(laboratory, level) -> list:
    """Axial stress to each of SIGM_IMPOSE and back to SIGM_DECH, without lateral strain: a table for each pressure."""
    return _compressed(laboratory, level, level.KZERO, ("SIZZ",), ("EPXX", "EPYY", "EPXY", "EPXZ", "EPYZ"))


def isotropic_compression(laboratory, level) -> list:
    """The same with one stress all around."""
    return _compressed(laboratory, level, 1.0, ("SIXX", "SIYY", "SIZZ"), ("EPXY", "EPXZ", "EPYZ"))


def _compressed(laboratory, level, rest, stressed, held):
    if len(level.SIGM_DECH) != len(level.PRES_CONF):
        raise level.wrong("SIGM_DECH", f"{len(level.PRES_CONF)} stresses are needed, one for each of PRES_CONF")
    instants, tables = _instants(level, 2 * len(level.SIGM_IMPOSE) - 1), []
    still = (instants[0], instants[-1]), (0.0, 0.0)
    for i, (pressure, least) in enumerate(zip(level.PRES_CONF, level.SIGM_DECH), 1):
        course = _stress(level, -pressure, -least)
        start = -rest * pressure, -rest * pressure, -pressure
        found = laboratory.walked(instants, start, stresses=dict.fromkeys(stressed, course), **dict.fromkeys(held, still))
        told = {"INST": found["INST"], "EPS_VOL": -(found["EPXX"] + found["EPYY"] + found["EPZZ"])}
        told |= {"P": -(found["SIXX"] + found["SIYY"] + found["SIZZ"]) / 3.0, "SIG_AXI": -found["SIZZ"], "SIG_LAT": -found["SIXX"]}
        told |= more_columns(level, found, told)
        tables.append(table_of({f"{name}_{rank(i, level.PRES_CONF)}": values for name, values in told.items()}))
    return tables


def _stress(level, start, least):
    """Times and stresses; a sine's last point is a line through those before, as code_aster has it."""
    peaks = [-value for value in level.SIGM_IMPOSE]
    if level.TYPE_CHARGE == "TRIANGULAIRE":
        corners = np.append(0.0, QUARTER * np.arange(1, 4 * len(peaks), 2))
        return corners, [start, *(value for peak in peaks for value in (peak, least))]
    third = 3 * level.NB_INST
    times = QUARTER / third * np.arange(third * (4 * len(peaks) - 1))
    wave = np.sin(pi * times / 2.0 / QUARTER)
    first = 0.5 * (peaks[0] + start) + 0.5 * (peaks[0] - start) * np.sin(pi * (times[:third] / QUARTER - 0.5))
    parts = [first]
    for j, peak in enumerate(peaks):
        own = wave[third : 3 * third] if j == 0 else wave[(4 * j - 1) * third : (4 * j + 3) * third]
        parts.append(0.5 * (peak + least) + 0.5 * (peak - least) * own)
    values = np.concatenate(parts)
    return np.append(times, times[-1] + times[1]), np.append(values, 2.0 * values[-1] - values[-2])
