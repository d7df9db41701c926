"""RELATION='ASSE_CORN': bolted joints of angles, which pull along x and turn about y by two mechanisms (r5.03.32, dicorn).

With u, t the elongation and the turn in sizes of what a mechanism reaches, p = |(u, t)|, N, M in sizes of its limits, the force grows by

    r(p) = (sqrt(g^2 + 4 g) - g) / 2,  g = d p,  d = c^2 / (1 - c),     N = r u / p,  M = r t / p

The first mechanism (slip of the bolts) acts up to p = 1, r = c; the second one (yield of the angles) follows, on its surface (state 2) or
below it, where it unloads elastically (0) until what it has left behind is passed and the first one starts again from there (1).

Forces grow from those of the last instant by secants over the step, and the iteration matrix takes other secants: how both are found
differs in the first iteration of a step, as in code_aster, whose results within the tolerance depend on it.

A spring KP, KT1, KT2 may stand beside; forces grow from all that the joint bore, its pull included, as in code_aster.

Internal variables: p of both mechanisms, the state, elongation and turn left behind, force and moment of the second mechanism's surface.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

AXES = (0, 4)
"""Of what the mechanisms act on, among translations and rotations."""


@dataclass(frozen=True)
class Mechanism:
    """limit  (N, Nm) and reach (m, rad);  end  the share c;  stiff  the elastic stiffness."""

    limit: np.ndarray
    reach: np.ndarray
    end: float
    stiff: np.ndarray

    @classmethod
    def of(cls, given, ratio) -> Mechanism:
        """From the material's numbers."""
        limit, reach = np.array(given[:2]), np.array(given[2:4])
        return cls(limit, reach, given[4], ratio * limit / reach)

    @property
    def slope(self) -> float:
        """d."""
        return self.end**2 / (1.0 - self.end)

    def force(self, p: float) -> float:
        """r(p)."""
        g = self.slope * p
        return 0.5 * (sqrt(g * g + 4.0 * g) - g)

    def path(self, r: float) -> float:
        """p of r; raises LawFailed where no p is."""
        if r >= 1.0:
            raise LawFailed("ASSE_CORN: the joint is pulled or turned beyond its limit")
        return r * r / (1.0 - r) / self.slope

    def size(self, force) -> float:
        """|(N, M)| in sizes of the limits."""
        return hypot(*(force / self.limit))

    def far(self, move) -> float:
        """p of an elongation and a turn."""
        return hypot(*(move / self.reach))

    def reached(self, force):
        """p of a force, and the elongation and the turn that go with it."""
        size = self.size(force)
        p = self.path(size)
        return p, p * self.reach * (force / self.limit) / size if size else np.zeros(2)

    def secant(self, p: float) -> np.ndarray:
        """The stiffness of both at p."""
        return self.force(p) * self.limit / self.reach / p


@dataclass(frozen=True)
class Joint:
    """A joint over a step: held the force at its start, before and after its moves, step their difference, arrays (2,)."""

    first: Mechanism
    second: Mechanism
    held: np.ndarray
    before: np.ndarray
    after: np.ndarray
    start: bool

    @property
    def step(self) -> np.ndarray:
        """How it moves in the step."""
        return self.after - self.before

    def where(self, value, mechanism):
        """Values, the elastic stiffness along what does not move."""
        return np.where(self.step == 0.0, mechanism.stiff, value)

    def divided(self, force, move):
        """force / move, zero where neither is."""
        return np.divide(force, move, out=np.zeros(2), where=move != 0.0)

    def grown(self, force, mechanism):
        """The secant over the step to a force."""
        return self.where(self.divided(force - self.held, self.step), mechanism)

    def towards(self, trial, whole, mechanism):
        """The force by the secant of a trial force at a whole move, and this secant."""
        secant = self.where(self.divided(trial, whole), mechanism)
        return secant * self.after, secant

    def on_first(self, v):
        """In the first mechanism, or where the second one begins: secant over the step, that of the iteration, the variables."""
        one, p, left = self.first, v[0], v[3:5]
        if self.start:
            secant = one.stiff if p == 0.0 else self.where(one.secant(p), one)
            trial = self.held + secant * self.step
            if one.size(trial) >= one.end:
                return self.passed(v, trial)
            p, move = one.reached(trial)
            force, secant = self.towards(trial, move + left, one)
            return self.grown(force, one), secant, np.array([p, v[1], 1.0, *v[3:]])
        move = self.after - left
        p = one.far(move)
        if p > 1.0:
            return self.passed(v, None, p)
        return self.slipping(v, move, p)

    def slipping(self, v, move, p):
        """On the first mechanism's curve at a move."""
        secant = self.where(self.first.secant(p) if p else self.first.stiff, self.first)
        return self.grown(secant * move, self.first), secant, np.array([p, v[1], 1.0, *v[3:]])

    def passed(self, v, trial, p=0.0):
        """From the first mechanism to the second one, by a trial force in the first iteration, by the moves in others."""
        one, two, past = self.first, self.second, v[0]
        since = self.before - v[3:5]
        if past:
            along = since / one.reach / past
        else:
            along = trial / one.limit / one.size(trial) if self.start else (since + self.step) / one.reach / p
        along = along / hypot(*along)
        ends = one.end * along * one.limit
        _, skipped = two.reached(ends)
        turned = along * one.reach
        if self.start:
            p2, move = two.reached(trial)
            whole = move + turned - skipped + self.after - self.step - turned * past
            force, secant = self.towards(trial, whole, two)
            left = whole - force / two.stiff
            return self.grown(force, two), secant, np.array([one.far(whole - v[3:5]), p2, 2.0, *left, *force])
        move = self.step - turned + skipped + turned * past
        p2 = two.far(move)
        force = two.secant(p2) * move
        secant = self.where(two.secant(p2), two)
        left = self.after - force / two.stiff
        return self.grown(force, two), secant, np.array([one.far(self.after - v[3:5]), p2, 2.0, *left, *force])

    def on_second(self, v):
        """On the second mechanism's surface or below it."""
        two, p, r, top = self.second, v[1], self.second.force(v[1]), v[5:7]
        loading = v[2] == 2.0
        trial = self.held + (two.secant(p) if loading else two.stiff) * self.step
        size = two.size(trial)
        if (size < r) if loading else (size <= r):
            back = None if loading or top @ (trial / two.limit**2) >= 0.0 else self.back(v, trial, r)
            return (two.stiff, two.stiff, np.array([v[0], p, 0.0, *v[3:]])) if back is None else back
        origin = self.held if loading else top
        before = p * (origin / two.limit) / r
        if self.start:
            p2 = two.path(size)
            move = (p2 * (trial / two.limit) / size - before) * two.reach
            whole = move + self.before + (0.0 if loading else (top - self.held) / two.stiff)
            force, secant = self.towards(trial, whole, two)
            return self.grown(force, two), secant, np.array([v[0], p2, 2.0, *(whole - trial / two.stiff), *trial])
        move = self.step + before * two.reach - (0.0 if loading else (top - self.held) / two.stiff)
        p2 = two.far(move)
        force, secant = two.secant(p2) * move, self.where(two.secant(p2), two)
        return self.grown(force, two), secant, np.array([v[0], p2, 2.0, *(self.after - force / two.stiff), *force])

    def back(self, v, trial, r):
        """The other way past what is left: the first mechanism again; None where it stays elastic."""
        one, left = self.first, v[3:5]
        if not self.start:
            move = self.after - left
            p = one.far(move)
            return None if p > 1.0 else self.slipping(v, move, p)
        if one.size(trial) >= one.end:
            return None
        p, move = one.reached(trial)
        force, secant = self.towards(trial, move + left, one)
        return self.grown(force, one), secant, np.array([p, v[1], 1.0, *v[3:]])

    def at_rest(self, v):
        """What the prediction takes: secant over the step, and that of the iteration."""
        if v[0] <= 1.0 or v[2] == 1.0:
            return self.first.stiff, self.first.secant(v[0]) if v[0] else self.first.stiff
        return self.second.stiff, self.second.secant(v[1]) if v[2] == 2.0 else self.second.stiff


class BoltedAngle:
    """The law of discretes of two nodes that turn in space, each integrated by itself."""

    linear, symmetric, turning = False, True, True
    iterative = "beside"
    internal_names = tuple(f"ASSCORN{k}" for k in range(1, 8))
    internal_size = len(internal_names)
    needs = {"bolted_angle": "ASSE_CORN"}

    def connect(self, data, link, own, before):
        """Forces (ne, 6), tangents (ne, 6, 6), variables (ne, 7) in the own axes; what turns is the law's."""
        if link.single:
            raise LawFailed("ASSE_CORN is for discretes of two nodes")
        force, tangent, after = link.force.copy(), np.zeros((*own.shape, 6)), before.copy()
        axes = list(AXES)
        for e, owner in enumerate(data.owner):
            *mechanisms, beside, ratio = data.materials[owner]["bolted_angle"]
            one, two = (Mechanism.of(given, ratio) for given in mechanisms)
            moved, earlier, held = (part[e, axes] for part in (link.moved, link.earlier, link.force))
            joint = Joint(one, two, held, earlier, moved, link.iteration == 1)
            if data.step.predicting:
                grown, secant = joint.at_rest(before[e])
            else:
                follow = joint.on_first if before[e, 0] <= 1.0 or before[e, 2] == 1.0 else joint.on_second
                grown, secant, after[e] = follow(before[e])
            by_step, by_turn = np.zeros(6), np.zeros(6)
            by_step[[1, 2, 3, 5]] = by_turn[[1, 2, 3, 5]] = beside
            by_step[axes], by_turn[axes] = grown, secant
            force[e] += by_step * (link.moved[e] - link.earlier[e])
            tangent[e] = np.diag(by_turn)
        spring = np.pad(data.property("spring_beside", np.zeros(3)), ((0, 0), (0, 3)))
        tangent[:, np.arange(6), np.arange(6)] += spring
        return force + spring * link.moved, tangent, after, np.ones(len(own), bool)


BEHAVIOURS.add("ASSE_CORN", BoltedAngle())
