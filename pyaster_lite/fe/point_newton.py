"""The balance of one point of a material in stresses and strains at once, as code_aster's own operator about points does (u4.51.12).

With c the largest elastic stiffness, the unknowns of a step are y = (s / c, e), s the stress that the tangent foresees and e the strain;
sigma(e) is the law's answer, and rows S s / c + E e = v hold the point:

1. r = (sigma / c - s / c, v - S s / c - E e);
2. predict: D the law's tangent of rates, or the elasticity of the first instant, sigma the stress before the step;
3. ds = r1 + D de / c,  (S D / c + E) de = r2 - S r1;
4. sigma(e) and r anew, judged from the largest component of r1 and of r2 on: alone, or divided by the largest component of r before the
   first correction, of r2 after it, and of sigma / c after it;
5. from 3 until they are small enough. Where all strains are given there is nothing to iterate for.

Stresses at imposed strains count as the others do: the tangent has to foresee them. (Routines op0033, pmdrdy, pmconv.)
"""

from __future__ import annotations

import numpy as np

from .algebra import factorise_held
from .balance import Course
from .errors import LawFailed, SingularMatrix
from .newton import Newton, State, StepFailed

_NONE = np.finfo(float).eps


class PointNewton(Newton):
    """Balances steps of a fe.material_point.MaterialPoint; `perturbed` says that its tangent is by differences, which iterates always.

    start  the instant whose elasticity is that of every step
    """

    def __init__(self, point, options, start: float, perturbed: bool = False):
        super().__init__(point, options)
        self._elastic = point.elasticity(start)
        self._scale = point.unit(self._elastic)
        self._perturbed = perturbed
        self._left = np.zeros(12)
        self._ahead = None

    def _step(self, state, rule, t, number):
        point, options, scale = self.structure, self.options, self._scale
        of_stress, of_strain, values = point.rows(t, scale)
        if point.strained and not self._perturbed:
            increment = values - state.u
            stress, internal = self._integrate(state, increment, t)
            return self._found(state, t, increment, stress, internal), Course(0)
        before = np.concatenate([state.force / scale, state.u])
        extrapolated = options.prediction == "extrapolate" and self._ahead is not None and state.previous_dt > 0.0
        matrix, change, stress = None, np.zeros(12), state.force

        def left(y, stress):
            return np.concatenate([stress / scale - y[:6], values - of_stress @ y[:6] - of_strain @ y[6:]])

        if not extrapolated:
            matrix = self._foreseen(state, t)
            self._left = left(before, stress)
        r, start, course = self._left, self._left, Course(options.most)
        while True:
            if extrapolated and not len(course):
                change = self._ahead * (t - state.time) / state.previous_dt
            else:
                change = change + self._correction(matrix / scale, of_stress, of_strain, r, course)
            stress, internal = self._integrate(state, change[6:], t)
            matrix = self._slope(state, change[6:], t)
            r = self._left = left(before + change, stress)
            balanced = self._judged(r, start, stress / scale, course)
            self._ahead = change
            self.watch(course)
            if balanced:
                reason = self.refuse(state.internal, internal) if self.refuse is not None else None
                if reason is not None:
                    raise StepFailed("error", reason, course.relative, course.largest)
                break
            if len(course) >= course.limit:
                course.limit += self.more(course)
                if len(course) >= course.limit:
                    if options.accept_anyway:
                        break
                    raise StepFailed("error", self._shortfall(course), course.relative, course.largest)
        return self._found(state, t, change[6:], stress, internal), course

    @staticmethod
    def _found(state, t, increment, stress, internal):
        nothing = np.zeros(len(stress))
        return State(t, state.u + increment, nothing, nothing, nothing, stress, stress, internal, increment, t - state.time)

    def _foreseen(self, state, t):
        if self.options.prediction != "tangent":
            return self._elastic
        try:
            return self.structure.stiffness(state, np.zeros(6), t, "rate")
        except LawFailed:
            return self._elastic

    def _slope(self, state, increment, t):
        if not self.options.tangent:
            return self._elastic
        try:
            return self.structure.stiffness(state, increment, t, True)
        except LawFailed as failure:
            raise StepFailed("error", failure.message) from failure

    @staticmethod
    def _correction(matrix, of_stress, of_strain, r, course):
        """(12,) what changes of the unknowns."""
        try:
            solver = factorise_held(of_stress @ matrix + of_strain, False, False)
        except SingularMatrix as failure:
            raise StepFailed("error", failure.message, course.relative, course.largest) from failure
        strain = solver.solve(r[6:] - of_stress @ r[:6])
        return np.concatenate([r[:6] + matrix @ strain, strain])

    def _judged(self, r, start, stress, course):
        """Whether r balances; a first iterate of no stress that holds what it has to is balanced whatever it foresaw."""
        criteria, largest = self.options.criteria, abs(r).max()
        if not len(course):
            self._first = np.concatenate([stress, r[6:]])
            if abs(self._first).max() <= _NONE:
                course.relative.append(0.0)
                course.largest.append(float(largest))
                return True
        scale = max(abs(start).max(), abs(self._first).max())
        relative = largest / scale if scale > _NONE else 0.0
        course.relative.append(float(relative))
        course.largest.append(float(largest))
        if not np.isfinite(largest):
            raise StepFailed("error", "the residual is not a number", course.relative, course.largest)
        within = relative <= criteria.relative if criteria.relative is not None else largest <= criteria.absolute
        # the last iteration allowed counts as one too many, as in code_aster
        return bool(within) and len(course) < course.limit
