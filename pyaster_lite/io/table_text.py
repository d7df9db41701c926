"""Tables as text: the formats TABLEAU, AGRAF, ASTER and TABLEAU_CROISE of IMPR_TABLE, and their readers (u4.91.03, u7.02.05)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """How a table is written: what stands before and after it, its lines and its cells."""

    head: str | None = None
    foot: str = ""
    separator: str = " "
    comment: str = "#"
    comment_names: str = ""
    line_start: str = ""
    line_end: str = "\n"
    real: str = "%12.5E"
    integer: str = "%12d"
    text: str = "%-12s"


def tableau(rows, form="TABLEAU", layout: Layout = Layout()) -> str:
    """A table in aligned columns; an empty cell is a dash, a wholly empty row is left out.

    rows  a RowTable;  form  TABLEAU, AGRAF (its dashes have a backslash before them) or ASTER (with titles and types)
    """
    aster = form == "ASTER"
    cells = [_Cells(name, kind, layout) for name, kind in zip(rows.para, rows.type)]
    lines = ["#DEBUT_TABLE"] if aster else []
    mark = "#TITRE " if aster else layout.comment
    lines += [mark + line for line in rows.titr.split("\n")] if rows.titr else []
    names = [cell.text(cell.name) for cell in cells]
    names = [name.strip() for name in names] if " " not in layout.separator else names
    start = [""] if aster else []
    lines.append(layout.comment_names + layout.separator.join(start + names))
    if aster:
        lines.append(layout.separator.join(start + [cell.text(cell.kind) for cell in cells]))
    empty = "\\" if form == "AGRAF" else ""
    for row in rows.rows:
        values = [row.get(name) for name in rows.para]
        if any(value is not None for value in values):
            shown = (empty + cell.text("-") if v is None else cell.value(v) for cell, v in zip(cells, values))
            lines.append(layout.separator.join(start + [";".join(text.splitlines()) for text in shown]))
    lines += ["#FIN_TABLE"] if aster else []
    # code_aster ends the rule without a line of its own: the first line goes on behind the last mark
    rule = "\n".join((layout.comment, layout.comment + "-" * 80, layout.comment))
    head = rule if layout.head is None else layout.head
    return head + "".join(layout.line_start + line + layout.line_end for line in lines) + layout.foot


class _Cells:
    """How the cells of one column are written: as wide as its name and its widest number, blanks before the format."""

    def __init__(self, name, kind, layout):
        self.name, self.kind = str(name), kind or "K12"
        if self.kind in ("I", "R"):
            self.form = layout.integer if kind == "I" else layout.real
            widest = max(len(layout.real % 0), len(layout.integer % 0))
            blanks = len(self.form) - len(self.form.lstrip())
            self.word_form = " " * blanks + f"%-{len(self.form % 0) - blanks}s"
        else:
            self.form = self.word_form = f"%-{self.kind[1:]}s"
            widest = len(self.form % "")
        self.width = max(len(self.name), widest)

    def text(self, word):
        """A word in the column."""
        shown = self.word_form % word
        return " " * (self.width - len(shown)) + shown

    def value(self, value):
        """A cell that is filled."""
        shown = self.form % value
        return " " * (self.width - len(self.form % (0 if self.kind in ("I", "R") else ""))) + shown
