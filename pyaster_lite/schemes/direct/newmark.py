"""NEWMARK on physical unknowns."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import DIRECT_SCHEMES
from pyaster_lite.fe.direct_transient import DirectScheme
from pyaster_lite.fe.errors import ComputationFailed


@DIRECT_SCHEMES.register("NEWMARK")
class Newmark(DirectScheme):
    """Implicit, step h, parameters beta, gamma (r5.05.02; Newmark 1959).

    1.  (K + M/(beta h^2) + gamma/(beta h) C) u' = f' + M (u/(beta h^2) + v/(beta h) + (1/(2 beta) - 1) a)
        + C (gamma/(beta h) u + (gamma/beta - 1) v + h/2 (gamma/beta - 2) a)
    2.  a' = (u' - u)/(beta h^2) - v/(beta h) - (1/(2 beta) - 1) a
    3.  v' = v + h (1 - gamma) a + h gamma a'

    The modal damping force is that of the velocities v.
    """

    moves = True
    keywords = {"BETA": SIMP("f", typ="R", defaut=0.25), "GAMMA": SIMP("f", typ="R", defaut=0.5)}

    def __init__(self, *given, args):
        super().__init__(*given)
        self.beta, self.gamma = args.BETA, args.GAMMA
        if abs(self.beta) < 1e-15:
            raise ComputationFailed("the NEWMARK scheme with BETA = 0 is explicit: use DIFF_CENTRE")

    def begin(self, step):
        beta, gamma = self.beta, self.gamma
        self.mass_of = 1.0 / (beta * step**2), 1.0 / (beta * step), 0.5 / beta - 1.0
        self.damping_of = gamma / (beta * step), gamma / beta - 1.0, 0.5 * step * (gamma / beta - 2.0)
        self._solve = self.system.solver(self.system.combination(self.mass_of[0], self.damping_of[0]))

    def advance(self, t, step):
        system, u, v, a = self.system, self.u, self.v, self.a
        (m0, m1, m2), (c0, c1, c2) = self.mass_of, self.damping_of
        right = system.force(t, v) + system.mass @ (m0 * u + m1 * v + m2 * a)
        if system.damping is not None:
            right += system.damping @ (c0 * u + c1 * v + c2 * a)
        self.u = self._solve(right, t)
        self.a = m0 * (self.u - u) - m1 * v - m2 * a
        self.v = v + step * (1.0 - self.gamma) * a + step * self.gamma * self.a
        self.t = t
