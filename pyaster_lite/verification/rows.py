"""One comparison of a computed value with an expected one, judged as code_aster judges it (u4.92.01)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pyaster_lite.diagnostics import Span


class Verdict(Enum):
    """What a comparison says; SKIPPED: the expected value is 0 and no order of magnitude was given."""

    OK = "OK"
    NOT_OK = "NOOK"
    SKIPPED = "SKIP"


@dataclass(frozen=True)
class TestRow:
    """One line of the table of tests.

    kind        VALE_CALC (what code_aster computed) or VALE_REFE (where REFERENCE says it comes from: `origin`)
    concept     the result, field, table or function; quantity: the field, parameter or column
    place       node, cell and point, in words; access: the storage order, instant or abscissa, in words
    group, instant  the tested group and instant, where there are, for whoever draws the history
    difference  relative to |reference| when `relative`, else absolute; never below 0; tolerance likewise
    """

    __test__ = False

    command: str
    kind: str
    origin: str
    concept: str
    quantity: str
    component: str
    place: str
    access: str
    computed: object
    reference: object
    difference: float | None
    tolerance: float
    relative: bool
    verdict: Verdict
    legend: str = ""
    span: Span | None = None
    group: str = ""
    instant: float | None = None

    @property
    def passed(self) -> bool:
        """Whether the test is not failed."""
        return self.verdict is not Verdict.NOT_OK

    @property
    def label(self) -> str:
        """What is tested, in one line."""
        words = (self.concept, self.quantity, self.component, self.place, self.access)
        return " ".join(word for word in words if word) + f" ({self.kind})"


def judge(computed, references, tolerance, relative=True, magnitude=1.0, moduli=False):
    """(computed, reference, difference, verdict) of a number against the nearest of one or several references.

    Relative: |reference - computed| <= tolerance |reference|, so that a reference of 0 is met by 0 only. Absolute:
    <= tolerance * magnitude. With `moduli` both sides are taken in absolute value. Not a number never passes.
    """
    references = references if isinstance(references, (tuple, list)) else (references,)
    if moduli:
        computed, references = abs(computed), [abs(reference) for reference in references]
    reference = min(references, key=lambda candidate: abs(candidate - computed))
    gap = abs(reference - computed)
    allowed = abs(tolerance * reference) if relative else abs(tolerance * magnitude)
    passed = bool(gap <= allowed)
    if relative:
        gap = gap / abs(reference) if reference != 0 else 0.0 if passed else float("inf")
    return computed, reference, float(gap), Verdict.OK if passed else Verdict.NOT_OK


def judge_text(computed, references):
    """(computed, reference, difference, verdict) of a text: it must be one of the references, blanks around not counted."""
    references = references if isinstance(references, (tuple, list)) else (references,)
    texts = [str(reference).strip() for reference in references]
    found = str(computed).strip()
    same = found in texts
    return found, found if same else texts[0], 0.0 if same else float("inf"), Verdict.OK if same else Verdict.NOT_OK
