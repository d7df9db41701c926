"""What became of one deck of a folder: its fate, its tests, what it lacks."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import Enum


class Fate(Enum):
    """How a deck ended; the value is the word the user reads."""

    OK = "OK"
    NOOK = "NOOK"
    REFUSED = "REFUSED"
    MISSING = "MISSING"
    FAILED = "FAILED"
    TIMEOUT = "TIMEOUT"
    CRASH = "CRASH"


MEANING = {
    Fate.OK: "every test passed",
    Fate.NOOK: "a test fails",
    Fate.REFUSED: "the deck or its data is wrong",
    Fate.MISSING: "it asks for what pyaster-lite does not have yet",
    Fate.FAILED: "a computation failed",
    Fate.TIMEOUT: "it took longer than it may",
    Fate.CRASH: "a defect of pyaster-lite",
}


@dataclass
class Outcome:
    """One deck's fate.

    name      the deck's stem; path  its .export or .comm file
    seconds   wall-clock time of its process
    reason    one line: the failed test, the first error, the step that failed
    features  what it lacks, in deck words
    tests     rows as verification.report.as_dict gives them;  diagnostics  likewise
    log       what its process printed
    pictures  {file name: bytes} of plots and of the command graph
    """

    name: str
    path: str
    fate: Fate
    seconds: float
    reason: str = ""
    features: list[str] = field(default_factory=list)
    tests: list[dict] = field(default_factory=list)
    diagnostics: list[dict] = field(default_factory=list)
    log: str = ""
    pictures: dict[str, bytes] = field(default_factory=dict, repr=False)

    def as_dict(self) -> dict:
        """Plain values for JSON, without the log and the pictures."""
        values = asdict(self)
        del values["log"], values["pictures"]
        return {**values, "fate": self.fate.value}

    @classmethod
    def from_dict(cls, values: dict) -> Outcome:
        """The outcome that `as_dict` wrote."""
        return cls(**{**values, "fate": Fate(values["fate"])})
