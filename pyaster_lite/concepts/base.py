"""What every concept is: a typed, named object that one command hands to others."""

from __future__ import annotations

import copy
from contextvars import ContextVar

from pyaster_lite.fe.errors import ComputationFailed

STUDY: ContextVar = ContextVar("study")
"""The services of the study whose Python runs, for methods of concepts that stand for commands."""


def failure(message: str, known_as: str = "", kind=ComputationFailed) -> Exception:
    """What a method raises that cannot do as asked: in a deck's Python the error that a deck may catch, else one of that kind."""
    study = STUDY.get(None)
    return kind(message, known_as=known_as) if study is None else study.refusal(message, known_as)


class OnModel:
    """What stands on a `model` answers for it and for its mesh."""

    def getModel(self):
        """The model."""
        return self.model

    def getMesh(self):
        """The mesh."""
        return self.model.mesh


class Tabled:
    """What keeps tables."""

    def getTable(self, identifier):
        """One of the tables that it keeps; raises Refused when there is none of that name."""
        return STUDY.get().run("RECU_TABLE", CO=self, NOM_TABLE=identifier)


class Concept:
    """Base of all concepts.

    `kind` is the type name of the deck language (maillage_sdaster, evol_noli, ...); `name` is the name in the
    deck, given by the study after the command has run. Concepts also answer the Python methods that decks call
    on them (getValues, EXTR_TABLE, ...).
    """

    kind: str = ""
    name: str = ""

    def getName(self) -> str:
        """The name in the deck; one too long for code_aster's tables as they call it."""
        return self.name if len(self.name) <= 8 else self.inner_name()

    def inner_name(self) -> str:
        """The name that code_aster's tables give it, where the study is known that it belongs to."""
        study = STUDY.get(None)
        return self.name if study is None or study.concepts.get(self.name) is not self else study.inner_name(self)

    @property
    def userName(self) -> str:
        """The name in the deck."""
        return self.name

    @userName.setter
    def userName(self, name: str):
        self.name = name

    def getTitle(self) -> str:
        """The title that a deck has given it."""
        return vars(self).get("title") or ""

    def setTitle(self, title: str):
        """Give it a title."""
        self.title = title

    def copy(self):
        """The same concept anew: changing one leaves the other; the concepts that it stands on are those of the original."""
        return copy.deepcopy(self, {id(other): other for other in self.stands_on()})

    def stands_on(self) -> list[Concept]:
        """The concepts that it holds: they stay as long as it does."""
        return [value for value in vars(self).values() if isinstance(value, Concept)]

    def getDependencies(self) -> list[Concept]:
        """The concepts that a deck has told it to keep; those that it needs it keeps untold."""
        return list(vars(self).get("dependencies", ()))

    def addDependency(self, other):
        """Keep another concept."""
        self.dependencies = [*self.getDependencies(), other]

    def addDependencies(self, *others):
        """Keep other concepts."""
        for other in others:
            self.addDependency(other)

    def resetDependencies(self):
        """Keep none of the concepts that a deck has told it to keep."""
        self.dependencies = []

    def removeDependency(self, other):
        """Keep another concept no longer."""
        self.dependencies = [kept for kept in self.getDependencies() if kept is not other]

    def debugPrint(self, *where):
        """Nothing: there is no memory of numbered objects to show."""

    def getType(self) -> str:
        """The type name, in capitals, as decks expect it."""
        return self.kind.upper()
