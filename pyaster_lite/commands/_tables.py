"""Rows and cells of a table that a deck means (tbextb, tbliva in code_aster's words)."""

from __future__ import annotations

import operator

from pyaster_lite.concepts.row_table import called_in

_COMPARE = {"LT": operator.lt, "GT": operator.gt, "LE": operator.le, "GE": operator.ge, "NE": operator.ne}


def filtered(table, occurrences):
    """The table of the rows that every FILTRE lets through; the user's mistake when a column does not exist."""
    rows = range(table.n_rows)
    for args in occurrences:
        name = known_column(args, table, "NOM_PARA")
        cells = table.column(name)
        rows = _matching(args, rows, cells)
    return table.selected(list(rows)) if occurrences else table


def known_column(args, table, word):
    """The column that a keyword names; blanks behind a name do not count."""
    name = args[word].rstrip()
    if name not in table.cells:
        raise args.wrong(word, f"the table {table.name} has no column {name}", help=f"it has {', '.join(table.names)}")
    return name


def _matching(args, rows, cells):
    criterion = args.CRIT_COMP
    filled = [row for row in rows if cells[row] is not None]
    if criterion not in ("VIDE", "NON_VIDE"):
        _check_comparable(args, criterion, [cells[row] for row in filled])
    args.mark_read("CRITERE", "PRECISION")
    if criterion == "VIDE":
        return [row for row in rows if cells[row] is None]
    if criterion == "NON_VIDE":
        return filled
    if criterion.startswith("M"):
        measure = (lambda row: abs(cells[row])) if criterion.endswith("_ABS") else cells.__getitem__
        choose = max if criterion.startswith("MAXI") else min
        # The first of the rows that share the extreme value, and no other.
        return [choose(filled, key=measure)] if filled else []
    wanted = next(args[word] for word in ("VALE", "VALE_I", "VALE_C", "VALE_K") if args[word] is not None)
    if isinstance(wanted, str):
        cells = [cell.strip() if isinstance(cell, str) else cell for cell in cells]
        wanted = called_in(args.NOM_PARA.rstrip(), wanted.strip(), cells)
    if criterion == "EQ" and args["VALE"] is not None:
        return [row for row in filled if _near(args, wanted, cells[row])]
    compare = _COMPARE.get(criterion, operator.eq)
    return [row for row in filled if compare(cells[row], wanted)]


def _check_comparable(args, criterion, cells):
    """Refuse an order among texts and numbers, or absolute values of texts."""
    texts = any(isinstance(cell, str) for cell in cells)
    if criterion.endswith("_ABS") and texts:
        raise args.wrong("CRIT_COMP", f"{args.NOM_PARA} is a column of texts: {criterion} needs numbers")
    if criterion.startswith("M"):
        return
    word = next(word for word in ("VALE", "VALE_I", "VALE_C", "VALE_K") if args[word] is not None)
    if cells and (word == "VALE_K") != texts:
        raise args.wrong(word, f"{args.NOM_PARA} is a column of {'texts' if texts else 'numbers'}")
    if criterion in ("LT", "LE", "GT", "GE") and word == "VALE_C":
        raise args.wrong(word, "complex numbers have no order")


def _near(args, wanted, cell):
    width = args.PRECISION * (abs(cell) if args.CRITERE == "RELATIF" else 1.0)
    return abs(wanted - cell) <= width


def one_cell(args, table, word="NOM_PARA"):
    """The one filled cell of a column; the user's mistake when there is none or there are several."""
    name = known_column(args, table, word)
    cells = [cell for cell in table.column(name) if cell is not None]
    if len(cells) != 1:
        count = "no row" if not cells else f"{len(cells)} rows"
        raise args.wrong(word, f"one cell of {name} is meant, but {count} of the table are left by the filters")
    return cells[0]
