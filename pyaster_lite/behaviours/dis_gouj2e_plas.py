"""RELATION='DIS_GOUJ2E_PLAS', 'DIS_GOUJ2E_ELAS': the threads of studs, discretes of two nodes in a plane (r5.03.17, digouj of code_aster).

Elastic by their own stiffness but along the local y, where the force is that of a bar of the curve TRACTION, E being its first slope:

1.  trial  Q_e = Q + E (u' - u),   elastic where |Q_e| <= R(p), and in any case for the law of elasticity
2.  R(p') + E (p' - p) = |Q_e|,   Q' = Q_e R / (R + E dp)
3.  tangent  (E - E^2 (1 - dp R' / R) / (E + R')) / (1 + E dp / R) of points that flow (as far as they do not turn back), E of the others

Internal variables: p and whether it flows.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

from ._growing_device import GrowingDevice, with_spring
from ._hardening import ByPoints

Y = 1


class ElasticThread(GrowingDevice):
    """The law over all discretes of a group that only takes its stiffness from the curve."""

    internal_names = ("DIS1",)
    needs = {"traction": "TRACTION"}

    def connect(self, data, link, own, before):
        """As GrowingDevice does, y being the curve's."""
        if link.single or link.names != ("DX", "DY"):
            raise LawFailed("the laws of threads are for discretes of two nodes in a plane, which do not turn")
        curve = ByPoints(data, (len(own), 1))
        young = curve.young[:, 0]
        step = link.moved - link.earlier
        force, stiffness = link.force + own * step, own.copy()
        trial = link.force[:, Y] + young * step[:, Y]
        force[:, Y], stiffness[:, Y], after = self.along(curve, young, trial, step[:, Y], link.force[:, Y], before, data.step.predicting)
        return with_spring(data, link, force, stiffness, after)

    def along(self, curve, young, trial, step, held, before, predicting):
        """The force along y, its slope and the variables."""
        return trial, young, before


class YieldingThread(ElasticThread):
    """The law that follows the curve."""

    internal_names = ("DIS1", "DIS2")

    def along(self, curve, young, trial, step, held, before, predicting):
        """By the equations above."""
        p = before[:, 0]
        limit, rate = (part[:, 0] for part in curve.at(p[:, None]))
        if predicting:
            flows, slip, force, limit = before[:, 1] >= 0.5, np.zeros_like(p), held, abs(held)
        else:
            flows, slip = abs(trial) > limit, np.zeros_like(p)
            if flows.any():
                found = curve.slip(abs(trial)[:, None], young[:, None], p[:, None])[:, 0]
                slip = np.where(flows, found, 0.0)
                limit, rate = (part[:, 0] for part in curve.at((p + slip)[:, None]))
            force = trial * limit / (limit + young * slip)
        turned = flows & (force * step >= 0.0)
        share = np.where(turned, slip / np.where(limit == 0.0, 1.0, limit), 0.0)
        slope = (young - np.where(turned, young**2 / (young + rate) * (1.0 - rate * share), 0.0)) / (1.0 + young * share)
        return force, slope, np.column_stack([p + slip, np.where(flows, 1.0, 0.0)])


BEHAVIOURS.add("DIS_GOUJ2E_ELAS", ElasticThread())
BEHAVIOURS.add("DIS_GOUJ2E_PLAS", YieldingThread())
