"""Sides of a fluid that answer speeds along their normal."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.terms import ImpedanceTerm


def answer(given: dict, model, word: str, impedances=lambda data, values: values) -> ImpedanceTerm:
    """The term of a keyword: `given` {group: {row: value}}, `impedances(data of the rows, values)` the numbers Z, Pa.s/m, of p = Z v."""

    def matrices(data):
        made = [None] * len(model.groups)
        for index, own in given.items():
            rows, values = list(own), np.array(list(own.values()))
            some = data[index].subset(np.array(rows))
            part = model.groups[index].element.answering(some, impedances(some, values))
            made[index] = np.zeros((len(data[index]), *part.shape[1:]), part.dtype)
            made[index][rows] = part
        return made

    return ImpedanceTerm(matrices, word)
