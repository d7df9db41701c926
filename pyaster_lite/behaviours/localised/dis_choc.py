"""DIS_CHOC: shock against an obstacle, with Coulomb friction."""

from __future__ import annotations

from math import hypot, sqrt

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.registry import LOCALISED
from pyaster_lite.fe.errors import ComputationFailed

from ._obstacle import ObstacleDevice, keywords_of_shocks

EPS = 2.220446049250313e-16
CREEP = 1e-6
"""Sliding slower than this, m/s, is taken as a stop."""
RUNAWAY = 0.5 * sqrt(1.7976931348623157e308)


@LOCALISED.register("DIS_CHOC")
class Shock(ObstacleDevice):
    """Penalised contact and regularised friction (r5.06.03, section on shocks).

    With g the gap, n the direction that pushes back, c the tangential velocity, x the local position, and from the
    last force: whether it stuck, force F, position X and velocity C:

    1.  no contact (g > 0): no force, nothing remembered but X = x
    2.  N = max(0, -Kn g - Cn (v . n))
    3.  slides when c . C >= 0, it did not stick, and |c| > 1e-6:  T = -mu_d N c/|c|,  F = T,  X = x
    4.  else sticks:  T = F - Kt (x - X)_t - Ct c
    5.  but slides after all when |T| > mu_s N:  T = -mu_d N c/|c|,  F = T,  X = x
    6.  C = c

    With GLISSEUR, which code_aster does not have, the tangential spring ends on a slider that alone rubs, as in a periodic response
    (fe.periodic_contact): steps 3 to 5 become T = F - Kt (x - X)_t, shortened to mu_d N when it is longer, F = T, X = x.
    There is no tangential damping then.

    Tangential components: 1 in the local y-z plane, along (-sin, cos); 2 along local x.
    """

    keywords = {
        **keywords_of_shocks(),
        "RIGI_NOR": SIMP("o", typ="R"),
        "AMOR_NOR": SIMP("f", typ="R", defaut=0.0),
        "RIGI_TAN": SIMP("f", typ="R", defaut=0.0),
        "AMOR_TAN": SIMP("f", typ="R"),
        "FROTTEMENT": SIMP("f", defaut="NON", into=("NON", "COULOMB", "COULOMB_STAT_DYNA")),
        "b_coulomb": BLOC(
            equal("FROTTEMENT", "COULOMB"),
            COULOMB=SIMP("o", typ="R"),
            UNIDIRECTIONNEL=SIMP("f", defaut="NON", into=("OUI", "NON")),
            GLISSEUR=SIMP("f", defaut="NON", into=("OUI", "NON")),
        ),
        "b_c_st_dyna": BLOC(
            equal("FROTTEMENT", "COULOMB_STAT_DYNA"),
            COULOMB_STAT=SIMP("o", typ="R"),
            COULOMB_DYNA=SIMP("o", typ="R"),
            UNIDIRECTIONNEL=SIMP("f", defaut="NON", into=("OUI", "NON")),
        ),
    }

    def __init__(self, site, args, setting):
        super().__init__(site, args)
        self.kn, self.cn, self.kt = args.RIGI_NOR, args.AMOR_NOR, args.RIGI_TAN
        if args.FROTTEMENT == "COULOMB":
            self.dynamic = self.static = args.COULOMB
        elif args.FROTTEMENT == "COULOMB_STAT_DYNA":
            self.dynamic, self.static = args.COULOMB_DYNA, args.COULOMB_STAT
        else:
            self.dynamic = self.static = 0.0
        self.rubs = abs(self.static) > EPS or abs(self.dynamic) > EPS
        self.one_way = args.get("UNIDIRECTIONNEL") == "OUI"
        self.slider = args.get("GLISSEUR") == "OUI"
        if self.slider and self.kt <= 0.0:
            raise args.wrong("GLISSEUR", "a slider needs a positive tangential stiffness RIGI_TAN")
        if self.slider and args.get("AMOR_TAN"):
            raise args.wrong("AMOR_TAN", "a slider hangs on a spring without damping: GLISSEUR='OUI' goes with AMOR_TAN=0")
        self.ct = args.AMOR_TAN if "AMOR_TAN" in args else self._best_damping(setting)
        self.stiffness = self.kn, self.kt
        self.state = _FREE
        self.answer = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    def _best_damping(self, setting) -> float:
        """The tangential damping that brings the stuck mode with the largest tangential motion to its critical value."""
        if self.kt <= EPS:
            return 0.0
        shapes, kind = self.rows, self.obstacle.type
        if kind in ("PLAN_Y", "BI_PLAN_Y"):
            sliding = shapes[0] ** 2 + shapes[2] ** 2
        elif kind in ("PLAN_Z", "BI_PLAN_Z"):
            sliding = shapes[0] ** 2 + shapes[1] ** 2
        else:
            sliding = shapes[0] ** 2
        mobile = setting.omega2**2 >= 1e-10
        mode = int((setting.masses * sliding**0.5 * mobile).argmax())
        mass, stiffness = setting.masses[mode], setting.omega2[mode] * setting.masses[mode]
        best = 2.0 * sqrt(mass * (stiffness + self.kt)) - 2.0 * setting.damping_ratio(mode) * sqrt(stiffness * mass)
        return max(0.0, best)

    def force(self, t, dt, q, p):
        x, y, z = q
        gap, c, s = self.gap(y, z)
        if gap > 0.0:
            self.state = (0, 0.0, 0.0, x, y, z, 0.0, 0.0)
            self.answer = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            return [0.0, 0.0, 0.0]
        vx, vy, vz = p
        approach = vy * c + vz * s
        normal = max(0.0, -self.kn * gap - self.cn * approach)
        if not self.rubs:
            self.state = _FREE
            self.answer = (normal, 0.0, 0.0, approach, 0.0, 0.0)
            return [0.0, normal * c, normal * s]
        if max(p) > RUNAWAY:
            raise ComputationFailed(f"the motion grows without bounds at t = {t:.6g}: try a smaller time step")
        stuck, f1, f2, x0, y0, z0, c1, c2 = self.state
        v1, v2 = -s * vy + c * vz, vx
        speed = abs(v1) if self.one_way else hypot(v1, v2)
        if self.slider:
            shift = -(y - y0) * s + (z - z0) * c, x - x0
            t1, t2 = self._behind_slider((f1, f2), shift, normal)
            self.state = (int(hypot(t1, t2) < self.dynamic * normal), t1, t2, x, y, z, v1, v2)
            self.answer = (normal, t1, t2, approach, v1, v2)
            return [t2, normal * c - t1 * s, normal * s + t1 * c]
        slides = not stuck and v1 * c1 + v2 * c2 >= 0.0 and speed > CREEP
        if not slides:
            t1 = f1 - self.kt * (-(y - y0) * s + (z - z0) * c) - self.ct * v1
            t2 = 0.0 if self.one_way else f2 - self.kt * (x - x0) - self.ct * v2
            slides = hypot(t1, t2) > self.static * normal
        if slides:
            pull = -self.dynamic * normal / speed if speed > EPS else 0.0
            t1, t2 = pull * v1, 0.0 if self.one_way else pull * v2
            self.state = (0, t1, t2, x, y, z, v1, v2)
        else:
            self.state = (1, f1, f2, x0, y0, z0, v1, v2)
        self.answer = (normal, t1, t2, approach, v1, v2)
        return [t2, normal * c - t1 * s, normal * s + t1 * c]

    def _behind_slider(self, before, shift, normal):
        """The force of the tangential spring on its slider, from the one before and the displacement since then."""
        t1 = before[0] - self.kt * shift[0]
        t2 = 0.0 if self.one_way else before[1] - self.kt * shift[1]
        pull, limit = hypot(t1, t2), self.dynamic * normal
        return (t1, t2) if pull <= limit else (t1 * limit / pull, t2 * limit / pull)

    def variables(self, first, second):
        normal, t1, t2, approach, v1, v2 = self.answer
        stuck, *rest = self.state
        return (normal, t1, t2, *first, *second, approach, v1, v2, float(stuck), *rest)

    def take_up(self, variables):
        self.answer = (*variables[:3], *variables[9:12])
        self.state = (round(variables[12]), *variables[13:20])


_FREE = (0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
