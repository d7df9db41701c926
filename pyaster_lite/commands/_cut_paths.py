"""The cuts that a table tells (CREA_COUPE, EXTR_COUPE), and what must hold of it."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cut_path import COLUMNS, NUMBERS, POINTS, Path


def check_columns(args, table):
    """Refuse a table whose columns are not COLUMNS in order, each of numbers or of texts."""
    for place, (name, wanted) in enumerate(zip(table.names, COLUMNS), 1):
        if name.upper() != wanted:
            raise args.wrong("COUPE", f"column {place} of the table must be {wanted}, it is {name}", known_as="COUPE_1")
    if len(table.names) != len(COLUMNS):
        raise args.wrong("COUPE", f"a table of cuts has the columns {', '.join(COLUMNS)}", known_as="COUPE_1")
    for place, name in enumerate(COLUMNS, 1):
        kind = table.types[table.names[place - 1]]
        if name in NUMBERS and kind not in ("R", "I"):
            raise args.wrong("COUPE", f"column {place} of the table, {name}, must hold numbers", known_as="COUPE_5")
        if name == "NB_POINTS" and kind != "I":
            raise args.wrong("COUPE", f"column {place} of the table, {name}, must hold integers", known_as="COUPE_5")
        if name not in NUMBERS and kind in ("R", "C"):
            raise args.wrong("COUPE", f"column {place} of the table, {name}, must hold texts", known_as="COUPE_5")


def paths_of(args, table) -> list[Path]:
    """The cuts that a table tells, row by row; raises Refused."""
    check_columns(args, table)
    found = []
    for row in zip(*table.cells.values()):
        row = dict(zip(COLUMNS, row))
        if any(cell is None for cell in row.values()):
            raise args.wrong("COUPE", "a cell of the table is empty")
        points = np.array([[row[name] for name in point] for point in POINTS], float)
        words = {name: str(row[name]).strip() for name in COLUMNS[9:13]}
        skins = words["GROUP_MA_ORIG"], words["GROUP_MA_EXTR"]
        found.append(Path(points, words["NOM"], words["GROUP"].split(), skins, int(row["NB_POINTS"])))
    for path in found:
        if path.length == 0.0:
            raise args.wrong("COUPE", f"both ends of the cut {path.name} are at one place", known_as="COUPE_8")
    return found
