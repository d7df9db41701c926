"""RELATION='FONDATION': a shallow foundation on a node, that slides on its base and sinks into the ground (r5.03.31).

With F = (Fx, Fy, Fz, Mx, My) in the own axes, K the element's stiffness, and the surfaces f of _footing:

1. Where the base may lift, the stiffness against turning falls with the eccentricity of the last force.
2. Trial force F + K du. Where both base surfaces are below RESI_INTE CP_SERVICE it holds.
3. Else flows l along the surfaces that are passed: F = F_trial - K n l, kinematic hardening of sliding by what has slid, of bearing by what
   has sunk, solved by Newton's method from the surfaces at the last iterate; of the variants of a surface those stay that flow forward,
   the most of them first. r follows what has sunk by a secant.
4. The tangent is that of the surfaces that are active in the end.

Where little or nothing presses the base down the surfaces take another form: see _light_base.

Internal variables: what has slid (5) and sunk (5), hardening of sliding (2) and of bearing (5, r the third), the state, and the sums of
what has slid (2) and sunk.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

from ._footing import EPS, Footing, Side, bearing, counted, meeting, sides, sign, sliding, softened, variants
from ._light_base import LightBase, is_light

ELASTIC, LIGHT = 1.0, 9999.0


class Foundation:
    """The law of discretes of one node that turn in space, each integrated by itself."""

    linear, symmetric, turning = False, True, True
    internal_names = (
        "DASLX", "DASLY", "DASLZ", "DASLRX", "DASLRY", "DACPX", "DACPY", "DACPZ", "DACPRX", "DACPRY", "DAQSLX", "DAQSLY",
        "DAQCPX", "DAQCPY", "DARCP", "DAQCPRX", "DAQCPRY", "DAUTRE", "DABSSLX", "DABSSLY", "DABSCPZ",
    )  # fmt: skip
    internal_size = len(internal_names)
    needs = {"footing": "FONDA_SUPERFI"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        return Foundation(precision, abs(tries))

    def connect(self, data, link, own, before):
        """Forces (ne, 6), tangents (ne, 6, 6), variables (ne, nv) in the own axes; what turns is the law's."""
        if not link.single:
            raise LawFailed("FONDATION is for discretes of one node")
        beside = np.pad(data.property("spring_beside"), ((0, 0), (0, 3)))
        force, tangent, after = np.zeros_like(own), np.zeros((*own.shape, 6)), before.copy()
        for e, owner in enumerate(data.owner):
            base = _footing(data.materials[owner]["footing"])
            held = link.force[e] - beside[e] * link.earlier[e]
            moved = link.moved[e] - link.earlier[e]
            force[e], tangent[e], after[e] = self._borne(base, own[e].copy(), held, moved, before[e])
        tangent[:, np.arange(6), np.arange(6)] += beside
        return force + beside * link.moved, tangent, after, np.ones(len(own), bool)

    def _borne(self, base, stiffness, held, moved, old):
        """One foundation: force (6,), tangent (6, 6) and variables."""
        error, state = self.precision * base.service, old.copy()
        if base.uplift:
            stiffness[3:5] *= _lifting(base, held, error)
        change = stiffness * moved
        force = held + change
        light, still = LightBase(base, state, self), (abs(change) < EPS).all()
        if not is_light(base, force, state) or not (still or light.flow(stiffness, force, error)):
            self._flow(base, stiffness, force, state, error)
        tangent = light.tangent if state[17] > LIGHT else partial(self._tangent, base)
        return force, tangent(stiffness, force, state, moved, error), state

    def _flow(self, base, stiffness, force, state, error):
        """Steps 2 and 3: force and variables are brought to the surfaces."""
        trial, k, start = force[:5].copy(), stiffness[:5], state.copy()
        q, slip = start[12:17].copy(), start[10:12].copy()
        if not np.hypot(*(trial[:2] - q[:2])) < -trial[2] or not _within(base, trial, q):
            raise LawFailed("FONDATION: the force leaves the base")
        seen = sides(base, trial, slip, q, trial, slip, q)
        passed = [sliding(base, trial, slip, seen[0])[0][0], bearing(base, trial, q, seen[1])[0][0]]
        if passed[1] < error and passed[0] < error:
            state[17] = ELASTIC
            return
        hardening, slipping = base.hardening(start[20]), base.slipping(start[18:20])
        f = trial.copy()
        for _ in range(self.tries + 1):
            seen = sides(base, trial, start[10:12], start[12:17], f, slip, q)
            s, ds = sliding(base, f, slip, seen[0])
            b, db, by_q = bearing(base, f, q, seen[1])
            values = np.concatenate([s, b])
            left = np.concatenate([
                s + ds @ (trial - f) - ds[:, :2] @ (start[10:12] - slip),
                b + db @ (trial - f) + by_q @ (start[12:17] - q),
            ])  # fmt: skip
            active = self._passed(base, passed, error, ds, db)
            whole = meeting(ds, db, by_q, k, slipping, hardening)
            rows, flows = _flowing(active, whole, left, seen)
            active = set(rows)
            each = np.zeros(8)
            each[list(rows)] = flows
            slid, sunk = each[:4] @ ds, each[4:] @ db
            f = trial - k * (slid + sunk)
            q = start[12:17] + hardening * sunk
            q[2] = base.extra(start[20] + abs(sunk[2]))
            if abs(sunk[2]) > EPS:
                hardening[2] = abs((q[2] - start[14]) / sunk[2])
            slip = start[10:12] + slipping * slid[:2]
            if np.hypot(*(f[:2] - q[:2])) > -f[2] or not _within(base, f, q, False):
                raise LawFailed("FONDATION: the force leaves the base")
            if self._balanced(base, f, slip, q, trial, start, active, values, passed, error):
                break
        else:
            raise LawFailed(f"FONDATION does not come back to its surfaces in {self.tries} tries")
        force[:5], state[:5], state[5:10] = f, start[:5] + slid, start[5:10] + sunk
        state[10:12], state[12:17] = slip, q
        state[18:20], state[20] = start[18:20] + abs(slid[:2]), start[20] + abs(sunk[2])
        state[17] = _told(active)

    def _passed(self, base, passed, error, ds, db):
        """The surfaces to be tried: of one that is passed the base variant, and others that are really others."""
        found = []
        for k, (value, rates) in enumerate(zip(passed, (ds, db))):
            if value >= error:
                apart = [i for i in (1, 2, 3) if (abs(rates[0] - rates[i]) >= self.precision).any()]
                found += [4 * k, *(4 * k + i for i in apart if k or abs(base.cohesion) < self.precision)]
        return found

    def _balanced(self, base, f, slip, q, trial, start, active, values, passed, error):
        """Whether nothing is passed and what is active is met; surfaces that are passed on the way join."""
        plain = sides(base, f, slip, q, f, slip, q)
        now = sliding(base, f, slip, plain[0])[0][0], bearing(base, f, q, plain[1])[0][0]
        calm = True
        for k in (0, 1):
            if now[k] > error:
                calm = False
                active.add(4 * k)
        seen = sides(base, trial, start[10:12], start[12:17], f, slip, q)
        met = np.concatenate([sliding(base, f, slip, seen[0])[0], bearing(base, f, q, seen[1])[0]])
        calm = calm and not any(abs(met[i]) > error for i in active)
        if calm:
            for i in set(range(8)) - active:
                if values[i] > error:
                    calm = False
                    if i in (0, 4):
                        active.add(i)
                        passed[i // 4] = values[i]
        return calm

    def _tangent(self, base, stiffness, force, state, moved, error):
        """(6, 6) step 4."""
        rows = _active(state[17])
        f, q, slip = force[:5], state[12:17], state[10:12]
        ones = (1.0, 1.0)
        turned = tuple(sign(f[3 + i], error * size) for i, size in enumerate((base.y, base.x)))
        tilted = []
        for i, size in enumerate((base.y, base.x)):
            found = sign(f[3 + i] - q[3 + i], error * size)
            least = error * size / stiffness[3 + i] if stiffness[3 + i] else np.inf
            tilted.append(found if found else float(np.sign(moved[3 + i])) if abs(moved[3 + i]) >= least else 0.0)
        nowhere = np.zeros(2)
        if np.hypot(*(f[:2] - slip)) < EPS:
            rows = [i for i in rows if i != 1]
        if np.hypot(*(f[:2] - q[:2])) < EPS:
            rows = [i for i in rows if i != 5]
        _, ds = sliding(base, f, slip, Side(nowhere, 1.0, turned, ones))
        _, db, by_q = bearing(base, f, q, Side(nowhere, 1.0, tuple(tilted), ones))
        whole = meeting(ds, db, by_q, stiffness[:5], base.slipping(state[18:20]), base.hardening(state[20]))
        return softened(stiffness, np.concatenate([ds, db]), whole, rows)


def _footing(known) -> Footing:
    pairs = tuple((known[f"RAID_CP_{axis}"], known[f"GAMMA_CP_{axis}"]) for axis in ("X", "Y", "RX", "RY"))
    return Footing(
        known["LONG_X"], known["LONG_Y"], float(np.tan(np.radians(known["PHI"]))), known["COHESION"], known["RAID_GLIS"],
        known["GAMMA_REFE"], known["CP_SERVICE"], max(known["CP_ULTIME"] - known["CP_SERVICE"], 0.0), known["DEPL_REFE"], pairs,
        known["DECOLLEMENT"],
    )  # fmt: skip


def _within(base, force, q, strict=True):
    """Whether the moments less their hardening keep the force on the base."""
    off, room = abs(force[3:5] - q[3:]), -force[2] * np.array([base.y, base.x]) / 2
    return bool((off < room).all() if strict else (off <= room).all())


def _lifting(base, held, error):
    """(2,) what is left of the stiffness against turning of a base that lifts, by its last force."""
    if held[2] >= -EPS:
        return (abs(held[3:5]) <= error * np.array([base.y, base.x])).astype(float)
    off = abs(held[3:5] / held[2]) / np.array([base.y, base.x])
    return np.where(off < 1 / 6, 1.0, 27 / 8 * (1 - 2 * off) ** 3)


def _flowing(active, whole, left, seen):
    """The surfaces that flow forward among those tried, the most of them first, and their flows (n,)."""
    both = 0 in active and 4 in active
    if both:
        rest = [i for i in active if i not in (0, 4)]
        for count in range(len(rest), -1, -1):
            bases = [1 if count == 0 and seen[0].h < 0 else 0, 5 if count == 0 and seen[1].h < 0 else 4]
            for more in combinations(rest, count):
                rows = [*bases, *more]
                flows = _solved(whole, left, rows)
                if flows is not None and (flows > -EPS).all() and (abs(flows) <= abs(left[rows]).mean()).all():
                    return rows, flows
        if flows is None or (flows > -EPS).all():
            return rows, np.zeros(2) if flows is None else flows
        active = [i for i in active if i >= 4] if flows[0] <= -EPS else [i for i in active if i < 4]
    if not active:
        raise LawFailed("FONDATION: no surface flows")
    rest = active[1:]
    for count in range(len(rest), -1, -1):
        for more in combinations(rest, count):
            rows = [active[0], *more]
            flows = _solved(whole, left, rows)
            if flows is not None and (flows > -EPS).all():
                return rows, flows
    raise LawFailed("FONDATION: no surface flows forward")


def _solved(whole, left, rows):
    try:
        return np.linalg.solve(whole[np.ix_(rows, rows)], left[rows])
    except np.linalg.LinAlgError:
        return None


def _told(active) -> float:
    """The state: 1 elastic, 10 + n sliding, 20 + n bearing, 100 + 10 n + n both, n counting the variants."""
    if 0 in active and 4 in active:
        return 100.0 + 10.0 * counted(active, 4) + counted(active, 0)
    if (0 in active and 5 in active) or (4 in active and 1 in active) or {1, 5} <= set(active):
        return 111.0
    if 0 in active:
        return 10.0 + counted(active, 0)
    return 20.0 + counted(active, 4) if 4 in active else ELASTIC


def _active(state) -> list[int]:
    """The surfaces, 0 to 3 of sliding and 4 to 7 of bearing, that a state stands for."""
    state = round(state)
    if state > 99:
        return variants((state - 100) % 10, 0) + variants((state - 100) // 10, 4)
    return variants(state - 10, 0) if 9 < state < 20 else variants(state - 20, 4) if state > 19 else []


BEHAVIOURS.add("FONDATION", Foundation())
