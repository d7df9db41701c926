"""RELATION='DIS_BILI_ELAS': elastic discretes with two slopes along each axis (r5.03.17, dinon4 of code_aster).

    |F| = KDEB |u| up to FPRE,  FPRE + KFIN (|u| - FPRE / KDEB) beyond

KDEB and KFIN at the mean temperature of the nodes at the end of the step, also for the force of its start: forces grow by the secant.

Internal variables: of each unknown, 1 below FPRE and 2 beyond, of the last step in which it moved.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._growing_device import GrowingDevice, refuse_others, step_of

LEAST = np.finfo(float).tiny
NAMES = ("DX", "DY", "DZ")


class TwoSlopes(GrowingDevice):
    """The law over all discretes of a group."""

    told_once = True
    internal_names = tuple(f"DIS{i}" for i in range(1, 7))
    needs = {"tightening": "DIS_BILI_ELAS"}

    def secants(self, data, link, own, before):
        """By the equations above; `tightening` (3,) is FPRE along each axis, NaN where the law does not act."""
        tight = data.property("tightening")
        refuse_others(link.names, {name: ~np.isnan(tight[:, i]) for i, name in enumerate(NAMES)}, "DIS_BILI_ELAS")
        secants, after, steps = own.copy(), before.copy(), step_of(link)
        for axis, name in enumerate(link.names):
            if name not in NAMES:
                continue
            limit, step = tight[:, NAMES.index(name)], steps[:, axis]
            first, last = (data.overall(f"{kind}_slope_{name}", np.nan) for kind in ("first", "last"))
            acts = ~np.isnan(limit) & (abs(first) > LEAST)
            reach = abs(limit / np.where(acts, first, 1.0))
            curve = first, last, limit, reach
            beyond, moves = abs(link.moved[:, axis]) > reach, abs(step) > LEAST
            found = abs(_force(link.moved[:, axis], *curve) - _force(link.earlier[:, axis], *curve)) / np.where(moves, abs(step), 1.0)
            secants[:, axis] = np.where(acts, np.where(moves, found, np.where(beyond, last, first)), own[:, axis])
            after[:, axis] = np.where(acts & moves, np.where(beyond, 2.0, 1.0), before[:, axis])
        return secants, after


def _force(u, first, last, limit, reach):
    """F."""
    size = abs(u)
    found = np.where(size <= reach, first * size, limit + last * (size - reach))
    return np.where(u < 0.0, -found, found)


BEHAVIOURS.add("DIS_BILI_ELAS", TwoSlopes())
