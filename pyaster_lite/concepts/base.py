"""What every concept is: a typed, named object that one command hands to others."""

from __future__ import annotations


class Concept:
    """Base of all concepts.

    `kind` is the type name of the deck language (maillage_sdaster, evol_noli, ...); `name` is the name in the
    deck, given by the study after the command has run. Concepts also answer the Python methods that decks call
    on them (getValues, EXTR_TABLE, ...).
    """

    kind: str = ""
    name: str = ""

    def getName(self) -> str:
        """The name in the deck."""
        return self.name

    def addDependency(self, other):
        """Nothing to do: a concept keeps what it needs."""

    def debugPrint(self, *where):
        """Nothing: there is no memory of numbered objects to show."""

    def getType(self) -> str:
        """The type name, in capitals, as decks expect it."""
        return self.kind.upper()
