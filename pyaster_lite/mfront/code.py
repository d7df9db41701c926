"""Blocks of code, made functions of arrays over all points.

What differs between points is a mask: both branches of an `if` run where some point takes them, and each sets names at its points only;
points that have returned take part in nothing more. Names are told apart when the block is read, so that one that nobody knows is
refused there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .errors import MFrontError, Place
from .expressions import Expressions
from .grammar import code_tree
from .space import Space, real
from .values import blended, with_component


@dataclass
class Frame:
    """What a run of a block sees and sets: values by name, the points that have returned, and those of them that failed."""

    names: dict
    left: np.ndarray | None = None
    failed: np.ndarray | None = None

    def set(self, slot, value, mask):
        """Let a name stand for a value at the points of a mask."""
        self.names[slot] = blended(mask, value, self.names.get(slot))


@dataclass
class Block:
    """A block that can run: `run(frame)`; `sets`: the names of its surroundings that it sets."""

    steps: list
    sets: frozenset[str] = field(default_factory=frozenset)

    def run(self, names: dict) -> Frame:
        """Run over names that it may change, in a frame of its own; arithmetic that goes astray somewhere is left to who looks at it."""
        frame = Frame(names)
        with np.errstate(all="ignore"):
            _run(self.steps, frame, None)
        return frame


def compiled(text: str, place: Place, space: Space, known, functions=None) -> Block:
    """The block of a text that begins at a place, over the names `known`; `functions`: further ones of numbers, by name."""
    return _Compiler(space, known, functions or {}, place.file).block(code_tree(text, "program", place))


def _run(steps, frame, mask):
    for step in steps:
        if frame.left is not None:
            mask = ~frame.left if mask is None else mask & ~frame.left
            if not np.any(mask):
                return
        step(frame, mask)


class _Compiler(Expressions):
    """Statements: functions of a frame and a mask."""

    def __init__(self, space, known, functions, file):
        super().__init__(space, functions, file)
        self.scopes = [{name: name for name in known}]
        self.outer, self.sets, self.count, self.whole = frozenset(known), set(), 0, set()

    def block(self, tree) -> Block:
        """The whole program."""
        steps = [self.statement(child) for child in tree.children]
        return Block(steps, frozenset(self.sets))

    def statement(self, tree):
        """One of them."""
        return getattr(self, f"_{tree.data}")(tree)

    def declared(self, name) -> str:
        """A new name in the innermost scope: one that hides another has a slot of its own."""
        self.count += 1
        slot = f"{name}#{self.count}"
        self.scopes[-1][name] = slot
        return slot

    def _compound(self, tree):
        self.scopes.append({})
        steps = [self.statement(child) for child in tree.children]
        self.scopes.pop()
        return lambda frame, mask: _run(steps, frame, mask)

    def _nothing(self, tree):
        return lambda frame, mask: None

    def _declare(self, tree):
        kind, *declarators = tree.children
        steps = [self._declarator(kind, each) for each in declarators]
        return lambda frame, mask: [step(frame, mask) for step in steps] and None

    def _declarator(self, kind, tree):
        axes, place = self.axes(kind), self.place(tree)
        name, *rest = tree.children
        count = None
        value = None
        for child in rest:
            if getattr(child, "data", "") == "arguments":
                value = self.construction(axes, [self.expression(each) for each in child.children], place)
            elif child.data == "count":
                count = self.integer(child.children[0])
            else:
                value = self.construction(axes, [self.expression(child)], place)
        whole = self.counts(kind)
        if value is None:
            if axes is None and not whole:
                raise MFrontError(f"{name} is auto and is given no value", place)
            value = (lambda frame: 0) if whole else self.construction(axes, [], place)
        slot = self.declared(str(name))
        if whole:
            self.whole.add(slot)
        if count is not None:
            return lambda frame, mask: frame.names.__setitem__(slot, [value(frame)] * count)
        return lambda frame, mask: frame.names.__setitem__(slot, value(frame))

    def _assign(self, tree):
        target, sign, value = tree.children
        sign = str(sign.children[0])
        targets = [target]
        while getattr(value, "data", "") == "chained":
            inner, value = value.children
            targets.insert(0, inner)
        plain = self.expression(value)
        steps = [self.setter(each) for each in targets]
        if sign == "=":

            def assign(frame, mask):
                found = plain(frame)
                for step in steps:
                    step(frame, mask, found)

            return assign
        held, change = self.expression(target), self.operation(sign[0], self.place(tree))
        return lambda frame, mask: steps[0](frame, mask, change(held(frame), plain(frame)))

    def setter(self, tree):
        """A function of a frame, a mask and a value that sets what an expression names."""
        place, indices, base = self.place(tree), [], tree
        while base.data in ("call", "item"):
            base, inner = base.children
            inner = inner.children if getattr(inner, "data", "") == "arguments" else [inner]
            indices[:0] = [self.expression(each) for each in inner]
        slot = self.slot(base)
        if not indices:
            kept = (lambda value: value) if slot in self.whole else real
            return lambda frame, mask, value: frame.set(slot, kept(value), mask)

        def into(frame):
            return tuple(int(index(frame)) for index in indices)

        def set_part(frame, mask, value):
            whole = frame.names[slot]
            try:
                frame.set(slot, with_component(whole, into(frame), value), mask)
            except (IndexError, TypeError) as error:
                raise MFrontError(str(error), place) from None

        return set_part

    def slot(self, tree):
        """The slot of a name that is set."""
        name = self.plain_name(tree)
        if name is None:
            raise MFrontError("this cannot be set", self.place(tree), missing=True)
        slot = self.known(name)
        if slot is None:
            raise MFrontError(f"{name} is not known here", self.place(tree))
        if slot in self.outer:
            self.sets.add(slot)
        return slot

    def known(self, name):
        """The slot of a name, None where there is none."""
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    def _evaluate(self, tree):
        inner = tree.children[0]
        if inner.data in ("step", "step_after"):
            return self._stepped(inner)
        filled = self.filling(inner)
        if filled is None:
            self.expression(inner)
            return self._nothing(tree)
        targets, values = filled
        steps = [self.setter(target) for target in targets]

        def fill(frame, mask):
            for step, value in zip(steps, values(frame)):
                step(frame, mask, value)

        return fill

    def _stepped(self, tree):
        sign, target = sorted(tree.children, key=lambda child: hasattr(child, "data"))
        step, held, by = self.setter(target), self.expression(target), 1 if sign == "++" else -1
        return lambda frame, mask: step(frame, mask, held(frame) + by)

    def _branch(self, tree):
        condition = self.expression(tree.children[0])
        scopes = [self.statement(child) for child in tree.children[1:]]
        otherwise = scopes[1] if len(scopes) > 1 else None

        def branch(frame, mask):
            held = np.asarray(condition(frame))
            if not held.ndim:
                chosen = scopes[0] if held else otherwise
                if chosen:
                    chosen(frame, mask)
                return
            held = held.astype(bool)
            inside, outside = (held, ~held) if mask is None else (held & mask, ~held & mask)
            # where all of the points go the same way, they are told apart no further
            some, others = inside.any(), outside.any()
            if some:
                scopes[0](frame, inside if others else mask)
            if otherwise and others:
                otherwise(frame, outside if some else mask)

        return branch

    def _loop(self, tree):
        kind, name, first, condition, last, body = tree.children
        start = self.expression(first)
        self.scopes.append({})
        slot = self.declared(str(name))
        self.whole.add(slot)
        goes_on, advance = self.expression(condition), self._stepped(last)
        steps = [self.statement(body)]
        self.scopes.pop()

        def loop(frame, mask):
            frame.names[slot] = start(frame)
            while goes_on(frame):
                _run(steps, frame, mask)
                advance(frame, None)

        return loop

    def _each(self, tree):
        """A loop over the components of a vector or the values of an array."""
        kind, name, whole, body = tree.children
        values = self.expression(whole)
        self.scopes.append({})
        slot = self.declared(str(name))
        steps = [self.statement(body)]
        self.scopes.pop()

        def loop(frame, mask):
            held = values(frame)
            parts = held if isinstance(held, list) else [held.values[..., k] for k in range(held.shape[0])]
            for part in parts:
                frame.names[slot] = part
                _run(steps, frame, mask)

        return loop

    def _give_up(self, tree):
        return self._leaving(True)

    def _leave(self, tree):
        word = self.plain_name(tree.children[0]) if tree.children else None
        failed = word == "FAILURE" or (
            bool(tree.children) and tree.children[0].data == "boolean" and tree.children[0].children[0] == "false"
        )
        return self._leaving(failed)

    @staticmethod
    def _leaving(failed):
        def leave(frame, mask):
            here = np.True_ if mask is None else mask
            frame.left = here if frame.left is None else frame.left | here
            if failed:
                frame.failed = here if frame.failed is None else frame.failed | here

        return leave
