"""code_aster.Solvers.TimeStepper: the instants that a deck's Python computes one after the other."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.step_list import Error, split

_SAME = 1e-12
"""Instants this close are the same."""


class TimeStepper:
    """Instants in ascending order, those after the initial one up to the final one; raises ValueError when they do not ascend.

    initial, final  None for no bound
    """

    Error, Split = Error, staticmethod(split)

    def __init__(self, times, epsilon=_SAME, initial=0.0, final=None):
        times = [float(t) for t in times]
        if sorted(times) != times:
            raise ValueError("the instants must ascend")
        self._times, self._epsilon, self._initial, self._final = times, epsilon, initial, final
        self._keep()

    def _keep(self):
        """Leave out the instants beyond the bounds, add the final one, and begin again."""
        initial, final, epsilon = self._initial, self._final, self._epsilon
        kept = [t for t in self._times if (initial is None or t > initial + epsilon) and (final is None or t <= final + epsilon)]
        if final is not None and (not kept or final > kept[-1] + epsilon):
            kept.append(final)
        self._times, self._done = kept, 0

    def setInitial(self, time):
        """Begin again after another instant."""
        self._initial = time
        self._keep()

    def setFinal(self, time=None, current=None):
        """Begin again up to another instant, None for the last one; or go on at `current`, if that is one of them."""
        self._final = time
        self._keep()
        if current is not None:
            self._done = next((i for i, t in enumerate(self._times) if abs(t - current) <= self._epsilon), 0)

    def copy(self):
        """The same instants, none of them done."""
        return TimeStepper(self._times, self._epsilon, self._initial, self._final)

    @property
    def null_increment(self):
        """Instants this close are the same."""
        return self._epsilon

    def size(self):
        """How many instants there are."""
        return len(self._times)

    def remaining(self):
        """How many instants there are still to come."""
        return len(self._times) - self._done

    def isFinished(self):
        """Whether all are done."""
        return self.remaining() == 0

    def getNextIncrement(self):
        """From the instant that comes to the one after it; None where it is the last one."""
        return self._times[self._done + 1] - self.getCurrent() if self.remaining() > 1 else None

    def getInitial(self):
        """The initial instant."""
        return self._initial

    def getFinal(self):
        """The last instant."""
        return self._times[-1] if self._times else self._initial

    def getCurrent(self):
        """The instant that comes; raises IndexError when all are done."""
        return self._times[self._done]

    def getPrevious(self):
        """The instant before."""
        return self._times[self._done - 1] if self._done else self._initial

    def getIncrement(self):
        """From the instant before to the one that comes; None where no initial instant is known."""
        before = self.getPrevious()
        return None if before is None else self.getCurrent() - before

    def completed(self):
        """Go on to the next instant."""
        self._done += 1


@SERVED.register("code_aster.Solvers.TimeStepper")
def time_stepper(study):
    """The class."""
    return TimeStepper
