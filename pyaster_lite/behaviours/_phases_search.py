"""How code_aster searches the slip of phases that are viscous (nzcalc, nzfpri, zeroco): to a precision that its results show.

With E the excess, H the stiffness, t of the transformation and the drags v_k(p) = eta_k (p/dt)^(1/n_k) of the phases,

    F(p) = E - H p - t sum w_k v_k(p)        F_k(p) = E - H p - t v_k(p), of the phases that are there

1. p = E/H, the slip without drag, may do;
2. else each phase's own slip, F_k = 0, by Newton's method behind a fixed point;
3. between the least and the largest of these F = 0 is found by chords, and by Newton's method where it helps.

Whatever is tried, the first p with |F| < precision (1 + E) is taken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._scalar_search import falling

PRESENT = 1e-6
"""The share from which on a phase's own slip is searched."""
LOST = "the slip of viscous phases is not found within ITER_INTE_MAXI"


@dataclass
class Drag:
    """Points (n,): excess, stiffness and t; phases (n, K): eta and 1/n, their weights w and shares z; the step dt."""

    excess: np.ndarray
    stiffness: np.ndarray
    factor: np.ndarray
    eta: np.ndarray
    power: np.ndarray
    weight: np.ndarray
    share: np.ndarray
    dt: float

    def of(self, rows) -> Drag:
        """Some of the points."""
        arrays = (self.excess, self.stiffness, self.factor, self.eta, self.power, self.weight, self.share)
        return Drag(*(array[rows] for array in arrays), self.dt)

    def slip(self):
        """(n,) that without drag."""
        return self.excess / self.stiffness

    def left(self, p):
        """F (n,), F_k (n, K), what is left without drag (n,)."""
        plain = self.excess - self.stiffness * p
        drag = self.factor[:, None] * self.eta * (p[:, None] / self.dt) ** self.power
        own = np.where(self.share > 0.0, plain[:, None] - drag, 0.0)
        return plain - (self.weight * drag).sum(axis=-1), own, plain

    def slopes(self, p):
        """(n,) and (n, K) the rates of F and F_k, p > 0."""
        rate = self.factor[:, None] * self.eta / self.dt**self.power * self.power * p[:, None] ** (self.power - 1.0)
        return -self.stiffness - (self.weight * rate).sum(axis=-1), -self.stiffness[:, None] - rate


def searched(drag: Drag, precision: float, tries: int) -> np.ndarray:
    """(n,) the slips of points whose excess is positive; raises LawFailed."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        p, done = drag.slip(), np.zeros(len(drag.excess), bool)
        width = precision * (1.0 + drag.excess)
        done |= abs(drag.left(p)[0]) < width
        low, high = np.zeros_like(p), p.copy()
        for k in range(drag.eta.shape[1]):
            rows = np.flatnonzero(~done & (drag.share[:, k] > PRESENT))
            if len(rows):
                found, ended = _alone(drag.of(rows), k, width[rows], tries)
                p[rows[ended]], done[rows[ended]] = found[ended], True
                rows, found = rows[~ended], found[~ended]
                first = low[rows] == 0.0
                low[rows] = np.where(first, found, np.minimum(low[rows], found))
                high[rows] = np.where(first, found, np.maximum(high[rows], found))
        rows = np.flatnonzero(~done)
        if len(rows):
            own = drag.of(rows)
            p[rows] = falling(lambda p: (own.left(p)[0], own.slopes(p)[0]), low[rows], high[rows], width[rows], tries)
    return p


def _alone(drag: Drag, k: int, width, tries: int):
    """Step 2 for phase k: the slips, and where they are the solution already."""
    most = drag.slip()
    p, ended, open_ = most.copy(), np.zeros(len(most), bool), np.ones(len(most), bool)
    scale = drag.eta[:, k] * drag.factor / drag.dt ** drag.power[:, k]

    def settle(values):
        whole, own, plain = drag.left(values)
        solved, alone = open_ & (abs(whole) < width), open_ & (abs(own[:, k]) < width)
        p[open_] = values[open_]
        ended[solved] = True
        open_[solved | alone] = False
        return own[:, k], plain

    settle(most)
    now = np.where(open_, 0.0, p)
    for _ in range(tries):
        if not open_.any():
            return p, ended
        _, plain = settle(now)
        now = np.where(open_, np.minimum((plain / scale) ** (1.0 / drag.power[:, k]), most), now)
        own, _ = settle(now)
        now = np.where(open_, now - own / drag.slopes(now)[1][:, k], now)
    if open_.any():
        raise LawFailed(LOST)
    return p, ended
