"""Discretes of two nodes across a corner: CONTACT='COIN_2D' of DIS_CONTACT, a part of DIS_CHOC (r5.03.17).

A discrete stands in a plane of the global axes, along neither of the two axes a, b of it. With l where the second node stands from the
first and s the signs of l at rest: where both s_a l_a and s_b l_b are negative, the discrete is pressed past the corner, and the axis c of
the lesser of the two alone pushes back,

    F_c = kn l_c
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import LawFailed


@dataclass(frozen=True)
class Corners:
    """The corners among the discretes of a group.

    rows   (n,) which they are;  turn (n, 3, 3) from their own axes to the global ones
    plane  (n, 2) the axes a, b;  sides (n, 2) the signs s;  stiffness (n,) kn
    """

    rows: np.ndarray
    turn: np.ndarray
    plane: np.ndarray
    sides: np.ndarray
    stiffness: np.ndarray

    @classmethod
    def of(cls, data, link) -> Corners | None:
        """None where there is none; raises LawFailed for discretes that stand in no plane of the global axes, or along an axis."""
        precision = np.broadcast_to(data.property("shock_corner", np.full(3, np.nan)), (len(data), 3))
        rows = np.flatnonzero(~np.isnan(precision[:, 0]))
        if not len(rows):
            return None
        if link.single or link.start.shape[1] != 3:
            raise LawFailed("corners are for discretes of two nodes in space")
        frames = data.characteristics.get("frame", np.broadcast_to(np.eye(3), (len(data), 3, 3)))
        turn = frames[rows].transpose(0, 2, 1)
        rest = np.einsum("eij,ej->ei", turn, link.start[rows])
        flat = abs(rest) <= precision[rows]
        wrong = np.flatnonzero(flat.sum(axis=1) != 1)
        if len(wrong):
            raise LawFailed(
                f"the discrete of cell number {data.cells[rows[wrong[0]]] + 1} does not stand across a corner of the global axes"
            )
        plane = np.array([[1, 2], [0, 2], [0, 1]])[flat.argmax(axis=1)]
        sides = np.where(np.take_along_axis(rest, plane, 1) < 0.0, -1.0, 1.0)
        return cls(rows, turn, plane, sides, data.property("shock_stiffness", 0.0)[rows])

    def act(self, link):
        """Forces (n, 3), tangents (n, 3, 3), variables (n, 10) in the discretes' own axes."""
        back = self.turn.transpose(0, 2, 1)
        where = np.einsum("eij,ej->ei", self.turn, (link.start + link.moved)[self.rows])
        sides = np.take_along_axis(where, self.plane, 1)
        pressed = (sides * self.sides <= 0.0).all(axis=1)
        lesser = (abs(sides[:, 1]) < abs(sides[:, 0])).astype(int)
        each = np.arange(len(self.rows))
        axis, depth = self.plane[each, lesser], np.where(pressed, sides[each, lesser], 0.0)
        along = np.zeros((len(each), 3))
        along[each, axis] = 1.0
        along = np.einsum("eij,ej->ei", back, along)
        force = (self.stiffness * depth)[:, None] * along
        tangent = np.where(pressed, self.stiffness, 0.0)[:, None, None] * along[:, :, None] * along[:, None]
        after = np.zeros((len(each), 10))
        kept = np.zeros((len(each), 3))
        np.put_along_axis(kept, self.plane, abs(depth)[:, None] * np.where(sides < 0.0, -1.0, 1.0), 1)
        after[:, :3] = np.where(pressed[:, None], np.einsum("eij,ej->ei", back, kept), (link.start + link.moved)[self.rows])
        after[:, 3] = np.where(pressed, 0.0, 2.0)
        after[each, 4 + lesser] = depth * self.sides[each, lesser]
        after[:, 6:9], after[:, 9] = force, 1.0
        return force, tangent, after
