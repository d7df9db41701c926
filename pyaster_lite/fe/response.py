"""The internal forces of all elements under their behaviours: the residual and tangent that Newton sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from .assembly import Assembler
from .data import ElementData
from .element import Element, PointState


@dataclass
class Part:
    """Elements of one kind under one behaviour: `equations` (ne, nd), their data, the behaviour."""

    element: Element
    data: ElementData
    equations: np.ndarray
    behaviour: object


class Response:
    """fint(u) and its derivative, and what the elements remember.

    A state is one PointState per part, None for a part that remembers nothing; states are never changed in place.
    When every behaviour is linear the stiffness is made once, `evaluate` costs one product and leaves the states
    as they are: `settle` brings them up to date where stresses are wanted.
    """

    def __init__(self, size: int, parts: Sequence[Part]):
        self.parts = list(parts)
        self.assembler = Assembler(size, [part.equations for part in self.parts])
        self.linear = all(part.behaviour.linear for part in self.parts)
        self._stiffness: csr_array | None = None
        self._reference: tuple | None = None

    def start(self) -> list[PointState | None]:
        """The state of rest."""
        return [part.element.start(part.data, part.behaviour) for part in self.parts]

    def evaluate(self, u: np.ndarray, states, tangent: bool = True):
        """Internal forces (n,), tangent (n, n) or None, new states, at displacement `u` (n,) from `states`."""
        if not self.linear:
            return self._integrate(u, states, tangent)
        if self._reference is None or self._reference[0] is not states:
            rest = np.zeros_like(u)
            offset, stiffness, _ = self._integrate(rest, states, self._stiffness is None)
            self._stiffness = stiffness if self._stiffness is None else self._stiffness
            self._reference = (states, offset)
        return self._stiffness @ u + self._reference[1], self._stiffness if tangent else None, states

    def settle(self, u: np.ndarray, states) -> list[PointState | None]:
        """The states at displacement `u`, from `states`."""
        return self._integrate(u, states, False)[2]

    def _integrate(self, u, states, tangent):
        forces, matrices, new = [], [], []
        for part, own, state in zip(self.parts, self.assembler.gather(u), states, strict=True):
            force, matrix, state = part.element.respond(part.data, part.behaviour, own, state, tangent)
            forces.append(force)
            matrices.append(matrix)
            new.append(state)
        return self.assembler.vector(forces), self.assembler.matrix(matrices) if tangent else None, new


def response_of(model, data: Sequence[ElementData], behaviours) -> Response:
    """The response of a model whose cells follow the given behaviours: pairs (cells, or None for all, behaviour).

    `model` has groups, dofs and rows(cells); a cell named twice follows the last, one not named has no response.
    """
    index = [np.full(len(own), -1) for own in data]
    for number, (cells, _) in enumerate(behaviours):
        everything = [(i, slice(None)) for i in range(len(data))]
        for group, rows in everything if cells is None else model.rows(cells):
            index[group][rows] = number
    parts = []
    for group, own, chosen, equations in zip(model.groups, data, index, model.assembler.equations):
        for number in np.unique(chosen[chosen >= 0]):
            rows = np.flatnonzero(chosen == number)
            whole = len(rows) == len(own)
            part = own if whole else own.subset(rows)
            parts.append(Part(group.element, part, equations if whole else equations[rows], behaviours[number][1]))
    return Response(model.dofs.size, parts)
