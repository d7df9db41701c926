"""POST_RCCM, TYPE_RESU_MECA='B3200': primary stresses and ranges of situations at one side of a line (r7.04.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._fatigue import strength
from pyaster_lite.commands._rccm_situations import Reader
from pyaster_lite.fe.load_situations import LinearRange, linear_range, pressure_membrane, primary, shaken
from pyaster_lite.fe.stress_lines import ratchet_limits

_NOTHING = 1e-10
"""Of all situations, a membrane stress of pressure below this tells nothing of ratcheting."""


class Side:
    """All situations at one side of the line."""

    READER = Reader

    def __init__(self, args, side):
        self.args, self.side = args, side
        self.reader = reader = self.READER(args)
        self.given = list(args.SITUATION)
        self.situations = [reader.situation(own, side) for own in self.given]
        quake = reader.earthquake(side)
        self.quakes = {"SANS": None} if quake is None else {"SANS": None, "AVEC": quake}
        if args.OPTION == "PM_PB":
            self._check_primary()
        self.found = [self._found(own) for own in self.situations]

    def _found(self, situation):
        """The columns of a situation without and with the earthquake."""
        rows = {shown: self.by_itself(situation, shakes) for shown, shakes in self.quakes.items()}
        for row in rows.values():
            if "SN_THER" in row:
                # At the instants without an earthquake, as code_aster has it (rc32ac)
                row["SN_THER"] = rows["SANS"]["SN_THER"]
        return rows

    def by_itself(self, situation, quake) -> dict:
        """The columns of a situation, with an earthquake or not."""
        return self._primary(situation, quake) if self.args.OPTION == "PM_PB" else self._ranges(situation, quake)

    def _check_primary(self):
        for given in self.given:
            for word in ("NUME_RESU_PRES", "NUME_RESU_MECA", "TEMP_A"):
                if given[word] is not None:
                    raise given.wrong(word, "primary stresses are those of unit loads: CHAR_ETAT_A and PRES_A")

    def _primary(self, situation, quake):
        shakes = {kind: shaken(None if quake is None else quake[kind]) for kind in ("membrane", "bending", "linear")}
        return dict(zip(("PM", "PB", "PMPB"), primary(situation, shakes)))

    def _ranges(self, situation, quake):
        return self.told(self.linear_range(situation, None, quake)) | {"SIG_PRES_MOY": self.pressure_membrane(situation)}

    def linear_range(self, one, other, quake) -> LinearRange:
        """Of one situation, or of two combined, with an earthquake or not."""
        return linear_range(one, other, self.by_tresca, shaken(None if quake is None else quake["linear"]))

    def pressure_membrane(self, situation) -> float | None:
        """What ratcheting is judged by, None without pressure."""
        return pressure_membrane(situation, self.by_tresca)

    @property
    def by_tresca(self):
        return self.args.METHODE == "TRESCA"

    def factor(self, word) -> float:
        """A factor of stresses, one unless it is given."""
        given = self.args.get("FACT_SIGM")
        return given[word] if given is not None and given[word] is not None else 1.0

    def told(self, found: LinearRange) -> dict:
        """The columns of a range of linear stress."""
        row = {"SN_THER": found.hot}
        for name, own in (("SN", found.whole), ("SN*", found.net)):
            row |= {name: own.value * self.factor("KT_SN"), f"INST_{name}_1": own.instants[0], f"INST_{name}_2": own.instants[1]}
        return row

    def ratcheting(self, membrane, names) -> dict:
        """The limits of thermal ranges that a membrane stress of pressure allows; nothing of none."""
        if membrane is None:
            return {}
        limit = self.args.SY_MAX if self.args.SY_MAX is not None else strength(self.args, "SY_02")[0]
        values = (float(value) for value in ratchet_limits(limit, membrane))
        return {name: value for name, value in zip(names, values) if not np.isnan(value)}

    def alone(self, place):
        """The rows of a situation."""
        given = self.given[place]
        head = {"NOM_SIT1": given.NOM_SITU or "PAS DE NOM", "NUM_SIT1": given.NUME_SITU, "GROUP_SIT1": given.NUME_GROUPE[0]}
        for shown, row in self.found[place].items():
            yield {"SEISME": shown, **head, **row, **self.limits(row)}

    def limits(self, row) -> dict:
        """Those of ratcheting, of a row."""
        return self.ratcheting(row.get("SIG_PRES_MOY"), ("CRIT_LINE", "CRIT_PARAB"))

    def told_pairs(self) -> list[list[dict]]:
        """By pair of situations that are combined the rows: here none."""
        return []

    def told_uses(self) -> list[dict]:
        """The rows of what is combined, and how often: here none."""
        return []

    def worst(self):
        """The largest values of all situations."""
        rows = self.all_rows()

        def most(name):
            return max((row[name] for row in rows if row.get(name) is not None), default=0.0)

        if self.args.OPTION == "PM_PB":
            return {f"{name}_MAX": most(name) for name in ("PM", "PB", "PMPB")}
        found = {f"{name}_MAX": most(name) for name in ("SN", "SN*")} | {"SIGM_M_PRES": most("SIG_PRES_MOY")}
        if found["SIGM_M_PRES"] < _NOTHING:
            return found
        limits = self.ratcheting(found["SIGM_M_PRES"], ("CRIT_LINE_MAX", "CRIT_PARA_MAX"))
        return found | limits | {"SN_THER_MAX": most("SN_THER")}

    def all_rows(self) -> list[dict]:
        """Everything that is found, of which the worst is told."""
        return [row for own in self.found for row in own.values()]
