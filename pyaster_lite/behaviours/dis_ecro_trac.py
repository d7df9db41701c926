"""RELATION='DIS_ECRO_TRAC': a device that yields along its axis, or across it in any direction (r5.03.17).

With F the forces, U the displacements, Up those that stay, X the centre, R the force by points over the cumulated p and k its first slope:

    f = |F - X| - R(p),  where f > 0 and (F - X) . U' > 0:  p' = k (F - X) . U' / (|F - X| (k + R')),  Up' = p' (F - X) / |F - X|
    F' = k (U' - Up'),  X' = R' Up' of kinematic hardening, R staying at its start then,  w' = p' |F - X|

Internal variables: F (3), U (3), w, p, Up (3), X (3), the stiffness of the last instant along each axis, the
elastic one where it does not yield.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe import cash_karp

from ._device import Device, between

LITTLE = 1e-8


class Yielding(Device):
    """The law of one discrete in space."""

    internal_names = (
        "FORCEX", "FORCEY", "FORCEZ", "DEPLX", "DEPLY", "DEPLZ", "DISSTHER", "PCUM",
        "DEPLPX", "DEPLPY", "DEPLPZ", "FORCXX", "FORCXY", "FORCXZ", "RAIDEX", "RAIDEY", "RAIDEZ",
    )  # fmt: skip
    needs = {"yielding_device": "DIS_ECRO_TRAC"}
    parameters = "yielding_device"

    def act(self, known, link, e, held, elastic, before, data):
        """By the equations above; a step starts with the stiffness of the last one."""
        force, stiffness = elastic
        across, moving, x, y = known
        axes = [1, 2] if across else [0]
        first, after = y[1] / x[1], before.copy()
        dt = data.step.after - data.step.before
        if data.step.predicting or dt <= 0.0:
            last = before[15 if across else 14]
            stiffness[axes] = last if last else first
            return force, stiffness, after
        speed = np.zeros(3)
        speed[axes] = (link.moved[e, axes] - link.earlier[e, axes]) / dt
        start = np.zeros(14)
        start[axes], start[[3 + a for a in axes]], start[6:] = held[axes], link.earlier[e, axes], before[6:14]
        rates = _rates(first, x[1:] - y[1:] / first, y[1:], moving, speed)
        scale = np.array([y[1] / 10] * 3 + [x[1] / 10] * 3 + [x[1] * y[1] / 100] + [x[1] / 10] * 4 + [y[1] / 100] * 3)
        found, last = cash_karp.follow(rates, start.tolist(), dt, self.tolerance, self.tries, scale.tolist())
        for axis in axes:
            force[axis] = found[axis]
            stiffness[axis] = last[axis] / speed[axis] if abs(speed[axis]) > LITTLE else first
        after[:14], after[14:] = found, stiffness
        return force, stiffness, after


def _rates(stiffness, p, force, moving, speed):
    """The rates of F, U, w, p, Up and X, 14 numbers; force by points over p."""
    p, force, (ux, uy, uz) = p.tolist(), force.tolist(), speed.tolist()

    def rates(y):
        fx, fy, fz = y[0] - y[11], y[1] - y[12], y[2] - y[13]
        limit, slope = between(p, force, 0.0 if moving else y[7])
        limit = force[0] if moving else limit
        size, along = sqrt(fx * fx + fy * fy + fz * fz), fx * ux + fy * uy + fz * uz
        if size <= limit or along <= 0.0:
            return stiffness * ux, stiffness * uy, stiffness * uz, ux, uy, uz, *[0.0] * 8
        flow = stiffness * along / (size * (stiffness + slope))
        px, py, pz = flow * fx / size, flow * fy / size, flow * fz / size
        centre = (slope * px, slope * py, slope * pz) if moving else (0.0, 0.0, 0.0)
        pulls = stiffness * (ux - px), stiffness * (uy - py), stiffness * (uz - pz)
        return *pulls, ux, uy, uz, flow * size, flow, px, py, pz, *centre

    return rates


BEHAVIOURS.add("DIS_ECRO_TRAC", Yielding())
