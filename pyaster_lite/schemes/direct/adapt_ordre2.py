"""ADAPT_ORDRE2 on physical unknowns: centred differences with a step that follows the motion."""

from math import pi, sqrt

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import DIRECT_SCHEMES
from pyaster_lite.fe.direct_transient import DirectScheme
from pyaster_lite.fe.modal_transient import EPS, StepFailed

CALM = 5


@DIRECT_SCHEMES.register("ADAPT_ORDRE2")
class AdaptOrder2(DirectScheme):
    """Explicit, diagonal mass, velocities w at mid-steps (r5.05.02), with h0 the step before, h the step tried.

    1.  w' = w + (h0 + h)/2 a,  u' = u + h w',  M a' = f' - K u' - C w',  v' = w' + h/2 a'
    2.  apparent frequency and error E = N f h as on a reduced basis; the floor on the velocity of an unknown is a
        hundredth of those of its neighbours of the same component (NORM), or of its own largest so far (MAXI)
    3.  while E > 1, h is divided by `divide` and the step done again; after five steps with E < 0.75, h is multiplied by
        `multiply`, never above the first step

    What is archived is the state nearest to every multiple of the first step.
    """

    explicit = True
    keywords = {
        "VITE_MIN": SIMP("f", defaut="NORM", into=("MAXI", "NORM")),
        "COEF_MULT_PAS": SIMP("f", typ="R", defaut=1.1),
        "COEF_DIVI_PAS": SIMP("f", typ="R", defaut=1.3333334),
        "PAS_LIMI_RELA": SIMP("f", typ="R", defaut=1e-6, val_min=0.0),
        "NB_POIN_PERIODE": SIMP("f", typ="I", defaut=50),
        "PAS_MINI": SIMP("f", typ="R", val_min=1e-16),
        "NMAX_ITER_PAS": SIMP("f", typ="I", defaut=16, min=0),
    }

    def __init__(self, *given, args):
        super().__init__(*given)
        self.points, self.most, self.args = args.NB_POIN_PERIODE, args.NMAX_ITER_PAS, args
        self.multiply, self.divide, self.by_norm = args.COEF_MULT_PAS, args.COEF_DIVI_PAS, args.VITE_MIN == "NORM"
        self._by_mass = self.system.lumped_inverse()
        self._floor = np.full(self.system.size, 1e-15)

    def neighbours(self, components):
        """Tell which unknowns are of the same component: the floor on velocities looks at the nearest ones."""
        size = len(components)
        self._before, self._after = np.full(size, -1), np.full(size, -1)
        for component in np.unique(components):
            same = np.flatnonzero(components == component)
            self._before[same[1:]], self._after[same[:-1]] = same[:-1], same[1:]

    def march(self, groups, archive, after_step=lambda scheme: None):
        (start, first, count) = next(iter(groups))
        end = start + first * count
        relative = self.args.PAS_LIMI_RELA * first
        shortest = self.args.PAS_MINI if "PAS_MINI" in self.args else relative
        mid, last, h, calm, number = self.v - 0.5 * first * self.a, 0.0, first, 0, 1
        target = start + first
        while self.t < end and number <= count:
            h = min(h, end - self.t)
            done, state, error = self._step(mid, last, h, shortest, end)
            before = self.t, self.u, self.v, self.a
            self.check_still(self.t + done)
            self.t, (mid, self.u, self.v, self.a) = self.t + done, state
            h = last = done
            if error < 0.75:
                if calm == CALM:
                    h, calm = min(self.multiply * h, first), CALM - 1
                calm += 1
            else:
                calm = 0
            if self.t >= target or self.t == end:
                after = self.t, self.u, self.v, self.a
                if self.t - target > target - before[0]:
                    self.t, self.u, self.v, self.a = before
                archive(self, number)
                self.t, self.u, self.v, self.a = after
                target, number = target + first, number + 1
            after_step(self)

    def _step(self, mid, last, h, shortest, end):
        """(step done, (w', u', v', a'), error)."""
        system, elimination = self.system, self.system.elimination
        for _ in range(max(self.most, 1)):
            done, w = h, mid + 0.5 * (last + h) * self.a
            u = self.u + h * w
            force = system.force(self.t + h, w) - system.stiffness @ u - system.damped(w)
            a = elimination.expand(self._by_mass * elimination.reduce_vector(force))
            v = w + 0.5 * h * a
            self._note(mid, w)
            moved = np.maximum(abs(u - self.u), h * self._floor)
            moved[moved <= np.finfo(float).tiny] = EPS
            error = self.points * sqrt(max(abs((a - self.a) / moved).max(), EPS)) / (2.0 * pi) * h
            if error <= 1.0:
                break
            h /= self.divide
            if h <= shortest and abs(end - (self.t + h)) > EPS:
                raise StepFailed(self.t, h, shortest)
        return done, (w, u, v, a), error

    def _note(self, mid, w):
        if not self.by_norm:
            self._floor = np.maximum(self._floor, abs(0.01 * mid))
            return
        padded = np.append(0.01 * w, 0.0)
        self._floor = np.maximum(1e-15, np.maximum(padded[self._before], padded[self._after]))
