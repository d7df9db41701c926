"""POST_RCCM, TYPE_RESU_MECA='B3200': the rules for situations, alone and combined (r7.04.03, u4.83.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._fatigue import strength
from pyaster_lite.commands._rccm_situations import SIDES, WORDS, Reader
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.load_situations import LinearRange, linear_range, pressure_membrane, primary, shaken
from pyaster_lite.fe.stress_lines import ratchet_limits

B3200 = BLOC(
    equal("TYPE_RESU_MECA", "B3200"),
    OPTION=SIMP("o", into=("PM_PB", "SN")),
    METHODE=SIMP("f", into=("TRESCA", "TOUT_INST"), defaut="TRESCA"),
    MATER=SIMP("o", typ="mater_sdaster"),
    SY_MAX=SIMP("f", typ="R"),
    TYPE_KE=SIMP("f", into=("KE_MECA", "KE_MIXTE"), defaut="KE_MECA"),
    FACT_SIGM=FACT("f", KT_SN=SIMP("f", typ="R"), KT_SP=SIMP("f", typ="R")),
    **WORDS,
)
_NOTHING = 1e-10
"""A membrane stress of pressure below this tells nothing of ratcheting."""
_TEXTS = {"TYPE": "K8", "SEISME": "K8", "LIEU": "K8", "NOM_SIT1": "K16", "NOM_SIT2": "K16"}
_WHOLE = ("NUM_SIT1", "NOCC_SIT1", "GROUP_SIT1", "NUM_SIT2", "NOCC_SIT2", "GROUP_SIT2", "NOCC_PRIS")
_WORST = (
    "TYPE", "LIEU", "PM_MAX", "PB_MAX", "PMPB_MAX", "SN_MAX", "SN*_MAX", "SIGM_M_PRES", "SN_THER_MAX", "CRIT_LINE_MAX",
    "SP_THER_MAX", "CRIT_PARA_MAX", "SP_MAX", "SALT_MAX", "FU_TOTAL", "FEN_TOTAL", "FEN_INTEGRE", "FUEN_TOTAL",
)  # fmt: skip
_DETAILS = (
    "TYPE", "SEISME", "LIEU", "NOM_SIT1", "NUM_SIT1", "NOCC_SIT1", "GROUP_SIT1", "PM", "PB", "PMPB", "NOM_SIT2", "NUM_SIT2",
    "NOCC_SIT2", "GROUP_SIT2", "SN", "INST_SN_1", "INST_SN_2", "SN*", "INST_SN*_1", "INST_SN*_2", "SIG_PRES_MOY", "SN_THER",
    "CRIT_LINE", "CRIT_PARAB", "KE_MECA", "KE_THER", "SP(MECA)", "SP(THER)", "SP", "INST_SALT_1", "INST_SALT_2", "SALT",
    "FU_UNIT_SS_CYCL", "FU_UNIT", "NOCC_PRIS", "FU_PARTIEL", "FEN", "FEN_ELAS", "FUEN_PARTIEL",
)  # fmt: skip


def combined(args, context) -> Table:
    """The worst values of both sides of the line, and every situation by itself, without and with the earthquake."""
    detailed = args.TYPE_RESU == "DETAILS"
    _mark_words_of_cycles(args)
    sides = {side: _Side(args, side) for side in SIDES}
    rows = [{"TYPE": "MAXI", "LIEU": side, **own.worst()} for side, own in sides.items()]
    if detailed:
        for place in range(len(args.SITUATION)):
            for side, own in sides.items():
                rows += [{"TYPE": "SITU", "LIEU": side, **row} for row in own.alone(place)]
    names = (*_DETAILS, *_WORST[2:]) if detailed else _WORST
    return Table.from_rows(rows, {name: _TEXTS.get(name, "I" if name in _WHOLE else "R") for name in names}, title="POST_RCCM")


def _mark_words_of_cycles(args):
    """Words that only what cycles use up depends on."""
    args.mark_read("MATER", "METHODE", "SY_MAX", "TYPE_KE", "FACT_SIGM")
    for given in args.SITUATION:
        given.mark_read("NB_OCCUR", "COMBINABLE", "NUME_PASSAGE", "NUME_PARTAGE", "NUME_RESU_THER", "NOM_SITU", "NUME_SITU", "NUME_GROUPE")
    if args.SEISME is not None:
        args.SEISME.mark_read("NB_OCCUR", "NB_CYCL_SEISME", "NUME_SITU", "NOM_SITU")


class _Side:
    """All situations at one side of the line."""

    def __init__(self, args, side):
        self.args, self.side = args, side
        reader = Reader(args)
        self.given = list(args.SITUATION)
        self.situations = [reader.situation(own, side) for own in self.given]
        quake = reader.earthquake(side)
        self.quakes = {"SANS": None} if quake is None else {"SANS": None, "AVEC": quake}
        if args.OPTION == "PM_PB":
            self._check_primary()
            find = self._primary
        else:
            find = self._ranges
        self.found = [[(shown, find(own, shakes)) for shown, shakes in self.quakes.items()] for own in self.situations]

    def _check_primary(self):
        for given in self.given:
            for word in ("NUME_RESU_PRES", "NUME_RESU_MECA", "TEMP_A"):
                if given[word] is not None:
                    raise given.wrong(word, "primary stresses are those of unit loads: CHAR_ETAT_A and PRES_A")

    def _primary(self, situation, quake):
        shakes = {kind: shaken(None if quake is None else quake[kind]) for kind in ("membrane", "bending", "linear")}
        return dict(zip(("PM", "PB", "PMPB"), primary(situation, shakes)))

    def _ranges(self, situation, quake):
        found = linear_range(situation, None, self.by_tresca, shaken(None if quake is None else quake["linear"]))
        return self.told(found) | {"SIG_PRES_MOY": pressure_membrane(situation, self.by_tresca)}

    @property
    def by_tresca(self):
        return self.args.METHODE == "TRESCA"

    def factor(self, word) -> float:
        """A factor of stresses, one unless it is given."""
        given = self.args.FACT_SIGM
        return given[word] if given is not None and given[word] is not None else 1.0

    def told(self, found: LinearRange) -> dict:
        """The columns of a range of linear stress."""
        row = {"SN_THER": found.hot}
        for name, own in (("SN", found.whole), ("SN*", found.net)):
            row |= {name: own.value * self.factor("KT_SN"), f"INST_{name}_1": own.instants[0], f"INST_{name}_2": own.instants[1]}
        return row

    def ratcheting(self, membrane, names) -> dict:
        """The limits of thermal ranges that a membrane stress of pressure allows; nothing of none."""
        if membrane is None or membrane < _NOTHING:
            return {}
        limit = self.args.SY_MAX if self.args.SY_MAX is not None else strength(self.args, "SY_02")[0]
        values = (float(value) for value in ratchet_limits(limit, membrane))
        return {name: value for name, value in zip(names, values) if not np.isnan(value)}

    def alone(self, place):
        """The rows of a situation."""
        given = self.given[place]
        head = {"NOM_SIT1": given.NOM_SITU or "PAS DE NOM", "NUM_SIT1": given.NUME_SITU, "GROUP_SIT1": given.NUME_GROUPE[0]}
        for shown, row in self.found[place]:
            limits = self.ratcheting(row.get("SIG_PRES_MOY"), ("CRIT_LINE", "CRIT_PARAB"))
            yield {"SEISME": shown, **head, **row, **limits}

    def worst(self):
        """The largest values of all situations."""
        rows = [row for own in self.found for _, row in own]

        def most(name):
            return max((row[name] for row in rows if row.get(name) is not None), default=0.0)

        if self.args.OPTION == "PM_PB":
            return {f"{name}_MAX": most(name) for name in ("PM", "PB", "PMPB")}
        found = {f"{name}_MAX": most(name) for name in ("SN", "SN*")} | {"SIGM_M_PRES": most("SIG_PRES_MOY")}
        limits = self.ratcheting(found["SIGM_M_PRES"], ("CRIT_LINE_MAX", "CRIT_PARA_MAX"))
        return found | limits | ({"SN_THER_MAX": most("SN_THER")} if found["SIGM_M_PRES"] >= _NOTHING else {})
