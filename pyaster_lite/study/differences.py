"""What a command's arguments were and what they have become, as edits of the text."""

from __future__ import annotations

from pyaster_lite.catalogue.commons.singles import Single
from pyaster_lite.catalogue.legacy import Made
from pyaster_lite.syntax.nodes import UNKNOWN, Argument, Factor, NewConcept

from .edits import Text, Unwritten


class Writer:
    """Writes differences into one text; `taken` are the names that new concepts may not have."""

    def __init__(self, text: Text, taken: set[str]):
        self.text, self.taken = text, taken
        self.made: dict[str, str] = {}
        self.groups: set[tuple[str, str]] = set()

    def snapshot(self, factor: Factor) -> dict:
        """The arguments as they are: id of each factor -> (factor, [(word, argument, value)])."""
        seen = {id(factor): (factor, [(name, a, _copied(a.value)) for name, a in factor.arguments.items()])}
        for argument in factor.arguments.values():
            for inner in _factors(argument.value):
                seen |= self.snapshot(inner)
        return seen

    def write(self, factor: Factor, before: dict, call):
        """Edit the text so that it says what the factor has become. Raises Unwritten where the words are not in the text."""
        self.before, self.call = before, call
        self.values = {a.span: value for _, rows in before.values() for _, a, value in rows if a.span is not None}
        kept = {place: list(new) for place, new in self.text.edits.items()}
        try:
            self._factor(factor, self.text.end(call.function.span))
        except Unwritten:
            self.text.edits = kept
            raise

    def _factor(self, factor, opening):
        _, rows = self.before[id(factor)]
        now = {id(a) for a in factor.arguments.values()}
        old = {id(a) for _, a, _ in rows}
        kept = [a for _, a, _ in rows if id(a) in now]
        for name, argument, value in rows:
            if id(argument) not in now:
                self.text.remove(self._word(name, argument))
            else:
                if argument.name != name:
                    start = self._word(name, argument)
                    inside = start + self.text.piece(argument.name_span).index(name)
                    self.text.put(inside, inside + len(name), argument.name)
                self._value(name, argument, value)
        added = [a for a in factor.arguments.values() if id(a) not in old]
        if added:
            self._add(added, kept, opening)

    def _word(self, name, argument) -> int:
        """The offset of a word that is written out; Unwritten when it came by `**` or through Python."""
        if argument.name_span is None or self.text.piece(argument.name_span).strip("'\"") != name:
            raise Unwritten(f"{name} is not written out here", argument.name_span)
        return self.text.start(argument.name_span)

    def _value(self, name, argument, value):
        was, items = _listed(value), _listed(argument.value)
        same = {id(item) for item in was} >= {id(item) for item in items}
        if same and all(isinstance(item, Factor) for item in was):
            for item in was:
                if not any(item is one for one in items):
                    self.text.remove(self.text.start(item.span))
                else:
                    self._factor(item, self.text.start(item.span))
        elif argument.value is not value and not (same and len(was) == len(items)):
            self._word(name, argument)
            self.text.put(*self.text.value(argument.name_span), self.render(argument))

    def _add(self, added, kept, opening):
        first = next((a for a in kept if a.name_span is not None), None)
        quoted = first is not None and self.text.piece(first.name_span)[:1] in "'\""
        texts = [f"'{a.name}': {self.render(a)}" if quoted else f"{a.name}={self.render(a)}" for a in added]
        if first is None:
            at = self.text.source.index("(", opening) + 1
            self.text.insert(at, ", ".join(texts) + ("," if self.text.source[at:].lstrip()[:1] != ")" else ""))
        else:
            start = self.text.start(first.name_span)
            end, margin = self.text.end_of_item(start), "\n" + " " * (first.name_span.column - 1)
            if self.text.source[end : end + 1] == ",":
                self.text.insert(end + 1, "".join(f"{margin}{t}," for t in texts))
            else:
                self.text.insert(self.text.value(first.name_span)[1], "".join(f",{margin}{t}" for t in texts))

    def render(self, argument: Argument) -> str:
        """The value of an argument as text: what stands in the deck as far as it is unchanged."""
        value = argument.value
        if argument.span is not None and self.values.get(argument.span, self) is value and not _factors(value):
            return self.text.piece(argument.span) if not isinstance(value, (tuple, list)) else _bracketed(self.text.piece(argument.span))
        return self._plain(value, argument)

    def _plain(self, value, argument):
        if isinstance(value, Made):
            return self._statement(value)
        if isinstance(value, Factor):
            return "_F(" + ", ".join(f"{a.name}={self.render(a)}" for a in value.arguments.values()) + ")"
        if isinstance(value, Single):
            return repr(_group_of(value))
        if isinstance(value, NewConcept):
            return f"CO({value.name!r})"
        if isinstance(value, (tuple, list)):
            inner = ", ".join(self._item(item, i, argument) for i, item in enumerate(value))
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        if value is UNKNOWN:
            raise Unwritten(f"{argument.name} is only known to Python", argument.name_span)
        return getattr(value, "name", None) or repr(value)

    def _item(self, item, index, argument):
        """One of several values; what only Python knows stands as the deck has it, where it stands alone."""
        if item is UNKNOWN and len(argument.item_spans) == len(argument.value):
            return self.text.piece(argument.item_spans[index])
        return self._plain(item, argument)

    def _statement(self, made: Made) -> str:
        """Write the command that makes the concept before the statement; gives the concept's name."""
        words = [f"{a.name}={self.render(a)}" for a in made.factor.arguments.values()]
        if " ".join(words) not in self.made:
            name = next(n for n in (made.name, *(f"{made.name}{i}" for i in range(1, 100))) if n not in self.taken)
            self.taken.add(name)
            self.made[" ".join(words)] = name
            start, indent = self.text.line_start(self.text.start(self.call.span))
            head = f"{indent}{name} = {made.command}("
            self.text.insert(start, head + (",\n" + " " * len(head)).join(words) + ")\n\n")
        return self.made[" ".join(words)]

    def name_groups(self, mesh: str, alone, call):
        """Write the command that makes groups of nodes and cells that stand alone, before the statement that names them first."""
        new = [single for single in dict.fromkeys(alone) if (mesh, _group_of(single)) not in self.groups]
        self.groups |= {(mesh, _group_of(single)) for single in new}
        start, indent = self.text.line_start(self.text.start(call.span))
        head = f"{indent}{mesh} = DEFI_GROUP("
        words = [f"reuse={mesh}", f"MAILLAGE={mesh}"]
        for part, word in (("MAILLE", "CREA_GROUP_MA"), ("NOEUD", "CREA_GROUP_NO")):
            rows = [f"_F(NOM={_group_of(single)!r}, {part}={str(single)!r})" for single in new if single.part == part]
            margin = ",\n" + " " * (len(head) + len(word) + 2)
            words += [f"{word}=({margin.join(rows)},)"] if rows else []
        if new:
            self.text.insert(start, head + (",\n" + " " * len(head)).join(words) + ")\n\n")


def _group_of(single: Single) -> str:
    """The group that is made for one node or cell."""
    return f"{'NO' if single.part == 'NOEUD' else 'MA'}_{single}"


def _copied(value):
    return list(value) if isinstance(value, list) else value


def _listed(value):
    return list(value) if isinstance(value, list) else [value]


def _factors(value):
    return [item for item in (value if isinstance(value, (list, tuple)) else (value,)) if isinstance(item, Factor)]


def _bracketed(text):
    return text if text[:1] in "([" else f"({text})"
