"""The loop: read the command files, check them whole, then run the graph step by step."""

from __future__ import annotations

import gc
import time
from collections import Counter, namedtuple
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random

from pyaster_lite.catalogue.arguments import Keywords
from pyaster_lite.catalogue.checker import check, notes, renew
from pyaster_lite.catalogue.command import Command
from pyaster_lite.catalogue.legacy import Made, Told
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.catalogue.versions import latest, version
from pyaster_lite.concepts.base import Concept
from pyaster_lite.diagnostics import Diagnostic, ExitCode, Refused, Severity, blocking, exit_code
from pyaster_lite.syntax import division, evaluate, nodes, parser, pyblock

from . import ages, including, lending
from . import graph as graphs
from .context import Context, new_clock
from .files import Files
from .journal import Journal
from .partner import Partner
from .prepare import Preparation, prepare, wrong_reuse

PYTHON_3 = version("14.4")
"""The first version of code_aster whose decks speak Python 3."""


@dataclass
class Options:
    """How a study is run.

    units      logical unit -> path, beside what the conventions and the .export say
    output     folder for everything written; None: `<stem>.pyaster` in the current folder
    base       folder of a saved base: read by POURSUITE, written by FIN; None: none
    python     whether python blocks may run
    verbosity  -1 verdicts only, 0 usual, 1 details and times
    aster_version  the version of code_aster that the deck was written for, such as "10.3" (its last): its defaults hold; None: what the
               deck's old words betray, else today's
    """

    units: dict[int, Path] = field(default_factory=dict)
    output: Path | None = None
    base: Path | None = None
    python: bool = True
    verbosity: int = 0
    plot: bool = False
    aster_version: str | None = None


class Study:
    """One study: its decks, graph, concepts, tests and times. `study["NAME"]` gives a concept."""

    def __init__(self, path, options: Options | None = None, journal: Journal | None = None):
        self.options = options or Options()
        self.random = Random(0)
        self.journal = journal or Journal(self.options.verbosity)
        self.times = new_clock()
        self.environment: dict[str, object] = {}
        self.order: dict[str, int] = {}
        self.tests: list = []
        self.diagnostics: list[Diagnostic] = []
        self.alarms: Counter[str] = Counter()
        self.ended: set[int] = set()
        self.current: graphs.Step | None = None
        self.files = Files.of(path, self.options.units, self.options.output)
        self.decks: list[nodes.Deck] = []
        self.sources: dict[str, nodes.Deck] = {}
        self.graph: graphs.Graph | None = None
        self.lent: list[Told] = []
        self.partner: Partner | None = None
        self.time = latest(self.options.aster_version) if self.options.aster_version else None

    def __getitem__(self, name: str):
        return self.environment[name]

    def __contains__(self, name: str) -> bool:
        return isinstance(self.environment.get(name), Concept)

    @property
    def exit_code(self) -> ExitCode:
        """What the process should return."""
        code = exit_code(self.diagnostics)
        if code is ExitCode.OK and any(not row.passed for row in self.tests):
            return ExitCode.TEST_FAILED
        return code

    def read(self):
        """Parse every command file; raises Refused with all syntax errors."""
        start = time.perf_counter()
        found = []
        known: set[str] = set()
        for path in self.files.decks:
            try:
                deck = including.expand(parser.parse_file(path, known), self.files, self.sources)
            except Refused as refused:
                found += refused.diagnostics
                continue
            self.decks.append(deck)
            if path != self.files.decks[-1]:
                known |= {name for step in graphs.build([deck]).steps for name in step.makes | step.changes}
            if not self.options.python:
                found += parser.refuse_python(deck)
        for source in self.sources.values():
            found += pyblock.problems(source)
        self.times["parse"] += time.perf_counter() - start
        if found:
            raise Refused(found)
        start = time.perf_counter()
        self.decks, self.lent = lending.lend(self.decks)
        self.graph = graphs.build(self.decks)
        self.times["loading commands"] += time.perf_counter() - start

    def date(self):
        """Settle whose defaults hold: those of the version that was asked for, or of the last that takes every word."""
        if self.time is None:
            self.time, betrayed = ages.betrayed(self.graph, self.lent)
            self.diagnostics += betrayed
        self.diagnostics += notes(self.lent)
        if self.time is not None and self.time < PYTHON_3:
            for step in self.graph.steps:
                step.statement = division.dated(step.statement)

    def check(self):
        """Hold the whole deck against the catalogue; data commands really run. Returns the preparation."""
        start = time.perf_counter()
        self.date()
        preparation = prepare(self.graph, self, self.environment)
        self.times["check"] += time.perf_counter() - start
        self.diagnostics += preparation.diagnostics
        return preparation

    def run(self):
        """Read, check, and run when nothing is wrong. Diagnostics end in `diagnostics`, never in an exception."""
        try:
            self.read()
            preparation = self.check()
            if preparation.blocking:
                return self
            for diagnostic in self.diagnostics:
                self.journal.diagnostic(diagnostic)
            self.journal.begin(self)
            if not gc.isenabled():
                gc.freeze()
                gc.enable()
            for step in self.graph.steps:
                if "python_side" in vars(self) and self.current is not None and step.deck != self.current.deck:
                    self.python_side.forget_functions()
                self.current = step
                if step.deck not in self.ended:
                    self.step(step, preparation)
        except Refused as refused:
            self.diagnostics += [d for d in refused.diagnostics if d not in self.diagnostics]
        except KeyboardInterrupt:
            place = self.save()
            kept = f"what was archived is kept in {place}" if place else "with --base DIR, what was archived would have been kept"
            self.diagnostics.append(Diagnostic(Severity.FAILED, "X000", f"interrupted; {kept}"))
        finally:
            if self.partner is not None:
                self.partner.end()
            self.files.close()
        return self

    def end(self):
        """FIN: leave the rest of the command file aside, and save the base when one is asked for."""
        self.ended.add(self.current.deck)
        self.save()

    def save(self) -> Path | None:
        """Write the base when one is asked for; returns its folder."""
        folder = self.options.base or self.files.base_out
        second = self.partner is not None and self.partner.rank
        if folder is not None and self.current is not None and not second:
            from . import base

            for name, reason in base.save(folder, self.environment, self.order, self.files.base_compressed).items():
                text = f"{name} is left out of the base: {reason}"
                self.journal.diagnostic(Diagnostic(Severity.WARNING, "W002", text, self.current.span))
        return folder

    def take_up(self) -> dict:
        """POURSUITE: the concepts of a saved base; nothing to do when an earlier file of this run made them."""
        folder = self.options.base or self.files.base_in
        if self.order or folder is None:
            return {}
        from . import base

        return base.load(folder, python=self.options.python)

    def step(self, step: graphs.Step, preparation: Preparation):
        """Run one step, or take over what the check already made of it."""
        done = preparation.done.get(step.index)
        if done is not None:
            self.bind(done)
            call, target = step.statement.call, step.statement.target
            self.journal.done(call.name, target.id if target else "", call.function.span, preparation.seconds[step.index])
        elif step.kind == "assign":
            value = evaluate.evaluate(step.statement.value, self.environment)
            self.environment[step.statement.target.id] = value
        elif step.kind == "python":
            self.python(step.statement)
        elif step.statement.call.name not in COMMANDS:
            self.python(self.as_python(step))
        else:
            call, target = step.statement.call, step.statement.target
            self.command(COMMANDS[call.name], evaluate.arguments(call, self.environment), target.id if target else "", call.function.span)

    def as_python(self, step: graphs.Step) -> nodes.PythonBlock:
        """The statement as a python block: its function is no command, but something that the deck's Python brought in."""
        span = step.span
        lines = self.sources[span.file].source.split("\n")[span.line - 1 : span.end_line]
        text = "\n" * (span.line - 1) + "\n".join(lines) + "\n"
        return nodes.PythonBlock(span, text, frozenset(step.reads), frozenset(step.makes), (step.statement.call,), (None,))

    def bind(self, bindings: dict):
        """Make new concepts known; one that was given no name is known to nobody but its maker."""
        for name, concept in bindings.items():
            if not name:
                continue
            self.environment[name] = concept
            self.order.setdefault(name, len(self.order))
        for value in self.environment.values() if bindings else ():
            for place, item in enumerate(value) if isinstance(value, list) else ():
                if isinstance(item, nodes.NewConcept):
                    value[place] = bindings.get(item.name, item)

    def command(self, command: Command, factor: nodes.Factor, name: str, span):
        """Check and run one command with its actual values; returns the concept it makes. `span` is the command's word."""
        reuse = factor.arguments.pop("reuse", None)
        factor.span = span
        command, _ = renew(command, factor)
        self.make(factor)
        keywords, found = check(command, factor, self.time)
        found += wrong_reuse(command, reuse, keywords)
        if blocking(found):
            raise Refused(found)
        with self.journal.command(command.name, name, span):
            bindings = self.execute(command, keywords, name, span, reuse)
        self.bind(bindings)
        return bindings.get(name)

    def make(self, factor: nodes.Factor):
        """Run the commands that old words inside this one have become (see catalogue.legacy.Made); their concepts take the places."""
        for argument in factor.arguments.values():
            if isinstance(argument.value, Made):
                made = argument.value
                keywords, found = check(COMMANDS[made.command], made.factor, self.time)
                if blocking(found):
                    raise Refused(found)
                argument.value = self.execute(COMMANDS[made.command], keywords, made.name, made.factor.span)[made.name]
            for value in argument.value if isinstance(argument.value, (list, tuple)) else (argument.value,):
                if isinstance(value, nodes.Factor):
                    self.make(value)

    def execute(self, command: Command, keywords: Keywords, name: str, span, reuse=None) -> dict:
        """Run one checked command and return {name: concept} of what it made; raises Refused for anything wrong."""
        context = Context(self, name, span, reuse.value if reuse is not None else None)
        try:
            concept = self.guarded(command, keywords, context)
        except BaseException:
            self.bind(context.created)
            raise
        unread = keywords.unread()
        if unread:
            raise Refused(unread)
        made = dict(context.created)
        if concept is not None:
            if name and isinstance(concept, Concept):
                concept.name = name
            made[name] = concept
        elif name and command.creates:
            made[name] = namedtuple(command.name.title(), ("main", *made))(None, **made)
        return made

    def guarded(self, command: Command, keywords: Keywords, context: Context):
        """Run the command's own code, turning every failure into located diagnostics."""
        from pyaster_lite.concepts.mesh import UnknownGroup
        from pyaster_lite.fe.errors import ComputationFailed, is_breakdown
        from pyaster_lite.io.errors import FileProblem

        label = f"{command.name} ({context.name})" if context.name else command.name
        try:
            return command.run(keywords, context)
        except Refused as refused:
            raise refused.placed(context.span) from refused
        except FileProblem as problem:
            raise Refused([Diagnostic(Severity.ERROR, "F001", f"{label}: {problem}", context.span)], problem.known_as) from problem
        except UnknownGroup as unknown:
            raise Refused([Diagnostic(Severity.ERROR, "D001", f"{label}: {unknown}", context.span)]) from unknown
        except ComputationFailed as failure:
            told = Diagnostic(Severity.FAILED, "X001", f"{label}: {failure}", context.span, failure.help)
            raise Refused([told], failure.known_as) from failure
        except (ArithmeticError, ValueError) as failure:
            if not is_breakdown(failure):
                raise
            help = "some of its data are zero, or out of all proportion"
            raise Refused(
                [Diagnostic(Severity.FAILED, "X003", f"{label}: the numbers break down: {failure}", context.span, help)]
            ) from failure
        except MemoryError as failure:
            raise Refused([Diagnostic(Severity.FAILED, "X002", f"{label}: not enough memory", context.span)]) from failure
        except OSError as problem:
            raise Refused(
                [Diagnostic(Severity.ERROR, "F002", f"{label}: {problem.strerror or problem}: {problem.filename}", context.span)]
            ) from problem

    @cached_property
    def python_side(self):
        """What runs the deck's Python."""
        from .python import PythonSide

        return PythonSide(self)

    def python(self, block: nodes.PythonBlock):
        """Run a python block with the commands and the concepts in its namespace."""
        self.python_side.run(block)
