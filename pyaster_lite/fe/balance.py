"""When an iterate counts as balanced: its residual beside the loads, absolutely, by component, or beside references (r5.03.01)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

NEGLIGIBLE = 1e-6
"""Loads below this share of the smallest seen before no longer measure a residual."""
ROUNDING = 1e-15
"""A residual below this share of the largest load that the step has met is none where the load has become as small: a body that is
only carried along has no other."""


@dataclass(frozen=True)
class Criteria:
    """Bounds on the residual, all of them or `any_one`; None for those that are not asked.

    relative      of the largest component over that of the loads
    absolute      of the largest component
    by_component  of the largest over that of the internal forces before the step, within each of the `components`
                  (arrays of equations); the first step is judged by `relative` with this bound, which `absolute` takes for good,
                  and later ones no longer by `relative`: code_aster changes its table of bounds (nmcore_swap)
    referred      of the largest component over the `reference` (n,) of its equation
    """

    relative: float | None = 1e-6
    absolute: float | None = None
    any_one: bool = False
    by_component: float | None = None
    components: tuple[np.ndarray, ...] = ()
    referred: float | None = None
    reference: np.ndarray | None = None


@dataclass
class Measure:
    """One measured criterion: what it is in words, its value, and the bound."""

    name: str
    value: float
    bound: float

    @property
    def met(self) -> bool:
        """Whether the value is within the bound."""
        return self.value <= self.bound

    def __str__(self):
        return f"{self.name} {self.value:.3g}, {self.bound:.3g} wanted".lstrip()


@dataclass
class Course:
    """The iterations of one step: relative and absolute residuals, the last measures, the largest load, and how many are allowed.

    start  how many there had been when contact made the step begin anew for the last time
    """

    limit: int
    relative: list[float] = field(default_factory=list)
    largest: list[float] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)
    load: float = 0.0
    start: int = 0

    def __len__(self):
        return len(self.relative)


class Judge:
    """Judges the iterates of an evolution; remembers the smallest load and the last residual, as the criteria need."""

    def __init__(self, criteria: Criteria):
        self.criteria = criteria
        self._absolute = criteria.absolute
        self._smallest_load = np.inf
        self._last_residual = np.inf

    def judge(self, course: Course, residual: np.ndarray, scale: float, before: np.ndarray, number: int) -> bool:
        """Record a residual (n,) of step `number` in its course and tell whether the step is balanced.

        scale   the largest load or inertia (N);  before (n,) internal forces before the step
        """
        largest = abs(residual).max(initial=0.0)
        course.load = max(course.load, scale)
        if max(largest, 0.01 * scale) <= ROUNDING * course.load:
            relative = 0.0
        else:
            relative = largest / scale if scale > 0.0 else np.inf
        course.relative.append(float(relative))
        course.largest.append(float(largest))
        if not np.isfinite(largest):
            return False
        unloaded = number > 1 and scale <= NEGLIGIBLE * self._smallest_load
        course.measures = self._measures(residual, relative, largest, before, number, unloaded)
        verdict = any if self.criteria.any_one else all
        balanced = verdict(measure.met for measure in course.measures)
        if number == 1 and len(course) == 1:
            self._smallest_load = scale
        elif balanced and not unloaded:
            self._smallest_load = min(self._smallest_load, scale)
        if balanced:
            self._last_residual = largest
        return balanced

    def _measures(self, residual, relative, largest, before, number, unloaded):
        criteria = self.criteria
        measures, bound = [], criteria.relative
        if criteria.by_component is not None:
            bound = criteria.by_component if number == 1 else None
            self._absolute = None if self._absolute is None else criteria.by_component
            if number > 1:
                measures.append(Measure("by component", self._worst_component(residual, before), criteria.by_component))
        absolute = self._absolute
        if bound is not None and unloaded:
            bound, absolute, self._absolute = None, self._last_residual, None
        if bound is not None:
            measures.append(Measure("relative", relative, bound))
        if absolute is not None:
            measures.append(Measure("", largest, absolute))
        if criteria.referred is not None:
            own = abs(residual[: len(criteria.reference)])
            share = np.divide(own, criteria.reference, np.zeros_like(own), where=criteria.reference > 0.0)
            measures.append(Measure("beside the references", share.max(initial=0.0), criteria.referred))
        return measures

    def _worst_component(self, residual, before):
        worst = 0.0
        for equations in self.criteria.components:
            scale = abs(before[equations]).max(initial=0.0)
            if scale > 0.0:
                worst = max(worst, abs(residual[equations]).max() / scale)
        return worst
