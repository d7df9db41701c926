"""libaster.debugJeveuxExists: whether a concept is still kept, by name."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.base import Concept

_NAME = 19
"""How long the name of a concept is in that of its parts."""


def kept(concepts) -> set[str]:
    """The names of concepts and of all that they hold, however deeply."""
    waiting, seen, names = list(concepts), set(), set()
    while waiting:
        held = waiting.pop()
        if id(held) in seen:
            continue
        seen.add(id(held))
        if isinstance(held, Concept):
            names.add(held.name)
            waiting += vars(held).values()
        elif isinstance(held, (list, tuple, set)):
            waiting += held
        elif isinstance(held, dict):
            waiting += held.values()
    return names


@SERVED.register("libaster.debugJeveuxExists")
def exists(study):
    """debugJeveuxExists(part): part is the name of a concept, filled up with blanks, and what follows it."""
    return lambda part: part[:_NAME].strip() in kept(study.concepts.values())
