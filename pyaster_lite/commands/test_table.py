"""TEST_TABLE: a cell of a table, or the total of a column, against expected values (u4.92.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.table_filter import table_filter
from pyaster_lite.catalogue.commons.test_reference import expected_values, one_expected
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.legacy import Values
from pyaster_lite.commands._tables import filtered, known_column, one_cell
from pyaster_lite.commands._tests import expected, report
from pyaster_lite.commands._tests_old import old_tests

SUFFIXES = ("", "_I", "_C", "_K")
_TYPES = {"": "R", "_I": "I", "_C": "C", "_K": "K"}


@operator(
    "TEST_TABLE",
    legacy=(*old_tests(), Values("FILTRE/CRIT_COMP", (("ABS_MAXI", "MAXI_ABS"), ("ABS_MINI", "MINI_ABS")), "11.2.11")),
    rules=one_expected(SUFFIXES),
    keywords=dict(
        TABLE=SIMP("o", typ="table_sdaster"),
        FILTRE=table_filter(),
        NOM_PARA=SIMP("o"),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        **expected_values(suffixes=SUFFIXES),
    ),
)
def test_table(args, context):
    """One row for VALE_CALC, and one for VALE_REFE where REFERENCE is given."""
    table = filtered(args.TABLE, args.FILTRE)
    table.name = args.TABLE.name
    name = known_column(args, table, "NOM_PARA")
    suffix, _ = expected(args, "VALE_CALC")
    if table.types[name][0] != _TYPES[suffix]:
        raise args.wrong(f"VALE_CALC{suffix}", f"the column {name} is of type {table.types[name]}, not {_TYPES[suffix]}")
    kind = args.TYPE_TEST
    computed = table.total(name, kind) if kind else one_cell(args, table)
    place = ", ".join(_shown(occurrence) for occurrence in args.FILTRE)
    report(args, context, computed, command="TEST_TABLE", concept=table.name, quantity=name, place=kind or "", access=place)


def _shown(occurrence):
    criterion = {"EQ": "=", "NE": "!=", "LT": "<", "GT": ">", "LE": "<=", "GE": ">="}.get(occurrence.CRIT_COMP)
    if criterion is None:
        return f"{occurrence.NOM_PARA} {occurrence.CRIT_COMP}"
    value = next(occurrence[word] for word in ("VALE", "VALE_I", "VALE_C", "VALE_K") if occurrence[word] is not None)
    value = f"{value:.9g}" if isinstance(value, float) else str(value).strip()
    return f"{occurrence.NOM_PARA} {criterion} {value}"
