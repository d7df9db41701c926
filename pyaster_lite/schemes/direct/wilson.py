"""WILSON on physical unknowns."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import DIRECT_SCHEMES
from pyaster_lite.fe.direct_transient import DirectScheme


@DIRECT_SCHEMES.register("WILSON")
class Wilson(DirectScheme):
    """Implicit, linear acceleration over theta steps h (r5.05.02; Wilson 1973), e = theta h.

    1.  (K + 6/e^2 M + 3/e C) w = (1 - theta) f + theta f' + M (6/e^2 u + 6/e v + 2 a) + C (3/e u + 2 v + e/2 a)
    2.  a' = 6/(theta e^2) (w - u) - 6/(theta e) v + (1 - 3/theta) a
    3.  v' = v + h/2 (a + a'),  u' = u + h v + h^2/6 (a' + 2 a)
    """

    keywords = {"THETA": SIMP("f", typ="R", defaut=1.4)}

    def __init__(self, *given, args):
        super().__init__(*given)
        self.theta = args.THETA
        self._force = self.system.load(self.t)

    def begin(self, step):
        reach = self.theta * step
        self.mass_of, self.damping_of = (6.0 / reach**2, 6.0 / reach, 2.0), (3.0 / reach, 2.0, 0.5 * reach)
        self._solve = self.system.solver(self.system.combination(self.mass_of[0], self.damping_of[0]))

    def advance(self, t, step):
        self.check_still(t)
        system, theta, u, v, a = self.system, self.theta, self.u, self.v, self.a
        (m0, m1, m2), (c0, c1, c2) = self.mass_of, self.damping_of
        force = system.force(t, v)
        right = (1.0 - theta) * self._force + theta * force + system.mass @ (m0 * u + m1 * v + m2 * a)
        if system.damping is not None:
            right += system.damping @ (c0 * u + c1 * v + c2 * a)
        ahead = self._solve(right, t)
        self.a = m0 / theta * (ahead - u) - m1 / theta * v + (1.0 - 3.0 / theta) * a
        self.v = v + 0.5 * step * (a + self.a)
        self.u = u + step * v + step**2 / 6.0 * (self.a + 2.0 * a)
        self.t, self._force = t, force
