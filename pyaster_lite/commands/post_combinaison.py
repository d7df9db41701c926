"""POST_COMBINAISON: results or tables of several load cases added up by a table of coefficients (u4.84.41).

Each row of TABLE_COEF is a combination, each of its columns of numbers a case. A case of several storage orders makes a combination for
each of them, numbered behind its name (C1.2), unless its coefficient is zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.commons.table_filter import CRITERIA, precision, values
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import PRESENT_ABSENT
from pyaster_lite.commands._tables import filtered
from pyaster_lite.concepts.field import ElementField, NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table

_NO_VALUES = ("NUME_ORDRE", "NOM_CAS", "NOM", "INST", "ABSC_CURV", "COOR_X", "COOR_Y", "COOR_Z")


@dataclass
class Combination:
    """A name, and (rank of the case, rank of its storage order, coefficient) of each of its terms."""

    name: str
    terms: list[tuple[int, int, float]]


@operator(
    "POST_COMBINAISON",
    produces=lambda args: "mult_elas" if args.TYPE_COMB == "RESULTAT" else "table_sdaster",
    creates=lambda args: [(args.TABLE_COEF_RESU, "table_sdaster")] if args.get("TABLE_COEF_RESU") is not None else [],
    keywords=dict(
        TABLE_COEF=SIMP("o", typ="table_sdaster"),
        TABLE_COEF_RESU=SIMP("f", typ="CO"),
        TYPE_COMB=SIMP("o", into=("TABLE", "RESULTAT")),
        b_resultats=BLOC(
            equal("TYPE_COMB", "RESULTAT"),
            rules=PRESENT_ABSENT("TOUT", "GROUP_MA", "GROUP_NO"),
            TOUT=SIMP("f", into=("OUI",), advisory=True),
            GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
            GROUP_NO=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
            MODELE=SIMP("o", typ="modele_sdaster"),
            NOM_CHAM=SIMP("f", max="**"),
            AFFE=FACT("o", max="**", NOM_CAS=SIMP("o"), RESULTAT=SIMP("o", typ=("mult_elas", "evol_elas", "mode_meca"))),
        ),
        b_tables=BLOC(
            equal("TYPE_COMB", "TABLE"),
            FILTRE=FACT(
                "f",
                max="**",
                NOM_PARA=SIMP("o"),
                CRIT_COMP=SIMP("f", into=CRITERIA, defaut="EQ"),
                b_vale=values(many=False),
                b_crit=BLOC(is_in("CRIT_COMP", "EQ", "NE", "GT", "LT", "GE", "LE"), **precision()),
            ),
            AFFE=FACT("o", max="**", NOM_CAS=SIMP("o"), TABLE=SIMP("o", typ="table_sdaster")),
        ),
    ),
)
def post_combinaison(args, context):
    """The combinations, and with TABLE_COEF_RESU the table of what they are made of."""
    table = args.TABLE_COEF
    cases = [name for name, kind in table.types.items() if kind in ("I", "R")]
    given = _given(args, cases)
    if args.TYPE_COMB == "RESULTAT":
        orders = [list(level.RESULTAT.orders) for level in given]
        combinations = _combinations(table, cases, [len(own) for own in orders])
        made = _results(args, given, orders, combinations)
    else:
        tables = [filtered(level.TABLE, args.FILTRE or ()) for level in given]
        orders = [sorted(set(own.column("NUME_ORDRE"))) if "NUME_ORDRE" in own.cells else [None] for own in tables]
        combinations = _combinations(table, cases, [len(own) for own in orders])
        made = _tables(args, given, tables, orders, combinations)
    if args.TABLE_COEF_RESU is not None:
        context.create(args.TABLE_COEF_RESU, _coefficients(cases, [len(own) for own in orders], combinations))
    return made


def _given(args, cases):
    """The occurrence of each case, in the order of the columns."""
    known = {}
    for level in args.AFFE:
        if level.NOM_CAS not in cases:
            raise level.wrong(
                "NOM_CAS", f"the table {args.TABLE_COEF.name} has no column of numbers {level.NOM_CAS}", help=f"it has {', '.join(cases)}"
            )
        known[level.NOM_CAS] = level
    for case in cases:
        if case not in known:
            raise args.wrong("AFFE", f"no occurrence gives the case {case} of the table {args.TABLE_COEF.name}")
    return [known[case] for case in cases]


def _combinations(table, cases, counts):
    made = []
    for row in table.rows():
        factors = [float(row[case] or 0.0) for case in cases]
        ranks = [range(count) if factor else (0,) for factor, count in zip(factors, counts)]
        for chosen in product(*ranks):
            tail = "".join(f".{rank + 1}" for rank, own in zip(chosen, ranks) if len(own) > 1)
            terms = [(case, rank, factor) for case, (rank, factor) in enumerate(zip(chosen, factors)) if factor]
            made.append(Combination(str(row[table.names[0]]).strip() + tail, terms))
    return made


def _coefficients(cases, counts, combinations):
    names = [[f"{case}{rank + 1}" if count > 1 else case for rank in range(count)] for case, count in zip(cases, counts)]
    rows = []
    for combination in combinations:
        row = {name: 0.0 for own in names for name in own}
        rows.append({"Cmb": combination.name} | row | {names[case][rank]: factor for case, rank, factor in combination.terms})
    return Table.from_rows(rows, {"Cmb": "K24"} | {name: "R" for own in names for name in own})


def _results(args, given, orders, combinations):
    results = [level.RESULTAT for level in given]
    mesh = args.MODELE.mesh
    for level in given:
        if level.RESULTAT.mesh is not mesh:
            raise level.wrong("RESULTAT", f"{level.RESULTAT.name} stands on another mesh than {args.MODELE.name}")
    names = list(args.NOM_CHAM or results[0].field_names())
    for level, own in zip(given, orders):
        for item, name in enumerate(names):
            if not all(level.RESULTAT.has_field(name, order) for order in own):
                raise args.wrong("NOM_CHAM", f"{level.RESULTAT.name} has no field {name}", item=item if args.NOM_CHAM else None)
    nodes, cells = _kept(args, "GROUP_NO", mesh.node_group), _kept(args, "GROUP_MA", mesh.cell_group)
    made = Result("mult_elas", mesh, args.MODELE)
    for order, combination in enumerate(combinations, 1):
        fields = {}
        for name in names:
            parts = [(results[case].field(name, orders[case][rank]), factor) for case, rank, factor in combination.terms]
            fields[name] = _sum(results[0].field(name, orders[0][0]), parts, nodes, cells)
        made.store(order, {"NOM_CAS": combination.name}, fields)
    return made


def _kept(args, word, find):
    parts = look_up(args, word, find)
    return np.unique(np.concatenate(parts)) if parts else None


def _sum(pattern, parts, nodes, cells):
    """The sum of (field, factor) where the first result has values: at some nodes alone; zero on other cells than those named."""
    if isinstance(pattern, NodeField):
        total = np.where(pattern.present, 0.0, np.nan)
        for field, factor in parts:
            for column, name in enumerate(pattern.components):
                if name in field.components:
                    total[:, column] += factor * field.component(name)
        if nodes is not None:
            total[np.setdiff1d(np.arange(len(total)), nodes)] = np.nan
        return NodeField(pattern.mesh, pattern.quantity, pattern.components, total)
    blocks = []
    for block in pattern.blocks:
        total = np.where(np.isnan(block.values), np.nan, 0.0)
        for field, factor in parts:
            found = field.on(block.cells)
            for column, name in enumerate(block.components if found is not None else ()):
                if name in found[1]:
                    total[..., column] += factor * found[0][..., found[1].index(name)]
        if cells is not None:
            total[~np.isin(block.cells, cells)] *= 0.0
        blocks.append(replace(block, values=total))
    return ElementField(pattern.mesh, pattern.quantity, pattern.location, blocks)


def _tables(args, given, tables, orders, combinations):
    """A row for each place (NOM) of the first table and combination, of the sums of the columns of numbers."""
    first = tables[0]
    columns = [name for name, kind in first.types.items() if kind in ("I", "R") and name not in _NO_VALUES]
    cells = []
    for level, table in zip(given, tables):
        if "NOM" not in table.cells:
            raise level.wrong("TABLE", f"the table {level.TABLE.name} has no column NOM, which tells its places")
        if set(table.names) - {"INST", "NOM_CAS"} != set(first.names) - {"INST", "NOM_CAS"}:
            raise level.wrong("TABLE", f"the table {level.TABLE.name} has other columns than {given[0].TABLE.name}")
        found = {}
        for row in table.rows():
            key = row["NOM"], row.get("NUME_ORDRE")
            if key in found:
                raise level.wrong("TABLE", f"the table {level.TABLE.name} has several rows for {key[0]} at one storage order")
            found[key] = row
        cells.append(found)
    rows = []
    for place in dict.fromkeys(first.column("NOM")):
        for combination in combinations:
            row = {"NOM": place, "NOM_CAS": combination.name} | dict.fromkeys(columns, 0.0)
            for case, rank, factor in combination.terms:
                key = place, orders[case][rank]
                if key not in cells[case]:
                    raise given[case].wrong("TABLE", f"the table {given[case].TABLE.name} has no row for {place}")
                for name in columns:
                    row[name] += factor * (cells[case][key][name] or 0.0)
            rows.append(row)
    return Table.from_rows(rows, {"NOM": "K24", "NOM_CAS": "K24"} | dict.fromkeys(columns, "R"))
