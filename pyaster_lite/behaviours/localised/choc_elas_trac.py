"""CHOC_ELAS_TRAC: non-linear elastic stop between two nodes."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOCALISED

from ._pair import NODES, PairDevice


@LOCALISED.register("CHOC_ELAS_TRAC")
class ElasticStop(PairDevice):
    """A compressive force F(d) once the nodes are closer than DIST_1 + DIST_2 by d (r5.06.03)."""

    keywords = {
        **NODES,
        "DIST_1": SIMP("f", typ="R", val_min=0.0),
        "DIST_2": SIMP("f", typ="R", val_min=0.0),
        "FX": SIMP("o", typ="fonction_sdaster"),
    }

    def __init__(self, site, args, setting):
        super().__init__(site, args)
        self.reach = (args.DIST_1 or 0.0) + (args.DIST_2 or 0.0)
        self.law = setting.function(args, "FX", "DX")
        self.state, self.answer = None, (0.0, 0.0)

    def force(self, t, dt, q, p):
        clearance = -q[0] - self.reach
        push = self.law(-clearance) if clearance <= 0.0 else 0.0
        if dt > 0.0:
            self.answer = push, clearance
        return [-push, 0.0, 0.0]

    def variables(self, first, second):
        return self.answer

    def take_up(self, variables):
        self.answer = tuple(variables)
