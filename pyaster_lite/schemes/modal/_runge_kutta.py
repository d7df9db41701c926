"""What the two embedded Runge-Kutta schemes share: stages, error and step."""

import sys
from math import sqrt

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.fe.modal_transient import EPS, ModalScheme, StepFailed


def keywords():
    """The keywords of SCHEMA_TEMPS that steer the step."""
    return {
        "TOLERANCE": SIMP("f", typ="R", defaut=1.0e-5, dated=(("13.0.11", 1e-3),)),
        "ALPHA": SIMP("f", typ="R", defaut=0.0),
        "PAS_MINI": SIMP("f", typ="R", val_min=1e-16),
        "PAS_MAXI": SIMP("f", typ="R", val_min=1e-16),
        "NMAX_ITER_PAS": SIMP("f", typ="I", defaut=16, min=0, advisory=True),
    }


class RungeKutta(ModalScheme):
    """Base of the embedded pairs whose last stage is the first of the next step (r5.06.04).

    Stage times c_s, weights A[s, :] of the stages before, error weights e. With k_s = (v_s, a_s):

    1.  for each stage  (u, v) = (u0, v0) + h sum_r A[s, r] k_r,  a from the balance at t + c_s h
    2.  d = sum e_s k_s, each component over max(tol |x0 + alpha|, tol (|x - x0| + alpha), 100 eps)
    3.  E = h sqrt(sum d^2 / 2n), taken as 0.99 when a shorter step did not lessen it
    4.  next h = h min(5, max(0.2, 0.9 E^(-1/p))), done again from 1 when E >= 1
    """

    adaptive = True
    TIMES: tuple
    WEIGHTS: tuple
    ERROR: tuple
    POWER: float

    def __init__(self, *given, args):
        super().__init__(*given)
        self.tolerance, self.alpha = args.TOLERANCE, args.ALPHA
        self.shortest = args.PAS_MINI if "PAS_MINI" in args else 1e-10 * self.step
        self.longest = args.PAS_MAXI if "PAS_MAXI" in args else 1e10 * self.step
        self.adaptive = abs(self.longest / self.shortest - 1.0) > 100 * EPS
        stages = len(self.WEIGHTS)
        self._weights = [np.array(row, float) for row in self.WEIGHTS]
        self._error = np.array(self.ERROR, float)
        # k[0] holds velocities, k[1] accelerations; a whole stage is one row of (stages + 1, 2n).
        self._k = np.empty((stages + 1, 2 * self.system.size))

    def advance(self):
        system, start, k, n = self.system, self.system.save(), self._k, self.system.size
        before = np.concatenate((self.u, self.v))
        h, last = self.step, sys.float_info.max
        while True:
            k[0, :n], k[0, n:] = self.v, self.a
            for stage, weights in enumerate(self._weights, 1):
                after = before + h * (weights @ k[:stage])
                u, v = after[:n], after[n:]
                step = h * (self.TIMES[stage] - self.TIMES[stage - 1])
                a = system.acceleration(self.t + h * self.TIMES[stage], step, u, v)
                k[stage, :n], k[stage, n:] = v, a
            if not self.adaptive:
                following = h
                break
            error, following = self._judge(h, before, after, last)
            if error < 1.0:
                break
            system.restore(start)
            h, last = following, error
        self.t, self.u, self.v, self.a = self.t + h, u, v, a
        self.done, self.step = h, following

    def _judge(self, h, before, after, last):
        tolerance, alpha = self.tolerance, self.alpha
        scale = tolerance * np.maximum(abs(before + alpha), abs(after - before) + alpha)
        deviation = (self._error @ self._k) / np.maximum(scale, 100 * EPS)
        error = max(h * sqrt(float(deviation @ deviation) / len(before)), 100 * EPS)
        if error * 1.01 > last:
            error = 0.99
        factor = min(5.0, max(0.2, 0.9 * error ** (-1.0 / self.POWER)))
        following = min(self.longest, h * factor)
        if following < self.shortest:
            raise StepFailed(self.t, following, self.shortest)
        return error, following
