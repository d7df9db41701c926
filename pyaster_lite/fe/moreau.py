"""Steps in velocities and impulses, for motion with impacts and friction (not in code_aster).

One step of length h from u_, v_ to u, v, with vm = theta v + (1 - theta) v_, tm = t_ + theta h and P the contact impulses:

1.  u = u_ + h vm
2.  M (v - v_) + h (theta fint(u) + (1 - theta) fint(u_) + C vm) + P = h fext(tm), relations met by u
3.  P and v obey unilateral contact and Coulomb's law (contact/impulsion.py), paired on  u_ + (1 - theta) h v_

Explicitly, with theta = 1/2 and a diagonal mass, fint is taken at  u_ + h v_ / 2  instead: nothing but contact is solved for.

Without events it is of second order for theta = 1/2, the explicit way too. An event within a step (stick, slip, contact) costs an error of
second order in velocity and position; an impact, one of first order in position. What sticks does not move and what stops does not sink.
Source: J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, CISM 302, 1988; M. Jean, The non-smooth contact
dynamics method, Computer Methods in Applied Mechanics and Engineering 177, 1999.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .balance import Course, Judge
from .errors import LawFailed, SingularMatrix
from .explicit import unbounded
from .iteration_matrix import IterationMatrix
from .newton import KEPT, Options, State, StepFailed, Structure

ROUNDING = 1e-9
"""Initial positions that miss their relations by less than this share of the largest are left there: velocities would feel it over h."""


@dataclass(frozen=True)
class VelocityRule:
    """One step of length dt with the weight theta on its end, explicit or not."""

    dt: float
    theta: float
    explicit: bool


@dataclass(frozen=True)
class VelocityScheme:
    """The scheme of this module with its weight."""

    theta: float = 0.5
    explicit: bool = False
    phi = 1.0

    def rule(self, dt: float) -> VelocityRule:
        """The rule of a step of length dt (s)."""
        return VelocityRule(dt, self.theta, self.explicit)


class Moreau:
    """Advances steps one after the other; `contact` is one between velocities and impulses, or None."""

    def __init__(self, structure: Structure, options: Options, contact=None):
        self.structure, self.options, self.contact = structure, options, contact
        self.watch = self.more = self.clock = self.steering = None
        self._kept: dict[str, IterationMatrix] = {}
        self._judge = Judge(options.criteria)
        self._first: State | None = None

    def step(self, state: State, rule: VelocityRule, t: float, number: int) -> tuple[State, Course]:
        """The step that ends at t. Raises StepFailed."""
        structure, contact, h, theta = self.structure, self.contact, rule.dt, rule.theta
        once = rule.explicit or structure.linear
        course = Course(1 if once else self.options.most)
        self._first = self._first or state
        balance = _Balance(structure, state, rule)
        start = state.u + (1 - theta) * h * state.v
        if contact is not None:
            contact.pair(t, start)
        rates = self._imposed_rates(state, t, number)
        v, increment = state.v, h * state.v
        force, internal = self._integrate(state, 0.5 * increment if rule.explicit else increment, t)
        contact_force = np.zeros(structure.size)
        unbalanced = balance.unbalanced(v, increment, force)
        while True:
            matrix = self._matrix(rule, state, increment, t)
            v = v + matrix.solve(h * unbalanced, self._lacking(rates, increment / h, theta))
            if contact is not None:
                v = v + contact.change(matrix, theta * h, h, state.v, v)
                contact_force[:] = 0.0
                contact.add_force(contact_force)
            if not np.isfinite(v).all():
                text = unbounded(structure, matrix, self._first, h) if rule.explicit else "the motion grows without bound"
                raise StepFailed("error", text)
            increment = h * (theta * v + (1 - theta) * state.v)
            end, internal = self._integrate(state, increment, t)
            force = force if rule.explicit else end
            unbalanced = balance.unbalanced(v, increment, force)
            reaction = structure.elimination.supported(unbalanced - contact_force)
            if once:
                course.relative.append(0.0)
                course.largest.append(0.0)
                break
            residual = unbalanced - contact_force - reaction
            scale = max(abs(balance.given).max(), abs(contact_force + reaction).max(), abs(structure.mass @ v).max() / h)
            if self._judge.judge(course, residual, scale, state.force, number):
                break
            if not np.isfinite(course.largest[-1]) or len(course) >= course.limit:
                message = f"no balance after {len(course)} iterations (residual {'; '.join(map(str, course.measures))})"
                raise StepFailed("error", message, course.relative, course.largest)
        out = None if contact is None else contact.moved_out(theta * h * v)
        if out is not None:
            increment = increment + out
            end, internal = self._integrate(state, increment, t)
        return State(t, state.u + increment, v, (v - state.v) / h, reaction, end, balance.given, internal, increment, h), course

    def _imposed_rates(self, state, t, number):
        """G (b(t) - b(t_)) / h (n,), which brings initial positions onto their relations; None when nothing is imposed."""
        elimination, h = self.structure.elimination, t - state.time
        if not len(elimination.relations):
            return None
        end, start = elimination.offset(t), elimination.offset(state.time)
        if number == 1:
            missed = elimination.missing(state.time, state.u)
            if missed is not None and abs(missed).max() > ROUNDING * (abs(state.u).max() + abs(start).max()):
                end = end + missed
        return (end - start) / h

    def _lacking(self, rates, mean, theta):
        """What the velocity at the end lacks to meet the relations, `mean` being that over the step: relations of positions would
        magnify their rounding."""
        if rates is None:
            return None
        elimination = self.structure.elimination
        return (rates - elimination.told(mean)) / theta

    def _integrate(self, state, increment, t):
        try:
            return self.structure.internal_forces(state, increment, t)
        except LawFailed as failure:
            raise StepFailed("error", failure.message) from failure

    def _matrix(self, rule, state, increment, t):
        """M + theta h C + theta^2 h^2 K, or M for explicit steps; a linear structure has one for each length of step (to 12 digits)."""
        structure = self.structure
        key = "" if rule.explicit else f"{rule.dt:.12e} {rule.theta}"
        if key in self._kept:
            return self._kept[key]
        base, weight = structure.mass, rule.theta * rule.dt
        if not rule.explicit:
            base = base + weight**2 * structure.stiffness(state, increment, t, self.options.tangent)
            if structure.damping is not None:
                base = base + weight * structure.damping
        try:
            matrix = IterationMatrix(base, structure.elimination, rule.explicit or structure.definite)
        except SingularMatrix as failure:
            raise StepFailed("error", failure.message) from failure
        if rule.explicit or structure.linear:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[key] = matrix
        return matrix


class _Balance:
    """The forces of one step that inertia, contact and relations have to balance; `given` (n,) are the loads."""

    def __init__(self, structure, state, rule):
        self.structure, self.state, self.rule = structure, state, rule
        self.middle = state.time + rule.theta * rule.dt
        self.given = structure.dead_loads(self.middle)
        self.dead, self.drag = self.given, structure.modal_damping(state.v)

    def unbalanced(self, v, increment, force):
        """Loads less internal forces, damping and inertia at the velocity v; `force` at the end, or in the middle when explicit."""
        structure, state, rule, theta = self.structure, self.state, self.rule, self.rule.theta
        following = structure.following_loads(self.middle, state.u + theta * increment, v, state.a)
        if following is not None:
            self.given = self.dead + following
        mean = force if rule.explicit else theta * force + (1 - theta) * state.force
        left = self.given - mean - structure.mass @ ((v - state.v) / rule.dt)
        if structure.damping is not None:
            left = left - structure.damping @ (theta * v + (1 - theta) * state.v)
        return left if self.drag is None else left - self.drag
