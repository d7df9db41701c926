"""A deck rewritten in today's words: the text keeps its layout and comments, only what is old is replaced, by its place.

The check's own pass walks over the deck, but runs nothing; each command is compared before and after its old spellings were
rewritten, and the difference becomes edits of the text. Defaults of the deck's time that differ from today's are written out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path

from pyaster_lite.catalogue.checker import check, renew
from pyaster_lite.catalogue.commons.singles import singles
from pyaster_lite.catalogue.former_commands import FORMER
from pyaster_lite.catalogue.keywords import FACT, SIMP, active
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, blocking
from pyaster_lite.syntax import division, evaluate
from pyaster_lite.syntax.nodes import Argument, Factor

from .differences import Writer
from .edits import Text, Unwritten
from .prepare import Preparation, _Pass
from .promise import mesh_of
from .run import Options, Study


@dataclass
class Ported:
    """The new text, the changes made and what could not be rewritten, as notes and warnings with their places."""

    text: str
    changes: list[Diagnostic] = field(default_factory=list)
    left: list[Diagnostic] = field(default_factory=list)


def port(path, aster_version: str | None = None) -> Ported:
    """The deck in today's words; raises Refused when it cannot be read."""
    study = Study(Path(path), Options(verbosity=-1, aster_version=aster_version))
    study.read()
    study.date()
    walk = _Rewriting(study)
    walk.go()
    text = walk.texts.get(str(path)) or walk.texts[study.decks[0].path]
    return Ported(text.result(), study.diagnostics + walk.changes, walk.left)


LISTS = ("listr8_sdaster", "listis_sdaster")


class _Rewriting(_Pass):
    """The check's pass with nothing run: every concept is a promise of its type."""

    def __init__(self, study):
        super().__init__(study.graph, study, {})
        self.texts = {name: Text(deck.source) for name, deck in study.sources.items()}
        self.changes: list[Diagnostic] = []
        self.left: list[Diagnostic] = []
        taken = {name for step in study.graph.steps for name in step.makes | step.reads | step.changes}
        self.writers = {name: Writer(text, taken) for name, text in self.texts.items()}

    def go(self) -> Preparation:
        """Walk over the deck; what is wrong with it beyond old words is for the check to say."""
        result = super().go()
        self.left += [d for d in result.diagnostics if d.severity is Severity.MISSING and d.code == "M001"]
        return result

    def can_run_now(self, step, checked, reuse) -> bool:
        """Lists of numbers are made: old words may be told by what they hold."""
        return COMMANDS[step.statement.call.name].produces in LISTS and super().can_run_now(step, checked, reuse)

    def catalogue(self, command, factor, call):
        """Rewrite one command; gives today's and its keywords as far as they are sound."""
        factor.span = call.function.span
        writer = self.writers[call.span.file]
        before = writer.snapshot(factor)
        today, told = renew(command, factor)
        if today.name in FORMER:
            message = f"{call.name}: code_aster has nothing that takes its place word by word, {FORMER[today.name][0]} does this today"
            self.left.append(Diagnostic(Severity.WARNING, "L004", f"{message}; rewrite it by hand", call.function.span))
            return today, None
        dated = list(_dated(today.body, factor, {}, self.runner.time, today.name))
        try:
            self.name_groups(writer, factor, call)
            writer.write(factor, before, call)
            if today.name != call.name:
                writer.text.replace(call.function.span, today.name)
        except Unwritten as problem:
            place = problem.span or call.function.span
            self.left.append(Diagnostic(Severity.WARNING, "L004", f"{call.name}: {problem}; rewrite it by hand", place))
        self.changes += [Diagnostic(Severity.NOTE, "L001", t.text, t.span) for t in told]
        text = "{}={!r}, the default of the deck's time, is written out"
        self.changes += [Diagnostic(Severity.NOTE, "L003", text.format(path, value), call.function.span) for path, value in dated]
        keywords, found = check(today, factor)
        return today, None if blocking(found) else keywords

    def command(self, step):
        self.divide(step.statement)
        self.lend(step.statement.call)
        super().command(step)

    def assign(self, step):
        self.divide(step.statement)
        super().assign(step)

    def python(self, step):
        text = self.texts[step.span.file]
        for start, end, sure in division.in_block(step.statement):
            if sure:
                self.divided(text, *(text.lines[line - 1] + column for line, column in (start, end)))
            elif not any(d.code == "L005" for d in self.left):
                message = "divided integers gave an integer in the deck's time: look at each / of its Python"
                self.left.append(Diagnostic(Severity.WARNING, "L005", message, step.span))
        super().python(step)

    def lend(self, call):
        """Write out what a formula takes from the deck around it (see `lending`)."""
        text = self.texts[call.span.file]
        written = [keyword for keyword in call.keywords if keyword.name_span != call.function.span]
        lent = "".join(f", {keyword.name}={keyword.name}" for keyword in call.keywords if keyword not in written)
        if lent:
            text.insert(text.end_of_item(text.start(written[-1].name_span)), lent)

    def divide(self, statement):
        """Write the divisions of integers as those that they were."""
        for node in division.of_time(statement):
            values = []
            for side in (node.left, node.right):
                try:
                    values.append(evaluate.evaluate(side, self.environment))
                except Refused:
                    return
            if all(isinstance(value, Integral) for value in values):
                text = self.texts[node.span.file]
                self.divided(text, text.end(node.left.span), text.start(node.right.span))

    def divided(self, text, start, end):
        """Make / between two places //."""
        at = text.source.index("/", start, end)
        text.put(at, at + 1, "//")

    def name_groups(self, writer, factor, call):
        """Have groups made of the nodes and cells that the command names alone; Unwritten when it is not told of which mesh."""
        alone = list(singles(factor))
        meshes = [mesh for value in _values(factor) if (mesh := mesh_of(value)) is not None]
        meshes += [m for m in self.environment.values() if kind_of(m) == "maillage_sdaster"] if not meshes else []
        names = {mesh.name for mesh in meshes}
        if alone and len(names) != 1:
            raise Unwritten(f"{alone[0]} is to be a group of its own, of a mesh that is not told here")
        if alone:
            writer.name_groups(*names, alone, call)


def _values(factor: Factor):
    """Every value in the arguments, at any depth."""
    for argument in factor.arguments.values():
        for value in argument.value if isinstance(argument.value, (list, tuple)) else (argument.value,):
            yield from _values(value) if isinstance(value, Factor) else (value,)


def _dated(level, factor: Factor, around: dict, time, path):
    """Give the factor the defaults of the `time` that are not today's; yields (path, value) of each."""
    if time is None:
        return
    given = {name: a.value for name, a in factor.arguments.items() if a.value is not None}
    opened = active(level, given, around, time)
    defaults = {w: d.defaut_at(time) for w, d in opened.keywords.items() if isinstance(d, SIMP)}
    inner = {**around, **defaults, **given}
    for name, keyword in opened.keywords.items():
        argument = factor.arguments.get(name)
        if isinstance(keyword, FACT):
            values = [] if argument is None else argument.value if isinstance(argument.value, list) else [argument.value]
            for occurrence in values:
                if isinstance(occurrence, Factor):
                    yield from _dated(keyword, occurrence, inner, time, f"{path}/{name}")
            if argument is None and keyword.statut == "d":
                made = Factor(factor.span)
                yield from _dated(keyword, made, inner, time, f"{path}/{name}")
                if made.arguments:
                    factor.arguments[name] = Argument(name, None, None, made)
        elif argument is None and not keyword.advisory and keyword.defaut_at(time) != keyword.defaut and defaults[name] is not None:
            factor.arguments[name] = Argument(name, None, None, defaults[name])
            yield f"{path}/{name}", defaults[name]
