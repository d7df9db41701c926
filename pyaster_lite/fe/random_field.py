"""A property that varies at random in space: a lognormal field of separable correlation, by its Karhunen-Loeve terms.

1. in one direction, scaled to the range 0 to 1, the correlation is exp(-2 |x - y| / l) of the length l; with c = l/2 its terms have

       lambda_k = 2 c / (1 + c^2 v_k^2),    (1 - c v tan(v/2)) (c v + tan(v/2)) = 0 at v_k
       phi_k = cos(v_k (x - 1/2)) / sqrt((1 + sin(v_k)/v_k)/2), every other one a sine with a minus sign

   the roots are the places where the left side changes its sign between steps of ROOT_STEP from 1 on, poles of the tangent too
2. in several directions the terms are the products of those of each; of all of them the largest may be kept
3. a(x) = median exp(beta sum_k xi_k prod sqrt(lambda) phi(x)),  beta^2 = log(1 + variation^2), xi standard normal numbers;
   phi is linear between points that are a hundredth of c apart
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np

ROOT_STEP = 0.01
POINTS = 100


class Direction:
    """Step 1: the terms over the range `low` to `high` (m) at a length of correlation (m).

    strengths (n,) are lambda; modes (n, points) are sqrt(lambda) phi at `points` (of the range)
    """

    def __init__(self, length: float, low: float, high: float, count: int):
        self.low, self.span = low, high - low
        c = 0.5 * length / self.span
        self.points = np.arange(0.0, 1.0 + c / POINTS, c / POINTS)
        roots = _roots(c, count)
        self.strengths = 2.0 * c / (1.0 + (c * roots) ** 2)
        angle, turn = np.outer(roots, self.points - 0.5), np.sin(roots) / roots
        even = (np.arange(count) % 2 == 0)[:, None]
        size = np.sqrt(0.5 * np.where(even[:, 0], 1.0 + turn, 1.0 - turn))
        self.modes = np.where(even, np.cos(angle), np.sin(angle)) * (np.sqrt(self.strengths) / size)[:, None]

    def at(self, x: np.ndarray) -> np.ndarray:
        """(n, p) the modes at places x (p,) in m; beyond the range those of its ends."""
        place = (x - self.low) / self.span
        return np.array([np.interp(place, self.points, mode) for mode in self.modes])


def _roots(c, count):
    last = 4.0 * count
    while True:
        v = np.arange(1.0, last, ROOT_STEP)
        tangent = np.tan(0.5 * v)
        sign = np.sign((1.0 - c * v * tangent) * (c * v + tangent))
        found = np.flatnonzero(sign[1:] != sign[:-1])
        if len(found) >= count:
            return (0.5 * (v[1:] - v[:-1]) + v[:-1])[found[:count]]
        last *= 1.5


class RandomField:
    """A field of one, two or three directions; a call gives its values at numbers or arrays, one for each direction.

    seed   of the random numbers;  variation  the standard deviation over the mean
    kept   how many of the strongest terms are taken, or below 1 their share of the sum; None for all
    """

    def __init__(self, directions: list[Direction], median: float, variation: float, seed: int, kept=None):
        self.directions, self.median, self.beta = directions, median, sqrt(log(1.0 + variation**2))
        shape = tuple(len(own.strengths) for own in directions)
        numbers = np.random.RandomState(seed)
        if kept is None:
            self.weights = numbers.normal(size=shape)
            return
        chosen = self._strongest(kept)
        # as code_aster draws them: in the plane for all terms, in space for those that are kept
        drawn = numbers.normal(size=shape).ravel()[chosen] if len(shape) < 3 else numbers.normal(size=len(chosen))
        self.weights = np.zeros(shape)
        self.weights.flat[chosen] = drawn

    def _strongest(self, kept):
        """Step 2: the places of the terms that are kept, the strongest first."""
        strengths = self.directions[0].strengths
        for own in self.directions[1:]:
            strengths = strengths[..., None] * own.strengths
        order = np.flip(np.argsort(strengths.ravel()))
        if kept >= 1:
            return order[: int(kept)]
        running = np.cumsum(np.flip(np.sort(strengths.ravel())))
        return order[: np.searchsorted(running, kept * strengths.sum(), side="right")]

    def __call__(self, *places):
        """Step 3."""
        places = np.broadcast_arrays(*(np.asarray(x, float) for x in places))
        modes = [own.at(x.ravel()) for own, x in zip(self.directions, places)]
        total = self.weights @ modes[-1]
        for own in reversed(modes[:-1]):
            total = np.einsum("...ip,ip->...p", total, own)
        values = self.median * np.exp(self.beta * total.reshape(places[0].shape))
        return values if values.ndim else float(values)
