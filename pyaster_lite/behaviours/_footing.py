"""Surfaces that bound what a shallow foundation bears: sliding on its base and bearing capacity (r5.03.31).

With F = (Fx, Fy, Fz, Mx, My), Fz negative where the ground bears it, H the size of (Fx, Fy) less kinematic hardening q, M less that of the
moments for bearing:

    sliding  f = h H + Fz tan(phi) - c Lx Ly e(My, Lx) e(Mx, Ly),             e(M, L) = 1 + 2 m |M| / (L Fz)
    bearing  f = -Fz - (V + r) (1 + h H / Fz)^3 e(My, Lx) e(Mx, Ly)

Four variants of each surface meet where H or a moment vanishes: that of the signs h, mx, my of a start, and those with one sign turned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import LawFailed

EPS = np.finfo(float).eps
VARIANTS = ((1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1))
COUNTED = {(): 1, (1,): 2, (2,): 3, (3,): 4, (1, 2): 5, (1, 3): 6, (2, 3): 7, (1, 2, 3): 8}
"""How the variants beside the base one are counted in the state."""


@dataclass(frozen=True)
class Footing:
    """Sizes, m, friction and cohesion of a base, its capacity in service, N, and how it hardens, as FONDA_SUPERFI names them."""

    x: float
    y: float
    slope: float
    cohesion: float
    slip_stiffness: float
    slip_rate: float
    service: float
    ultimate: float
    reference: float
    bearing: tuple
    uplift: bool

    def slipping(self, slid):
        """(2,) hardening by what has slid (2,)."""
        return self.slip_stiffness * np.exp(-self.slip_rate * slid)

    def hardening(self, sunk):
        """(5,) of bearing by how much has sunk; the third is the rate of r."""
        pairs = [stiffness * np.exp(-rate * sunk) for stiffness, rate in self.bearing]
        own = self.ultimate * self.reference / (self.reference + sunk) ** 2 if self.reference > EPS else 0.0
        return np.array([*pairs[:2], own, *pairs[2:]])

    def extra(self, sunk):
        """r, the capacity beyond that in service."""
        return self.ultimate * sunk / (self.reference + sunk) if self.reference > EPS else 0.0


@dataclass(frozen=True)
class Side:
    """Signs from which a surface is seen: the direction (2,) of H where it vanishes, h, and of the moments those that they had at the start
    and whether they still have them (1 or -1)."""

    direction: np.ndarray
    h: float
    first: tuple
    still: tuple

    def variants(self):
        """(h, mx, my, sign of Mx, sign of My) of the four."""
        return [
            (h * self.h, x * self.still[0], y * self.still[1], x * self.first[0], y * self.first[1]) for h, x, y in VARIANTS
        ]  # fmt: skip


def sliding(base: Footing, force, q, side: Side):
    """Values (4,), gradients (4, 5) by the forces of the variants of sliding."""
    pull = force[:2] - q
    size = np.hypot(*pull)
    along = side.direction if size <= EPS else pull / size
    fz, mx, my = force[2], abs(force[3]), abs(force[4])
    held, values, rates = base.cohesion * base.x * base.y, np.zeros(4), np.zeros((4, 5))
    for i, (h, sx, sy, ox, oy) in enumerate(side.variants()):
        ex, ey = 1 + 2 * sx * mx / (base.y * fz), 1 + 2 * sy * my / (base.x * fz)
        values[i] = h * size + fz * base.slope - held * ey * ex
        rates[i, :2], rates[i, 2] = along * h, base.slope
        if my < -base.x * fz / 2 and mx < -base.y * fz / 2:
            rates[i, 2] += 2 * held * (sy * my / (base.x * fz**2) * ex + sx * mx / (base.y * fz**2) * ey)
            rates[i, 3], rates[i, 4] = -2 * ox * held * ey / (base.y * fz), -2 * oy * held * ex / (base.x * fz)
    return values, rates


def bearing(base: Footing, force, q, side: Side):
    """Values (4,), gradients (4, 5) by the forces and (4, 5) by the hardening of the variants of bearing; q (5,), r its third."""
    pull = force[:2] - q[:2]
    size, fz, mx, my = np.hypot(*pull), force[2], abs(force[3] - q[3]), abs(force[4] - q[4])
    along, capacity = side.direction if size < EPS else pull / size, base.service + q[2]
    values, rates, by_q = np.zeros(4), np.zeros((4, 5)), np.zeros((4, 5))
    for i, (h, sx, sy, ox, oy) in enumerate(side.variants()):
        ex, ey, tilt = 1 + 2 * sx * mx / (base.y * fz), 1 + 2 * sy * my / (base.x * fz), 1 + h * size / fz
        values[i] = -fz - capacity * tilt**3 * ex * ey
        rates[i, :2] = -3 * capacity * ey * ex * tilt**2 * h / fz * along
        rates[i, 2] = -1 + capacity / fz**2 * (
            2 * sx * mx / base.y * tilt**3 * ey + 2 * sy * my / base.x * tilt**3 * ex + 3 * h * size * tilt**2 * ex * ey
        )  # fmt: skip
        rates[i, 3], rates[i, 4] = -2 * capacity / fz * tilt**3 * np.array([ey * ox / base.y, ex * oy / base.x])
        by_q[i] = -rates[i]
        by_q[i, 2] = -(tilt**3) * ex * ey
    return values, rates, by_q


def light_sliding(base: Footing, force, q, side: Side, error: float):
    """As `sliding` where little or nothing presses the base down: without moments cohesion holds a base that is pulled."""
    if force[2] < -error:
        return sliding(base, force, q, side)
    pull = force[:2] - q
    size = np.hypot(*pull)
    along = side.direction if size < EPS else pull / size
    held = base.cohesion * base.x * base.y if (abs(force[3:5]) < error).all() else 0.0
    signs, rates = np.array([h for h, *_ in side.variants()]), np.zeros((4, 5))
    rates[:, :2], rates[:, 2] = signs[:, None] * along, base.slope
    return signs * size + force[2] * base.slope - held, rates


def light_bearing(base: Footing, force, q, side: Side, factor: float):
    """As `bearing` where little presses the base down, a straight line to the force of `factor` times the capacity.

    The gradients by moments and hardening are code_aster's, which has the lengths of the base for each other and the sign of the last.
    """
    pull, capacity = force[:2] - q[:2], base.service + q[2]
    size, fz, mx, my = np.hypot(*pull), force[2], abs(force[3] - q[3]), abs(force[4] - q[4])
    along = side.direction if size < EPS else pull / size
    values, rates, by_q = np.zeros(4), np.zeros((4, 5)), np.zeros((4, 5))
    for i, (h, sx, sy, ox, oy) in enumerate(side.variants()):
        a, b = 1 - 2 * sx * mx / (factor * base.y * capacity), 1 - 2 * sy * my / (factor * base.x * capacity)
        share = (factor / (a * b)) ** (1 / 3)
        values[i] = (1 - share) * fz + h * size
        rates[i, :2], rates[i, 2] = along * h, 1 - share
        turned = -2 * fz * share / (3 * capacity * factor)
        rates[i, 3], rates[i, 4] = turned * ox / (base.x * a), turned * oy / (base.y * b)
        by_q[i] = -rates[i]
        by_q[i, 2] = turned / (capacity * base.x * base.y) * (sx * mx * base.y / a + sy * my * base.x / b)
    return values, rates, by_q


def meeting(rates_s, rates_b, by_q, stiffness, slipping, hardening, light=False):
    """(8, 8) how fast the surfaces, sliding first, fall by flows along each: what is to be solved for them."""
    rates = np.concatenate([rates_s, rates_b])
    whole = (rates * stiffness) @ rates.T
    whole[:4, :4] += (rates_s[:, :2] * slipping) @ rates_s[:, :2].T
    sense = np.ones((4, 5))
    sense[:, 2] = np.where(rates_b[:, 2] > EPS, 1.0, -1.0) if not light else 1.0
    whole[4:, 4:] -= (by_q * hardening * sense) @ rates_b.T
    return whole


def sign(value, least):
    """1, -1, or 0 of what is not above `least`."""
    return 0.0 if abs(value) <= least else float(np.sign(value))


def sides(base, first, first_slip, first_q, now, slip, q, least=EPS) -> tuple[Side, Side]:
    """From where sliding and bearing are seen at forces `now`, by the signs of those at first, those below `least` counting for none."""
    made = []
    for origin, here, f0, f in ((first_slip, slip, first, now), (first_q, q, first, now)):
        pull = f0[:2] - origin[:2]
        size = np.hypot(*pull)
        direction = np.zeros(2) if size <= EPS else pull / size
        centre0, centre = (origin[3:], here[3:]) if len(origin) == 5 else (np.zeros(2), np.zeros(2))
        signs = tuple(sign(f0[3 + i] - centre0[i], least * length) for i, length in enumerate((base.y, base.x)))
        still = tuple(
            -1.0 if signs[i] * (f[3 + i] - centre[i]) < -least * length else 1.0 for i, length in enumerate((base.y, base.x))
        )  # fmt: skip
        along = (f[:2] - here[:2]) @ direction
        made.append(Side(direction, -1.0 if along < -least else 1.0, signs, still))
    return tuple(made)


def counted(active, start) -> float:
    """How the state tells the surfaces from `start` on that are active, a base variant and others."""
    if start not in active:
        return 0.0
    return float(COUNTED[tuple(i - start for i in sorted(active) if start < i < start + 4)])


def variants(number, start) -> list[int]:
    """The surfaces that `counted` tells."""
    if not number:
        return []
    return [start, *(start + i for i in next(rest for rest, own in COUNTED.items() if own == number))]


def softened(stiffness, rates, whole, rows) -> np.ndarray:
    """(6, 6) the tangent where the surfaces `rows` are active, of gradients (8, 5); raises LawFailed where they leave none."""
    tangent = np.diag(stiffness)
    if not rows:
        return tangent
    try:
        lost = rates[rows].T @ np.linalg.solve(whole[np.ix_(rows, rows)], rates[rows])
    except np.linalg.LinAlgError:
        raise LawFailed("FONDATION: the surfaces that are met leave no tangent") from None
    lost = np.tril(lost) + np.tril(lost, -1).T
    tangent[:5, :5] -= lost * np.outer(stiffness[:5], stiffness[:5])
    return tangent
