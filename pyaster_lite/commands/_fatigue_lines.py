"""POST_FATIGUE of loads along a line: the cycles of a stress or a strain, and ductile damage of a history (u4.83.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands import _fatigue
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe import cycle_damage
from pyaster_lite.fe.cycle_counting import cycles
from pyaster_lite.fe.tensors import AXES


def uniaxial(args) -> Table:
    """A row for each cycle, one more for the sum of the damage."""
    history, strained = args.HISTOIRE.SIGM or args.HISTOIRE.EPSI, args.HISTOIRE.SIGM is None
    factor = args.COEF_MULT.KT if args.COEF_MULT is not None else 1.0
    found = np.array(cycles(factor * points(args, "EPSI" if strained else "SIGM", history), args.COMPTAGE, args.DELTA_OSCI))
    rows = [{"CYCLE": i, "VALE_MIN": low, "VALE_MAX": high} for i, (low, high) in enumerate(found.tolist(), start=1)]
    types = {"CYCLE": "I", "VALE_MIN": "R", "VALE_MAX": "R"}
    if args.DOMMAGE is None:
        for word in ("CUMUL", "CORR_KE", "CORR_SIGM_MOYE"):
            if word in args:
                raise args.wrong(word, f"{word} is about damage: DOMMAGE is not given")
        args.mark_read("MATER", "TAHERI_NAPPE", "TAHERI_FONC")
        return Table.from_rows(rows, types, title="POST_FATIGUE")
    damage = _corrected(args, found) if args.DOMMAGE == "WOHLER" and not strained else _fatigue.damage_of(args, strained)(found)
    for row, part in zip(rows, damage.tolist()):
        row["DOMMAGE"] = part
    return summed(args, rows, {**types, "DOMMAGE": "R"}, damage)


def _corrected(args, found):
    stress, reduced = _fatigue.half_range(found), 1.0
    if args.CORR_KE is not None:
        stress = stress * cycle_damage.plastic_correction(2.0 * stress, *_fatigue.strength(args, "N_KE", "M_KE", "SM"))
    if args.CORR_SIGM_MOYE is not None:
        reduced = cycle_damage.mean_stress_correction(found.mean(axis=1), *_fatigue.strength(args, "SU"), args.CORR_SIGM_MOYE)
    return _fatigue.of_stress(args)(stress, reduced)


def summed(args, rows, types, damage) -> Table:
    """The table, with the sum of the damage in a row of its own where CUMUL asks for it."""
    if args.CUMUL is not None:
        rows.append({"DOMM_CUMU": float(damage.sum())})
    return Table.from_rows(rows, {**types, "DOMM_CUMU": "R"}, title="POST_FATIGUE")


def ductile(args) -> Table:
    """A row for each instant: the damage of Lemaitre and Sermage."""
    given = args.HISTOIRE
    instants, stress = tensor(args, "SIGM")
    plastic, warmth = (points(args, word, given[word], instants) for word in ("EPSP", "TEMP"))
    pressure = stress[:, :3].mean(axis=1)
    deviator = stress - pressure[:, None] * (np.arange(6) < 3)
    equivalent = np.sqrt(1.5 * (deviator**2 @ np.array([1.0, 1.0, 1.0, 2.0, 2.0, 2.0])))
    ductility = _fatigue.law(args, "DOMMA_LEMAITRE")
    elastic = args.MATER.laws.get("ELAS") or args.MATER.laws.get("ELAS_FO")
    if elastic is None:
        raise args.wrong("MATER", "the material has neither ELAS nor ELAS_FO")
    at = [_at(value, warmth) for value in (elastic["E"], elastic["NU"], ductility["S"], ductility["EPSP_SEUIL"])]
    args.mark_read("DOMMAGE")
    damage = cycle_damage.lemaitre(plastic, pressure, equivalent, *at, ductility["EXP_S"])
    rows = [{"INST": instant, "DOMMAGE": part} for instant, part in zip(instants.tolist(), damage.tolist())]
    return summed(args, rows, {"INST": "R", "DOMMAGE": "R"}, damage)


def _at(value, warmth):
    return np.broadcast_to(np.asarray(value.evaluate(TEMP=warmth) if hasattr(value, "evaluate") else value, float), warmth.shape)


def tensor(args, name: str):
    """Instants (n,) and components (n, 6) of a tensor of HISTOIRE in the order of `AXES`; (None, None) where it is not given."""
    given = [word for word in (f"{name}_{part}" for part in AXES) if word in args.HISTOIRE]
    if not given:
        return None, None
    instants = function(args, given[0], args.HISTOIRE[given[0]]).x
    parts = {word: points(args, word, args.HISTOIRE[word], instants) for word in given}
    return instants, np.stack([parts.get(f"{name}_{part}", np.zeros(len(instants))) for part in AXES], axis=1)


def function(args, word: str, history):
    """A history by points; refused where it is a formula."""
    if not hasattr(history, "y"):
        raise args.HISTOIRE.wrong(word, "a function by points is needed: CALC_FONC_INTERP makes one of a formula")
    return history


def points(args, word: str, history, instants=None) -> np.ndarray:
    """The values of a history; refused where it is a formula, or given at other instants."""
    if instants is not None and not np.array_equal(function(args, word, history).x, instants):
        raise args.HISTOIRE.wrong(word, "the histories are not all given at the same instants")
    return np.asarray(function(args, word, history).y, float)
