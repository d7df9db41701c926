"""A list of instants with what to do when a step fails or goes well (list_inst)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.fe.time_list import Cutting


@dataclass(frozen=True)
class Quantity:
    """The largest change of a component of a field (DEPL, SIEF_ELGA, VARI_ELGA) over a step; at `nodes` or `cells`, else everywhere."""

    component: str
    nodes: np.ndarray | None = None
    field: str = "DEPL"
    cells: np.ndarray | None = None


@dataclass(frozen=True)
class Failure:
    """What to do on an event; the words and letters are those of fe.evolution.Remedy."""

    event: str
    action: str
    cutting: Cutting = Cutting()
    bound: float = np.inf
    quantity: Quantity | None = None
    extra: float = 0.5
    most: float = 1e12


UNASKED = Failure("error", "cut")
"""What is done about a step without balance when nothing else is asked for."""


def of_stepper(failures: list[Failure]) -> list[Failure]:
    """What code_aster's TimeStepper, which walks the steps of MECA_NON_LINE and THER_NON_LINE, makes of these; none for a plain list.

    It knows steps without balance and large increments, that stop or are cut; the last piece of a cut step counts as the step itself.
    """
    known = [f for f in failures if f.event in ("error", "increment") and f.action in ("stop", "cut")]
    if not any(f.event == "error" for f in known):
        known.append(UNASKED)
    return [replace(f, cutting=replace(f.cutting, whole_ends=True)) for f in known]


@dataclass(frozen=True)
class Success:
    """How an adaptive list chooses its next step.

    trigger   (comparison LT LE GT GE, number of iterations or None for half of those allowed, count of steps); None: always
    growth    relative growth of the step;  iterations  wanted number of them;  quantity, bound  wanted change per step
    foreseen  whether the step goes by the change of the first internal variables, for laws that are foreseen
    """

    trigger: tuple[str, int | None, int] | None
    growth: float | None = None
    iterations: int | None = None
    quantity: Quantity | None = None
    bound: float = 0.0
    foreseen: bool = False


def rules_of_stepper(successes: list[Success]) -> list[Success]:
    """Those that code_aster's TimeStepper follows after every step.

    By iterations it keeps the step, as it never learns how many there were.
    """
    asked = [rule for rule in successes if rule.trigger is None]
    return [rule if rule.iterations is None else replace(rule, growth=0.0, iterations=None) for rule in asked]


@dataclass
class Bounds:
    """The steps an adaptive list may take (s), and how many."""

    smallest: float = 1e-12
    largest: float = np.inf
    most: int = 1000000


@dataclass(eq=False)
class StepList(Concept):
    """Instants (n,), ascending, with remedies in order of precedence; adaptive when it has rules of success."""

    instants: np.ndarray
    failures: list[Failure]
    successes: list[Success] = field(default_factory=list)
    bounds: Bounds = field(default_factory=Bounds)

    kind = "list_inst"

    def size(self):
        """How many instants, the first one included: a command says which of them it starts from."""
        return len(self.instants)

    def getInitial(self):
        """None: a command says where it starts from."""

    def getFinal(self):
        """The last instant."""
        return float(self.instants[-1])

    def register_event(self, failure: Failure):
        """Add what to do on an event, after what was asked for before: of the same event the first counts."""
        asked = [own for own in self.failures if own != UNASKED]
        self.failures[:] = [*asked, failure, *(own for own in self.failures if own == UNASKED)]

    @property
    def _actions(self):
        return self.failures


@dataclass(frozen=True)
class Error:
    """The event of a step without balance, with a singular matrix or a law that fails."""

    word = "error"


def split(event, nbSubSteps=4, minStep=0.0, **_) -> Failure:
    """Cut a step into equal ones on an event, none of them below `minStep`."""
    return Failure(event.word, "cut", Cutting(nbSubSteps, smallest=minStep))
