"""Tables out of text files: formats TABLEAU, LIBRE and ASTER of LIRE_TABLE (u7.02.03)."""

from __future__ import annotations

import re

from pyaster_lite.concepts.row_table import RowTable
from pyaster_lite.io.errors import FileProblem

_CELLS = {"I": r"([0-9\-\+]+)", "R": r"([0-9\.,\-\+eEdD]+)"}


def read_table(path, form: str, separator: str = " ", number: int = 1, unique: bool = False) -> RowTable:
    """The table number `number` of a file, counted from 1.

    form    TABLEAU (lines that start with # are comments, - is an empty cell), LIBRE, or ASTER (between #DEBUT_TABLE
            and #FIN_TABLE, with a line of types)
    unique  number the columns that bear the same name (X, X_1, ...)
    Raises FileProblem.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise FileProblem(path, f"cannot be read ({error.strerror})") from None
    read = _read_aster if form == "ASTER" else _read_free
    names, types, rows, title = read(path, text, separator, number, form)
    if unique:
        names = _numbered(names)
    table = RowTable(para=names, typ=types, titr=title)
    for line, row in rows:
        try:
            table.append({name: cell for name, cell in zip(names, row) if cell is not None})
        except TypeError as problem:
            raise FileProblem(path, str(problem), line) from None
    return table


def _read_free(path, text, separator, number, form):
    """A block of lines with as many fields as its widest; the first of them names the columns, the others are the title."""
    comments = form == "TABLEAU"
    empty = "-" if comments else ""
    block = _block(path, text, separator, number, comments)
    width = max(count for count, _, _ in block)
    lines = [(place, line) for count, place, line in block if count == width and not (comments and line.startswith("#"))]
    title = [line for count, _, line in block if count != width or (comments and line.startswith("#"))]
    if not lines:
        raise FileProblem(path, f"the table {number} has no line of names")
    names = [name.replace(" ", "_") for name in _fields(lines[0][1], separator)]
    rows = []
    for place, line in lines[1:]:
        cells = [cell.strip() for cell in _fields(line, separator)]
        rows.append((place, [None if cell == empty else _number(cell) for cell in cells]))
    return names, (), rows, "\n".join(title)


def _block(path, text, separator, number, comments):
    """(fields, line number, line) of one block: a new one starts where a line has fewer fields than the one before."""
    blocks, before, filled = [[]], 0, False
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        comment = comments and line.startswith("#")
        count = len(_fields(line, separator))
        if comment and not filled:
            count = 0
        elif before > 1 and count < before:
            blocks.append([])
            filled = False
        before = count
        blocks[-1].append((count, place, line))
        filled |= not comment
    if number > len(blocks) or not blocks[0]:
        raise FileProblem(path, f"there is no table {number}: the file has {len(blocks) if blocks[0] else 0}")
    return blocks[number - 1]


def _read_aster(path, text, separator, number, form):
    blocks = re.findall(r"#DEBUT_TABLE\n(.*?)#FIN_TABLE\n?", text, re.DOTALL)
    if number > len(blocks):
        raise FileProblem(path, f"there is no table {number}: the file has {len(blocks)}")
    first = text[: text.index(blocks[number - 1])].count("\n") + 1
    lines = list(enumerate(blocks[number - 1].splitlines(), first))
    title = "\n".join(line.removeprefix("#TITRE").strip(separator) for _, line in lines if line.startswith("#TITRE"))
    body = [(place, line) for place, line in lines if line.strip(separator) and not line.startswith("#TITRE")]
    if len(body) < 2:
        raise FileProblem(path, f"the table {number} needs a line of names and a line of types", first)
    names, types = (_fields(line, separator) for _, line in body[:2])
    if len(names) != len(types):
        raise FileProblem(path, f"{len(types)} types are given for {len(names)} columns", body[1][0])
    cells = [_CELLS.get(kind[0]) or f"(.{{{kind[1:]}}})" for kind in types]
    pattern = re.compile(f"(?:{re.escape(separator)})+".join(cells))
    rows = []
    for place, line in body[2:]:
        match = pattern.search(line)
        if match is None:
            raise FileProblem(path, f"the line does not hold {len(names)} cells of the types {', '.join(types)}", place)
        values = [cell.strip() for cell in match.groups()]
        rows.append((place, [None if v == "-" else v if kind[0] == "K" else _number(v) for v, kind in zip(values, types)]))
    return names, types, rows, title


def _fields(line, separator):
    return re.split(f"(?:{re.escape(separator)})+", line.strip(separator))


def _number(text):
    """The integer or real number that a text is (a comma may stand for the point), else the text."""
    for convert in (int, float, lambda text: float(text.replace(",", "."))):
        try:
            return convert(text)
        except ValueError:
            continue
    return text


def _numbered(names):
    found = []
    for name in names:
        new, i = name, 0
        while new in found:
            i += 1
            new = f"{name}_{i}"
        found.append(new)
    return found
