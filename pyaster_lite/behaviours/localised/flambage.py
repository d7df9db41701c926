"""FLAMBAGE: shock whose stop buckles."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOCALISED
from pyaster_lite.catalogue.rules import UN_PARMI

from ._obstacle import ObstacleDevice, keywords


@LOCALISED.register("FLAMBAGE")
class Buckling(ObstacleDevice):
    """A stop that yields when its force reaches a threshold that depends on the deepest crush (r5.06.03).

    With g the gap, d the deepest crush so far, e the crush that stays, and F(d), K(d), C(d) given:

    1.  no contact (g > 0): no force
    2.  d = max(d, -g), then F, K, C at d
    3.  N = -K (g + e) - C (v . n); at F and above it is F and e = -g - F/K  (C counted after that with CRIT_AMOR EXCLUS)
    4.  e = max(e, 0); N = max(N, 0), and no force while -g < e
    """

    cells = None
    rules = (UN_PARMI("GROUP_NO_1"),)
    keywords = {
        "GROUP_NO_1": SIMP("f", typ="grno"),
        "GROUP_NO_2": SIMP("f", typ="grno"),
        **keywords(),
        "FX": SIMP("o", typ="fonction_sdaster"),
        "RIGI_NOR": SIMP("o", typ="fonction_sdaster"),
        "AMOR_NOR": SIMP("o", typ="fonction_sdaster"),
        "CRIT_AMOR": SIMP("f", into=("INCLUS", "EXCLUS"), defaut="INCLUS"),
    }

    def __init__(self, site, args, setting):
        super().__init__(site, args)
        self.threshold = setting.function(args, "FX", "DX")
        self.rigidity = setting.function(args, "RIGI_NOR", "DX")
        self.damping = setting.function(args, "AMOR_NOR", "DX")
        self.inside = args.CRIT_AMOR == "INCLUS"
        self.state = (0.0, 0.0, 0.0, 0.0)
        self.answer = (0.0, 0.0)

    def force(self, t, dt, q, p):
        gap, c, s = self.gap(q[1], q[2])
        if gap > 0.0:
            self.answer = (0.0, 0.0)
            return [0.0, 0.0, 0.0]
        left, _, deepest, _ = self.state
        deepest = max(deepest, -gap)
        limit, k, damping = self.threshold(deepest), self.rigidity(deepest), self.damping(deepest)
        approach = p[1] * c + p[2] * s
        normal = -k * (gap + left) - (damping * approach if self.inside else 0.0)
        if normal >= limit:
            normal, left = limit, -gap - limit / k
        left = max(left, 0.0)
        if not self.inside:
            normal -= damping * approach
        normal = max(normal, 0.0) if -gap >= left else 0.0
        self.state, self.answer = (left, k, deepest, damping), (normal, approach)
        return [0.0, normal * c, normal * s]

    def variables(self, first, second):
        normal, approach = self.answer
        return (normal, *first, *second, approach, *self.state)

    def take_up(self, variables):
        self.answer = variables[0], variables[7]
        self.state = tuple(variables[8:12])
