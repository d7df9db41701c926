"""NEWMARK on a reduced basis."""

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import MODAL_SCHEMES
from pyaster_lite.fe.modal_transient import ModalScheme


@MODAL_SCHEMES.register("NEWMARK")
class Newmark(ModalScheme):
    """Implicit for the linear part, explicit for the devices (r5.06.04; Newmark 1959), step h, parameters beta, gamma.

    1.  f from the loads at t + h and the devices at the coordinates of t
    2.  (a1 M + a2 C + K) u' = f + (a3 M + a5 C) v + (a1 M + a2 C) u + (a4 M + a6 C) a
    3.  a' = a1 (u' - u - h v) - a4 a
    4.  v' = v + h (1 - gamma) a + h gamma a'

    a1 = 1/(beta h^2), a2 = gamma/(beta h), a3 = 1/(beta h), a4 = 1/(2 beta) - 1, a5 = gamma/beta - 1,
    a6 = h/2 (gamma/beta - 2).

    As in code_aster dampings told mode by mode beside a mass that couples act through its diagonal alone.
    """

    keywords = {"BETA": SIMP("f", typ="R", defaut=0.25), "GAMMA": SIMP("f", typ="R", defaut=0.5)}

    def __init__(self, *given, args):
        super().__init__(*given)
        self.beta, self.gamma = args.BETA, args.GAMMA
        self._ready = None
        # code_aster's first step sees the devices at rest, whatever the initial state.
        self._seen = np.zeros_like(self.u), np.zeros_like(self.v)

    def _prepare(self, h):
        system, beta, gamma = self.system, self.beta, self.gamma
        mass = system.mass
        damping = system.damping if system.rates is None else np.diag(system.rates * mass.diagonal())
        self.a1, self.a4 = 1.0 / (beta * h * h), 1.0 / (2.0 * beta) - 1.0
        self._of_u = self.a1 * mass + gamma / (beta * h) * damping
        self._of_v = mass / (beta * h) + (gamma / beta - 1.0) * damping
        self._of_a = self.a4 * mass + 0.5 * h * (gamma / beta - 2.0) * damping
        self._solve = system.solver(self._of_u + system.stiffness)
        self._ready = h

    def advance(self):
        system, h, t = self.system, self.step, self.t + self.step
        if system.renew(self.t) or h != self._ready:
            self._prepare(h)
        times = system.times
        f = system.force(t, h, *self._seen)
        f = f + times(self._of_v, self.v) + times(self._of_u, self.u) + times(self._of_a, self.a)
        u = self._solve(f)
        a = self.a1 * (u - self.u - h * self.v) - self.a4 * self.a
        v = self.v + h * (1.0 - self.gamma) * self.a + self.gamma * h * a
        self.t, self.u, self.v, self.a, self.done = t, u, v, a, h
        self._seen = u, v
