"""COMBINAISON_CHARGE: which cases a table of coefficients makes."""

from types import SimpleNamespace

import pytest

from pyaster_lite.commands.combinaison_charge import _cases, _of_all
from pyaster_lite.concepts.table import Table


def words(table, mechanical, thermal):
    class Wrong(Exception):
        pass

    level = lambda name: SimpleNamespace(NOM_CHAR=name, wrong=lambda word, text: Wrong(text))  # noqa: E731
    args = SimpleNamespace(TABLE_COEF=table, EXCIT_MECA=[level(n) for n in mechanical], EXCIT_THER=[level(n) for n in thermal])
    args.wrong = lambda word, text: Wrong(text)
    return args, Wrong


def test_two_warmths_make_four_cases():
    table = Table({"a": ("R", [2.0]), "t": ("R", [3.0]), "s": ("R", [5.0])})
    names, cases = _cases(words(table, ["a"], ["t", "s"])[0])
    assert names == ["a", "t_MAX", "t_MIN", "s_MAX", "s_MIN"]
    assert cases[:5].tolist() == [[float(i == j) for j in range(5)] for i in range(5)]
    assert cases[5:].tolist() == [[2, 3, 0, 5, 0], [2, 3, 0, 0, 5], [2, 0, 3, 5, 0], [2, 0, 3, 0, 5]]


def test_what_the_table_lacks_or_has_too_much_of():
    args, wrong = words(Table({"a": ("R", [2.0])}), ["b"], [])
    with pytest.raises(wrong, match="no column b"):
        _cases(args)
    args, wrong = words(Table({name: ("R", [1.0]) for name in "rst"}), [], ["r", "s", "t"])
    with pytest.raises(wrong, match="row 1 combines 3 loads"):
        _cases(args)


def test_the_first_of_equal_cases_counts():
    rows = [
        {"INTITULE": f"COMB_{i}", "EXTREMA": word, "VALE": value} for i, word, value in ((1, "MIN", 9.0), (2, "MAX", 4.0), (3, "MAX", 4.0))
    ]
    found = _of_all(Table.from_rows(rows, {"INTITULE": "K16", "EXTREMA": "K8", "VALE": "R"}), ("MAXI",))
    assert found.rows() == [{"INTITULE": "COMB_2", "EXTREMA": "MAX", "VALE": 4.0, "TYPE_VALE": "MAXI"}]
