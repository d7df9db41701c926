"""Tables as the Python of decks handles them: rows that can be filtered by column, sorted, merged and changed."""

from __future__ import annotations

import re
from copy import copy

import numpy as np

from pyaster_lite.concepts.number_format import python_format
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.errors import ComputationFailed

TEXT = "K24"


_LETTERS = {"NOEUD": "N", "MAILLE": "M"}


class RowTable:
    """Rows (dictionaries) under columns `para` of types `type`; rows that are wholly empty are dropped.

    `table.NAME` is a column: compared with a value it gives the rows that match; `table["A", "B"]` keeps two columns;
    `table["NEW"] = list` adds one; `&`, `|` and `difference` combine tables of the same columns.
    """

    def __init__(self, rows=(), para=(), typ=(), titr="", nom="", objects=None):
        self.rows = [row for row in rows if any(value is not None for value in row.values())]
        self.para = list(para)
        doubled = next((name for name in self.para if self.para.count(name) > 1), None)
        if doubled:
            raise ComputationFailed(f"the table has two columns called {doubled}")
        self.type = list(typ) if len(typ) == len(self.para) else [None] * len(self.para)
        self.titr, self.nom, self.objects = titr, nom, objects or {}

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __getattr__(self, name):
        if name.startswith("_") or name in ("rows", "para", "type"):
            raise AttributeError(name)
        return Column(self, name if name in self.para else "")

    def __repr__(self):
        lines = [self.para, *([row.get(name, "-") for name in self.para] for row in self.rows)]
        return "\n".join("  ".join(str(cell) for cell in line) for line in lines)

    def getName(self):
        """The name of the concept that the rows come from."""
        return self.nom

    def copy(self):
        """Rows of its own."""
        return self._with([copy(row) for row in self.rows])

    def _with(self, rows):
        return RowTable(rows, self.para, self.type, self.titr, self.nom, self.objects)

    def column_type(self, name):
        """The type of a column; what is wrong when there is none."""
        self.require([name])
        return self.type[self.para.index(name)]

    def require(self, names):
        """Refuse columns that do not exist."""
        missing = [name for name in names if name not in self.para]
        if missing:
            raise ComputationFailed(f"the table has no column {', '.join(missing)}; it has {', '.join(self.para) or 'none'}")

    def add_para(self, para, typ):
        """Declare columns."""
        names = [para] if isinstance(para, str) else list(para)
        types = [typ] if isinstance(typ, str) or typ is None else list(typ)
        types = types if len(types) == len(names) else types[:1] * len(names)
        for name, kind in zip(names, types):
            if name not in self.para:
                self.para.append(name)
                self.type.append(kind)

    def append(self, row: dict):
        """Add a row, which may bring new columns."""
        for name, value in row.items():
            if name in self.para:
                place = self.para.index(name)
                self.type[place] = type_of(value, self.type[place])
            else:
                self.add_para(name, type_of(value))
        self.rows.append(row)

    def extend(self, rows):
        """Add rows."""
        for row in rows:
            self.append(row)

    def __setitem__(self, name, values):
        """Add a column; values beyond the last row make new rows."""
        if len(values) == 0:
            return
        if name in self.para:
            raise ComputationFailed(f"the table has a column {name} already")
        self.add_para(name, type_of(values[0]))
        for row, value in zip(self.rows, values):
            row[name] = value
            self.type[-1] = type_of(value, self.type[-1])
        for row in self.rows[len(values) :]:
            row[name] = None
        for value in values[len(self.rows) :]:
            self.append({name: value})

    def __delitem__(self, names):
        for name in [names] if isinstance(names, str) else names:
            self.require([name])
            place = self.para.index(name)
            del self.type[place], self.para[place]
            for row in self.rows:
                row.pop(name, None)

    def __getitem__(self, names):
        """The table of some columns; an empty one when a column does not exist."""
        names = [names] if isinstance(names, str) else list(names)
        if any(name not in self.para for name in names):
            return RowTable()
        rows = [{name: row[name] for name in names if row.get(name) is not None} for row in self.rows]
        types = [self.type[self.para.index(name)] for name in names]
        return RowTable(rows, names, types, self.titr, self.nom, self.objects)

    def fromfunction(self, nom_para, funct, l_para=None, const=None):
        """Add a column computed from others, by default those that the formula names; empty where one of them is."""
        names = l_para if l_para is not None else funct.getVariables()
        names = [names] if isinstance(names, str) else list(names)
        self.require(names)
        rows = [[row.get(name) for name in names] for row in self.rows]
        self[nom_para] = [None if None in row else funct(*row, **(const or {})) for row in rows]

    def SansColonneVide(self, l_para=None):
        """Without the columns that are empty in every row."""
        return self[[name for name in l_para or self.para if any(row.get(name) is not None for row in self.rows)]]

    def OrdreColonne(self, cols):
        """Put some columns first."""
        first = [name for name in ([cols] if isinstance(cols, str) else cols) if name in self.para]
        order = first + [name for name in self.para if name not in first]
        self.type = [self.type[self.para.index(name)] for name in order]
        self.para = order

    def Renomme(self, pold, pnew):
        """Rename a column."""
        if pold not in self.para:
            raise KeyError(f"there is no column {pold}")
        if pnew in self.para:
            raise KeyError(f"there is a column {pnew} already")
        self.para[self.para.index(pold)] = pnew
        for row in self.rows:
            if row.get(pold) is not None:
                row[pnew] = row.pop(pold)

    def sort(self, CLES=None, ORDRE="CROISSANT"):
        """Sort the rows by columns (by all of them, in order); an empty cell counts as 0 or as an empty text.

        Alike rows leave their order as they do in code_aster, whose rows come before the ones that they are alike to (sort_table).
        """
        names = list(self.para) if CLES is None else [CLES] if isinstance(CLES, str) else list(CLES)
        self.require(names)
        blank = {name: {"I": 0, "R": 0.0}.get(kind, "") for name, kind in zip(self.para, self.type)}

        def place(row):
            return _Place(tuple(blank[name] if row.get(name) is None else row[name] for name in names))

        self.rows = sorted(self.rows, key=place, reverse=ORDRE == "DECROISSANT")

    def _identity(self, row):
        return tuple(row.get(name) for name in self.para)

    def _compare(self, other, keep):
        if other.para != self.para:
            raise ComputationFailed("tables of different columns cannot be combined row by row")
        there = {self._identity(row) for row in other.rows}
        return [row for row in self.rows if (self._identity(row) in there) == keep]

    def __and__(self, other):
        return self._with(self._compare(other, True))

    def difference(self, other):
        """The rows that the other table does not have."""
        return self._with(self._compare(other, False))

    def __or__(self, other):
        return self._with(self.rows + other._compare(self, False))

    def values(self):
        """{column: list of its cells}"""
        return {name: [row.get(name) for row in self.rows] for name in self.para}

    def Array(self, Para, Champ):
        """(n, 2) numbers of two columns."""
        return np.array([[row[Para], row[Champ]] for row in self.rows], float)

    def Croise(self):
        """From three columns P1, P2, P3: P3 by P2 downwards and P1 across."""
        if len(self.para) != 3:
            raise ComputationFailed(f"a crossed table needs three columns, not {len(self.para)}")
        across, down, what = self.para
        head = f"{down}/{across}"
        columns = sorted({row[across] for row in self.rows if row.get(across) is not None})
        rows = []
        for value in sorted({row[down] for row in self.rows if row.get(down) is not None}):
            same = (row for row in self.rows if row.get(down) == value)
            rows.append({head: value, **{row[across]: row.get(what) for row in same}})
        types = [self.type[1]] + [self.type[2]] * len(columns)
        title = "\n".join(line for line in (self.titr, f"{what} FONCTION DE {down} ET {across}") if line)
        return RowTable(rows, [head, *columns], types, title)

    def remove_twins(self, labels, format_r=None):
        """Keep the first of the rows whose cells in some columns are alike (as they would be written, with a format)."""
        self.require(labels)
        seen = {}
        for place, row in enumerate(self.rows):
            seen.setdefault(written([row.get(name) for name in labels], format_r), place)
        self.rows = [self.rows[place] for place in sorted(seen.values())]

    def merge(self, other, labels=(), restrict=False, format_r=None):
        """Both tables in one.

        A row of the other is laid into the one row of this that has the same labels, when it is alone in both tables;
        else it is added at the end, unless `restrict`. Without labels every row is added.
        """
        for table in (self, other):
            table.require(labels)
        rows = [copy(row) for row in self.rows]
        mine, theirs = (table._alone(labels, format_r) if labels else {} for table in (self, other))
        target = {place: mine[key] for key, place in theirs.items() if key in mine}
        for place, row in enumerate(other.rows):
            if place in target:
                rows[target[place]].update(row)
            elif not restrict:
                rows.append(copy(row))
        new = [name for name in other.para if name not in self.para]
        types = self.type + [other.type[other.para.index(name)] for name in new]
        objects = {**self.objects, **other.objects}
        return RowTable(rows, self.para + new, types, "\n".join((self.titr, other.titr)), objects=objects)

    def _alone(self, labels, format_r):
        places = {}
        for place, row in enumerate(self.rows):
            key = written([row.get(name) for name in labels], format_r)
            places[key] = None if key in places else place
        return {key: place for key, place in places.items() if place is not None}

    def to_table(self, kind="table_sdaster") -> Table:
        """The concept: columns that are wholly empty are left out; a number must be finite."""
        columns = {}
        for name, typ in zip(self.para, self.type):
            cells = [row.get(name) for row in self.rows]
            if all(cell is None for cell in cells):
                continue
            if typ == "R":
                cells = [None if cell is None else float(cell) for cell in cells]
                if not all(cell is None or np.isfinite(cell) for cell in cells):
                    raise ComputationFailed(f"the column {name} would hold a value that is no finite number")
            columns[name] = (typ or type_of(next(cell for cell in cells if cell is not None)), cells)
        return Table(columns, self.titr, kind, self.objects)

    def dict_CREA_TABLE(self):
        """The keywords of the CREA_TABLE that makes this table."""
        lists, table = [], self.to_table()
        for name, typ in table.types.items():
            cells = table.cells[name]
            word = {"I": "LISTE_I", "R": "LISTE_R"}.get(typ, "LISTE_K")
            occurrence = {"PARA": name, word: [cell for cell in cells if cell is not None]}
            if word == "LISTE_K":
                occurrence["TYPE_K"] = typ if typ in ("K8", "K16", "K24") else TEXT
            if None in cells:
                occurrence["NUME_LIGN"] = [row for row, cell in enumerate(cells, 1) if cell is not None]
            lists.append(occurrence)
        return {"TITRE": self.titr.split("\n")[0][:80], "LISTE": lists}


class _Place:
    """The cells that a row is sorted by: before others, and before those that are the same."""

    def __init__(self, cells):
        self.cells = cells

    def __lt__(self, other):
        return self.cells <= other.cells


class Column:
    """One column of a table: comparisons give the table of the rows that match."""

    def __init__(self, table: RowTable, name: str):
        self.Table, self.para = table, name
        self.type = table.type[table.para.index(name)] if name else None

    def __iter__(self):
        return iter(self.values())

    def __len__(self):
        return len(self.Table)

    def __getitem__(self, place):
        return self.values()[place]

    __hash__ = None

    def values(self):
        """The cells."""
        return [row.get(self.para) for row in self.Table.rows]

    def not_none_values(self):
        """The cells that are filled."""
        return [value for value in self.values() if value is not None]

    def _wanted(self, value):
        """One value, or several, with what the column calls them."""
        several = list(value) if isinstance(value, (list, tuple)) else [value]
        return [called_in(self.para, one, self.values()) if isinstance(one, str) else one for one in several]

    def _extract(self, fun):
        return self.Table._with([row for row in self.Table.rows if fun(row.get(self.para))])

    def __le__(self, VALE):
        return self._extract(lambda v: v is not None and v <= _bound(max, VALE))

    def __lt__(self, VALE):
        return self._extract(lambda v: v is not None and v < _bound(max, VALE))

    def __ge__(self, VALE):
        return self._extract(lambda v: v is not None and v >= _bound(min, VALE))

    def __gt__(self, VALE):
        return self._extract(lambda v: v is not None and v > _bound(min, VALE))

    def __eq__(self, VALE, CRITERE="RELATIF", PRECISION=0.0):
        return self._extract(_meets(self._wanted(VALE), CRITERE, PRECISION))

    def __ne__(self, VALE, CRITERE="RELATIF", PRECISION=0.0):
        meets = _meets(self._wanted(VALE), CRITERE, PRECISION)
        return self._extract(lambda v: not meets(v))

    LE, LT, GE, GT, EQ, NE = __le__, __lt__, __ge__, __gt__, __eq__, __ne__

    def VIDE(self):
        """The rows where the cell is empty."""
        return self._extract(lambda v: v is None)

    def NON_VIDE(self):
        """The rows where the cell is filled."""
        return self._extract(lambda v: v is not None)

    def REGEXP(self, regexp):
        """The rows whose text has a match of the expression."""
        return self._extract(lambda v: isinstance(v, str) and re.search(regexp, v) is not None)

    def _at(self, choose, measure=lambda v: v):
        wanted = choose((measure(v) for v in self.not_none_values()), default=None)
        return self._extract(lambda v: v is not None and measure(v) == wanted)

    def MAXI(self):
        """The rows of the greatest cell."""
        return self._at(max)

    def MINI(self):
        """The rows of the least cell."""
        return self._at(min)

    def MAXI_ABS(self):
        """The rows of the greatest absolute value."""
        return self._at(max, abs)

    def MINI_ABS(self):
        """The rows of the least absolute value."""
        return self._at(min, abs)


def called_in(column: str, name: str, cells) -> str:
    """What a column of nodes or cells calls the one that a deck names: decks of versions before 16 write N22 and M22 for those of a mesh
    without names, which tables call by their numbers alone."""
    letter = _LETTERS.get(column.partition("_")[0])
    if letter is None or name[:1] != letter or not name[1:].isdecimal() or name in cells:
        return name
    return name[1:]


def _bound(choose, value):
    return choose(value) if isinstance(value, (list, tuple)) else value


def _meets(wanted, criterion, precision):
    """Whether a cell is one of the wanted values: texts without the blanks around them, numbers within the precision."""
    wanted = list(wanted) if isinstance(wanted, (list, tuple)) else [wanted]
    if isinstance(wanted[0], str):
        texts = {text.strip() for text in wanted}
        return lambda v: str(v).strip() in texts
    if precision == 0.0:
        return lambda v: v in wanted

    def near(v):
        widths = [precision * (1.0 if criterion == "ABSOLU" else abs(x)) for x in wanted]
        return v is not None and any(x - w <= v <= x + w for x, w in zip(wanted, widths))

    return near


def written(values, format_r=None):
    """The values as a key: numbers as the Fortran format E12.5 and its like would write them."""
    if format_r is None:
        return tuple(values)
    form = python_format(format_r)
    return tuple(form % value if isinstance(value, (int, float)) else value for value in values)


def type_of(value, before=None):
    """The column type that holds a value beside those of type `before`; raises TypeError when none does."""
    if value is None:
        return before or "I"
    kind = "I" if isinstance(value, (int, np.integer)) else "R" if isinstance(value, (float, np.floating)) else TEXT
    if kind == TEXT and not isinstance(value, str):
        raise TypeError(f"a table holds integers, real numbers and texts, not {value!r}")
    if before is None or before == kind:
        return kind
    if before[0] == "K" and kind == TEXT:
        if len(value) > int(before[1:]):
            raise TypeError(f"the text {value!r} is too long for a column of type {before}")
        return before
    if {before, kind} <= {"I", "R"}:
        return "R"
    raise TypeError(f"{value!r} does not go into a column of type {before}")
