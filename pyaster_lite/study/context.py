"""What a running command may ask of the study around it."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

from pyaster_lite.catalogue.checker import check
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.catalogue.versions import version
from pyaster_lite.concepts.base import Concept
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, blocking
from pyaster_lite.syntax.nodes import Factor, NewConcept

from .journal import Journal
from .partner import Partner

RANKED = version("16")
"""Since then tables call concepts by their rank."""
TOLD = version("15.2.17+")
"""A deck whose words are older is surely from before; younger ones may have been brought up to date but for a word."""


class Context:
    """Services for one command: files, progress, words to the user, concepts made by CO, test verdicts.

    name      the name of the concept that the command makes ("" when it makes none)
    reused    the concept given to `reuse=`, or None
    concepts  every concept of the study by name
    """

    def __init__(self, study, name: str, span, reused=None):
        self._study, self.name, self.span, self.reused = study, name, span, reused
        self.concepts = study.environment
        self.files = study.files
        self.created: dict[str, object] = {}
        self._inside = 0.0

    def progress(self, label: str, total: float):
        """A live progress line: a context manager with `update(done, text="")`."""
        return self._study.journal.progress(label, total)

    def say(self, text: str):
        """One line for the user who asked for details."""
        self._study.journal.detail(text)

    def write(self, unit: int, text: str):
        """Text output to a logical unit; 6 and 8 are the terminal."""
        terminal = unit in (6, 8) and not self.files.is_defined(unit)
        if terminal:
            self._study.journal.text(text)
        if not terminal or self.files.desk is not None and unit in self.files.desk.units:
            self.files.append(unit, text)

    def random(self, seed: int | None = None):
        """The study's generator of random numbers (random.Random), started anew from a seed."""
        if seed is not None:
            self._study.random.seed(seed)
        return self._study.random

    def warn(self, args, word: str | None, message: str, known_as: str = ""):
        """Tell the user of something doubtful at the place of a keyword; `known_as` is how code_aster's messages call it."""
        span = args.span_of(word) if args is not None else self.span
        if known_as:
            self._study.alarms[known_as] += 1
        self._study.journal.diagnostic(Diagnostic(Severity.WARNING, "W001", message, span))

    @property
    def alarms(self) -> dict[str, int]:
        """How often each of code_aster's messages was told as a warning, of those that are known by name."""
        return dict(self._study.alarms)

    def refusal(self, message: str, known_as: str = "") -> Refused:
        """The error of what the deck's Python asks of a concept and cannot have."""
        return Refused([Diagnostic(Severity.FAILED, "X001", message, self.span)], known_as)

    def create(self, new, concept):
        """Bind a concept to the place that CO("name") holds."""
        concept.name = new.name
        self.created[new.name] = concept

    def run(self, word: str, name: str = "", reuse=None, **keywords):
        """The concept that another command makes of keywords, as a command that stands for several does.

        `name` is that of the concept, "" for one of a moment. Raises Refused as the command in the deck would.
        """
        command = COMMANDS[word]
        checked, found = check(command, Factor.from_values({w: v for w, v in keywords.items() if v is not None}, self.span))
        if blocking(found):
            raise Refused(found)
        if reuse is not None and command.reuse:
            checked.mark_read(*command.reuse.split("|"))
        made = self._study.execute(command, checked, name, self.span, reuse and SimpleNamespace(value=reuse))
        concept = made.pop(name, None)
        self.created.update(made)
        return concept

    def made(self, word: str, place: str, **keywords):
        """The concept of a moment that another command makes where its keyword `place` has CO("name")."""
        new = self.place()
        self.run(word, **keywords, **{place: new})
        return self.taken(new)

    def place(self, name: str = "made") -> NewConcept:
        """CO("name") for a concept of a moment: `taken` has it once a command has made it."""
        return NewConcept(f"<{name}>")

    def taken(self, place: NewConcept):
        """The concept that a command has made at a place of a moment."""
        return self.created.pop(place.name)

    def run_deck(self, text: str, name: str) -> dict:
        """The concepts that a command file makes, given as text, in a study of its own which reads the files of this one.

        Raises Refused with what is wrong with it, or what its computation failed of.
        """
        from .run import Study

        folder = self.files.output_dir / name
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.comm"
        path.write_text(text, encoding="utf-8")
        options = replace(self.options, base=None, plot=False, units={}, output=folder, verbosity=-1)
        inner = Study(path, options, Journal(-1))
        inner.files, inner.time = self.files.lent_to(path, folder), inner.time or self.time
        inner.run()
        if blocking(inner.diagnostics):
            raise Refused(inner.diagnostics)
        return inner.environment

    @property
    def partner(self):
        """The second process that this study has become, or the first one (see study.partner); asked for the first time, it becomes two."""
        if self._study.partner is None:
            self._study.partner = Partner(self._study)
        return self._study.partner

    def callable(self, command):
        """The function by which the deck's Python calls a command of its own."""
        return self._study.python_side.function(command.name, command)

    def inner_name(self, concept) -> str:
        """The name by which code_aster's tables call a concept: up to version 15 that of the deck, later its rank in hexadecimal.

        Where the words of the deck leave open which it is, the deck means the rank if it writes it anywhere.
        """
        order, known = self._study.order, self._study.environment
        rank = order.get(concept.name)
        limit = RANKED if self._study.options.aster_version else TOLD
        if rank is None or (self.time is not None and self.time < limit):
            return concept.name
        # numbers and modules of the deck's Python have no rank
        others = sum(own < rank and name in known and not isinstance(known[name], Concept) for name, own in order.items())
        called = f"{rank - others + 1:08x}"
        return called if self.time != TOLD or self._writes(called) else concept.name

    def _writes(self, text: str) -> bool:
        """Whether a word between quotes begins like that somewhere in the deck."""
        return any(f"{quote}{text}" in deck.source.lower() for deck in self._study.sources.values() for quote in "'\"")

    def called(self, name: str):
        """The concept of that name in the deck, or of that name in code_aster's tables (see `inner_name`); None when there is none."""
        return self.concepts.get(name) or next(
            (c for c in self.concepts.values() if isinstance(c, Concept) and self.inner_name(c) == name), None
        )

    def keep(self, concept):
        """Make the concept being built known already, so that what it holds survives a failure or an interruption."""
        if self.name:
            concept.name = self.name
            self.created[self.name] = concept

    def remove(self, concept):
        """Take a concept out of the study (DETRUIRE); one of a function's own leaves those of its name where they are."""
        if self._study.environment.get(concept.name) is concept:
            del self._study.environment[concept.name]
            self._study.order.pop(concept.name, None)

    def save(self):
        """Write the base, when one is asked for."""
        self._study.save()

    def end(self):
        """FIN."""
        self._study.end()

    def take_up(self) -> bool:
        """POURSUITE: make the concepts of an earlier run known; False when there is nothing to take up."""
        self.created.update(self._study.take_up())
        return bool(self.created) or self._study.current.deck > 0

    def test(self, row):
        """Record one verdict."""
        self._study.tests.append(row)
        self._study.journal.test(row)

    @contextmanager
    def timer(self, phase: str):
        """Account the time spent inside to a phase (assembly, factorisation, contact, output, ...), and to no phase around it."""
        start, outer, self._inside = time.perf_counter(), self._inside, 0.0
        try:
            yield
        finally:
            spent = time.perf_counter() - start
            self._study.times[phase] += spent - self._inside
            self._inside = outer + spent

    @property
    def time(self) -> tuple | None:
        """The version of code_aster whose defaults hold (see catalogue.versions), None for today's."""
        return self._study.time

    @property
    def options(self):
        """The options of the run (see study.run.Options)."""
        return self._study.options

    def concept(self, name: str):
        """The concept of that name; raises Refused when there is none."""
        if name not in self.concepts:
            raise Refused([Diagnostic(Severity.ERROR, "G001", f"nothing called {name} exists", self.span)])
        return self.concepts[name]


def new_clock():
    """Seconds by phase."""
    return defaultdict(float)
