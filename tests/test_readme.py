"""The README keeps its word: its table of what is supported is the registries', its exit codes are the program's."""

from pathlib import Path

from pyaster_lite import cli
from pyaster_lite.diagnostics import ExitCode
from pyaster_lite.study.supported import markdown

README = (Path(__file__).parent.parent / "README.md").read_text()


def test_supported_table_is_up_to_date():
    """`pyaster-lite supported` gives the text to put between the two marks."""
    table = README.partition("<!-- supported: begin -->\n")[2].partition("<!-- supported: end -->")[0]
    assert table == markdown()


def test_every_exit_code_is_documented():
    for code in ExitCode:
        assert f"\n| {int(code)} | " in README
        assert f"\n  {int(code)}  " in cli.EXIT_CODES
