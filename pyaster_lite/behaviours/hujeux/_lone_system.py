"""The equations of one point of Hujeux's law, in plain numbers: the unknowns are those of what acts."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ._lone import Ground, Odd, Plane, Together, counted_parts, even_surface
from ._newton import GROWTH, MOST_PARTS, NEGATIVE
from ._soil import AXES, TINY

CENTRE, SENSE, SWELLING = 20, 21, 22


class Point:
    """The variables (50,) of a point as a list, and what acts: `planes` (k, cyclic), monotone ones first, and `even`."""

    def __init__(self, ground: Ground, values):
        self.ground, self.values = ground, values
        self.monotone, self.turned = values[23:27], values[27:31]
        self.swelling = values[SWELLING]
        cyclic = [self.turned[k] == 1.0 for k in range(4)]
        plain = [self.monotone[k] == 1.0 for k in range(4)]
        if any(a and b for a, b in zip(cyclic, plain, strict=True)):
            raise Odd
        self.planes = [(k, False) for k in range(3) if plain[k]] + [(k, True) for k in range(3) if cyclic[k]]
        self.even, self.even_turned = plain[3] or cyclic[3], cyclic[3]
        self.acts = self.even or bool(self.planes)

    @property
    def solved_evenly(self):
        """Whether the isotropic mechanism is in the equations, None where there are none."""
        return self.even if self.acts else None

    def radius(self, k, cyclic):
        """That of the surface which acts."""
        return self.values[4 + k] if cyclic else self.values[k]

    def past(self, k):
        """(4,) the history of a cyclic surface."""
        return self.values[8 + 4 * k : 12 + 4 * k]

    def plane(self, k, stress, pc, cyclic, radius=None):
        """The surface of plane k."""
        radius = self.radius(k, cyclic) if radius is None else radius
        return Plane(self.ground, k, stress, pc, radius, self.past(k) if cyclic else None)


def dotted(normal, k, vector):
    """The product of a vector of plane k with one of six."""
    i, j, s = AXES[k]
    return normal[0] * vector[i] + normal[1] * vector[j] + normal[2] * vector[s]


def in_plane(stress, k):
    """Of a stress (6,) in plane k: half the difference of the normal stresses, the shear, the pressure."""
    i, j, s = AXES[k]
    x, y = stress[i], stress[j]
    return (x - y) / 2, stress[s], (x + y) / 2


class System:
    """The equations of the mechanisms that act: `Equations` of one point."""

    def __init__(self, point: Point, strain, stress):
        self.point, self.ground, self.strain, self.stress = point, point.ground, strain, stress
        self.planes, self.even = point.planes, point.even
        self.acting = [*self.planes, (3, point.even_turned)] if self.even else list(self.planes)
        self.count = len(self.acting)
        self.some_turned = any(cyclic for _, cyclic in self.planes)
        young, scale = self.ground.young, self.ground.scale
        self.units = [young] * 6 + [1.0] + [young / scale] * self.count + [1.0] * self.count
        self.first_radii = [point.radius(k, cyclic) for k, cyclic in self.acting]
        first_plane = self.planes[0] if self.planes else None
        self.lead = first_plane[0] if first_plane and first_plane[1] else None
        self.centre, self.sense = point.values[CENTRE], point.values[SENSE]

    def guess(self, trial, known):
        """_predictor.first_guess of one point without traction; `trial` may be a stress that is `known` from other mechanisms."""
        ground, point, soil = self.ground, self.point, self.ground.soil
        start = [*self.stress, point.swelling, *self.first_radii, *[0.0] * self.count]
        stiff = ground.stiffening(sum(trial[:3]) / 3)
        elastic = [stiff * s for s in ground.pushed(self.strain)]
        ahead = [s + c for s, c in zip(self.stress, elastic, strict=True)]
        ground.held(ahead)
        if known:
            ahead = trial
        if not self.planes:
            return [*ahead, *start[6:]]
        pc = ground.consolidation(point.swelling)
        mean, further = sum(self.stress[:3]) / 3, sum(ahead[:3]) / 3
        centre = soil.d * pc * self.centre
        if point.even_turned and any((abs(m) + centre) / soil.pref <= TINY for m in (mean, further)):
            return start
        radii = self.first_radii
        now = [point.plane(k, self.stress, pc, cyclic) for k, cyclic in self.planes]
        then = [point.plane(k, ahead, pc, cyclic) for k, cyclic in self.planes]
        mobility = [ground.mobility(r)[0] for r in radii[: len(now)]]
        hardening = [soil.acyc + m * (soil.amon - soil.acyc) for m in mobility]
        opened = [1 + b.facing / b.q if b.turned else 1.0 for b in then]
        hardening = [h * (o if o >= TINY else 1.0) for h, o in zip(hardening, opened, strict=True)]
        flows, normals = [], []
        for a, b, m in zip(now, then, mobility, strict=True):
            flows.append((a.k, a.flow(m)))
            normals.append((b.k, b.normal()))
        swelling = [
            soil.dila * m * a.slope(2 * b.across * b.c + b.along * b.a) if a.turned else soil.dila * m * a.slope()
            for a, b, m in zip(now, then, mobility, strict=True)
        ]
        pushed = [[stiff * x for x in ground.pushed_in(k, flow)] for k, flow in flows]
        if self.even:
            excess, side, _, softening = even_surface(ground, further, radii[-1], pc, point.even_turned, self.centre, self.sense)
            swelling.append(-side)
            pushed.append([stiff * side / 3 * x for x in ground.pushed([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])])
        coupling = [[-dotted(normal, k, push) for push in pushed] for k, normal in normals]
        past = []
        for i, b in enumerate(then):
            mobile = soil.b * soil.friction * b.above * soil.beta
            lever = b.radius - b.turning / 2 / b.q
            coupling[i] = [c + mobile * lever * s for c, s in zip(coupling[i], swelling, strict=True)]
            if b.turned and point.even_turned:
                odd = b.radius - b.turning / 2 * b.q
                coupling[i][-1] += mobile * (odd - lever) * swelling[-1]
            own = b.grown * (1 - b.radius) ** 2 / hardening[i]
            if b.turned:
                own *= opened[i]
                if coupling[i][i] + own == 0.0:
                    own = 2 * b.grown * (1 - b.radius) ** 2 / hardening[i]
            coupling[i][i] += own
            past.append(min(-b.excess, 0.0))
        if self.even:
            turned, size = point.even_turned, soil.d * pc
            even = size * soil.beta * (radii[-1] + (-side * self.centre if turned else 0.0))
            row = [-side / 3 * sum(push[:3]) for push in pushed]
            for i, a in enumerate(now):
                row[i] += even * (soil.dila * mobility[i] * soil.dilatancy if a.turned and not turned else swelling[i])
            row[-1] += even * (-side if turned else 1.0) + size * (1 - radii[-1]) ** 2 / softening
            coupling.append(row)
            past.append(min(-excess if turned else -abs(further) - radii[-1] * size, 0.0))
        try:
            slips = np.linalg.solve(np.array(coupling), past).tolist()
        except np.linalg.LinAlgError:
            raise Odd from None
        slips = [max(slip, 0.0) for slip in slips]
        whole = [a - s for a, s in zip(ahead, self.stress, strict=True)] if known else elastic
        for slip, push in zip(() if known else slips, pushed, strict=False):
            whole = [w - slip * p for w, p in zip(whole, push, strict=True)]
        ground.held([s + w for s, w in zip(self.stress, whole, strict=True)], 1.0)
        if 4 * sum(w * w for w in whole) > sum(s * s for s in self.stress):
            raise Odd
        grown, swollen = [], 0.0
        order = {k: place for place, (k, _) in enumerate(self.planes)}
        for i, a in enumerate(now):
            left = (1 - a.radius) ** 2
            bound = point.values[a.k] if a.turned else 1.0
            if a.radius + slips[i] * left / hardening[i] > bound:
                slips[i] = (bound - a.radius) / (left or 1.0) * hardening[i]
            grown.append(slips[i] * left / hardening[i])
            swollen -= slips[i] * soil.dila * mobility[i] * self._slope_of_change(a, whole, order[a.k])
        if self.even:
            grown.append(slips[-1] * (1 - radii[-1]) ** 2 / softening)
            swollen -= slips[-1] * swelling[-1]
        if not abs(swollen) < 0.1:
            swollen = 0.0
        return [a + b for a, b in zip(start, [*whole, swollen, *grown, *slips], strict=True)]

    def _slope_of_change(self, now: Plane, change, place):
        """_predictor.slopes_of_change of one plane."""
        across, along, _ = in_plane(change, place)
        p, q = in_plane(self.stress, place)[2], sqrt(across**2 + along**2 / 2)
        if not p / self.ground.soil.pref > TINY:
            raise Odd
        moved = q
        if now.turned:
            moved = 0.0 if q / self.ground.scale <= TINY else now.inner / (2 * q)
        return self.ground.soil.dilatancy + moved / p

    def residual(self, y):
        """(m,) -R, and what the matrix needs."""
        ground, point, soil, count, young = self.ground, self.point, self.ground.soil, self.count, self.ground.young
        stress, swelling, radii, slips = y[:6], y[6], y[7 : 7 + count], y[7 + count :]
        self.y, self.radii, self.slips = y, radii, slips
        self.pc = pc = ground.consolidation(swelling)
        mean = sum(stress[:3]) / 3
        if not mean / soil.pref > TINY:
            raise Odd
        self.mean, self.stiff = mean, (mean / soil.pref) ** soil.n
        self.at = at = [point.plane(k, stress, pc, cyclic, r) for (k, cyclic), r in zip(self.planes, radii, strict=False)]
        plastic, hardens, self.mobility, self.flows = [0.0] * 6, [], [], []
        swollen = 0.0
        lead = next((plane.a for plane in at if plane.k == self.lead), 0.0)
        excesses = []
        for plane, slip in zip(at, slips, strict=False):
            ksi, rate = ground.mobility(plane.radius)
            hardening = soil.acyc + ksi * (soil.amon - soil.acyc)
            if not plane.p + ground.margin < soil.ptrac:
                raise Odd
            if plane.turned:
                if not 1 + plane.facing / plane.q >= TINY:
                    raise Together
                hardening *= 1 + plane.facing / plane.q
            flow, (i, j, s) = plane.flow(ksi), AXES[plane.k]
            plastic[i] += slip * flow[0]
            plastic[j] += slip * flow[1]
            plastic[s] += slip * flow[2]
            swollen += soil.dila * slip * ksi * plane.slope(2 * plane.across * plane.c + plane.along * lead if plane.turned else None)
            self.mobility.append((ksi, rate))
            self.flows.append(flow)
            hardens.append(hardening)
            excesses.append(plane.excess)
        if self.even:
            excess, side, by_swelling, softening = even_surface(ground, mean, radii[-1], pc, point.even_turned, self.centre, self.sense)
            self.side, self.by_swelling = side, by_swelling
            for i in range(3):
                plastic[i] += slips[-1] * side / 3
            swollen -= slips[-1] * side
            hardens.append(softening)
            excesses.append(excess)
        self.hardens = hardens
        self.pushed = ground.pushed([e - p for e, p in zip(self.strain, plastic, strict=True)])
        found = [-(s - s0 - self.stiff * p) / young for s, s0, p in zip(stress, self.stress, self.pushed, strict=True)]
        found.append(-(swelling - point.swelling + swollen))
        for r, r0, slip, hardening in zip(radii, self.first_radii, slips, hardens, strict=True):
            found.append(-(r - r0 - slip / hardening * (1 - r) ** 2) * ground.scale / young)
        found.extend(-excess / young for excess in excesses)
        if not all(abs(x) <= soil.pref**2 for x in found):
            raise Odd
        return found

    def matrix(self):
        """(m, m) dR/dy, as `Equations.matrix` has it."""
        ground, soil, count = self.ground, self.ground.soil, self.count
        young, p0, dila, stiff = ground.young, ground.scale, soil.dila, self.stiff
        size = 7 + 2 * count
        found = [[0.0] * size for _ in range(size)]
        curved = [[0.0] * 6 for _ in range(6)]
        swell = found[6]
        swell[6] = 1.0
        by_stress = [0.0] * 6
        for n, plane in enumerate(self.at):
            k, slip, r, hardening = plane.k, self.slips[n], plane.radius, self.hardens[n]
            ksi, rate = self.mobility[n]
            places, own, slot = AXES[k], 7 + n, 7 + count + n
            for i, row in zip(places, plane.flow_rates(ksi), strict=True):
                line = curved[i]
                for j, value in zip(places, row, strict=True):
                    line[j] += slip * value
            for i, value in enumerate(ground.pushed_in(k, self.flows[n])):
                found[i][slot] = stiff * value / young
            self._swell_by_stress(plane, slip * ksi * dila, by_stress)
            slope = plane.slope()
            swell[slot] = ksi * dila * slope
            mul = (1 - r) / hardening
            faster = slip * rate * (soil.amon - soil.acyc) * mul**2
            line = found[own]
            line[own] = 1 + 2 * slip * mul + (2 * faster if plane.turned else faster)
            line[slot] = -((1 - r) ** 2) / hardening / young * p0
            row = found[slot]
            for i, value in zip(places, plane.normal(), strict=True):
                row[i] = value
            steeper, by_c, by_a, by_radius = rate * slope, 0.0, 0.0, plane.grown
            if plane.turned:
                steeper, by_c, by_a = self._turning(plane, ksi, steeper, slip, hardening, swell, line)
                if plane.facing / plane.q != -1.0:
                    by_radius *= 1 + plane.facing / plane.q
            even = -dila / 2 * steeper
            for i, value in enumerate(ground.pushed_in(k, (slip * (by_c + even), slip * (even - by_c), slip * by_a))):
                found[i][own] = stiff * value / p0
            swell[own] = slip * dila * steeper * young / p0
            row[own] = by_radius / p0
            row[6] = -soil.friction * soil.b * plane.above * (r - plane.turning / 2 / plane.q) * soil.beta / young
        swell[:6] = by_stress
        rate = soil.n / 3 / self.mean * stiff
        for i, (a, b, c) in enumerate(ground.normal):
            less = rate * self.pushed[i]
            line = found[i]
            for j in range(6):
                line[j] = stiff * (a * curved[0][j] + b * curved[1][j] + c * curved[2][j]) - (less if j < 3 else 0.0)
            line[i] += 1.0
        for i in (3, 4, 5):
            less, factor = rate * self.pushed[i], stiff * ground.shear[i - 3]
            line = found[i]
            for j in range(6):
                line[j] = factor * curved[i][j] - (less if j < 3 else 0.0)
            line[i] += 1.0
        if self.even:
            n, slot = 6 + count, size - 1
            for i, row in enumerate(ground.normal):
                found[i][slot] = stiff * self.side / 3 * sum(row) / young
            r, slip, hardening = self.radii[-1], self.slips[-1], self.hardens[-1]
            swell[slot] = -self.side
            found[n][n] = 1 + 2 * slip * (1 - r) / hardening
            found[n][slot] = -((1 - r) ** 2) / hardening / young * p0
            found[n][6] = -slip * soil.beta * (1 - r) ** 2 / hardening * p0 / young
            found[slot][:3] = [self.side / 3] * 3
            found[slot][n], found[slot][6] = soil.d * self.pc / p0, self.by_swelling / young
        return found

    def _swell_by_stress(self, plane: Plane, weight, found):
        """_system._swelling_by_stress: adds what one plane brings, and divides by Young's modulus."""
        own, less = 2 * plane.across * plane.h[0] + plane.along * plane.h[1], plane.inner / (2 * plane.q**2)
        even = -plane.rate * (own - plane.turning * less) - plane.inner / (2 * plane.p)
        by_c, by_a = plane.c * (1 - less) + plane.across, plane.a * (1 - less) + plane.along
        weight /= 2 * plane.p * plane.q
        i, j, s = AXES[plane.k]
        found[i] += weight * (even + by_c)
        found[j] += weight * (even - by_c)
        found[s] += weight * by_a
        for n in range(6):
            found[n] /= self.ground.young

    def _turning(self, plane: Plane, ksi, steeper, slip, hardening, swell, line):
        """`Equations._turning` of one plane; adds to the rows of the swelling and of the radius."""
        soil, q, (t0, t1), (h0, h1) = self.ground.soil, plane.q, plane.t, plane.h
        prodc, prodm = 2 * plane.facing, 2 * plane.across * t0 + plane.along * t1
        share = prodc / (2 * q**2)
        steeper += ksi * plane.shape / (2 * q) * (prodm - plane.inner * share)
        turning = plane.grown / (2 * q)
        factor = soil.friction * soil.b * soil.beta
        if q > TINY:
            own, odd = 2 * plane.across * h0 + plane.along * h1, 2 * plane.across * plane.c + plane.along + plane.a
            swell[6] += slip * soil.dila * ksi / q / 2 * factor * (own - odd / (2 * q**2) * plane.turning)
            whole = 2 * q + prodc
            if whole > TINY:
                factor *= plane.above
                parts = factor * plane.turning / q * prodc - 2 * q * factor * (2 * h0 * t0 + h1 * t1)
                left = (1 - plane.radius) ** 2
                line[6] = -slip * left / hardening * (1 + prodc / (2 * q)) * parts / whole**2 * soil.scale / self.ground.young
        return steeper, turning * (t0 - plane.c * share), turning * (t1 - plane.a * share)

    def write(self, y, precision, after):
        """_newton._write of one point: into how many parts the step had better be cut, and whether a multiplier came out below zero."""
        count, point = self.count, self.point
        slips = y[7 + count :]
        most = max(*slips, precision)
        self.ground.held(y[:6], 2.0)
        after[SWELLING] = swelling = y[6]
        parts = 1
        for (k, cyclic), r, was in zip(self.acting, y[7 : 7 + count], self.first_radii, strict=True):
            radius = max(r, was)
            if cyclic and k < 3 and radius > was:
                radius = min(radius, point.values[k])
            parts = max(parts, counted_parts((radius - was) / (was or 1.0), GROWTH, MOST_PARTS))
            after[4 + k if cyclic else k] = radius
        before = point.swelling
        if abs(before) > precision and (swelling - before) / before > GROWTH:
            parts = max(parts, counted_parts((swelling - before) / abs(before), GROWTH, MOST_PARTS))
        return parts, any(slip / most < NEGATIVE for slip in slips)
