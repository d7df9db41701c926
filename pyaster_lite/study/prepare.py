"""The check: every statement is held against the catalogue in deck order, and data commands really run.

Meshes, models, loads and functions are made here, so that an unknown group or a wrong table is said together
with the misspelt keywords, before anything is computed. What only a run can make is a Promise of its type.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from functools import cache

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.arguments import Keywords
from pyaster_lite.catalogue.checker import check, notes, renew
from pyaster_lite.catalogue.former_commands import FORMER
from pyaster_lite.catalogue.legacy import Made
from pyaster_lite.catalogue.registry import COMMANDS, closest
from pyaster_lite.catalogue.types import describe, describe_value, is_unknown, kind_of, matches
from pyaster_lite.concepts.base import Concept
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, blocking
from pyaster_lite.syntax import evaluate, nodes
from pyaster_lite.syntax.functions import DEFAULTS
from pyaster_lite.syntax.reach import Reach

from .graph import Graph, Step, name_nodes, names_in
from .promise import Promise, is_settled, mesh_of

# what a deck tries may be meant to fail
_TRY = re.compile(r"^[ \t]*(?:try\b|with\s[^#\n]*\bassertRaises)", re.MULTILINE)
_PLAIN = (int, float, complex, str, tuple, list, dict, set, nodes.Factor)
"""Values of the deck itself, which Python that binds names of its own may replace."""
_STAR = re.compile(r"\bimport\s*\*")
"""An import of every name of a module may replace concepts too: that module may hold commands."""


@dataclass
class Preparation:
    """What the check leaves to the run: the diagnostics, and what each early step made in how many seconds."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    done: dict[int, dict] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)

    @property
    def blocking(self) -> bool:
        """Whether the deck may not run."""
        return blocking(self.diagnostics)


def prepare(graph: Graph, runner, environment: dict) -> Preparation:
    """Check every step of the graph; `runner.execute` is what runs a data command (see run.Study)."""
    return _Pass(graph, runner, environment).go()


class _Pass:
    def __init__(self, graph, runner, environment):
        self.graph, self.runner = graph, runner
        self.environment = dict(environment)
        self.removed: dict[str, object] = {}
        self.result = Preparation()
        self.frozen: set[str] = set()
        self.standing: set[str] = set()
        self.units_to_come: set[int] = set()
        self.late = False
        self.anything_made = False
        self.told: set[str] = set()

    def go(self) -> Preparation:
        for step in self.graph.steps:
            self.runner.current = step
            if step.kind == "python":
                self.python(step)
            elif step.kind == "assign":
                self.assign(step)
            else:
                self.command(step)
            self.bind_missing(step)
        return self.result

    def say(self, *diagnostics):
        known = self.result.diagnostics
        known += [d for d in diagnostics if d not in known]

    def error(self, code, message, span, help=None):
        self.say(Diagnostic(Severity.ERROR, code, message, span, help))

    def python(self, step: Step):
        """A python block may do anything with what it reads: those names are no longer known before the run."""
        if not _TRY.search(step.statement.text):
            for call in step.statement.calls:
                self.call_in_python(call, step)
        lost = {name for name in step.reads if isinstance(self.environment.get(name), (list, dict, set, nodes.NewConcept))}
        if step.statement.writes_more:
            kinds = (*_PLAIN, Concept) if _STAR.search(step.statement.text) else _PLAIN
            lost |= {name for name, value in self.environment.items() if isinstance(value, kinds)}
        for name in step.makes | lost:
            self.environment[name] = nodes.UNKNOWN
        self.anything_made |= step.statement.writes_more
        if step.statement.calls:
            self.late = True
        self.frozen |= step.reads | step.makes

    def call_in_python(self, call: nodes.Call, step: Step):
        """What can be told of a command inside a python block: its words, and the values that are written out."""
        if call.name in self.environment or call.name in step.makes:
            return
        command = COMMANDS.get(call.name)
        if command is None:
            if call.name in words.commands():
                self.known_command(call)
            return
        factor = readable(call, {name: self.environment[name] for name in self.environment.keys() - step.makes})
        if factor is not None:
            factor.arguments.pop("reuse", None)
            self.catalogue(command, factor, call)

    def assign(self, step: Step):
        name, value = step.statement.target.id, step.statement.value
        try:
            self.environment[name] = evaluate.evaluate(value, self.environment)
        except Refused as refused:
            unseen = self.anything_made and bool(step.reads - self.environment.keys() - self.removed.keys())
            if unseen or self.waits(step.reads):
                self.environment[name] = nodes.UNKNOWN
            else:
                self.say(*refused.diagnostics)

    def waits(self, names) -> bool:
        """Whether one of the names stands for something that only the run can tell, or computes with."""
        return any(isinstance(self.environment.get(name), (Promise, nodes.NewConcept)) for name in names)

    def bind_missing(self, step: Step):
        """After an error the names that the step would have made exist all the same, so that one error stays one."""
        for name in step.makes:
            self.environment.setdefault(name, nodes.UNKNOWN)
            self.removed.pop(name, None)

    def known_command(self, call: nodes.Call):
        name = call.name
        command = COMMANDS.get(name)
        if command is not None:
            return command
        source = self.runner.sources[call.span.file].source
        if name in words.commands() or re.search(rf"^\s*from code_aster\S* import .*\b{name}\b", source, re.MULTILINE):
            message = f"pyaster-lite does not have the command {name} yet"
            self.say(Diagnostic(Severity.MISSING, "M001", message, call.function.span, feature=name))
        elif name in FORMER:
            today, last = FORMER[name]
            message = f"pyaster-lite does not read {name} yet, which code_aster had up to version {last}"
            self.say(Diagnostic(Severity.MISSING, "M001", message, call.function.span, f"today's command is {today}", name))
        else:
            likely = closest(name, words.commands())
            self.error("C000", f"there is no command {name}", call.function.span, f"did you mean {likely}?" if likely else None)
        return None

    def command(self, step: Step):
        call, target = step.statement.call, step.statement.target
        if self.anything_made and call.name not in words.commands():
            return
        command = self.known_command(call)
        broken = self.names(call)
        found: list[Diagnostic] = []
        factor = evaluate.arguments(call, {**dict.fromkeys(broken, nodes.UNKNOWN), **self.environment}, found)
        if not self.waits(step.reads):
            self.say(*found)
        if command is None:
            self.environment.update(dict.fromkeys(_new_names(factor), nodes.UNKNOWN))
            return
        reuse = factor.arguments.pop("reuse", None)
        command, checked = self.catalogue(command, factor, call) if not call.arguments else (command, None)
        self.reuse(command, reuse, checked)
        sound = checked is not None and not broken and not found and not _partial(factor)
        name = target.id if target else ""
        if sound and command.early and not self.would_move(step, command, reuse) and self.can_run_now(step, checked, reuse):
            self.run_now(step, command, checked, name, reuse)
        else:
            self.promise(step, command, checked, name, reuse)
        still_empty = [place for place in _new_names(factor) if isinstance(self.environment.get(place), nodes.NewConcept)]
        self.environment.update(dict.fromkeys(still_empty, nodes.UNKNOWN))
        self.remove(command, checked, step)

    def names(self, call) -> set[str]:
        """Names that nothing has made: each is said at its place."""
        broken = set()
        for node in name_nodes(call):
            if node.id in self.environment or node.id in DEFAULTS:
                continue
            broken.add(node.id)
            owner, _, index = node.id.rpartition("_")
            item = index.isdecimal() and owner in self.environment and not isinstance(self.environment[owner], Concept | Promise)
            if (self.anything_made or item) and node.id not in self.removed:
                continue
            if node.id in self.removed:
                line = self.removed[node.id].line
                self.error("G002", f"{node.id} is used here but was destroyed at line {line}", node.span)
                continue
            later = next((s for s in self.graph.steps if node.id in s.makes and s.span.line > node.span.line), None)
            if later:
                self.error("G001", f"{node.id} is used before it exists", node.span, f"it is made at line {later.span.line}")
            else:
                likely = closest(node.id, self.environment)
                self.error("G001", f"nothing called {node.id} exists", node.span, f"did you mean {likely}?" if likely else None)
        return broken

    def catalogue(self, command, factor, call):
        """Today's command, and the checked keywords or None when they are not sound."""
        factor.span = call.function.span
        command, told = renew(command, factor)
        self.note(told)
        makings = list(made_within(factor))
        wrong = [d for made in makings for d in check(COMMANDS[made.command], made.factor, self.runner.time)[1]]
        self.say(*wrong)
        if command.early and makings and not blocking(wrong):
            self.runner.make(factor)
        checked, found = check(command, factor, self.runner.time)
        self.say(*found)
        return command, None if blocking(found) else checked

    def note(self, told):
        """Old words, each told once."""
        for diagnostic in notes(told):
            if diagnostic.message not in self.told:
                self.told.add(diagnostic.message)
                self.say(diagnostic)

    def reuse(self, command, reuse, checked):
        self.say(*wrong_reuse(command, reuse, checked))

    def can_run_now(self, step, checked, reuse) -> bool:
        if _units(checked) & self.units_to_come:
            return False
        return (
            is_settled(checked) and not _touched(step, reuse) & self.frozen and not self.with_meshes(step.reads) & self.open_changes(step)
        )

    def would_move(self, step, command, reuse) -> bool:
        """Whether a step moves what stands behind something that the run needs as it is."""
        return command.moves and bool(_touched(step, reuse) & self.standing)

    def with_meshes(self, names) -> set[str]:
        """Names, and those of the meshes behind them."""
        return names | {mesh.name for name in names if (mesh := mesh_of(self.environment.get(name))) is not None}

    def run_now(self, step, command, checked, name, reuse):
        start = time.perf_counter()
        try:
            bindings = self.runner.execute(command, checked, name, step.statement.call.function.span, reuse)
        except Refused as refused:
            if self.late and any(d.code == "F001" for d in refused.diagnostics):
                self.promise(step, command, checked, name, reuse)
                return
            self.say(*refused.diagnostics)
            self.promise(step, command, checked, name, reuse)
            return
        self.environment.update(bindings)
        self.result.done[step.index] = bindings
        self.result.seconds[step.index] = time.perf_counter() - start

    def promise(self, step, command, checked, name, reuse):
        """Bind what the step will make, by type; what it reads may no longer change before the run, nor what stands behind it move."""
        self.late = True
        self.frozen |= step.reads
        self.standing |= self.with_meshes(step.reads)
        self.units_to_come |= set() if checked is None else _units(checked)
        if checked is not None and not command.early:
            self.say(*_group_errors(checked, self.open_changes(step)))
        if reuse is not None:
            return
        if checked is None and command.creates:
            self.environment.update(dict.fromkeys(step.makes, nodes.UNKNOWN))
        for made, kind in self.kinds(command, checked, name):
            self.environment[made] = Promise(kind, made, None if command.remeshes else _one_mesh(checked)) if kind else nodes.UNKNOWN

    def open_changes(self, here: Step):
        """Names whose content the run may have changed when it comes to this step."""
        changed = set()
        for step in self.graph.steps[: here.index]:
            if step.index not in self.result.done and step.kind != "assign":
                changed |= step.changes | (step.reads if step.kind == "python" else set())
        return changed

    def kinds(self, command, checked, name):
        """(name, type or None) of what the command makes."""
        made = []
        if name:
            made.append((name, _judge(command.produces, checked)))
        if command.creates and checked is not None:
            places = [
                (new.name if isinstance(new, nodes.NewConcept) else new, kind) for new, kind in _judge(command.creates, checked) or []
            ]
            made += [(new, kind) for new, kind in places if isinstance(new, str)]
        return made

    def remove(self, command, checked, step):
        if command.deletes and checked is not None:
            for name in _judge(command.deletes, checked) or ():
                self.environment.pop(name, None)
                self.removed[name] = step.span


def _units(checked) -> set[int]:
    """The logical units that keywords name: what a step may write, another must not read before."""
    return {value for _, word, _, value in checked.leaves() if word.startswith("UNITE") and isinstance(value, int)}


def _touched(step, reuse) -> set[str]:
    """The names of what a step changes in place."""
    return step.changes | ({reuse.value.name} if reuse is not None and getattr(reuse.value, "name", "") else set())


def readable(call: nodes.Call, known: dict) -> nodes.Factor | None:
    """The arguments of a call as far as they can be told before the run; None when something in them is wrong."""
    names = names_in(call)
    anything = Reach()
    keywords = tuple(_within_reach(k, anything) for k in call.keywords if k.name)
    if len(keywords) < len(call.keywords):
        return None
    found: list[Diagnostic] = []
    environment = {**dict.fromkeys(names | {"?"}, nodes.UNKNOWN), **{name: known[name] for name in names & known.keys()}}
    factor = evaluate.arguments(replace(call, keywords=keywords), environment, found)
    return None if found else factor


def made_within(factor: nodes.Factor):
    """What stands for concepts of commands that an old deck does not write (see catalogue.legacy.Made), nested too."""
    for argument in factor.arguments.values():
        for value in argument.value if isinstance(argument.value, (list, tuple)) else (argument.value,):
            if isinstance(value, Made):
                yield value
            elif isinstance(value, nodes.Factor):
                yield from made_within(value)


def _partial(factor: nodes.Factor) -> bool:
    """Whether only the run can tell some of the words, here or deeper."""
    values = (v for a in factor.arguments.values() for v in (a.value if isinstance(a.value, (list, tuple)) else (a.value,)))
    return factor.partial or any(_partial(value) for value in values if isinstance(value, nodes.Factor))


def _new_names(factor: nodes.Factor):
    """The names that CO(...) gives among the arguments of a command."""
    for argument in factor.arguments.values():
        for value in argument.value if isinstance(argument.value, (list, tuple)) else (argument.value,):
            if isinstance(value, nodes.NewConcept):
                yield value.name
            elif isinstance(value, nodes.Factor):
                yield from _new_names(value)


def wrong_reuse(command, reuse, checked: Keywords | None) -> list[Diagnostic]:
    """What is wrong with `reuse=X`: the command must be able to enrich a concept, the one that its keyword gives."""
    if reuse is None or reuse.value is None or is_unknown(reuse.value):
        return []
    message, span = None, reuse.span
    if command.reuse is None:
        message, span = f"{command.name} makes a new concept: it cannot reuse one", reuse.name_span
    elif not any(matches(reuse.value, kind) for kind in _reused_kinds(command)):
        message = f"reuse takes {describe(_reused_kinds(command))}, not {describe_value(reuse.value)}"
    elif checked is not None:
        for word in (word for word in command.reuse.split("|") if "/" not in word):
            given = checked.get(word)
            if kind_of(given) and given is not reuse.value:
                message = f"reuse and {word} must name the same concept"
    return [Diagnostic(Severity.ERROR, "C009", message, span)] if message else []


def _reused_kinds(command) -> tuple[str, ...]:
    """The types of what a command can enrich: those of the keyword that holds it."""
    found = []
    for path in command.reuse.split("|"):
        levels = [command.body]
        for word in path.split("/"):
            levels = [inner for level in levels for name, inner, _ in level.every_keyword() if name == word]
        found += levels
    return tuple(dict.fromkeys(kind for simple in found for kind in simple.types))


def _judge(what, checked):
    """A declared type or list, or what a function says of the values; None where it cannot tell yet."""
    if not callable(what):
        return what
    if checked is None or any(is_unknown(value) for *_, value in checked.leaves()):
        return None
    try:
        return what(checked)
    except (AttributeError, TypeError, KeyError):
        return None


def _within_reach(keyword: nodes.Keyword, reach: Reach) -> nodes.Keyword:
    """The keyword itself, or with a value that only the run knows in place of what only Python can compute."""
    if reach.expression(keyword.value):
        return keyword
    return replace(keyword, value=nodes.Name(getattr(keyword.value, "span", keyword.name_span), "?"))


def _one_mesh(keywords: Keywords | None):
    """The mesh that the concepts among the arguments stand on, if they stand on one; a skeleton before the meshes that it shows."""
    leaves = list(keywords.leaves()) if keywords else []
    found = [value for *_, value in leaves if getattr(value, "kind", None) == "squelette"][:1]
    if found:
        return found[0]
    for _, _, definition, value in leaves:
        if is_unknown(value) and "maillage_sdaster" in getattr(definition, "types", ()):
            return None
        for one in value if isinstance(value, (tuple, list)) else (value,):
            mesh = mesh_of(one)
            if mesh is not None and not any(mesh is other for other in found):
                found.append(mesh)
    return found[0] if len(found) == 1 else None


def _group_errors(keywords: Keywords, changing: set[str]):
    """Groups that the mesh behind a late command does not have; nothing is said of a mesh that the run may change."""
    own = cache(lambda: _one_mesh(keywords))
    for level, word, definition, value in keywords.leaves():
        kinds = {"grno", "grma"} & set(getattr(definition, "types", ()))
        if not kinds or any(level.get(other) is not None for other in definition.beside):
            continue
        mesh = _one_mesh(level) or own()
        if mesh is None or isinstance(mesh, Promise) or mesh.name in changing:
            continue
        known = set().union(*(mesh.node_groups if kind == "grno" else mesh.cell_groups for kind in kinds))
        for index, name in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(name, str) and not getattr(name, "alone", False) and name not in known:
                likely = closest(name, known)
                noun = " or ".join("node group" if kind == "grno" else "cell group" for kind in sorted(kinds, reverse=True))
                sentence = f"the mesh {mesh.name} has no {noun} {name}".replace("  ", " ")
                yield level.wrong(word, sentence, f"did you mean {likely}?" if likely else None, index, "D002").diagnostics[0]
