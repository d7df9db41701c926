"""Marching a modal system through time: the state that schemes advance, and the loop that archives it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .errors import ComputationFailed
from .modal_system import ModalSystem

EPS = np.finfo(float).eps


class StepFailed(ComputationFailed):
    """An adaptive step fell below its lower bound; carries the time reached, the step and the bound."""

    def __init__(self, time: float, step: float, bound: float):
        super().__init__(f"at t = {time:.6g} the step would have to be {step:.3g}, below the smallest one allowed, {bound:.3g}")
        self.time, self.step, self.bound = time, step, bound


class ModalScheme:
    """The state of a march: time t, coordinates u, velocities v, accelerations a (n,), the step done and the next one.

    A scheme's `advance` integrates over at most `step`, renews t, u, v, a and `done` (the step really taken), and
    proposes the next `step`. Whoever drives may shorten `step` between two calls.
    `a` given: the state is taken up from an earlier march; otherwise it follows from the balance of forces at t.
    `args` are the keywords that the scheme declares.
    """

    adaptive = False

    def __init__(self, system: ModalSystem, t: float, step: float, u, v, a=None, *, args=None):
        self.system = system
        self.t, self.step, self.done = t, step, step
        self.u, self.v = np.array(u, float), np.array(v, float)
        self.a = system.acceleration(t, step, self.u, self.v) if a is None else np.array(a, float)

    def date(self, time):
        """Step as in that version of code_aster; most schemes have always done the same."""

    def advance(self):
        """Integrate one step."""
        raise NotImplementedError


def march(
    scheme: ModalScheme,
    end: float,
    instants: list[float],
    every: int,
    archive: Callable[[ModalScheme, int], None],
    most: int | None = None,
    progress: Callable[[float], None] = lambda t: None,
):
    """Advance `scheme` to time `end`, calling archive(scheme, number of the step) on the steps to keep.

    Kept are every `every`-th step and each of `instants` (ascending, the last one is `end`): a step that would pass
    the next instant is shortened to fall on it, and the rest of that step follows. A step cut on its own accord before
    the instant is reached is not kept. `most` bounds the number of steps kept by a scheme of constant step.
    Raises StepFailed.
    """
    regular, pending, kept, off_beat, number = scheme.step, 0, 0, 0, 1
    towards = shortened = False
    while end - scheme.t > number * 10 * EPS and not (most is not None and kept == most):
        close = number * 10 * EPS
        target, step = instants[pending], scheme.step
        ahead = scheme.t + step - target
        if ahead > close:
            reduced, towards = target - scheme.t, True
            scheme.step = reduced
        elif abs(ahead) < close:
            reduced, towards = step, True
        scheme.advance()
        if shortened:
            shortened = False
            if not scheme.adaptive:
                scheme.step = regular
        if towards:
            if abs(scheme.t - target) <= close:
                archive(scheme, number)
                kept, pending, towards = kept + 1, pending + 1, False
                if abs(step - reduced) > close:
                    off_beat += 1
                    scheme.step, shortened = step - reduced, True
                elif not scheme.adaptive:
                    scheme.step = regular
        elif (number - off_beat) % every == 0:
            archive(scheme, number)
            kept += 1
        number += 1
        progress(scheme.t)
