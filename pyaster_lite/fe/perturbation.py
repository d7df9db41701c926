"""Tangents of cells by differences of their forces, as their unknowns move one after the other (u4.51.11, TYPE_MATR_TANG)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Perturbation:
    """How tangents are told: by differences, or as elements have them, the last of which is kept to be compared.

    share  how far unknowns move, beside the largest of a cell's unknowns and coordinates
    """

    share: float
    compared: bool = False
    last: tuple | None = None

    def tangent(self, element, data, behaviour, u, state, own):
        """(ne, nd, nd) tangents; `own` are those of the elements."""
        if not self.compared:
            return self.differences(element, data, behaviour, u, state)
        rows = [len(data) - 1]
        self.last = element, data.subset(rows), behaviour, u[rows], state.subset(rows), own[rows].copy()
        return own

    def differences(self, element, data, behaviour, u, state):
        """(ne, nd, nd) of forces on both sides of u (ne, nd)."""
        size = np.maximum(abs(u).max(axis=1), abs(data.coordinates).max(axis=(1, 2)))
        step = self.share * size
        found = np.empty((*u.shape, u.shape[1]))
        for j in range(u.shape[1]):
            sides = []
            for sign in (1.0, -1.0):
                moved = u.copy()
                moved[:, j] += sign * step
                sides.append(element.respond(data, behaviour, moved, state, False)[0])
            found[..., j] = (sides[0] - sides[1]) / (2 * step[:, None])
        return found

    def both(self):
        """(nd, nd) the last tangent that was compared, and that by differences; None where there was none."""
        if self.last is None:
            return None
        *of, own = self.last
        return own[0], self.differences(*of)[0]
