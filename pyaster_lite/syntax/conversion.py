"""int(x) and float(x) of an array of one value: numpy up to 2.3 took its value, later ones refuse it; decks were written for the former."""

from __future__ import annotations

import ast

import numpy as np

NAME = "__one_value__"
"""What `of_one_value` is called in compiled code."""
CONVERTED = ("int", "float")


def of_one_value(value):
    """The value of an array that holds a single one, anything else as it is."""
    return value.item() if isinstance(value, np.ndarray) and value.size == 1 else value


class Conversions(ast.NodeTransformer):
    """Hands what int and float are called with through `of_one_value`."""

    def visit_Call(self, node):
        self.generic_visit(node)
        called = isinstance(node.func, ast.Name) and node.func.id in CONVERTED
        if called and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
            taken = ast.Call(ast.Name(NAME, ast.Load()), node.args, [])
            node.args = [ast.copy_location(taken, node.args[0])]
        return node
