"""ENERGIE: what the forces of an evolution have done by the end of every step, and the table PARA_CALC of it."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.energy_balance import StepBalance

PART_OF = {
    "TRAV_EXT": "external",
    "ENER_CIN": "kinetic",
    "ENER_TOT": "elastic",
    "TRAV_AMOR": "damped",
    "TRAV_LIAI": "bound",
    "DISS_SCH": "scheme",
}
"""The columns of the table, with their parts of fe.energy_balance."""
COLUMNS = {"NUME_REUSE": "I", "INST": "R"} | dict.fromkeys(PART_OF, "R")


def no_energies() -> Table:
    """PARA_CALC of an evolution whose energies are not asked for: an empty table."""
    return Table.from_rows([], {name: COLUMNS[name] for name in ("NUME_REUSE", "INST")})


def energies_of(args, structure, state, contact, earlier):
    """What keeps the energies, None where they are not asked for.

    earlier  the table PARA_CALC of the evolution that is taken up again, or None
    """
    if args.get("ENERGIE") is None:
        return None
    rows = [] if earlier is None else earlier.rows()
    initial = args.get("ETAT_INIT")
    evolution = None if initial is None else initial.get("EVOL_NOLI")
    before = getattr(evolution, "tables", {}).get("PARA_CALC")
    totals = None if before is None else _totals(before, state.time)
    return Energies(StepBalance(structure, state, contact, totals), rows, state.time)


def _totals(table, t):
    """Those of an earlier evolution at t, None where it has none."""
    at = [row for row in table.rows() if np.isclose(row["INST"], t, rtol=1e-6, atol=1e-12)]
    return {part: at[-1][word] for word, part in PART_OF.items()} if at else None


class Energies:
    """The energies of an evolution that starts at t, after the rows of an earlier one."""

    def __init__(self, balance, rows, t):
        self._balance, self._rows = balance, [row for row in rows if row["INST"] <= t]
        self._number = 1 + max((row["NUME_REUSE"] for row in self._rows), default=-1)
        if not self._rows:
            self._note(t)

    def add(self, state):
        """Count a step that ends in a state."""
        self._balance.add(state)
        self._note(state.time)

    def table(self):
        """PARA_CALC."""
        return Table.from_rows(self._rows, COLUMNS)

    def _note(self, t):
        energies = {word: self._balance.totals[part] for word, part in PART_OF.items()}
        self._rows.append({"NUME_REUSE": self._number, "INST": float(t)} | energies)
