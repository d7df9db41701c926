"""Division as the version of Python that a deck was written for has it: version 2 divided integers to an integer."""

from __future__ import annotations

import ast
import operator
from dataclasses import fields, is_dataclass, replace
from numbers import Integral

from .nodes import Binary, PythonBlock

OLD = "/ of version 2"
"""The sign of the old division in expressions, and below what it is called in code compiled for version 2."""
NAME = "__divide__"


def of_version_2(left, right):
    """left / right, rounded down where both are integers."""
    whole = isinstance(left, Integral) and isinstance(right, Integral)
    return operator.floordiv(left, right) if whole else operator.truediv(left, right)


def dated(node):
    """A statement with version 2's division in its expressions; a python block is marked (see `Divisions`)."""
    if isinstance(node, PythonBlock):
        return replace(node, old_division=True)
    if isinstance(node, tuple):
        return tuple(dated(part) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    parts = {f.name: getattr(node, f.name) for f in fields(node)}
    new = {name: dated(part) for name, part in parts.items()}
    if isinstance(node, Binary) and node.op == "/":
        new["op"] = OLD
    return replace(node, **new) if any(new[name] is not part for name, part in parts.items()) else node


def of_time(node):
    """The divisions in a statement that `dated` has made those of version 2."""
    if isinstance(node, tuple):
        for part in node:
            yield from of_time(part)
    elif is_dataclass(node) and not isinstance(node, (type, PythonBlock)):
        if isinstance(node, Binary) and node.op == OLD:
            yield node
        for f in fields(node):
            yield from of_time(getattr(node, f.name))


def in_block(block: PythonBlock):
    """(place behind the left side, place of the right one, whether both are integers for sure) of divisions in a python block.

    Places are (line, column from 0); divisions by or of what is a float for sure are left out, as is a block that only
    version 2 reads.
    """
    try:
        tree = ast.parse(block.text) if block.old_division else None
    except SyntaxError:
        return
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            sides = [_is_whole(node.left), _is_whole(node.right)]
            if False not in sides:
                places = (node.left.end_lineno, node.left.end_col_offset), (node.right.lineno, node.right.col_offset)
                yield *places, all(sides)


def _is_whole(node) -> bool | None:
    """Whether an expression is an integer; None where that cannot be told."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("len", "int", "float"):
        return node.func.id != "float"
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
        sides = {_is_whole(node.left), _is_whole(node.right)}
        return False if False in sides else True if sides == {True} else None
    return None


class Divisions(ast.NodeTransformer):
    """Puts a call in the place of each division."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        return _call(node, node.left, node.right) if isinstance(node.op, ast.Div) else node

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div) or not isinstance(node.target, ast.Name):
            return node
        old = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        return ast.copy_location(ast.Assign([node.target], _call(node, old, node.value)), node)


def _call(node, left, right):
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(NAME, ast.Load()), node), [left, right], []), node)
