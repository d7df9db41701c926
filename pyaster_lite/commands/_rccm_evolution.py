"""POST_RCCM, TYPE_RESU_MECA='EVOLUTION': the rules for stresses on lines over transients (r7.04.03, u4.83.11)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import precision
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._fatigue import of_stress, strength
from pyaster_lite.commands._rccm_initiation import initiation
from pyaster_lite.commands._rccm_lines import along, chosen_instants, lines_of, stresses
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.cycle_damage import plastic_correction
from pyaster_lite.fe.stress_lines import linear_parts, ranges, ratchet_limits, revolved_parts, thermal_correction, tresca, usage

WORDS = BLOC(
    equal("TYPE_RESU_MECA", "EVOLUTION"),
    OPTION=SIMP("o", max="**", into=("PM_PB", "SN", "FATIGUE_ZH210", "AMORCAGE"), validators=(no_repeat,)),
    MATER=SIMP("o", typ="mater_sdaster"),
    SY_MAX=SIMP("f", typ="R"),
    TYPE_KE=SIMP("f", into=("KE_MECA", "KE_MIXTE"), defaut="KE_MECA"),
    RAYON_MOYEN=SIMP("f", typ="R", defaut=-1.0),
    TRANSITOIRE=FACT(
        "o",
        max="**",
        rules=(UN_PARMI("TOUT_ORDRE", "INST", "LIST_INST", "TOUT_INST"), UN_PARMI("TABL_RESU_MECA", "TABL_SIGM_THETA")),
        NB_OCCUR=SIMP("f", typ="I", defaut=1),
        TABL_RESU_MECA=SIMP("f", typ="table_sdaster"),
        TABL_SIGM_THETA=SIMP("f", typ="table_sdaster"),
        TABL_SIGM_THER=SIMP("f", typ="table_sdaster"),
        TABL_RESU_PRES=SIMP("f", typ="table_sdaster"),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        TOUT_INST=SIMP("f", into=("OUI",)),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        b_inst=BLOC(present("INST") | present("LIST_INST"), **precision()),
    ),
)
_SIDES = ("ORIG", "EXTR")


@dataclass
class _Line:
    """What happens on a line over some transients, at n instants one after the other.

    tables, instants, occurrences (n,)   whole, thermal (n, points, 6) stresses;  pressure  the same of pressure alone, or None
    parts     for each of the three the membrane (n, 6) and the bending (n, 6) at both ends
    pressed   the name of the table of pressure
    """

    tables: list
    instants: np.ndarray
    occurrences: np.ndarray
    whole: np.ndarray
    thermal: np.ndarray
    parts: list
    pressed: str

    @classmethod
    def read(cls, transients, line: str, curvature: float | None = None) -> _Line:
        """Of transients; `curvature` of a wall of revolution, None of any other (RAYON_MOYEN)."""
        first = transients[0]
        places = along(first, "TABL_RESU_MECA", line)
        tables, instants, occurrences, kinds = [], [], [], {word: [] for word in _TABLES}
        for own in transients:
            times, search = chosen_instants(own, "TABL_RESU_MECA", line)
            instants += times
            tables += [own.TABL_RESU_MECA.name] * len(times)
            occurrences += [own.NB_OCCUR] * len(times)
            for word, found in kinds.items():
                there = own[word] is not None
                found.append(stresses(own, word, line, places, times, *search) if there else np.zeros((len(times), len(places), 6)))
        whole, thermal, pressure = (np.concatenate(found) for found in kinds.values())
        pressed = [own.TABL_RESU_PRES.name for own in transients if own.TABL_RESU_PRES is not None]
        if curvature is None:
            parts = [(membrane, (-bending, bending)) for membrane, bending in (linear_parts(places, v) for v in (whole, thermal, pressure))]
        else:
            where = stresses(first, "TABL_RESU_MECA", line, places, instants[:1], names=("COOR_X", "COOR_Y"))[0]
            parts = [revolved_parts(places, where[:, 0], where[:, 1], values, curvature) for values in (whole, thermal, pressure)]
        return cls(tables, np.array(instants), np.array(occurrences), whole, thermal, parts, pressed[0] if pressed else "")

    def ends(self, values):
        """What stands at the two ends of the line."""
        return values[:, 0], values[:, -1]

    def linear(self, kind: int):
        """The linear stress at both ends, of the whole (0) or of the thermal stress (1)."""
        membrane, bending = self.parts[kind]
        return tuple(membrane + own for own in bending)

    def pairs(self):
        """(first, second) of any two instants, the first ones in turn."""
        return np.triu_indices(len(self.instants), 1)


_TABLES = ("TABL_RESU_MECA", "TABL_SIGM_THER", "TABL_RESU_PRES")


def evolution(args, context) -> Table:
    """Rows of each line, of both of its ends, for every rule asked for: of all instants, or of the worst ones."""
    options, transients = args.OPTION, args.TRANSITOIRE
    if "AMORCAGE" in options:
        if len(options) > 1:
            raise args.wrong("OPTION", "AMORCAGE goes alone")
        return initiation(args, context)
    for own in transients:
        if own.TABL_RESU_MECA is None:
            raise own.wrong("TABL_SIGM_THETA", "stresses about a singularity are for OPTION='AMORCAGE'")
    fatigue = "FATIGUE_ZH210" in options
    (sm,) = strength(args, "SM")
    args.mark_read("SY_MAX", "TYPE_KE", "RAYON_MOYEN")
    curvature = args.RAYON_MOYEN if args.AXIS == "OUI" else None
    apart = "SN" in options and not fatigue and len(transients) > 1
    rows, columns = [], {"INTITULE": "K16", "LIEU": "K8", "SM": "R", "3SM": "R"}
    rules = [rule for name, rule in _RULES if name in options or name == "SN" and fatigue]
    if fatigue and args.TYPE_RESU == "DETAILS":
        rules = [rule for rule in rules if rule is not _ranges]
    for line in lines_of(transients[0].TABL_RESU_MECA):
        for group in [[own] for own in transients] if apart else [list(transients)]:
            read = _Line.read(group, line, curvature)
            for side, lieu in enumerate(_SIDES):
                head = {"INTITULE": line, "LIEU": lieu, "SM": sm, "3SM": 3.0 * sm}
                for rule in (_ratchet, *rules):
                    rows += [head | row for row in rule(args, context, read, side, sm)]
    for row in rows:
        columns |= {name: _kind(value) for name, value in row.items() if name not in columns}
    return Table.from_rows(rows, columns, title="POST_RCCM")


def _kind(value):
    return "K8" if isinstance(value, str) else "I" if isinstance(value, int) else "R"


def _largest(values, *columns):
    """The row of the largest value: the first one where none is above zero."""
    place = int(np.argmax(values)) if len(values) else 0
    return [column[place] for column in columns]


def _ratchet(args, context, line: _Line, side, sm):
    if not line.pressed:
        return
    limit = args.SY_MAX if args.SY_MAX is not None else _yield(args)
    if limit is None:
        context.warn(args, None, "SY_MAX, or SY_02 of the material, is needed to tell of ratcheting: it is left out")
        return
    membrane = tresca(line.parts[2][0])
    head = {"TABL_PRES": line.pressed, "SY": limit}
    names = ("SIGM_M_PRES", "VALE_MAXI_LINE", "VALE_MAXI_PARAB")
    if args.TYPE_RESU == "DETAILS":
        found = zip(line.instants.tolist(), membrane.tolist(), *(values.tolist() for values in ratchet_limits(limit, membrane)))
        for instant, *values in found:
            yield {**head, "INST": instant, **_known(dict(zip(names, values)))}
    else:
        worst = max(0.0, float(membrane.max()))
        yield {**head, **_known(dict(zip(names, (worst, *(float(value) for value in ratchet_limits(limit, worst))))))}


def _known(row):
    return {name: value for name, value in row.items() if not np.isnan(value)}


def _yield(args):
    laws = args.MATER.laws
    return strength(args, "SY_02")[0] if (laws.get("RCCM") or laws.get("RCCM_FO") or {}).get("SY_02") is not None else None


def _primary(args, context, line: _Line, side, sm):
    """PM, PB and PMB without thermal stresses, and the peak F that is not linear."""
    (membrane, bending), (hot_membrane, hot_bending) = line.parts[:2]
    linear = line.linear(0)[side] - line.linear(1)[side]
    # The same thermal stress comes off the peak at both ends, save of walls of revolution
    peak = line.ends(line.whole)[side] - linear - (hot_membrane + hot_bending[side if args.get("AXIS") == "OUI" else 1])
    names = ("PM", "PB", "PMB", "F")
    found = dict(zip(names, (tresca(own) for own in (membrane - hot_membrane, bending[side] - hot_bending[side], linear, peak))))
    if args.TYPE_RESU == "DETAILS":
        for i, (table, instant) in enumerate(zip(line.tables, line.instants.tolist())):
            yield {"TABL_RESU": table, "INST": instant, **{name: float(found[name][i]) for name in names}}
    else:
        for name in names:
            table, instant, value = _largest(found[name], line.tables, line.instants, found[name])
            yield {"TABL_RESU": table, f"INST_{name}": float(instant), name: float(value)}


def _hot(args):
    return any(own.TABL_SIGM_THER is not None for own in args.TRANSITOIRE)


def _net(line, side):
    """The linear stress without thermal bending."""
    return line.linear(0)[side] - line.parts[1][1][side]


def _ranges(args, context, line: _Line, side, sm):
    """SN of any two instants; SN* without thermal bending."""
    kinds = {"SN": ranges(line.linear(0)[side])}
    if _hot(args):
        kinds["SN*"] = ranges(_net(line, side))
    first, second = line.pairs()
    if args.TYPE_RESU == "DETAILS":
        for i, j in zip(first.tolist(), second.tolist()):
            values = {name: float(values[i, j]) for name, values in kinds.items()}
            yield _two(line, i, j) | values
        return
    for name, values in kinds.items():
        i, j, value = _largest(values[first, second], first, second, values[first, second]) if len(first) else (0, 0, 0.0)
        times = {f"INST_{name}_1": float(line.instants[i]), f"INST_{name}_2": float(line.instants[j])}
        yield {"TABL_RESU_1": line.tables[i], "TABL_RESU_2": line.tables[j], **times, name: float(value)}


def _two(line, i, j):
    return {
        "TABL_RESU_1": line.tables[i],
        "INST_1": float(line.instants[i]),
        "TABL_RESU_2": line.tables[j],
        "INST_2": float(line.instants[j]),
    }


def _cycles(args, context, line: _Line, side, sm):
    """SALT, its damage and what all transients use up, by ZH 210."""
    m, n = strength(args, "M_KE", "N_KE")
    ratio = args.MATER.laws["FATIGUE"]["E_REFE"] / args.MATER.getValueReal("ELAS", "E")
    linear, mixed = ranges(line.linear(0)[side]), args.TYPE_KE == "KE_MIXTE"
    peak = ranges(line.ends(line.whole)[side])
    found = {"SN": linear}
    if _hot(args):
        found["SN*"] = ranges(_net(line, side))
    found["SP"] = peak
    factor = plastic_correction(linear, n, m, sm)
    if mixed:
        hot = line.ends(line.thermal)[side]
        found["SP_MECA"], found["SP_THER"] = ranges(line.ends(line.whole)[side] - hot), ranges(hot)
        found["KE_MECA"], found["KE_THER"] = factor, thermal_correction(linear, sm)
        found["SALT"] = 0.5 * ratio * (factor * found["SP_MECA"] + found["KE_THER"] * found["SP_THER"])
    else:
        found["KE"] = factor
        found["SALT"] = 0.5 * ratio * factor * peak
    damage = of_stress(args)(found["SALT"].ravel()).reshape(peak.shape)
    np.fill_diagonal(damage, 0.0)
    with np.errstate(divide="ignore"):
        found["NADM"] = np.where(damage > 0.0, 1.0 / damage, np.finfo(float).max)
    found["DOMMAGE"] = damage
    first, second = line.pairs()
    if args.TYPE_RESU == "DETAILS":
        for i, j in zip(first.tolist(), second.tolist()):
            times = {"NB_OCCUR_1": int(line.occurrences[i]), "NB_OCCUR_2": int(line.occurrences[j])}
            yield _two(line, i, j) | times | {name: float(values[i, j]) for name, values in found.items()}
    elif len(first):
        i, j = _largest(found["SALT"][first, second], first, second)
        times = {"INST_SALT_1": float(line.instants[i]), "NB_OCCUR_1": int(line.occurrences[i])}
        times |= {"INST_SALT_2": float(line.instants[j]), "NB_OCCUR_2": int(line.occurrences[j])}
        worst = {name: float(values[first, second].max()) for name, values in found.items() if name not in ("SN", "SN*")}
        yield {"TABL_RESU_1": line.tables[i], "TABL_RESU_2": line.tables[j]} | times | worst
    yield {"DOMMAGE_CUMU": usage(damage, line.occurrences)}


_RULES = (("PM_PB", _primary), ("SN", _ranges), ("FATIGUE_ZH210", _cycles))
