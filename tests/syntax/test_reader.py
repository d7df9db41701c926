"""Command files come in many encodings."""

import pytest

from pyaster_lite.diagnostics import Refused
from pyaster_lite.syntax.parser import parse_file
from pyaster_lite.syntax.reader import decode, read_text

TEXT = "# é\nTITRE = 'été'\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode("utf-8"),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("latin-1"),
        TEXT.encode("utf-16"),
        TEXT.replace("\n", "\r\n").encode("latin-1"),
        TEXT.replace("\n", "\r").encode("utf-8"),
    ],
)
def test_the_encoding_is_found(data):
    assert decode(data, "deck.comm") == TEXT


def test_a_coding_line_is_obeyed():
    text = "# coding: cp1252\nA = '€'\n"
    assert decode(text.encode("cp1252"), "deck.comm") == text


def test_a_coding_line_that_lies_does_not_stop_the_reading():
    assert decode(b"# -*- coding: ascii -*-\nA = '\xe9'\n", "deck.comm").endswith("A = 'é'\n")
    assert decode(b"# -*- coding: klingon -*-\nA = 1\n", "deck.comm").endswith("A = 1\n")


def refusal(action, *arguments):
    with pytest.raises(Refused) as caught:
        action(*arguments)
    return caught.value.diagnostics[0]


def test_what_is_no_text_is_refused(tmp_path):
    assert refusal(decode, b"\x89HDF\0\0", "deck.comm").message == "deck.comm: this is not a text file"
    assert refusal(read_text, tmp_path).message.endswith("this is a folder, not a command file")
    assert refusal(read_text, tmp_path / "no.comm").message.endswith("there is no such file")
    assert refusal(read_text, tmp_path / "no.comm").code == "S010"


def test_tabs_count_one_column(tmp_path):
    path = tmp_path / "deck.comm"
    path.write_bytes(b"A = CMD(X=1,\r\n\tY=2)\r\n")
    (statement,) = parse_file(path).statements
    word = statement.call.keywords[1]
    assert (word.name_span.line, word.name_span.column) == (2, 2)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"   \n", b"# only a comment", b"A = 1", b"A = 1\n   \n   # end\n\t"])
def test_odd_ends_of_file(tmp_path, data):
    path = tmp_path / "deck.comm"
    path.write_bytes(data)
    assert len(parse_file(path).statements) == data.count(b"A = 1")
