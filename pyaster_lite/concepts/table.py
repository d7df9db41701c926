"""Tables: named, typed columns whose cells may be empty."""

from __future__ import annotations

import math

from pyaster_lite.concepts.base import Concept
from pyaster_lite.fe.errors import ComputationFailed


class Table(Concept):
    """A table of a deck.

    columns  name -> (type, cells): type is I, R, C or a text type (K8, K16, K24, K32, K80); the cells are Python values,
             None where a cell is empty; short columns are filled up with empty cells
    objects  concepts that the texts of its cells name (functions of a table_fonction, fields of a table_container)
    tangents  (n, n) that of a law after the last step and that by differences, where the course of a point has compared them
    """

    tangents = None

    def __init__(self, columns: dict, title: str = "", kind: str = "table_sdaster", objects: dict | None = None):
        self.kind, self.title, self.objects = kind, title, dict(objects or {})
        self.n_rows = max((len(cells) for _, cells in columns.values()), default=0)
        self.types = {name: type for name, (type, _) in columns.items()}
        self.cells = {name: [*cells, *[None] * (self.n_rows - len(cells))] for name, (_, cells) in columns.items()}

    @classmethod
    def from_rows(cls, rows, types: dict, **words) -> Table:
        """A table of dictionaries; `types` gives the columns in order."""
        return cls({name: (kind, [row.get(name) for row in rows]) for name, kind in types.items()}, **words)

    @property
    def names(self) -> list[str]:
        """The columns in order."""
        return list(self.cells)

    def column(self, name: str) -> list:
        """The cells of a column; raises KeyError when there is none."""
        return self.cells[name]

    def getObject(self, key: str):
        """The concept that a cell calls so, None when there is none."""
        return self.objects.get(key)

    def addFunction(self, function):
        """Remember a function that cells name."""
        self.objects[function.name] = function

    getModeResult = getFunction = getField = getFieldOnNodesReal = getFieldOnCellsReal = getGeneralizedModeResult = getObject

    def selected(self, rows) -> Table:
        """The table of some of its rows, by number from 0."""
        columns = {name: (self.types[name], [cells[row] for row in rows]) for name, cells in self.cells.items()}
        return Table(columns, self.title, self.kind, self.objects)

    def rows(self) -> list[dict]:
        """Every row as a dictionary of all its cells."""
        return [dict(zip(self.cells, row)) for row in zip(*self.cells.values())]

    def total(self, name: str, kind: str):
        """SOMM, SOMM_ABS, MAX or MIN of the cells of a column that are not empty."""
        values = [value for value in self.cells[name] if value is not None]
        operation = {
            "SOMM": math.fsum if self.types[name] == "R" else sum,
            "SOMM_ABS": lambda values: sum(map(abs, values)),
            "MAX": max,
            "MIN": min,
        }[kind]
        if not values:
            raise ComputationFailed(f"the column {name} of the table {self.name} is empty")
        return operation(values)

    # what the Python of decks asks -------------------------------------------------------------------------------

    def __getitem__(self, key):
        """TABLE["COLUMN", row]: one cell, rows counted from 1; KeyError when it is not there, RuntimeError without a pair."""
        if not isinstance(key, tuple) or len(key) != 2:
            raise RuntimeError("a cell of a table is TABLE['COLUMN', row]")
        name, row = key
        if name not in self.cells or row > self.n_rows:
            raise KeyError(key)
        return self.cells[name][row - 1]

    def EXTR_TABLE(self, para=None):
        """The rows as a table that Python can filter, sort and change."""
        from pyaster_lite.concepts.row_table import RowTable

        return RowTable(self.rows(), self.names, list(self.types.values()), self.title, self.name, self.objects)

    def TITRE(self):
        """The title."""
        return self.title

    def get_nrow(self):
        """How many rows."""
        return self.n_rows

    getNumberOfLines = get_nrow

    def get_nom_para(self):
        """The names of the columns."""
        return self.names

    getParameters = get_nom_para

    def get_column(self, para):
        """The cells of a column."""
        return list(self.cells[para])

    def getColumnType(self, para):
        """I, R, C, K8, ..."""
        return self.types[para]

    def getValues(self, para):
        """(where a cell is filled, integers, reals, complex numbers, texts): one of the four lists has the cells."""
        cells, kind = self.cells[para], self.types[para][0]
        filled = [int(cell is not None) for cell in cells]
        empty = {"I": 0, "R": 0.0, "C": 0j, "K": ""}
        lists = {word: [blank if cell is None else cell for cell in cells] for word, blank in empty.items() if word == kind}
        return (filled, *(lists.get(word, []) for word in "IRCK"))
