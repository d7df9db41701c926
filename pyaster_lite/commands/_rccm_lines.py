"""POST_RCCM: tables of stresses along lines through a wall, read as arrays (u4.83.11)."""

from __future__ import annotations

import numpy as np

STRESSES = ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ")


def lines_of(table) -> list[str]:
    """What INTITULE calls its lines, in the order of the table; one of no name without that column."""
    return list(dict.fromkeys(table.cells["INTITULE"])) if "INTITULE" in table.cells else [""]


def instants_of(args, word: str, line: str) -> list[float]:
    """Those of a line in a table, in its order."""
    table = args[word]
    return list(dict.fromkeys(column(args, word, "INST")[_rows(table, line)].tolist()))


def chosen_instants(own, word: str, line: str) -> tuple[list[float], tuple]:
    """(instants of a transient that are asked for, how near is near enough): all of its table's, or those given."""
    own.mark_read("TOUT_ORDRE", "TOUT_INST")
    if own.INST is not None or own.LIST_INST is not None:
        return [float(t) for t in (own.INST or own.LIST_INST)], (own.PRECISION, own.CRITERE)
    return instants_of(own, word, line), ()


def along(args, word: str, line: str) -> np.ndarray:
    """(n,) the abscissas of a line in a table."""
    return np.array(list(dict.fromkeys(column(args, word, "ABSC_CURV")[_rows(args[word], line)].tolist())))


def stresses(args, word: str, line: str, places, instants=None, precision=1e-6, criterion="RELATIF", names=STRESSES) -> np.ndarray:
    """(instants, places, 6) the stresses of a line of a table at abscissas, (places, 6) of a table that knows no instants; or the columns
    of other names."""
    table = args[word]
    rows = _rows(table, line)
    there = [name in table.cells or name not in STRESSES[4:] for name in names]
    values = np.stack([column(args, word, name)[rows] if own else np.zeros(len(rows)) for name, own in zip(names, there)], axis=-1)
    here = nearest(column(args, word, "ABSC_CURV")[rows], places, 1e-6, "RELATIF")
    if instants is None:
        return values[_found(args, word, here, lambda i: f"the abscissa {places[i]:.9g}")]
    now = nearest(column(args, word, "INST")[rows], instants, precision, criterion)
    both = (now[:, None] & here[None]).reshape(-1, len(rows))
    shown = lambda i: f"the instant {instants[i // len(places)]:.9g} and the abscissa {places[i % len(places)]:.9g}"  # noqa: E731
    return values[_found(args, word, both, shown)].reshape(len(instants), len(places), len(names))


def _rows(table, line):
    if "INTITULE" not in table.cells or line == "":
        return np.arange(table.n_rows)
    return np.flatnonzero([name == line for name in table.cells["INTITULE"]])


def column(args, word, name) -> np.ndarray:
    """(rows,) the numbers of a column of a table, NaN where a cell is empty."""
    table = args[word]
    if name not in table.cells:
        raise args.wrong(word, f"{table.name} has no column {name}")
    return np.array([np.nan if value is None else value for value in table.cells[name]], float)


def nearest(cells, values, precision=1e-6, criterion="RELATIF") -> np.ndarray:
    """(values, rows) whether the cells of a column are those values."""
    values = np.asarray(values, float)[:, None]
    width = precision * (abs(values) if criterion == "RELATIF" else 1.0)
    return abs(cells[None] - values) <= np.maximum(width, np.finfo(float).tiny)


def _found(args, word, near, place):
    """The first row of each, which must be there."""
    absent = np.flatnonzero(~near.any(axis=1))
    if len(absent):
        raise args.wrong(word, f"{args[word].name} has nothing at {place(int(absent[0]))}")
    return near.argmax(axis=1)
