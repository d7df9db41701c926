"""The largest forces and moments of pipes over a transient, as rules of piping combine them: code_aster's PostProcessing."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField

FORCES, MOMENTS = ("N", "VY", "VZ"), ("MT", "MFY", "MFZ")


class PostProcessing:
    """Of a problem, what is made of results."""

    def __init__(self, problem):
        self.problem = problem

    def computeMaxResultantForPipe(self, result, name) -> ElementField:
        """The largest |N|, |VY|, |VZ| over the orders of a result, and |MT|, |MFY|, |MFZ| of the order where their resultant is largest.

        name  EGRU_ELNO or EFGE_ELNO; other components are those of the first order. Raises ValueError for other fields.
        """
        orders = [order for order in result.orders if result.has_field(name, order)]
        if name not in ("EFGE_ELNO", "EGRU_ELNO") or not orders:
            raise ValueError(f"EFGE_ELNO or EGRU_ELNO of a result that has it is asked for, not {name}")
        fields = [result.field(name, order) for order in orders]
        blocks = [_largest([field.blocks[i] for field in fields]) for i in range(len(fields[0].blocks))]
        return ElementField(fields[0].mesh, fields[0].quantity, fields[0].location, blocks)


def _largest(blocks):
    """Of the blocks of one kind of element, one by order."""
    first, names = blocks[0], blocks[0].components
    made, history = first.values.copy(), np.stack([block.values for block in blocks])
    for name in FORCES:
        if name in names:
            made[..., names.index(name)] = np.fmax.reduce(abs(history[..., names.index(name)]))
    if set(MOMENTS) <= set(names):
        columns = [names.index(name) for name in MOMENTS]
        moments = history[..., columns]
        resultant = np.nan_to_num(np.linalg.norm(moments, axis=-1), nan=-1.0)
        there = resultant.max(axis=0) >= 0.0
        at_most = np.take_along_axis(moments, resultant.argmax(axis=0)[None, ..., None], axis=0)[0]
        made[..., columns] = np.where(there[..., None], abs(at_most), made[..., columns])
    return ElementBlock(first.cells, made, names, first.element, first.sub)
