"""What a command receives: checked keyword values that know their place in the deck and whether they were read."""

from __future__ import annotations

from collections.abc import Iterator

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, Span
from pyaster_lite.syntax.nodes import Argument

from .keywords import FACT, SIMP


class Keywords:
    """The checked keywords of one command or one factor keyword.

    `args.NAME` gives the value: a scalar where one value is allowed, else a tuple; a Keywords or a list of
    Keywords for a factor keyword; the default where one is declared; None (an empty list for a repeatable
    factor keyword) when nothing is there. What was given but never read is reported after the command.
    """

    def __init__(
        self, path: str, span: Span | None, values: dict, sources: dict[str, Argument], declared: dict[str, SIMP | FACT], others=()
    ):
        self._path, self._span, self._others = path, span, tuple(others)
        self._values, self._sources = values, sources
        self._declared = declared
        self._read: set[str] = set()

    def __getattr__(self, word: str):
        if word.startswith("_"):
            raise AttributeError(word)
        return self[word]

    def __getitem__(self, word: str):
        if word not in self._declared:
            raise KeyError(f"{self._path} does not declare {word}")
        self._read.add(word)
        definition = self._declared[word]
        return self._values.get(word, [] if isinstance(definition, FACT) and definition.upper > 1 else None)

    def __contains__(self, word: str) -> bool:
        """Whether the keyword has a value, given or by default."""
        value = self._values.get(word)
        return value is not None and not (isinstance(value, list) and not value)

    def __iter__(self) -> Iterator[str]:
        """The words that have a value."""
        return (word for word in self._values if word in self)

    def get(self, word: str, default=None):
        """The value of a word that this level may not even declare."""
        value = self[word] if word in self._declared else None
        return default if value is None else value

    def others(self) -> dict:
        """The keywords that the command does not name itself (see Body), by name."""
        return {word: self[word] for word in self._others}

    def given(self, word: str) -> bool:
        """Whether the user wrote this keyword."""
        return word in self._sources

    def as_dict(self) -> dict:
        """Every value as plain Python, factor keywords as dictionaries; counts as reading them all."""
        return {word: _plain(self[word]) for word in self if word in self._declared}

    def leaves(self):
        """(level, word, definition, value) of every simple keyword with a value, here and in the levels below."""
        for word, value in self._values.items():
            if isinstance(self._declared[word], FACT):
                for level in value if isinstance(value, list) else [value]:
                    if isinstance(level, Keywords):
                        yield from level.leaves()
                    else:
                        yield self, word, self._declared[word], level
            elif value is not None:
                yield self, word, self._declared[word], value

    @property
    def path(self) -> str:
        """The words that lead here, such as DYNA_VIBRA/INCREMENT."""
        return self._path

    @property
    def span(self) -> Span | None:
        """Where this level stands in the deck."""
        return self._span

    def span_of(self, word: str | None = None, item: int | None = None) -> Span | None:
        """Where a keyword's value (or one item of it) stands; the whole level when it was not written."""
        source = self._sources.get(word)
        if source is None:
            return self._span
        if item is not None and item < len(source.item_spans):
            return source.item_spans[item]
        return source.span or source.name_span

    def wrong(self, word, message: str, help: str | None = None, item: int | None = None, code="D001", known_as="", condition=None):
        """The exception to raise when a value cannot be right: the user's mistake. For the last two, see Refused."""
        return Refused([Diagnostic(Severity.ERROR, code, message, self.span_of(word, item), help)], known_as, condition)

    def not_yet(self, word: str | None, message: str, help: str | None = None, item: int | None = None, code="M003"):
        """The exception to raise for something that code_aster has and pyaster-lite does not have yet."""
        return Refused([Diagnostic(Severity.MISSING, code, message, self.span_of(word, item), help, self._feature(word, item))])

    def _feature(self, word, item=None):
        """What is lacking, in deck words: the text or number given stands for itself, anything else for its keyword."""
        if word is None:
            return self._path
        value = self._values.get(word)
        if isinstance(value, (list, tuple)) and item is not None and item < len(value):
            value = value[item]
        return f"{self._path}/{word}={value}" if isinstance(value, (str, int, float)) else f"{self._path}/{word}"

    def unread(self) -> list[Diagnostic]:
        """One "not there yet" for each keyword that the user gave and the command never looked at."""
        found = []
        for word, source in self._sources.items():
            value = self._values.get(word)
            if self._declared[word].advisory or value is None:
                continue
            if word not in self._read:
                message = f"{self._path} does not honour {word} here yet"
                found.append(Diagnostic(Severity.MISSING, "M004", message, source.name_span, feature=f"{self._path}/{word}"))
            else:
                nested = value if isinstance(value, list) else [value]
                for level in nested:
                    if isinstance(level, Keywords):
                        found += level.unread()
        return found

    def mark_read(self, *words: str):
        """Say that words are honoured although no value of theirs is needed; all words, nested too, when none is named."""
        self._read.update(words or self._declared)
        for word in words or self._values:
            value = self._values.get(word)
            for level in value if isinstance(value, list) else [value]:
                if isinstance(level, Keywords):
                    level.mark_read()


def _plain(value):
    if isinstance(value, Keywords):
        return value.as_dict()
    if isinstance(value, list):
        return [_plain(v) for v in value]
    return value
