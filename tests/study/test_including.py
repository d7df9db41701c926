"""INCLUDE puts the statements of another file in its place, and errors keep the place of that file."""

from pyaster_lite import api


def test_included_statements_belong_to_the_deck(tmp_path):
    (tmp_path / "demo.comm").write_text(
        "DEBUT()\nINCLUDE(UNITE=31)\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=k))\nFIN()\n"
    )
    (tmp_path / "demo.31").write_text("k = 2.0\nF = DEFI_CONSTANTE(VALE=k)\n")
    study = api.run(tmp_path / "demo.comm")
    assert [row.passed for row in study.tests] == [True]


def test_errors_in_an_included_file_name_it(tmp_path):
    (tmp_path / "demo.comm").write_text("INCLUDE(UNITE=31)\n")
    (tmp_path / "demo.31").write_text("\nF = DEFI_CONSTANTE(VALEUR=1.0)\n")
    (found,) = api.check(tmp_path / "demo.comm")
    assert found.span.file.endswith("demo.31") and found.span.line == 2


def test_a_file_that_includes_itself_is_refused(tmp_path):
    (tmp_path / "demo.comm").write_text("INCLUDE(UNITE=31)\n")
    (tmp_path / "demo.31").write_text("INCLUDE(UNITE=31)\n")
    (found,) = api.check(tmp_path / "demo.comm")
    assert found.code == "S040"


def test_names_of_an_included_file_may_be_called(tmp_path):
    (tmp_path / "demo.comm").write_text("INCLUDE(UNITE=31)\ny = FO(2.0)\n")
    (tmp_path / "demo.31").write_text("FO = DEFI_FONCTION(NOM_PARA='X', VALE=(0.0, 0.0, 4.0, 8.0))\n")
    assert api.run(tmp_path / "demo.comm", output=tmp_path / "out")["y"] == 4.0
