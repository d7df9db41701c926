"""OBSERVATION and SUIVI_DDL: values read off each balanced state."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.instants import Chosen
from pyaster_lite.catalogue.commons.places import cells_of, nodes_of
from pyaster_lite.commands._named_variables import under_names
from pyaster_lite.concepts.table import Table

EVALUATIONS = {
    "MIN": np.nanmin,
    "MAX": np.nanmax,
    "MOY": np.nanmean,
    "MAXI_ABS": lambda x, axis: np.nanmax(abs(x), axis=axis),
    "MINI_ABS": lambda x, axis: np.nanmin(abs(x), axis=axis),
}
COLUMNS = {
    "NOM_OBSERVATION": "K16", "TYPE_OBJET": "K16", "NUME_REUSE": "I", "NUME_OBSE": "I", "INST": "R", "NOM_CHAM": "K16",
    "EVAL_CHAM": "K8", "NOM_CMP": "K8", "NOM_VARI": "K16", "EVAL_CMP": "K8", "NOEUD": "K8", "MAILLE": "K8", "EVAL_ELGA": "K8",
    "POINT": "I", "SOUS_POINT": "I", "VALE": "R",
}  # fmt: skip
"""The columns of the table OBSERVATION."""


class Followed:
    """What one occurrence follows: `rows(fields)` gives (cells of the table, value) pairs.

    `fields(word)` gives the field of a deck word for the state at hand; `laws` are those that name internal variables (NOM_VARI).
    """

    def __init__(self, occurrence, mesh, laws=()):
        self.word = "NOM_CMP" if occurrence.NOM_CMP is not None else "NOM_VARI"
        self.field, self.names = occurrence.NOM_CHAM, _as_tuple(occurrence[self.word])
        self._laws = laws
        self.evaluation, self.mesh = occurrence.EVAL_CHAM, mesh
        self.formula = occurrence.FORMULE if occurrence.EVAL_CMP == "FORMULE" else None
        self.at_points, self.on_cells = self.field.endswith("_ELGA"), self.field.endswith("_ELEM")
        self.reduction = None
        if self.at_points:
            self.places = cells_of(occurrence, mesh)
            self.reduction = occurrence.EVAL_ELGA
            self.points = _as_tuple(occurrence.POINT) if self.reduction == "VALE" else ()
            self.layers = _as_tuple(occurrence.SOUS_POINT) if self.points and "SOUS_POINT" in occurrence else ()
        else:
            self.places = (cells_of if self.on_cells else nodes_of)(occurrence, mesh)
        if not len(self.places):
            raise occurrence.wrong(None, "this follows nothing: no node or cell is meant")
        self._occurrence = occurrence
        self.everywhere = occurrence.get("TOUT") is not None
        self.partly = self.everywhere or self.evaluation != "VALE"
        self.met = False

    def rows(self, fields):
        """Every value, with the cells of its row in the table; nothing where the state has no such field."""
        field = fields(self.field)
        if field is None:
            return
        self.met = True
        if self.word == "NOM_VARI":
            field = under_names(self._occurrence, field, self._laws)
        columns = []
        for item, name in enumerate(self.names):
            if name not in field.components:
                raise self._occurrence.wrong(self.word, f"{self.field} has no component {name}", item=item)
            columns.append(self._values(field, name))
        values = np.stack(columns).reshape(len(columns), -1)
        labels, names = self._labels(), self.names
        if self.partly:
            kept = ~np.isnan(values).any(axis=0)
            values, labels = values[:, kept], [label for label, keep in zip(labels, kept) if keep]
            if not labels:
                return
        if self.formula is not None:
            values = self.formula.evaluate(**dict(zip(self.names, values)))[None]
            names = ("",)
        if self.evaluation != "VALE":
            values, labels = self._over_places(values, labels)
        for label, own in zip(labels, values.T):
            for name, value in zip(names, own):
                yield {self.word: name or None, **label}, float(value)

    def _over_places(self, values, labels):
        """One value over all places, or over all cells at each of the points asked for."""
        points = [{name: label[name] for name in ("POINT", "SOUS_POINT") if label.get(name) is not None} for label in labels]
        found = [point for i, point in enumerate(points) if point not in points[:i]]
        at = [[i for i, own in enumerate(points) if own == point] for point in found]
        return np.stack([EVALUATIONS[self.evaluation](values[:, own], axis=1) for own in at], axis=1), found

    def _values(self, field, name):
        if self.on_cells:
            values = field.component(name, self.places)[:, :1]
            self._check(values, name, self.mesh.cell_names, "cell")
            return values
        if not self.at_points:
            values = field.component(name)[self.places]
            self._check(values, name, self.mesh.node_names, "node")
            return values
        values = field.component(name, self.places)
        if self.reduction != "VALE":
            self._check(values, name, self.mesh.cell_names, "cell")
            carried = ~np.isnan(values).all(axis=1)
            reduced = np.full((len(values), 1), np.nan)
            reduced[carried, 0] = EVALUATIONS[self.reduction](values[carried], axis=1)
            return reduced
        if self.layers:
            return self._in_layers(field, values)
        for item, point in enumerate(self.points):
            if not 1 <= point <= values.shape[1] or (np.isnan(values[:, point - 1]).any() and not self.everywhere):
                text = f"there is no point {point} on all these cells: {self.field} has at most {values.shape[1]} there"
                raise self._occurrence.wrong("POINT", text, item=item)
        return values[:, [point - 1 for point in self.points]]

    def _in_layers(self, field, values):
        """Those at the sub-points asked for of the points asked for."""
        counts = {block.sub for block in field.blocks if np.isin(block.cells, self.places).any()}
        if len(counts) > 1:
            raise self._occurrence.not_yet("SOUS_POINT", "these cells have different numbers of sub-points: follow them one kind at a time")
        (count,) = counts or {1}
        for word, asked, most in (("POINT", self.points, values.shape[1] // count), ("SOUS_POINT", self.layers, count)):
            for item, number in enumerate(asked):
                if not 1 <= number <= most:
                    text = f"there is no {number} on these cells: {self.field} has at most {most} there"
                    raise self._occurrence.wrong(word, text, item=item)
        found = values[:, [(point - 1) * count + layer - 1 for point in self.points for layer in self.layers]]
        if np.isnan(found).any() and not self.everywhere:
            raise self._occurrence.wrong("POINT", f"{self.field} has no such point on some of these cells")
        return found

    def _check(self, values, name, names, kind):
        """Refuse named places that do not carry the component, as code_aster does: one that does is enough for a value of them all."""
        if self.everywhere:
            return
        lost = np.flatnonzero(np.isnan(values.reshape(len(self.places), -1)).all(axis=1))
        if len(lost) and (not self.partly or len(lost) == len(self.places)):
            raise self._occurrence.wrong(self.word, f"{self.field} has no {name} at {kind} {names[self.places[lost[0]]]}")

    def _labels(self):
        if self.on_cells:
            return [{"MAILLE": str(cell + 1)} for cell in self.places]
        if not self.at_points:
            return [{"NOEUD": self.mesh.node_label(node)} for node in self.places]
        at = [(point, layer) for point in self.points or (None,) for layer in self.layers or (None,)]
        return [{"MAILLE": str(cell + 1), "POINT": point, "SOUS_POINT": layer} for cell in self.places for point, layer in at]


class Observations:
    """Every OBSERVATION: gathers the rows of the result's table."""

    def __init__(self, occurrences, mesh, reuse: int = 0, laws=()):
        self.members = [(occurrence, Followed(occurrence, mesh, laws), Chosen(occurrence, "PAS_OBSE")) for occurrence in occurrences]
        self.rows: list[dict] = []
        self._reuse = reuse

    def look(self, number: int, t: float, fields):
        """Take the values of a balanced state; number 0 is the initial one."""
        for index, (occurrence, followed, chosen) in enumerate(self.members):
            if occurrence.OBSE_ETAT_INIT != "OUI" if number == 0 else not chosen(number, t):
                continue
            common = {
                "NOM_OBSERVATION": occurrence.TITRE or f"OBSERVATION_{index + 1}",
                "TYPE_OBJET": "R",
                "NUME_REUSE": self._reuse,
                "INST": t,
                "NOM_CHAM": followed.field,
                "EVAL_CHAM": followed.evaluation,
                "EVAL_CMP": "FORMULE" if followed.formula is not None else None,
                "EVAL_ELGA": followed.reduction,
            }
            for label, value in followed.rows(fields):
                self.rows.append({**common, "NUME_OBSE": len(self.rows) + 1, **label, "VALE": value})

    @property
    def never_met(self):
        """The occurrences whose field no state has had."""
        return [occurrence for occurrence, followed, _ in self.members if not followed.met]

    def table(self, earlier: Table | None = None) -> Table | None:
        """The table OBSERVATION, after the rows of an earlier one; None when there is nothing."""
        rows = (earlier.rows() if earlier is not None else []) + self.rows
        return Table.from_rows(rows, COLUMNS, title="OBSERVATION") if rows else None


def monitors(occurrences, mesh, laws=()):
    """Every SUIVI_DDL: a function from the fields of a state to one line of text."""
    members = [(" ".join(_as_tuple(o.TITRE or ())) or o.NOM_CHAM, Followed(o, mesh, laws)) for o in occurrences]

    def text(fields):
        found = []
        for title, followed in members:
            values = [value for _, value in followed.rows(fields)]
            found.append(f"{title} " + " ".join(f"{value:.5g}" for value in values[:4]))
        return "  ".join(found)

    return text if members else None


def _as_tuple(value):
    return value if isinstance(value, tuple) else (value,)
