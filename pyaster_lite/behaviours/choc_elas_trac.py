"""RELATION='CHOC_ELAS_TRAC': an elastic stop between two nodes, by its force over how far it is pressed in (r5.03.17).

The stiffness is that of the secant over the step. Internal variable: 1 where it is pressed.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

from ._device import ROUNDING, Device


class ElasticStop(Device):
    """The law of one discrete."""

    internal_names = ("DIS1",)
    needs = {"elastic_stop": "DIS_CHOC_ELAS"}
    parameters = "elastic_stop"

    def act(self, known, link, e, held, elastic, before, data):
        """Along x; across it stays elastic."""
        force, stiffness = elastic
        x, y, beyond, distance = known
        gap = link.start[e, 0] - distance
        former, now = gap + link.earlier[e, 0], gap + link.moved[e, 0]
        pushes = [_pushed(x, y, beyond, -place) if place <= 0.0 else 0.0 for place in (former, now)]
        stiffness[0] = 0.0
        if former <= 0.0 or now <= 0.0:
            change = now - former
            pressed = now if now <= 0.0 else former
            middle = np.interp(-pressed, (x[1:] + x[:-1]) / 2, np.diff(y) / np.diff(x))
            stiffness[0] = middle if abs(change) <= ROUNDING else abs((pushes[1] - pushes[0]) / change)
        force[0] = -pushes[1]
        return force, stiffness, np.array([float(now <= 0.0)])


def _pushed(x, y, beyond, depth):
    if depth > x[-1]:
        if not beyond:
            raise LawFailed(f"a stop is pressed in by {depth:.6g} m, beyond its curve, which ends at {x[-1]:.6g}")
        return y[-1] + (y[-1] - y[-2]) / (x[-1] - x[-2]) * (depth - x[-1])
    return float(np.interp(depth, x, y))


BEHAVIOURS.add("CHOC_ELAS_TRAC", ElasticStop())
