"""What every brick does: it reads its options, declares unknowns, and takes part in each step of an implicit law."""

from __future__ import annotations

from lark import Tree

from ..errors import MFrontError, Place
from ..grammar import code_tree
from ..values import Tensor

BRICKS: dict[str, type[Brick]] = {}
"""By the word of @Brick."""


class Options:
    """The options of a brick, {name : value, ...}: each is read once, and what nobody has read is refused.

    A value is an expression, a text, a text with options of its own, a list or a map of numbers.
    """

    def __init__(self, tree: Tree, law, place):
        self.law, self.place = law, place
        self._left = [] if tree is None else [(str(pair.children[0]), pair.children[-1]) for pair in tree.children]

    def all(self, name) -> list[Tree]:
        """The values of a name, which may be there several times."""
        found = [tree for own, tree in self._left if own == name]
        self._left = [pair for pair in self._left if pair[0] != name]
        return found

    def has(self, name) -> bool:
        """Whether a name is there."""
        return any(own == name for own, _ in self._left)

    def one(self, name, default=None) -> Tree | None:
        """The value of a name; MFrontError where it is there twice, or where it is not and there is no default."""
        found = self.all(name)
        if len(found) > 1 or (not found and default is None):
            raise MFrontError(f"{name} is wanted once here", self.place)
        return found[0] if found else default

    def number(self, name, default=None):
        """A function of the names that gives the number of a name."""
        trees = self.all(name)
        if not trees and default is not None:
            return lambda names: default
        if len(trees) != 1:
            raise MFrontError(f"{name} is wanted once here", self.place)
        value = self.law.code_of(trees[0])
        return lambda names: value(names)

    def kind(self, tree) -> tuple[str, Options]:
        """The text that a value is and its options."""
        if tree.data not in ("text", "named"):
            raise MFrontError("a name between quotes is wanted here", self.spot(tree))
        return str(tree.children[0]).strip('"'), Options(tree.children[1] if tree.data == "named" else None, self.law, self.spot(tree))

    def spot(self, tree) -> Place:
        """Where a value stands."""
        return Place(self.place.file, tree.meta.line, tree.meta.column) if hasattr(tree.meta, "line") else self.place

    def done(self):
        """Refuse what nobody has read."""
        if self._left:
            raise MFrontError(f"there is no option {self._left[0][0]} yet", self.place, missing=True)


def choice(kinds, word, place):
    """The member of a word; MFrontError where there is none."""
    if word not in kinds:
        raise MFrontError(f"there is no {word} yet (there are {', '.join(kinds)})", place, missing=True)
    return kinds[word]


class Brick:
    """A brick of a law: `law` is the implicit law that has it.

    states  (name, type, name for others) of the unknowns that it adds
    """

    states: tuple[tuple[str, str | None, str | None], ...] = ()
    parts: frozenset[str] = frozenset()

    def __init__(self, law, options: Options):
        self.law = law

    def begin(self, names):
        """Before anything has moved: what the step is to the brick goes into the names."""

    def stress(self, names) -> Tensor:
        """Of the unknowns as they are."""
        raise NotImplementedError

    def residuals(self, names):
        """Its part of the residuals, before the code of the file."""
        raise NotImplementedError


def brick_of(law) -> Brick | None:
    """The brick of a law, None where it has none; MFrontError where there is none such."""
    directive = law.description.brick
    if directive is None:
        return None
    word = directive.words.partition("{")[0].strip().strip('"')
    kind = choice(BRICKS, word, directive.at)
    inside = directive.inside or directive.at
    tree = None
    if directive.block is not None:
        tree = code_tree("{" + directive.block + "}", "options", Place(inside.file, inside.line, inside.column - 1)).children[0]
    options = Options(tree, law, directive.at)
    brick = kind(law, options)
    options.done()
    return brick
