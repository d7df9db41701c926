"""An evolution in time: step after step, with a remedy for those that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .balance import Course
from .errors import LawFailed, NotConverged, SingularMatrix
from .newton import Newton, State, StepFailed
from .time_list import Cutting, TimeList, expected_iterations, growing


@dataclass(frozen=True)
class Remedy:
    """What to do when something happens in a step.

    event      "error" (no balance, a singular matrix), "growth" (residuals grow), "residual" (one is above `bound`),
               "increment" (`quantity` of the step is above `bound`), "penetration" (above `bound`)
    quantity   of the increment of displacement, (n,), and what the behaviours remembered before the step and after it
    action     "stop", "cut", "iterate" (go on, `extra` share more iterations, if the trend is good, else cut),
               "stiffen" (double the contact penalties up to `most`)
    """

    event: str
    action: str
    cutting: Cutting = Cutting()
    bound: float = np.inf
    quantity: Callable[[np.ndarray, tuple], float] | None = None
    extra: float = 0.5
    most: float = 1e12


STOP = Remedy("error", "stop")


@dataclass(frozen=True)
class Advance:
    """One accepted step: its end, the iterations it took, and how often it had been attempted before."""

    state: State
    course: Course
    number: int
    failures: int
    is_last: bool


def evolve(newton: Newton, scheme, times: TimeList, state: State, remedies: Sequence[Remedy] = (STOP,)) -> Iterator[Advance]:
    """Balance every step of `times` from `state`; yields each accepted one.

    Raises NotConverged with the instant, the iterations and the residual when no remedy helps.
    """
    watchers = [r for r in remedies if r.event in ("growth", "residual")]
    newton.watch = lambda course: _look(course, watchers)
    newton.more = lambda course: _more(course, remedies, newton.options)
    failures = 0
    while not times.ended:
        t = times.current
        try:
            new, course = newton.step(state, scheme.rule(t - state.time), t, times.number)
            _judge(state, new, newton.contact, remedies)
        except StepFailed as failure:
            failures += 1
            _remedy(failure, newton, times, remedies)
            continue
        steering = newton.steering
        ended = False if steering is None else steering.ended
        last = times.is_last or ended
        yield Advance(new, course, times.number, failures, last)
        before, state, failures = state.internal, new, 0
        if ended:
            return
        if steering is not None:
            steering.accept()
        try:
            grown = any(growing(course.largest[:end]) for end in range(len(course)))
            times.accept(len(course), new.increment, (before, new.internal), grown)
        except ValueError as error:
            raise NotConverged(f"at t = {t:.6g}: {error}") from None


def _look(course, watchers):
    for remedy in watchers:
        last = course.largest[-1]
        grown = remedy.event == "growth" and growing(course.largest)
        if grown or (remedy.event == "residual" and last > remedy.bound):
            why = "the residuals grow" if grown else f"the residual {last:.3g} is above {remedy.bound:.3g}"
            raise StepFailed(remedy.event, why, course.relative, course.largest)


def _more(course, remedies, options):
    """Iterations beyond the limit, once, when the trend of the residuals promises balance within them."""
    remedy = next((r for r in remedies if r.event == "error" and r.action == "iterate"), None)
    if remedy is None or course.limit > options.most:
        return 0
    limit = int(np.ceil(options.most * (1 + remedy.extra)))
    relative = options.criteria.relative is not None
    history, target = (course.relative, options.criteria.relative) if relative else (course.largest, options.criteria.absolute)
    wanted = expected_iterations(history, target)
    return limit - course.limit if wanted is not None and options.most <= 1.2 * wanted and round(wanted) < limit else 0


def _judge(before, state, contact, remedies):
    """Raise StepFailed when a balanced step is refused all the same."""
    for remedy in remedies:
        failure = None
        if remedy.event == "increment" and remedy.quantity(state.increment, (before.internal, state.internal)) > remedy.bound:
            failure = StepFailed("increment", f"the step's increment is above {remedy.bound:.3g}")
        if remedy.event == "penetration" and contact is not None and contact.penetration() > remedy.bound:
            failure = StepFailed("penetration", f"the penetration {contact.penetration():.3g} is above {remedy.bound:.3g}")
        if failure is not None:
            failure.remedy = remedy
            raise failure


def _remedy(failure, newton, times, remedies):
    remedy = failure.remedy or next((r for r in remedies if r.event == failure.event), STOP)
    if remedy.action in ("cut", "iterate"):
        criteria = newton.options.criteria
        relative = criteria.relative is not None
        residuals = failure.residuals if relative else failure.largest
        target = criteria.relative if relative else criteria.absolute
        if times.cut(remedy.cutting, residuals, target, newton.options.most):
            return
    if remedy.action == "stiffen" and newton.contact is not None and newton.contact.stiffen(remedy.bound, remedy.most):
        return
    cutting = remedy.action in ("cut", "iterate")
    if isinstance(failure.__cause__, SingularMatrix):
        failure.__cause__.known_as = failure.__cause__.known_as or (_SINGULAR if cutting else "FACTOR_11")
        raise failure.__cause__
    tried = ", and the step may not be cut any more" if cutting else ""
    message = f"step {times.number} to t = {times.current:.6g}: {failure.message}{tried}"
    raise NotConverged(message, known_as=_name(failure, remedy)) from failure


_SINGULAR, _LAW, _STOPPED, _NO_HELP = "MECANONLINE9_4", "MECANONLINE9_3", "MECANONLINE9_51", "MECANONLINE9_50"


def _name(failure, remedy):
    """By which name code_aster's messages call a failure that no remedy helps (nmerro); empty: the iterations do not converge."""
    if failure.known_as or failure.event == "error":
        return failure.known_as or (_LAW if isinstance(failure.__cause__, LawFailed) else "")
    return _STOPPED if remedy.action == "stop" else _NO_HELP
