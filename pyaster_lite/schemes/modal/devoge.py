"""DEVOGE on a reduced basis: the fourth-order scheme of Fu and Devogelaere."""

from functools import partial
from math import sqrt

import numpy as np

from pyaster_lite.catalogue.registry import MODAL_SCHEMES
from pyaster_lite.fe.modal_transient import EPS, ModalScheme, StepFailed

from ._apparent_frequency import REWRITTEN
from ._runge_kutta import keywords

MOST_TRIES = 25


@MODAL_SCHEMES.register("DEVOGE")
class Devogelaere(ModalScheme):
    """Explicit, fourth order, on half-steps e = h/2 (r5.06.04; Fu 1970).

    g = M^-1 (f - K u) and D = M^-1 C; indices m, 0, p, 1 stand for t - e, t, t + e, t + h:

    1.  u_p = u_0 + e v_0 + h^2/24 (4 g_0 - g_m - D (4 v_0 - v_m)), then g_p
    2.  (4 + h D) v_p = 4 (v_0 + h/4 (g_0 + g_p - D v_0))
    3.  u_1 = u_0 + h v_0 + h^2/6 (g_0 + 2 g_p - D (v_0 + 2 v_p)), then g_1
    4.  (6 + h D) v_1 = 6 (v_0 + h/6 (g_1 + 4 g_p + g_0 - D (4 v_p + v_0))),  a_1 = g_1 - D v_1
    5.  the error compares u_p and u_m with estimates from three points; the step follows its fourth root

    The devices see velocities by differences over the half-step.

    As in code_aster, beside a mass that couples: M^-1 f is taken with the mass itself in the place of its factors; D is diagonal where
    dampings are told mode by mode; and where they are not, the factors of 4 + h D (and 6 + h D), not these matrices, multiply v_0
    before the first step and follow the length of the step.

    Up to version 13.0.10 of code_aster the step was constant.
    """

    keywords = keywords()
    adaptive = True

    def __init__(self, *given, args):
        super().__init__(*given)
        self.tolerance, self.alpha = args.TOLERANCE, args.ALPHA
        self.shortest = args.PAS_MINI if "PAS_MINI" in args else 1e-10 * self.step
        self.longest = args.PAS_MAXI if "PAS_MAXI" in args else 1e10 * self.step
        self.adaptive = abs(self.longest / self.shortest - 1.0) > EPS
        self._started, self._prepared, self._factors = False, None, None
        system = self.system
        self._of_force = _by_factors(system.mass) if system.coupled else partial(system.times, system.by_mass)

    def date(self, time):
        """Step as in that version of code_aster."""
        if time is not None and time < REWRITTEN:
            self.adaptive = False

    def _start(self):
        """The state half a step before the first, by running backwards with the force of t."""
        system, h, times = self.system, self.step, self.system.times
        e, stiffness = 0.5 * h, system.stiffness_by_mass
        self._prepare(h)
        damping = self._damping
        if self._factors is None:
            self._g = self.a + times(system.damping_by_mass, self.v)
            force = self._g + times(stiffness, self.u)
            before = times(system.identity(4.0) + h * damping, self.v)
        else:
            outer = system.mass @ (self.a + system.damping_by_mass @ self.v + stiffness @ self.u)
            force = self._of_force(outer)
            self._g = force - stiffness @ self.u
            before = (self._factors[0] if system.rates is None else system.identity(4.0) + h * damping) @ self.v
        self._um = self.u - e * self.v + 0.25 * e * (self._g - times(damping, self.v))
        self._gm = force - times(stiffness, self._um)
        right = before - h * (self._g + self._gm)
        self._vm = system.solver(system.identity(4.0) - h * damping)(right)
        self._um_guess = 2.0 * self._um - self.u + e * (2.0 * self._vm - self.v) + e * e / 24.0 * 13.0 * self._g
        self._before = self.u, self.v, times(system.mass, force) if self._factors is None else outer
        self._steps, self._started = (h, h), True
        self.done = h

    def _prepare(self, h):
        system = self.system
        self._damping = system.damping_by_mass if system.rates is None else np.diag(system.rates)
        if not system.coupled:
            self._solve4 = system.solver(system.identity(4.0) + h * self._damping)
            self._solve6 = system.solver(system.identity(6.0) + h * self._damping)
        elif self._prepared is None or system.rates is not None:
            self._factors = [factors_of(system.identity(share) + h * self._damping) for share in (4.0, 6.0)]
        else:
            self._factors = [_rescaled(own, share, h / self._prepared) for own, share in zip(self._factors, (4.0, 6.0))]
        if self._factors is not None:
            self._solve4, self._solve6 = (_by_factors(own) for own in self._factors)
        self._prepared = h

    def _balance(self, t, e, u, v):
        system = self.system
        force = system.force(t, e, u, v)
        return self._of_force(force) - system.times(system.stiffness_by_mass, u)

    def advance(self):
        if not self._started:
            self._start()
        system, start = self.system, self.system.save()
        if system.renew(self.t):
            self._prepared = None
        um, vm, gm = self._um, self._vm, self._gm
        h, tries, previous = self.step, 0, self.done
        while True:
            if tries:
                shrink = h / previous
                um, vm, gm = (x0 + shrink * (xm - x0) for x0, xm in ((self.u, um), (self.v, vm), (self._g, gm)))
            after = self._try(h, vm, gm)
            if not self.adaptive:
                following = h
                break
            again, following = self._judge(h, tries, um, gm, after)
            tries += 1
            if not again:
                self._steps = self._steps[1], h
                self._before = self.u, self.v, self._g
                self._um_guess = self._up_guess
                break
            system.restore(start)
            previous, h = h, following
        self._um, self._vm, self._gm, self.u, self.v, self._g, self.a = after
        self.t, self.done, self.step = self.t + h, h, following

    def _try(self, h, vm, gm):
        if h != self._prepared:
            self._prepare(h)
        times, damping, e = self.system.times, self._damping, 0.5 * h
        u0, v0, g0 = self.u, self.v, self._g
        up = u0 + e * v0 + h * h / 24.0 * (4.0 * g0 - gm - times(damping, 4.0 * v0 - vm))
        gp = self._balance(self.t + e, e, up, (up - u0) / e)
        vp = self._solve4(4.0 * (v0 + 0.25 * h * (g0 + gp - times(damping, v0))))
        u1 = u0 + h * v0 + h * h / 6.0 * (g0 + 2.0 * gp - times(damping, v0 + 2.0 * vp))
        g1 = self._balance(self.t + h, e, u1, (u1 - up) / e)
        v1 = self._solve6(6.0 * (v0 + h / 6.0 * (g1 + 4.0 * gp + g0 - times(damping, 4.0 * vp + v0))))
        return up, vp, gp, u1, v1, g1, g1 - times(damping, v1)

    def _judge(self, h, tries, um, gm, after):
        up, vp, gp, u1, v1, g1, _ = after
        e, (older, old) = 0.5 * h, self._steps
        steady, was_steady = abs(h - old) <= EPS, abs(old - older) <= EPS
        if steady:
            self._up_guess = u1 - e * v1 + e * e / 24.0 * (7.0 * g1 + 6.0 * gp - self._g)
        else:
            self._up_guess = self.u + e * self.v + e * e / 24.0 * (7.0 * self._g + 6.0 * gp - g1)
        if tries == 1:
            u, v, g = self._before
            half = 0.5 * old
            self._um_guess = u + half * v + half * half / 24.0 * (7.0 * g + 6.0 * gm - self._g)
        now, then = self._up_guess - up, self._um_guess - um
        error = _error(now, then, e, 0.5 * old, 0.5 * older, steady, was_steady) * e / len(up)
        magnitude = sqrt(float(np.sum(np.maximum(abs(up), abs(vp * h)) ** 2))) / len(up)
        allowed = self.tolerance * (magnitude + self.alpha)
        error = 0.9**4 if allowed <= EPS else error / allowed
        factor = 1.5 if error < (0.9 / 1.5) ** 4 else 0.5 if error > (0.9 / 0.5) ** 4 else 0.9 * error**-0.25
        following = min(max(self.shortest, factor * h), self.longest)
        if error < 1.0 and abs(following / h - 1.0) < 0.15:
            following = h
        again = error > 1.0 and tries + 1 < MOST_TRIES
        if again and abs(following / h - 1.0) < EPS:
            raise StepFailed(self.t, following, self.shortest)
        return again, following


def _error(now, then, e, old, older, steady, was_steady) -> float:
    """The norm of the local error per half-step, from the gaps at t + e and t - e and three half-steps running.

    As in code_aster, a step equal to the one before counts as regular even when that one had just changed.
    """
    if steady:
        return _norm(now - then) / (45.0 * e / 4.0)
    c0, c1 = old / older, e / old
    alpha1, alpha2 = c1**3 * (2.0 + c1) / 3.0, (1.0 + 2.0 / c0) / 3.0
    if was_steady:
        return _norm(now - alpha1 * then) / (5.0 * old * (12.0 + 7.0 * c1 - c1**2) / (8.0 * c1))
    beta = c0**2 * (12.0 + 7.0 * c1 - c1**2) + c0 * (20.0 + 12.0 * c1 - 2.0 * c1**2) + 2.0 * c1 + 4.0
    return _norm(alpha2 * now - alpha1 * then) / (5.0 * e * beta / (24.0 * c0**2 * c1**2))


def factors_of(matrix: np.ndarray) -> np.ndarray:
    """(n, n) the factors of `matrix` = L D U in one: unit triangles L and U off the diagonal, D on it."""
    found = np.array(matrix, float)
    for i in range(len(found) - 1):
        found[i + 1 :, i + 1 :] -= np.outer(found[i + 1 :, i], found[i, i + 1 :]) / found[i, i]
        found[i + 1 :, i] /= found[i, i]
        found[i, i + 1 :] /= found[i, i]
    return found


def _rescaled(factors, share, ratio):
    """What is beyond `share` on the diagonal, and all off it, times a ratio."""
    found = ratio * factors
    found.flat[:: len(found) + 1] += share * (1.0 - ratio)
    return found


def _by_factors(factors):
    """A function that solves with factors as of `factors_of`."""
    from scipy.linalg.lapack import dgetrs

    rows = np.arange(len(factors))
    lower_and_upper = np.where(rows[:, None] < rows, factors * factors.diagonal()[:, None], factors)
    return lambda b: dgetrs(lower_and_upper, rows, b)[0]


def _norm(x) -> float:
    return sqrt(float(x @ x))
