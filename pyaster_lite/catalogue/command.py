"""How a command declares itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .keywords import Body
from .registry import COMMANDS


@dataclass(frozen=True)
class Command:
    """One command of the deck language.

    name     its word
    body     its keywords and rules
    run      run(args, context) -> concept or None
    produces the type of the concept it makes: a name, a function of the (possibly unknown) values, or None
    creates  function of the values that lists (name, type) of the concepts made through CO("name")
    deletes  function of the values that lists the names of the concepts removed
    reuse    the keyword that holds the concept which `reuse=` enriches, "FACTOR/WORD" when it is inside one, "A|B" when there are two
    modifies keywords whose concept the command changes in place without `reuse`
    legacy   old spellings that are rewritten before the check
    former   the command's word in the old deck, when it is not `name`; last: the last version that took it
    early    whether it only prepares data (meshes, models, loads): it then runs before anything is computed,
             so that everything wrong in the data is said at once
    moves    whether it moves nodes of a mesh that models stand on or turns its cells, which what was asked for before must not see
    remeshes whether what it makes stands on a mesh of its own, not on that of what it is given
    """

    name: str
    body: Body
    run: Callable
    produces: str | Callable | None = None
    creates: Callable | None = None
    deletes: Callable | None = None
    reuse: str | None = None
    modifies: tuple[str, ...] = ()
    early: bool = False
    legacy: tuple = ()
    moves: bool = False
    former: str = ""
    last: str = ""
    remeshes: bool = False


def operator(
    name,
    produces=None,
    *,
    keywords,
    rules=(),
    creates=None,
    deletes=None,
    reuse=None,
    modifies=(),
    early=False,
    legacy=(),
    others=False,
    moves=False,
    remeshes=False,
):
    """Decorator: declare the decorated run(args, context) as the command `name` and register it."""

    def decorate(run):
        body = Body(rules, keywords, others)
        known = Command(name, body, run, produces, creates, deletes, reuse, modifies, early, legacy, moves, remeshes=remeshes)
        COMMANDS.add(name, known)
        return run

    return decorate


def formerly(word, today, last, *legacy):
    """Register the old `word` of the command `today`, taken up to version `last`; `legacy` are its own old spellings."""
    command = COMMANDS[today]
    COMMANDS.add(word, replace(command, former=word, last=last, legacy=(*legacy, *command.legacy)))
