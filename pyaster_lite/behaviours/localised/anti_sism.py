"""ANTI_SISM: anti-seismic damper between two nodes."""

from __future__ import annotations

from math import copysign, sqrt

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOCALISED
from pyaster_lite.fe.frames import frame_of_axes
from pyaster_lite.fe.localised import Device

from ._pair import NODES, PairDevice

EPS = 2.220446049250313e-16


@LOCALISED.register("ANTI_SISM")
class AntiSeismic(PairDevice):
    """A bilinear spring with a damper of fractional power (r5.06.03).

    With x the lengthening along the line of the nodes (local y) and v its rate:

        F = -K2 x - (K1 - K2) x / sqrt(1 + (K1 x / P)^2) - C sign(v) |v x / X|^alpha
    """

    positions = Device.positions
    keywords = {
        **NODES,
        "RIGI_K1": SIMP("f", typ="R", defaut=0.0),
        "RIGI_K2": SIMP("f", typ="R", defaut=0.0),
        "SEUIL_FX": SIMP("f", typ="R", defaut=0.0),
        "C": SIMP("f", typ="R", defaut=0.0),
        "PUIS_ALPHA": SIMP("f", typ="R", defaut=0.0),
        "DX_MAX": SIMP("f", typ="R", defaut=1.0),
    }

    def __init__(self, site, args, setting):
        axis = site.axis
        if not np.any(axis):
            raise args.wrong("GROUP_NO_2", "the two nodes are at the same place: the device has no direction")
        Device.__init__(self, site, frame_of_axes(np.cross(axis, _across(axis)), axis), site.middle, paired=True)
        # as in code_aster (dtmprep_noli_ants) the root of the squared length at rest is only taken where INFO=2 says it
        self.length = float(np.linalg.norm(axis) if setting.info == 2 else axis @ axis)
        self.sign = -copysign(1.0, self.origin[1])
        self.k1, self.k2, self.threshold = args.RIGI_K1, args.RIGI_K2, args.SEUIL_FX
        if self.threshold <= 0.0 and self.k1 != self.k2:
            raise args.wrong("SEUIL_FX", "SEUIL_FX must be positive when RIGI_K1 and RIGI_K2 differ")
        self.c, self.power, self.most = args.C, args.PUIS_ALPHA, args.DX_MAX
        self.state, self.answer = None, (0.0, 0.0)

    def force(self, t, dt, q, p):
        x, direction = -q[1] * self.sign - self.length, -self.sign
        rate = p[1] * direction
        force = -self.k2 * x
        if self.k1 != self.k2:
            force -= (self.k1 - self.k2) * x / sqrt(1.0 + (self.k1 * x / self.threshold) ** 2)
        if abs(rate) >= EPS:
            force -= self.c * copysign(1.0, rate) * abs(rate * x / self.most) ** self.power
        self.answer = force, rate
        return [0.0, force * direction, 0.0]

    def variables(self, first, second):
        return (self.answer[0], *first, *second, self.answer[1])

    def take_up(self, variables):
        self.answer = variables[0], variables[7]


def _across(axis):
    """A vector normal to the axis: the smallest component is put to zero, the two others are exchanged."""
    x, y, z = abs(axis)
    if z <= x and z <= y:
        return np.array([-axis[1], axis[0], 0.0])
    if y <= x and y <= z:
        return np.array([-axis[2], 0.0, axis[0]])
    return np.array([0.0, -axis[2], axis[1]])
