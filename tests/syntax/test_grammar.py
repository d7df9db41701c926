"""The grammar's cache: plain data, private to the user, and never in the way."""

import json
import os
import stat
import sys

import pytest

from pyaster_lite.syntax import grammar
from pyaster_lite.syntax.layout import Layout
from pyaster_lite.syntax.nodes import Part


@pytest.fixture(scope="module")
def tables():
    return json.dumps(grammar._compile(grammar.GRAMMAR.read_text(encoding="utf-8")))


@pytest.fixture
def home(tmp_path, monkeypatch, tables):
    """A cache folder of our own, and tables that are made once for all these tests."""

    def compiled(text):
        """In place of the real thing."""
        return json.loads(tables)

    monkeypatch.setattr(grammar, "_compile", compiled)
    monkeypatch.setattr(grammar, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def works(engine):
    return isinstance(engine.parse("A = CMD(X=1)\n", "deck.comm"), Part)


def test_the_cache_is_written_once_and_read_back(home, monkeypatch):
    assert works(grammar.Grammar())
    (path,) = home.iterdir()
    assert json.loads(path.read_text())
    if sys.platform != "win32":
        assert stat.S_IMODE(os.stat(home).st_mode) == 0o700
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    monkeypatch.setattr(grammar, "_compile", lambda text: pytest.fail("the cache was not used"))
    monkeypatch.setattr(grammar, "_fingerprint", lambda text: path.stem.removeprefix("grammar-"))
    assert works(grammar.Grammar())


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, 2]", b"\x80\x04cos\nsystem\n", b'{"data": 1, "memo": []}'])
def test_a_broken_cache_is_made_anew(home, content):
    works(grammar.Grammar())
    (path,) = home.iterdir()
    path.write_bytes(content)
    assert works(grammar.Grammar())
    assert json.loads(path.read_text())["data"]


def test_a_folder_that_cannot_be_written_is_no_obstacle(home, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(grammar, "cache_folder", lambda: blocked / "cache")
    assert works(grammar.Grammar())


def test_the_grammar_has_no_conflict():
    import lark

    text = grammar.GRAMMAR.read_text(encoding="utf-8")
    folder = str(grammar.LARK_GRAMMARS)
    starts = list(grammar.STARTS)
    with pytest.MonkeyPatch.context() as patch:
        said = []
        patch.setattr(lark.logger, "warning", lambda *words: said.append(words))
        lark.Lark(text, parser="lalr", lexer="basic", postlex=Layout(), start=starts, import_paths=[folder], debug=True)
    assert not [words for words in said if "conflict" in str(words)]
