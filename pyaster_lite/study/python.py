"""Runs the python blocks of a deck: commands become functions, concepts become values."""

from __future__ import annotations

import itertools
import sys
from contextlib import nullcontext
from dataclasses import replace
from types import FunctionType

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.command import Command
from pyaster_lite.catalogue.registry import COMMANDS, SERVED
from pyaster_lite.concepts.base import STUDY, Concept
from pyaster_lite.concepts.formula import Formula
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.syntax import nodes, pyblock

from . import lending, numpy_names
from .context import Context
from .desk import Desk, computes_names, opened_by_name, spoken_of


class _NotThereYet(BaseException):
    """Passes through every `except` of a deck: what pyaster-lite lacks is no error that the deck foresaw."""

    def __init__(self, refused: Refused):
        self.refused = refused


class PythonSide:
    """The one namespace that all python blocks of a study share."""

    def __init__(self, study):
        numpy_names.restore()
        self.study = study
        self.deck: nodes.Deck | None = None
        self.unnamed = itertools.count(1)
        self.filled: dict[int, tuple] = {}
        names = {stem.upper() for stem in COMMANDS.stems} | words.commands()
        callables = {name: self.function(name) for name in names}

        def init(*options, debug=False, comm=None, **keywords):
            """DEBUT, or POURSUITE with "--continue"; the other options steer code_aster's own process."""
            return callables["POURSUITE" if "--continue" in options else "DEBUT"](**keywords)

        session = {"init": init, "close": callables["FIN"]}
        served = _served(Context(study, "", None))
        session |= served.pop("code_aster.CA", {}) | served.pop("aster", {})
        folders = [folder.absolute() for folder in study.files.folders[:1]]
        decks = study.sources.values()
        units, named, every = spoken_of(decks), opened_by_name(decks, study.files.export), computes_names(decks)
        if units or named or every:
            study.files.desk = Desk(study.files, units, named, every)
            study.options = replace(study.options, base=study.options.base and study.options.base.absolute())
            folders.append(study.files.desk.folder)
        self.interpreter = pyblock.Interpreter(callables, session, served, folders)

    @property
    def desk(self) -> Desk | None:
        """Where the deck's Python works, when it opens files of units."""
        return self.study.files.desk

    def run(self, block: nodes.PythonBlock):
        """Run one block and make what it bound known to the study; concepts get the name that Python gave them."""
        self.deck = self.study.sources[block.span.file]
        outside = STUDY.set(Context(self.study, "", block.span))
        try:
            with self.desk.used() if self.desk is not None else nullcontext():
                bound, deleted = self.interpreter.run(block, self.deck, self.study.environment)
        except _NotThereYet as missing:
            raise missing.refused from None
        finally:
            STUDY.reset(outside)
        bound |= self._items()
        for name, value in bound.items():
            if isinstance(value, Concept) and (not value.name or value.name.startswith("_")):
                value.name = name
        self.study.bind(bound)
        for name in deleted:
            self.study.environment.pop(name, None)

    def _items(self) -> dict:
        """Concepts in the deck's lists that it calls as old decks could: parts[2] is parts_2, unless something else is called so."""
        space = self.interpreter.namespace
        lists = [(name, value) for name, value in space.items() if isinstance(value, list) and not name.startswith("_")]
        items = {f"{name}_{i}": item for name, value in lists for i, item in enumerate(value) if isinstance(item, Concept)}
        if not items:
            return items
        called = {name for step in self.study.graph.steps for name in step.reads}
        return {name: item for name, item in items.items() if name in called and name not in space and name not in self.study.environment}

    def forget_functions(self):
        """Lose the functions that the command file itself defined, also those in formulas: as by way of a base, the next one has none."""
        space = self.interpreter.namespace
        for name, value in list(space.items()):
            if isinstance(value, Formula):
                value.forget_functions()
            elif isinstance(value, FunctionType) and value.__globals__ is space:
                self.interpreter.forget(name)
                self.study.environment.pop(name, None)

    def function(self, name: str, own: Command | None = None):
        """The Python function behind a command's word, or behind a command that the deck makes itself."""

        def command(*positional, **keywords):
            call = pyblock.locate(sys._getframe(1), self.deck)
            span = call.function.span if call is not None else self.study.current.span
            member = own or COMMANDS.get(name)
            if member is None:
                message = f"pyaster-lite does not have the command {name} yet"
                raise _NotThereYet(Refused([Diagnostic(Severity.MISSING, "M001", message, span, feature=name)]))
            if positional:
                raise Refused([Diagnostic(Severity.ERROR, "S034", f"{name} takes KEYWORD=value only", span)])
            if name == "FORMULE":
                space = self.interpreter.namespace
                keywords |= {word: space[word] for word in lending.borrowed(keywords, space)}
            places: list[nodes.NewConcept] = []
            keywords = self._with_filled(keywords, places)
            target = pyblock.target_of(call, self.deck) if call is not None else None
            if member.produces is not None:
                reused = getattr(keywords.get("reuse"), "name", None)
                target = target or reused or f"_{next(self.unnamed)}"
            known = dict(self.study.environment)
            if self.desk is not None:
                self.desk.exchange()
            try:
                made = self.study.command(member, pyblock.factor(keywords, call, span), target or "", span)
            except Refused as refused:
                if any(d.severity is Severity.MISSING for d in refused.diagnostics):
                    raise _NotThereYet(refused) from None
                self._show(known)
                raise
            if self.desk is not None:
                self.desk.exchange()
            if target and "reuse" not in keywords and _local(sys._getframe(1).f_code, target):
                self._withdraw(target, known)
            new = self._show(known.keys() - {place.name for place in places})
            self.filled |= {id(place): (place, new[place.name]) for place in places if place.name in new}
            for value in list(self.interpreter.namespace.values()) if places else ():
                if isinstance(value, list):
                    value[:] = self._with_filled(value, [])
            return made

        command.__name__ = name
        return command

    def _withdraw(self, name: str, known: dict):
        """Leave a name of the deck to what it stood for before, where a function has its own concept of that name."""
        if name in known:
            self.study.environment[name] = known[name]
        else:
            self.study.environment.pop(name, None)

    def _show(self, before) -> dict:
        """Make the concepts that the study has besides those of `before` known to Python, and give them; also of a command that failed."""
        new = {key: value for key, value in self.study.environment.items() if key not in before and not key.startswith("_")}
        self.interpreter.namespace.update(new)
        return new

    def _with_filled(self, value, places: list):
        """The value with the concepts that commands have put into the deck's CO("name") objects; adds the empty ones to `places`."""
        if isinstance(value, dict):
            return type(value)({key: self._with_filled(item, places) for key, item in value.items()})
        if isinstance(value, (list, tuple)) and any(isinstance(item, (dict, nodes.NewConcept)) for item in value):
            return type(value)(self._with_filled(item, places) for item in value)
        if not isinstance(value, nodes.NewConcept):
            return value
        if id(value) in self.filled:
            return self.filled[id(value)][1]
        places.append(value)
        return value


def _local(code, name: str) -> bool:
    """Whether a name is a function's own where its code runs."""
    return name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars)


def _served(context) -> dict[str, dict]:
    """{module: {name: object}} of what decks may import of code_aster beside its commands, parent modules included."""
    modules: dict[str, dict] = {}
    for word in SERVED.words():
        module, name = word.rsplit(".", 1)
        modules.setdefault(module, {})[name] = SERVED[word](context)
    for module in list(modules):
        while module := module.rpartition(".")[0]:
            if module != "code_aster":
                modules.setdefault(module, {})
    return modules
