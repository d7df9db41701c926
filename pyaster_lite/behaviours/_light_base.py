"""A part of FONDATION: a shallow foundation that little or nothing presses down (r5.03.31).

Below a tenth of the capacity, where moments nearly tilt the base, or below a hundredth anyway, the surface of bearing is a straight line
from the force of that share of the capacity to none; sliding is as always. What would tilt the base by its moments alone is not followed.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._footing import EPS, Side, counted, light_bearing, light_sliding, meeting, sides, sign, softened, variants

NEAR, FAR = 0.01, 0.1
"""Shares of the capacity."""


def is_light(base, force, state) -> bool:
    """Whether so little presses the base down that its surfaces take another form."""
    capacity = base.service + state[14]
    return force[2] >= -NEAR * capacity or (force[2] >= -FAR * capacity and _leaning(base, force, state))


def _leaning(base, force, state):
    off = abs(force[3:5] - state[15:17]) / (-np.array([base.y, base.x]) / 2 * force[2])
    return bool((off > 0.8).any())


class LightBase:
    """The surfaces of one base from the state (nv,) of the last instant, which `flow` moves on; `law` says the precision and the tries."""

    def __init__(self, base, state, law):
        self.base, self.state, self.precision, self.tries = base, state, law.precision, law.tries

    def flow(self, stiffness, force, error) -> bool:
        """Bring force and state to the surfaces; False where the force ends beyond where they hold, both being left as they were."""
        base, state, k = self.base, self.state, stiffness[:5]
        trial, start = force[:5].copy(), state.copy()
        near = trial[2] >= -NEAR * (base.service + state[14]) and not (trial[2] < -EPS and _leaning(base, trial, state))
        factor = NEAR if near else FAR
        slip, q = start[10:12].copy(), start[12:17].copy()
        passed = self._passed(trial, slip, q, factor, error)
        if not passed:
            state[17] = 1.0
            return True
        slides, sinks = passed
        hardening, slipping, f = base.hardening(start[20]), base.slipping(start[18:20]), trial.copy()
        for _ in range(self.tries + 1):
            seen = sides(base, trial, start[10:12], start[12:17], f, slip, q, error)
            if f[2] < -error and (abs(f[3:5]) >= -f[2] / 2 * np.array([base.y, base.x])).any():
                raise LawFailed("FONDATION: the force leaves the base")
            s, ds = light_sliding(base, f, slip, seen[0], error)
            b, db, by_q = light_bearing(base, f, q, seen[1], factor)
            left = np.concatenate([
                s + ds @ (trial - f) - ds[:, :2] @ (start[10:12] - slip),
                b + db @ (trial - f) + by_q @ (start[12:17] - q),
            ])  # fmt: skip
            whole = meeting(ds, db, by_q, k, slipping, hardening, True)
            rates = np.concatenate([ds, db])
            active = self._kept(self._tried(slides, sinks, rates, error), whole, left)
            active = self._apart(active, rates, trial, f - np.concatenate([slip, q[2:]]), f - q)
            active, flows = self._forward(active, whole, left)
            slid, sunk = flows[:4] @ ds, flows[4:] @ db
            f, q = trial - k * (slid + sunk), start[12:17] + hardening * sunk
            q[2] = base.extra(start[20] + abs(sunk[2]))
            if abs(sunk[2]) > error / stiffness[2]:
                hardening[2] = (q[2] - start[14]) / sunk[2]
            slip = start[10:12] + slipping * slid[:2]
            values = np.concatenate([s if slides else s * 0.0, b])
            met = all(abs(values[i]) <= error for i in active)
            joining = [i for i in (0, 4) if i not in active and values[i] > error]
            slides, sinks = slides or 0 in joining, sinks or 4 in joining
            if met and not joining:
                break
        else:
            raise LawFailed(f"FONDATION does not come back to its surfaces in {self.tries} tries")
        if -f[2] / (base.service + q[2]) > factor:
            return False
        force[:5], state[:5], state[5:10] = f, start[:5] + slid, start[5:10] + sunk
        state[10:12], state[12:17] = slip, q
        state[18:20], state[20] = start[18:20] + abs(slid[:2]), start[20] + abs(sunk[2])
        state[17] = (1e4 if near else 2e4) + 10.0 * counted(active, 4) + counted(active, 0)
        return True

    def _passed(self, trial, slip, q, factor, error):
        """Whether the base slides and sinks, None where it does neither."""
        base, size = self.base, np.array([self.base.y, self.base.x])
        capacity = base.service + q[2]
        pull, off = np.hypot(*(trial[:2] - q[:2])), abs(trial[3:5] - q[3:]) / size
        share = factor * capacity
        if pull >= share - error or (off >= share / 2 - error).any():
            raise LawFailed("FONDATION: the force leaves the base")
        if trial[2] < -error:
            arms = np.minimum(abs(trial[3:5]) / -trial[2], size[::-1] / 2)
        else:
            arms = np.where(abs(trial[3:5]) < error * size, 0.0, size / 2)
        room = (1 - 2 * arms[1] / base.y) * (1 - 2 * arms[0] / base.x)
        slides = np.hypot(*(trial[:2] - slip)) + trial[2] * base.slope - base.cohesion * base.x * base.y * room
        tilt, (ex, ey) = 1 - pull / share, 1 - 2 * off / share
        sinks = (1 - (factor / (ex * ey)) ** (1 / 3)) * trial[2] + pull
        turns = np.array([
            (1 - factor / (tilt**3 * ey)) * base.y * trial[2] + 2 * off[0] * base.y,
            (1 - factor / (tilt**3 * ex)) * base.x * trial[2] + 2 * off[1] * base.x,
        ])  # fmt: skip
        if max(slides, sinks, *turns) < EPS:
            return None
        if ((turns >= EPS * size) & (off > EPS)).any():
            raise LawFailed("FONDATION: a base that little presses down tilts, which is not followed yet")
        pulled = pull <= error and (off <= error).all()
        return bool(slides > EPS), bool(sinks >= EPS and (pull > EPS or pulled))

    def _tried(self, slides, sinks, rates, error):
        """The surfaces to be tried, and variants that are really others."""

        def apart(i, first):
            both = (rates[i] @ rates[first]) ** 2 / ((rates[i] @ rates[i]) * (rates[first] @ rates[first]))
            return abs(both - 1.0) >= self.precision

        found = [0] if slides else []
        if slides and self.base.cohesion * self.base.x * self.base.y < error:
            found += [i for i in (1, 2, 3) if apart(i, 0)]
        return found + ([4] + ([5] if apart(5, 4) else []) if sinks else [])

    @staticmethod
    def _kept(active, whole, left):
        """Of the variants of each surface those that flow forward together, the most of them first."""
        result = []
        for start in (0, 4):
            own = [i for i in active if start <= i < start + 4]
            others = [i for i in own if i != start]
            groups = [others] if len(others) == 3 else []
            groups += [[start + 1 + j, start + 1 + (j + 1) % 3] for j in range(3)] if len(others) >= 2 else []
            kept = None
            for group in groups:
                if set(group) <= set(others) and _forward(whole, left, [start, *group]):
                    kept = [start, *group]
                    break
            if kept is None and others:
                kept = [start, *others]
                for i in list(others):
                    told = _forward(whole, left, [start, i])
                    if told:
                        kept = [start, i]
                        break
                    if told is not None:
                        kept.remove(i)
            result += own if kept is None else sorted(kept)
        return result

    def _apart(self, active, rates, trial, sliding, bearing):
        """Surfaces that cannot both be active: that of the least slope stays."""
        active = set(active)
        if {1, 5} <= active:
            active.remove(5 if rates[5, 2] > rates[0, 2] else 1)
        stiff = [stiffness > EPS and abs(pull) > EPS for (stiffness, _), pull in zip(self.base.bearing[:2], trial[:2])]
        alike = self.base.slip_stiffness <= EPS and not any(stiff)
        still = np.hypot(*sliding[:2]) <= EPS and np.hypot(*bearing[:2]) <= EPS
        if {0, 4} <= active and (alike or still):
            active.remove(4 if rates[4, 2] > rates[0, 2] else 0)
        return sorted(active)

    @staticmethod
    def _forward(active, whole, left):
        """What is left of the surfaces that are tried once those that flow backward are, and the flows (8,)."""
        while active:
            try:
                found = np.linalg.solve(whole[np.ix_(active, active)], left[active])
            except np.linalg.LinAlgError:
                break
            if (found > -EPS).all():
                flows = np.zeros(8)
                flows[active] = found
                return active, flows
            active = [i for i, flow in zip(active, found) if flow > -EPS]
        raise LawFailed("FONDATION: no surface flows")

    def tangent(self, stiffness, force, state, moved, error):
        """(6, 6) where these surfaces are active."""
        base, f = self.base, force[:5]
        factor, number = (FAR if state[17] > 19999.0 else NEAR), round(state[17])
        rows = variants(number % 10, 0) + variants(number // 10 % 10, 4)
        slip, q = state[10:12], state[12:17]
        toward = moved[:2] / stiffness[:2] if (stiffness[:2] > 0.0).all() else np.zeros(2)
        size = np.hypot(*toward)
        toward = toward / size if size >= EPS else np.zeros(2)
        given = []
        for start, origin in ((0, slip), (4, q[:2])):
            both = {start, start + 1} <= set(rows)
            still = np.hypot(*(f[:2] - origin)) < EPS
            if still and (start == 0 or not both or size < EPS):
                rows = [i for i in rows if i != start + 1]
            given.append(toward if both else np.zeros(2))
        turned = tuple(sign(f[3 + i], error * length) for i, length in enumerate((base.y, base.x)))
        tilted = tuple(sign(f[3 + i] - q[3 + i], error * length) for i, length in enumerate((base.y, base.x)))
        _, ds = light_sliding(base, f, slip, Side(given[0], 1.0, turned, (1.0, 1.0)), error)
        _, db, by_q = light_bearing(base, f, q, Side(given[1], 1.0, tilted, (1.0, 1.0)), factor)
        whole = meeting(ds, db, by_q, stiffness[:5], base.slipping(state[18:20]), base.hardening(state[20]), True)
        return softened(stiffness, np.concatenate([ds, db]), whole, rows)


def _forward(whole, left, rows):
    """Whether these surfaces flow forward together; None where that cannot be told."""
    try:
        return bool((np.linalg.solve(whole[np.ix_(rows, rows)], left[rows]) > -EPS).all())
    except np.linalg.LinAlgError:
        return None
