"""A behaviour that recalls its last answer: forces at an iterate, then the tangent there, integrate the same step of the same points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import numpy as np

LARGEST = 2**27
"""Bytes of an answer beyond which it is not kept: memory is then dearer than time."""


def recalled(behaviour):
    """The behaviour as one that recalls; itself where it has nothing to integrate or nothing worth recalling (linear ones, None)."""
    if behaviour is None or getattr(behaviour, "linear", False) or not hasattr(behaviour, "integrate"):
        return behaviour
    return Recalled(behaviour)


class Recalled:
    """Stands for a behaviour (behaviours' protocol) in all respects.

    What it is asked is compared by value, so that an answer is given again only where nothing that the law may look at has changed.
    An answer is given once more at most, and kept apart from what was handed out: either may be written into.
    """

    def __init__(self, behaviour):
        self.behaviour = behaviour
        self._asked = self._answer = None

    def __getattr__(self, name):
        if name == "behaviour" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.behaviour, name)

    def integrate(self, strain, state, data, continuum):
        """Stress, internal variables and tangent at the end of the step."""
        asked = (strain, state, data, continuum)
        if self._answer is not None and same(self._asked, asked):
            answer, self._asked, self._answer = self._answer, None, None
            return answer
        self._asked = self._answer = None
        answer = self.behaviour.integrate(*asked)
        if sum(part.nbytes for part in answer) <= LARGEST:
            self._asked = (strain.copy(), state, data, continuum)
            self._answer = tuple(part.copy() for part in answer)
        return answer


def same(one, other) -> bool:
    """Whether two values are equal: arrays by their numbers, mappings, sequences and dataclasses by their members."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.compare)
    return (one == other) is True
