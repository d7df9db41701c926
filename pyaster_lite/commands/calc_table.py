"""CALC_TABLE: filter, sort, join and extend tables (u4.33.03)."""

from __future__ import annotations

import re

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.table_filter import CRITERIA, precision, values
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.row_table import Column, RowTable
from pyaster_lite.fe.errors import ComputationFailed

CELL = ("I", "R", "TXM")
COLUMNS = SIMP("o", max="**", validators=(no_repeat,))
_TOTALS = {
    "MAXI": max,
    "MINI": min,
    "SOMM": sum,
    "MOY": lambda cells: float(np.mean(cells)),
    "MAXI_ABS": lambda cells: max(map(abs, cells)),
    "MINI_ABS": lambda cells: min(map(abs, cells)),
    "SOMM_ABS": lambda cells: sum(map(abs, cells)),
}


def _kind(values):
    """The type of the result: TYPE_TABLE, else the most particular of the tables that go in."""
    if values.get("TYPE_TABLE") is not None:
        return {"TABLE": "table_sdaster"}.get(values.TYPE_TABLE, values.TYPE_TABLE.lower())
    kinds = {kind_of(values.TABLE)} | {kind_of(action.get("TABLE")) for action in values.ACTION}
    return next((kind for kind in ("table_fonction", "table_container") if kind in kinds), "table_sdaster")


@operator(
    "CALC_TABLE",
    produces=_kind,
    reuse="TABLE",
    keywords=dict(
        TABLE=SIMP("o", typ="table_sdaster"),
        ACTION=FACT(
            "o",
            max="**",
            OPERATION=SIMP(
                "o",
                into=(
                    "FILTRE", "EXTR", "RENOMME", "TRI", "COMB", "AJOUT_LIGNE", "OPER", "SUPPRIME", "UNIQUE",
                    "AJOUT_COLONNE", "STATISTIQUES", "CALCUL",
                ),
            ),
            b_filtre=BLOC(
                equal("OPERATION", "FILTRE"),
                NOM_PARA=SIMP("o"),
                CRIT_COMP=SIMP(into=(*CRITERIA, "REGEXP"), defaut="EQ"),
                b_vale=values(many=True),
                b_regexp=BLOC(equal("CRIT_COMP", "REGEXP"), VALE_K=SIMP("o", max="**")),
                b_crit=BLOC(is_in("CRIT_COMP", "EQ", "NE"), **precision()),
            ),
            b_extr=BLOC(equal("OPERATION", "EXTR"), NOM_PARA=COLUMNS),
            b_suppr=BLOC(equal("OPERATION", "SUPPRIME"), NOM_PARA=COLUMNS),
            b_supdbl=BLOC(equal("OPERATION", "UNIQUE"), NOM_PARA=COLUMNS, FORMAT_R=SIMP()),
            b_renomme=BLOC(equal("OPERATION", "RENOMME"), NOM_PARA=SIMP("o", min=2, max=2, validators=(no_repeat,))),
            b_tri=BLOC(
                equal("OPERATION", "TRI"),
                NOM_PARA=COLUMNS,
                ORDRE=SIMP(into=("CROISSANT", "DECROISSANT"), defaut="CROISSANT"),
            ),
            b_comb=BLOC(
                equal("OPERATION", "COMB"),
                TABLE=SIMP("o", typ="table_sdaster"),
                NOM_PARA=SIMP(max="**"),
                RESTREINT=SIMP(into=("OUI", "NON"), defaut="NON"),
                FORMAT_R=SIMP(),
            ),
            b_ajout_lig=BLOC(equal("OPERATION", "AJOUT_LIGNE"), NOM_PARA=SIMP("o", max="**"), VALE=SIMP("o", typ=CELL, max="**")),
            b_ajout_col=BLOC(
                equal("OPERATION", "AJOUT_COLONNE"),
                rules=UN_PARMI("VALE", "VALE_COLONNE"),
                NOM_PARA=SIMP("o", max="**"),
                VALE=SIMP(typ=CELL, max="**"),
                VALE_COLONNE=SIMP(typ=CELL, max="**"),
            ),
            b_oper=BLOC(
                equal("OPERATION", "OPER"),
                FORMULE=SIMP("o", typ="formule"),
                NOM_PARA=SIMP("o"),
                NOM_COLONNE=SIMP(max="**"),
            ),
            b_calcul=BLOC(
                equal("OPERATION", "CALCUL"),
                NOM_PARA=COLUMNS,
                TYPE_CALCUL=SIMP("o", max="**", into=tuple(_TOTALS), validators=(no_repeat,)),
            ),
        ),
        TYPE_TABLE=SIMP(into=("TABLE", "TABLE_FONCTION", "TABLE_CONTAINER")),
        TITRE=SIMP(),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)  # fmt: skip
def calc_table(args, context):
    """Take the actions one after the other."""
    rows = args.TABLE.EXTR_TABLE()
    rows.titr = args.TITRE or rows.titr
    for action in args.ACTION:
        try:
            rows = _ACTIONS[action.OPERATION](rows, action, context)
        except (ComputationFailed, TypeError, KeyError) as problem:
            raise action.wrong("OPERATION", f"{action.OPERATION}: {problem.args[0]}") from None
    return rows.to_table(_kind(args))


def column_filter(rows, args):
    """The rows that one FILTRE of CALC_TABLE or IMPR_TABLE lets through, under a title that tells it as code_aster does."""
    found = _filtered(rows, args)
    given = [args[word] for word in ("VALE", "VALE_I", "VALE_C", "VALE_K") if args.get(word) is not None]
    values = " ".join(str(list(value)) for value in given)
    found.titr += f"\nFILTRE -> NOM_PARA: {args.NOM_PARA:<16} CRIT_COMP: {args.CRIT_COMP:<4} VALE: {values}"
    return found


def _filtered(rows, args):
    name, criterion = args.NOM_PARA, args.CRIT_COMP
    if name not in rows.para:
        raise args.wrong("NOM_PARA", f"the table has no column {name}", help=f"it has {', '.join(rows.para)}")
    column = Column(rows, name)
    if criterion.endswith("_ABS") and any(isinstance(cell, str) for cell in column.not_none_values()):
        raise args.wrong("CRIT_COMP", f"{name} is a column of texts: {criterion} needs numbers")
    if criterion in ("VIDE", "NON_VIDE", "MAXI", "MINI", "MAXI_ABS", "MINI_ABS"):
        return getattr(column, criterion)()
    wanted = next(args[word] for word in ("VALE", "VALE_I", "VALE_C", "VALE_K") if args.get(word) is not None)
    if criterion == "REGEXP":
        try:
            return column.REGEXP(wanted[0])
        except re.error as error:
            raise args.wrong("VALE_K", f"{wanted[0]!r} is no regular expression: {error}", item=0) from None
    if criterion in ("EQ", "NE"):
        return getattr(column, criterion)(wanted, args.CRITERE, args.PRECISION)
    if len({isinstance(cell, str) for cell in (*column.not_none_values(), *wanted)}) > 1:
        raise args.wrong("CRIT_COMP", f"texts and numbers have no order: {criterion} compares {name} with {wanted[0]!r}")
    return getattr(column, criterion)(wanted)


def _extract(rows, args, context):
    rows.require(args.NOM_PARA)
    return rows[args.NOM_PARA]


def _drop(rows, args, context):
    return rows[[name for name in rows.para if name not in args.NOM_PARA]]


def _rename(rows, args, context):
    rows.Renomme(*args.NOM_PARA)
    return rows


def _sort(rows, args, context):
    rows.sort(args.NOM_PARA, args.ORDRE)
    return rows


def _join(rows, args, context):
    return rows.merge(args.TABLE.EXTR_TABLE(), args.NOM_PARA or (), args.RESTREINT == "OUI", args.FORMAT_R)


def _compute(rows, args, context):
    names, own = args.NOM_COLONNE, args.FORMULE.getVariables()
    if names is not None and len(names) != len(own):
        raise args.wrong("NOM_COLONNE", f"the formula has {len(own)} parameters, but {len(names)} columns are given")
    rows.fromfunction(args.NOM_PARA, args.FORMULE, names)
    return rows


def _pairs(args):
    if len(args.NOM_PARA) != len(args.VALE):
        raise args.wrong("VALE", f"{len(args.VALE)} values are given for {len(args.NOM_PARA)} columns")
    return zip(args.NOM_PARA, args.VALE)


def _add_row(rows, args, context):
    rows.append(dict(_pairs(args)))
    return rows


def _add_columns(rows, args, context):
    if "VALE_COLONNE" in args:
        if len(args.NOM_PARA) != 1:
            raise args.wrong("NOM_PARA", "VALE_COLONNE fills one column")
        rows[args.NOM_PARA[0]] = list(args.VALE_COLONNE[: len(rows)])
        return rows
    for name, value in _pairs(args):
        rows[name] = [value] * len(rows)
    return rows


def _unique(rows, args, context):
    rows.remove_twins(args.NOM_PARA, args.FORMAT_R)
    return rows


def _statistics(rows, args, context):
    empty = sum(row.get(name) is None for row in rows.rows for name in rows.para)
    counts = [len(rows), len(rows.para), empty]
    rows["STAT_VALE"] = counts
    rows["STAT_NOM"] = ["NB_LIGNES", "NB_COLONNES", "NB_VIDE"]
    return rows


def _totals(rows, args, context):
    rows.require(args.NOM_PARA)
    names, kinds = [name for name in rows.para if name in args.NOM_PARA], args.TYPE_CALCUL
    for name in names:
        if rows.column_type(name) not in ("R", "I"):
            raise args.wrong("NOM_PARA", f"{name} is a column of texts")
    cells = {name: getattr(rows, name).not_none_values() for name in names}
    if context.reused is None:
        rows = RowTable([], names, [rows.column_type(name) for name in names], rows.titr)
    rows.add_para("TYPE_CALCUL", "K8")
    for kind in kinds:
        rows.append({**{name: _TOTALS[kind](values) for name, values in cells.items()}, "TYPE_CALCUL": kind})
    return rows


_ACTIONS = {
    "FILTRE": lambda rows, args, context: column_filter(rows, args),
    "EXTR": _extract,
    "SUPPRIME": _drop,
    "RENOMME": _rename,
    "TRI": _sort,
    "COMB": _join,
    "OPER": _compute,
    "AJOUT_LIGNE": _add_row,
    "AJOUT_COLONNE": _add_columns,
    "UNIQUE": _unique,
    "STATISTIQUES": _statistics,
    "CALCUL": _totals,
}
