"""TRBDF2 on a reduced basis: a trapezoidal step followed by a backward difference."""

from math import sqrt

import numpy as np

from pyaster_lite.catalogue.registry import MODAL_SCHEMES
from pyaster_lite.fe.modal_transient import ModalScheme

GAMMA = 2.0 - sqrt(2.0)
G1 = 1.0 / GAMMA / (2.0 - GAMMA)
G2 = -((1.0 - GAMMA) ** 2) / GAMMA / (2.0 - GAMMA)
G3 = (1.0 - GAMMA) / (2.0 - GAMMA)


@MODAL_SCHEMES.register("TRBDF2")
class TrBdf2(ModalScheme):
    """Implicit for the linear part, second order, L-stable (Bank et al. 1985), step h, g = (2 - sqrt 2) h.

    With P = 4/g^2 M + 2/g C, Q = 2/g M and S = P + K:

    1.  b from the balance at t + g with the coordinates of t;  S d = g (P v + Q (a + b)/2)
    2.  b from the balance at t + h with the coordinates of t
    3.  u1 = u + d,  v1 = v + 2 (d/g - v)
    4.  x = u - g1 u1 - g2 u - g3 h v,  y = v - g1 v1 - g2 v - g3 h b;  S d = -(Q y + P x)
    5.  u' = u + d,  v' = v + (d + x)/(g3 h),  a' from the balance at t + h

    As in code_aster C is that of a unit mass in P when all matrices are diagonal: with damping and other masses the order is 1.
    So it is, mode by mode, of dampings told in that way beside a mass that couples.
    """

    keywords = {}

    def __init__(self, *given, args):
        super().__init__(*given)
        self._ready = None
        # code_aster's first step sees the system at rest, whatever the initial state.
        self._seen = np.zeros_like(self.u), np.zeros_like(self.v)

    def _prepare(self, h):
        g, system = GAMMA * h, self.system
        self._q = 2.0 / g * system.mass
        damping = system.damping_by_mass if system.diagonal else system.damping
        if system.rates is not None:
            damping = np.diag(system.rates)
        self._p = 4.0 / (g * g) * system.mass + 2.0 / g * damping
        self._solve = system.solver(self._p + system.stiffness)
        self._ready = h

    def advance(self):
        system, times, h = self.system, self.system.times, self.step
        if system.renew(self.t) or h != self._ready:
            self._prepare(h)
        g, t = GAMMA * h, self.t + h
        b = system.acceleration(self.t + g, g, *self._seen)
        d = self._solve(g * (times(self._p, self.v) + 0.5 * times(self._q, self.a + b)))
        b = system.acceleration(t, h, *self._seen)
        u1, v1 = self.u + d, self.v + 2.0 * (d / g - self.v)
        x = self.u - G1 * u1 - G2 * self.u - G3 * h * self.v
        y = self.v - G1 * v1 - G2 * self.v - G3 * h * b
        d = self._solve(-times(self._q, y) - times(self._p, x))
        u, v = self.u + d, self.v + (d + x) / G3 / h
        self.a = system.acceleration(t, h, u, v)
        self.t, self.u, self.v, self.done = t, u, v, h
        self._seen = u, v
