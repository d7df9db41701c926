"""Laws whose step is one system of equations over the increments of the elastic strain and of other unknowns."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import outer, unit

from ._restarting import Restarting

_HALVES = 30


def projectors(n: int):
    """(n, n) of the mean part and of the deviator."""
    mean = np.outer(unit(n), unit(n)) / 3.0
    return mean, np.eye(n) - mean


def curvature(direction, size, q: float | np.ndarray, p: float | np.ndarray):
    """(..., n, n) the rate of the normal of sqrt(q 3/2 s:s + p (trace/3)^2) = size, the factors of both parts being q and p."""
    mean, deviatoric = projectors(direction.shape[-1])
    q, p, size = (np.asarray(value, float)[..., None, None] for value in (q, p, size))
    return (1.5 * q * deviatoric + p / 3.0 * mean - outer(direction, direction)) / size


class Implicit(Restarting):
    """A law over all cells and points, its system solved by Newton's method from no increment.

    A system is `system(y, regime) -> (f, matrix)` over unknowns (..., m); `turned(y, regime)` tells the regime of points that have
    converged, as it should have been: those where it differs go on with it.
    """

    plane_stress = False
    elastic_rates = True

    def __init__(self, precision: float = 1e-12, tries: int = 50):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision of the mean equation."""
        return type(self)(precision, tries)

    def solved(self, system, turned, regime, shape, m, refused=None):
        """(y, the last matrix, regime); LawFailed when a point does not converge.

        refused  function of y telling the points (...) that have gone too far: they come back by halves of their last step
        """
        y, done, step, lost = np.zeros((*shape, m)), np.zeros(shape, bool), np.zeros((*shape, m)), None
        for _ in range(self.tries):
            for _ in range(_HALVES if refused is not None else 0):
                back = (refused(y) & ~done)[..., None]
                if not back.any():
                    break
                step = np.where(back, step / 2, step)
                y = np.where(back, y + step, y)
            with np.errstate(over="ignore", invalid="ignore"):
                f, matrix = system(y, regime)
            size = np.sqrt((f * f).sum(axis=-1)) / m
            if not np.isfinite(size).all():
                lost = ~np.isfinite(size)
                break
            done = done | (size < self.precision)
            if done.any():
                other = np.where(done[..., None], turned(y, regime), regime)
                done &= (other == regime).all(axis=-1)
                regime = other
            if done.all():
                return y, matrix, regime
            try:
                step = np.linalg.solve(matrix, f[..., None])[..., 0]
            except np.linalg.LinAlgError:
                break
            y = np.where(done[..., None], y, y - step)
        else:
            lost = ~done
        raise LawFailed("the equations of a step are not solved within ITER_INTE_MAXI tries", points=lost)

    @staticmethod
    def driven(matrix, stiffness):
        """(..., n, n) tangents: the first n equations are the elastic strain's less that of the step, and `stiffness` is of it."""
        n = stiffness.shape[-1]
        driver = np.zeros((*matrix.shape[:-1], n))
        driver[..., :n, :] = np.eye(n)
        return stiffness @ np.linalg.solve(matrix, driver)[..., :n, :]
