"""DIS_ECRO_TRAC: plastic device with a given hardening curve."""

from __future__ import annotations

from bisect import bisect_right
from math import sqrt

import numpy as np

from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.registry import LOCALISED
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe import cash_karp
from pyaster_lite.fe.errors import ComputationFailed

from ._pair import NODES, PairDevice

_REST = (0.0,) * 8
CLEAR = 1e-9
"""How far a device must be in flow, as a share of the size of its elastic domain, for rounding not to stop it."""


@LOCALISED.register("DIS_ECRO_TRAC")
class PlasticDevice(PairDevice):
    """Plasticity along the device (FX) or in the plane normal to it (FTAN) (r5.03.17).

    With x the lengthening, F the force, X the centre of the elastic domain, R(p) its size, k the first slope:

        f = |F - X| - R(p), n = (F - X)/|F - X|;  when f > 0 and n . x' > 0:  p' = k n . x'/(k + R'),  else p' = 0
        e' = p' n,  F' = k (x' - e');  kinematic hardening keeps R and moves X' = R' e';  energy lost D' = p' |F - X|
    """

    rules = (*PairDevice.rules, UN_PARMI("FX", "FTAN"))
    keywords = {
        **NODES,
        "FX": SIMP("f", typ="fonction_sdaster"),
        "FTAN": SIMP("f", typ="fonction_sdaster"),
        "b_ftan": BLOC(present("FTAN"), ECROUISSAGE=SIMP("o", into=("ISOTROPE", "CINEMATIQUE"))),
        "ITER_INTE_MAXI": SIMP("f", typ="I", defaut=20),
        "RESI_INTE": SIMP("f", typ="R", defaut=1e-6),
    }

    def __init__(self, site, args, setting):
        super().__init__(site, args)
        self.axial = "FX" in args
        self.kinematic = args.get("ECROUISSAGE") == "CINEMATIQUE"
        word = "FX" if self.axial else "FTAN"
        x, f = setting.points(args, word)
        _check(args, word, x, f, self.kinematic)
        self.slope = f[1] / x[1]
        self.sizes = f[1:].tolist()
        self.plastic = (x[1:] - f[1:] / self.slope).tolist()
        self.tries, self.tolerance = args.ITER_INTE_MAXI, args.RESI_INTE
        small_x, small_f = x[1] / 10.0, f[1] / 10.0
        self.scale = [small_f] * 3 + [small_x] * 3 + [small_f * small_x] + [small_x] * 4 + [small_f / 10.0] * 3
        self.state = (0.0,) * 14

    def force(self, t, dt, q, p):
        found = self.state
        if abs(dt) > 0.0:
            rate = (-p[0], 0.0, 0.0) if self.axial else (0.0, -p[1], -p[2])
            found = self._steady(rate, dt)
            if found is None:
                found = cash_karp.integrate(self._rates(*rate), self.state, dt, self.tolerance, self.tries, self.scale)
            if dt > 0.0:
                self.state = tuple(found)
        return [found[0], 0.0, 0.0] if self.axial else [0.0, found[1], found[2]]

    def _steady(self, rate, dt):
        """The state after a step that is elastic all along, or (along the device) plastic all along under the same hardening.

        The rates do not change then, that of D grows evenly, and integration is exact. None for other steps.
        """
        y, slope = self.state, self.slope
        start = [y[i] - y[11 + i] for i in range(3)]
        grown = [dt * v for v in rate]
        end = [a + slope * g for a, g in zip(start, grown)]
        before, after = _norm(start), _norm(end)
        size, hardening = self._size(0.0 if self.kinematic else y[7])
        # |F - X| is a convex function of time, (F - X) . v a rising one.
        if max(before, after) <= size or sum(a * v for a, v in zip(end, rate)) <= 0.0:
            if dt < 0.0:
                return None
            return [y[i] + slope * grown[i] for i in range(3)] + [y[3 + i] + grown[i] for i in range(3)] + list(y[6:])
        if not self.axial or dt < 0.0 or before <= size * (1.0 + CLEAR) or start[0] * rate[0] <= 0.0:
            return None
        sign = 1.0 if rate[0] > 0.0 else -1.0
        flow = slope * abs(grown[0]) / (slope + hardening)
        if self._size(y[7] + flow)[1] != hardening:
            return None
        force = slope * (grown[0] - sign * flow)
        lost = y[6] + flow * (before + 0.5 * abs(force))
        return [y[0] + force, y[1], y[2], y[3] + grown[0], y[4], y[5], lost, y[7] + flow, y[8] + sign * flow, *y[9:]]

    def _size(self, p):
        """R and R' at the plastic lengthening p."""
        last = max(bisect_right(self.plastic, p), 1)
        if last >= len(self.plastic):
            raise ComputationFailed("the plastic lengthening of a DIS_ECRO_TRAC device passes the end of its curve")
        before = self.plastic[last - 1]
        hardening = (self.sizes[last] - self.sizes[last - 1]) / (self.plastic[last] - before)
        return self.sizes[last - 1] + hardening * (p - before), hardening

    def _rates(self, vx, vy, vz):
        slope, kinematic = self.slope, self.kinematic

        def rates(y):
            fx, fy, fz = y[0] - y[11], y[1] - y[12], y[2] - y[13]
            norm = sqrt(fx * fx + fy * fy + fz * fz)
            size, hardening = self._size(0.0 if kinematic else y[7])
            loading = fx * vx + fy * vy + fz * vz
            if not (norm > size and loading > 0.0):
                return slope * vx, slope * vy, slope * vz, vx, vy, vz, *_REST
            flow = slope * loading / (norm * (slope + hardening))
            share = flow / norm
            ex, ey, ez = share * fx, share * fy, share * fz
            back = (hardening * ex, hardening * ey, hardening * ez) if kinematic else (0.0, 0.0, 0.0)
            force = slope * (vx - ex), slope * (vy - ey), slope * (vz - ez)
            return *force, vx, vy, vz, flow * norm, flow, ex, ey, ez, *back

        return rates

    def variables(self, first, second):
        return (*first, *second, *self.state)

    def take_up(self, variables):
        self.state = tuple(variables[6:20])


def _norm(a):
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


def _check(args, word, x, f, kinematic):
    """Refuse a curve that is not one of hardening: from the origin, rising, ever less steep."""
    points = len(x)
    slopes = np.diff(f) / np.diff(x) if points > 1 else np.empty(0)
    sound = points == 3 if kinematic else points >= 3
    sound = sound and abs(x[0]) <= 1e-8 and abs(f[0]) <= 1e-8 and (np.diff(x) > 0).all() and (np.diff(f) > 0).all()
    if not sound or (np.diff(slopes) > 0.0).any():
        wanted = "3 points" if kinematic else "at least 3 points"
        raise args.wrong(word, f"the curve must start from the origin, rise and grow ever less steep, with {wanted}")
