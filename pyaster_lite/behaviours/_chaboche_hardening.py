"""What the laws of Chaboche read at points where metal flows: the yield stress, with or without a memory, and the back stresses.

All are functions of the growth D of the cumulated strain p and of the direction r = x/q of flow (the plastic strain grows by 3/2 D r):

    R(p) = R_I + (R_0 - R_I) exp(-B p);  with a memory of the largest strains, of radius Q about k, b = B, e the plastic strain:
    1.  J = sqrt(2/3) |e_ + 3/2 D r - k_|,  Q = Q_ + ETA <J - Q_>
    2.  k = k_ + (1 - ETA) dQ (e_ + 3/2 D r - k_)/(ETA Q_ + dQ)  where Q grows
    3.  R = R_0 + h,  h = h_ + b D (G(Q) - h_)/(1 + b D),  G = Q_M + (Q_0 - Q_M) exp(-2 MU Q)

    the part N_i of a back stress that a flow out of its direction is told to make, delta_i being 1 without such an effect:
    4.  N_i = (1 + g_i delta_i D - g_i (1 - delta_i) a_i:r)/(1 + g_i D)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.tensors import norm

TINY = np.finfo(float).tiny


@dataclass
class Saturating:
    """R(p) of points (n,)."""

    first: np.ndarray
    last: np.ndarray
    rate: np.ndarray
    p: np.ndarray

    def at(self, rows):
        """The same at some of the points."""
        return Saturating(self.first[rows], self.last[rows], self.rate[rows], self.p[rows])

    def _gap(self, d):
        return (self.first - self.last) * np.exp(-self.rate * (self.p + d))

    def limit(self, d, r):
        """R."""
        return self.last + self._gap(d)

    def slope(self, d, r):
        """The slope of R by D."""
        return -self.rate * self._gap(d)


@dataclass
class Remembering:
    """R after steps 1 to 3, of points (n,); k and e are (n, ns) in Mandel's notation."""

    first: np.ndarray
    rate: np.ndarray
    words: dict
    grown: np.ndarray
    radius: np.ndarray
    centre: np.ndarray
    plastic: np.ndarray

    def at(self, rows):
        """The same at some of the points."""
        words = {word: value[rows] for word, value in self.words.items()}
        return Remembering(
            self.first[rows], self.rate[rows], words, *(v[rows] for v in (self.grown, self.radius, self.centre, self.plastic))
        )

    def _away(self, d, r):
        """e - k before k moves, and how much Q grows."""
        away = self.plastic + 1.5 * d[:, None] * r - self.centre
        return away, self.words["share"] * np.maximum(np.sqrt(2 / 3) * norm(away) - self.radius, 0.0)

    def _goal(self, gain):
        w = self.words
        return w["most"] + (w["start"] - w["most"]) * np.exp(-2 * w["rate"] * (self.radius + gain))

    def limit(self, d, r):
        """R after steps 1 to 3."""
        b, goal = self.rate, self._goal(self._away(d, r)[1])
        return self.first + self.grown + b * d / (1 + b * d) * (goal - self.grown)

    def slope(self, d, r):
        """The slope of R by D as code_aster's tangent has it: not the derivative of 1 to 3."""
        w, b = self.words, self.rate
        _, gain = self._away(d, r)
        gap, down = w["start"] - w["most"], 1 + b * d
        return b * ((self._goal(gain) - self.grown - self.first) / down - 2 * w["rate"] * gap * gain) / down

    def remembered(self, d, r):
        """(n, 2 + 2 ns): h, Q, k and e after the step."""
        away, gain = self._away(d, r)
        part = self.words["share"] * self.radius + gain
        moved = np.where(part > TINY, (1 - self.words["share"]) * gain / np.where(part > TINY, part, 1.0), 0.0)
        grown = self.limit(d, r) - self.first
        centre = self.centre + moved[:, None] * away
        return np.concatenate([grown[:, None], (self.radius + gain)[:, None], centre, self.plastic + 1.5 * d[:, None] * r], axis=-1)


@dataclass
class BackStresses:
    """The b back stresses of points (n,): parameters (b, n), the memories a (b, n, ns) at the start of the step."""

    modulus: np.ndarray
    recall: np.ndarray
    radial: np.ndarray
    memory: np.ndarray

    def at(self, rows):
        """The same at some of the points."""
        return BackStresses(self.modulus[:, rows], self.recall[:, rows], self.radial[:, rows], self.memory[:, rows])

    def summed(self, moduli):
        """(n, ns) the sum of the memories times moduli (b, n)."""
        return (moduli[..., None] * self.memory).sum(axis=0)

    def _hardened(self, words, decay, fade):
        """C and g where the exponentials of W and B are `decay` and `fade`."""
        c = self.modulus * (1 + (words["kinematic_ratio"] - 1) * decay)
        return c, self.recall * (words["recall_ratio"] + (1 - words["recall_ratio"]) * fade)

    def stiffness(self, d, words, decay, fade):
        """M, 1 + g delta D and g."""
        c, g = self._hardened(words, decay, fade)
        down = 1 + self.radial * g * d
        return c / down, down, g

    def stiffness_rate(self, d, words, decay, fade):
        """The slopes of M and g by D."""
        c, g = self._hardened(words, decay, fade)
        c_rate = -self.modulus * (words["kinematic_ratio"] - 1) * words["kinematic_rate"] * decay
        g_rate = -self.recall * (1 - words["recall_ratio"]) * words["rate"] * fade
        down, down_rate = 1 + self.radial * g * d, self.radial * (g + g_rate * d)
        return c_rate / down - c * down_rate / down**2, g_rate

    def part(self, d, r, g):
        """Step 4."""
        turned = (self.memory * r).sum(axis=-1)
        return (1 + g * self.radial * d - g * (1 - self.radial) * turned) / (1 + g * d)

    def told_rate(self, d, r, turning, part, g, g_rate):
        """The slope of N = `part` by D as code_aster's tangent has it, r moving by `turning`: not the derivative of step 4."""
        off = self.radial - 1
        turned, moved = ((self.memory * vector).sum(axis=-1) for vector in (r, turning))
        top = 1 + g * (self.radial + off * moved) + g_rate * (self.radial * d + off * turned)
        return (top - part * (g + g_rate * d)) / (1 + g * d)
