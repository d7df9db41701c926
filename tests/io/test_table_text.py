"""Tables as text: code_aster's lines, to the letter."""

from pyaster_lite.concepts.number_format import table_format
from pyaster_lite.concepts.row_table import RowTable
from pyaster_lite.io.table_text import Layout, tableau


def table():
    return RowTable([{"N": "A", "X": 1.0, "V": 2.5}, {"N": "B", "X": 2.0}], ["N", "X", "V"], ["K8", "R", "R"], "told")


def test_the_first_line_stands_behind_the_last_mark_of_the_rule():
    assert tableau(table()).splitlines()[1:5] == [
        "#" + "-" * 80,
        "##told",
        "N        X            V           ",
        "A         1.00000E+00  2.50000E+00",
    ]
    assert tableau(table(), "ASTER").splitlines()[2] == "##DEBUT_TABLE"


def test_a_format_with_a_scale_factor_has_a_blank_before_it():
    lines = tableau(table(), layout=Layout(head="", real=table_format("1PE12.3"))).splitlines()
    assert lines[1:] == [
        "N         X             V           ",
        "A            1.000E+00     2.500E+00",
        "B            2.000E+00  -           ",
    ]


def test_a_crossed_table_is_headed_by_both_of_its_columns():
    assert table()["N", "X", "V"].Croise().para == ["X/N", "A", "B"]


def test_a_crossed_table_whose_columns_are_numbers_has_its_cells():
    lines = tableau(table()["X", "N", "V"].Croise()).splitlines()
    assert lines[-2:] == ["A         2.50000E+00 -           ", "B        -            -           "]


def test_alike_rows_are_sorted_as_code_aster_sorts_them():
    rows = RowTable([{"X": x, "I": i} for i, x in enumerate((1.0, 0.0, 1.0, 1.0))], ["X", "I"], ["R", "I"])
    rows.sort("X")
    assert [row["I"] for row in rows.rows] == [1, 3, 2, 0]
