"""Concepts that a deck's Python puts together piece by piece: they are there from the start and whole once they are built."""

from __future__ import annotations

from pyaster_lite.concepts.base import Concept


class OfKind(type):
    """A class whose instances are all concepts of its `kind`, whoever made them."""

    def __instancecheck__(cls, thing):
        kind = cls.__dict__.get("kind")
        return getattr(thing, "kind", None) == kind if isinstance(kind, str) and kind else type.__instancecheck__(cls, thing)


class Unbuilt(Concept, metaclass=OfKind):
    """A concept before build()."""

    def become(self, made: Concept) -> bool:
        """Turn into a concept that a command has made, under its own name; True."""
        name = self.name
        vars(self).clear()
        vars(self).update(vars(made))
        self.name, self.__class__ = name, type(made)
        return True


def listed(groups) -> list[str]:
    """Names of groups, given one or several."""
    return [groups] if isinstance(groups, str) else list(groups)
