"""The lark parser of comm.lark, built once and then loaded from a cache.

lark's own cache is a pickle, which would run whatever somebody put there; the tables are plain data, so they are kept as
JSON in the user's own cache folder, under a name made of the grammar's text and the versions of lark and Python.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from functools import cache
from pathlib import Path

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from pyaster_lite.syntax.builder import Builder
from pyaster_lite.syntax.layout import Layout
from pyaster_lite.syntax.nodes import Part

GRAMMAR = Path(__file__).with_name("comm.lark")
LARK_GRAMMARS = Path(lark.__file__).with_name("grammars")
STARTS = ("file_input", "expression_input")


class Grammar:
    """The parser with the builder and the layout filter that it drives."""

    def __init__(self):
        self.builder = Builder()
        self.layout = Layout()
        options = {"postlex": self.layout, "transformer": self.builder, "tree_class": Part}
        grammar = GRAMMAR.read_text(encoding="utf-8")
        folder = cache_folder()
        path = folder / f"grammar-{_fingerprint(grammar)}.json" if folder else None
        self._lark = _load(path, options) if path else None
        if self._lark is None:
            tables = _compile(grammar)
            if path:
                _save(path, tables)
            self._lark = lark.Lark._load_from_dict(*_expand(tables), **options)

    def parse(self, text: str, file: str, start: str = "file_input"):
        """The tree of `text`; raises lark's exceptions and `layout.IndentationMismatch`."""
        self.builder.file = file
        self.layout.text = text
        return self._lark.parse(text, start=start)


@cache
def grammar() -> Grammar:
    """The grammar of this process."""
    return Grammar()


def cache_folder() -> Path | None:
    """Where this user's caches stand, by the habits of the system; None for a user who has no home."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(base).expanduser() / "pyaster-lite"
    except RuntimeError:
        return None


def _fingerprint(grammar):
    parts = (grammar, lark.__version__, sys.version, _compile.__doc__)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _compile(grammar):
    """Tables, form 2: lark's serialised parser; a state's actions are one number each, >= 0 shift, < 0 reduce ~rule."""
    parser = lark.Lark(
        grammar, parser="lalr", lexer="basic", postlex=Layout(), start=list(STARTS), maybe_placeholders=False,
        import_paths=[str(LARK_GRAMMARS)],
    )  # fmt: skip
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {k: v for k, v in data["options"].items() if k not in ("postlex", "import_paths")}
    table = data["parser"]["parser"]
    table["states"] = [
        [state, list(actions), [_number(action) for action in actions.values()]] for state, actions in table["states"].items()
    ]
    table["actions"] = sorted({n for _, _, numbers in table["states"] for n in numbers})
    table["tokens"] = list(table["tokens"].items())
    return {"data": data, "memo": list(memo.items())}


def _number(action):
    kind, target = action
    return ~target["@"] if kind else target


def _expand(tables):
    data = tables["data"]
    table = data["parser"]["parser"]
    table["tokens"] = dict(table["tokens"])
    actions = {n: (0, n) if n >= 0 else (1, {"@": ~n}) for n in table["actions"]}
    table["states"] = {state: dict(zip(tokens, (actions[n] for n in numbers), strict=True)) for state, tokens, numbers in table["states"]}
    return data, dict(tables["memo"])


def _load(path, options):
    """The parser from its tables in a file, or None when they are not there or not whole."""
    try:
        return lark.Lark._load_from_dict(*_expand(json.loads(path.read_text(encoding="utf-8"))), **options)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, lark.exceptions.LarkError):
        return None


def _save(path, tables):
    """Write the tables if the folder lets us: a deck is read without a cache too, only later."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            json.dump(tables, file, separators=(",", ":"))
        os.replace(file.name, path)
    except OSError:
        pass
