"""One deck tried in a process of its own, with a time limit and a memory bound."""

from __future__ import annotations

import json
import signal
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from pyaster_lite.diagnostics import ExitCode, Severity
from pyaster_lite.verification.decks import Deck
from pyaster_lite.verification.outcome import Fate, Outcome
from pyaster_lite.verification.processes import Call, Fresh, Nursery, process

FATES = {
    ExitCode.OK: Fate.OK,
    ExitCode.TEST_FAILED: Fate.NOOK,
    ExitCode.WRONG_INPUT: Fate.REFUSED,
    ExitCode.NOT_THERE_YET: Fate.MISSING,
    ExitCode.COMPUTATION_FAILED: Fate.FAILED,
    ExitCode.INTERNAL: Fate.CRASH,
}
BLAMED = {Fate.REFUSED: Severity.ERROR, Fate.MISSING: Severity.MISSING, Fate.FAILED: Severity.FAILED}
KEPT_LOG = 200_000
"""Characters of a log that are kept: the end of it, where the verdict stands."""


@dataclass(frozen=True)
class Bounds:
    """How long and how large a deck may be.

    scale   factor on the deck's own time limit;  memory  bytes of private memory, 0 for no bound (Linux only)
    pictures  whether plots and the command graph are made too
    """

    scale: float = 1.0
    memory: int = 0
    pictures: bool = False


class Trials:
    """Runs decks, each in a process of its own; `stop` ends those that run."""

    def __init__(self, bounds: Bounds):
        self.bounds = bounds
        self.stopped = False
        self._running: set[Fresh | Nursery] = set()
        self._idle: list[Fresh | Nursery] = []
        self._lock = threading.Lock()

    def run(self, deck: Deck) -> Outcome | None:
        """Try one deck; None when the trials were stopped meanwhile."""
        with tempfile.TemporaryDirectory(prefix="pyaster-lite-") as scratch:
            return self._run(deck, Path(scratch))

    def stop(self):
        """End every process; later calls of run do nothing."""
        with self._lock:
            self.stopped = True
            for one in [*self._running, *self._idle]:
                one.kill()

    def _run(self, deck, scratch):
        verdict, log = scratch / "verdict.json", scratch / "log.txt"
        command = ["run", str(deck.path.resolve()), "--output", str(scratch / "results"), "--json", str(verdict)]
        start = time.perf_counter()
        code = self._wait(command + ["--plot"] * self.bounds.pictures, scratch, log, self.bounds.scale * deck.limit)
        seconds = time.perf_counter() - start
        if self.stopped:
            return None
        outcome = judge(deck, code, seconds, _read(verdict), log.read_text(encoding="utf-8", errors="replace")[-KEPT_LOG:])
        if code is None:
            outcome.reason = f"stopped after {seconds:.0f} s"
        if self.bounds.pictures:
            graph = scratch / "results" / "graph.svg"
            self._wait(["graph", str(deck.path.resolve()), "--out", str(graph)], scratch, scratch / "graph.txt", 60.0)
            outcome.pictures = {path.name: path.read_bytes() for path in sorted(graph.parent.glob("*.[ps][nv]g"))}
        return outcome

    def _wait(self, arguments, folder, log, limit):
        """The exit code of one process of pyaster-lite, None when it had to be stopped at its limit."""
        (folder / "results").mkdir(exist_ok=True)
        with self._lock:
            if self.stopped:
                return None
            one = self._idle.pop() if self._idle else process()
            self._running.add(one)
        try:
            return one.run(Call(arguments, str(folder), str(log), self.bounds.memory), limit)
        finally:
            with self._lock:
                self._running.discard(one)
                if one.alive:
                    self._idle.append(one)


def judge(deck: Deck, code: int | None, seconds: float, verdict: dict, log: str) -> Outcome:
    """The outcome of a process that ended with `code` (None: at its time limit), `verdict` being its JSON ({} when it wrote none).

    A deck that holds tests none of which was reached has not passed.
    """
    tests, diagnostics = verdict.get("tests", []), verdict.get("diagnostics", [])
    fate = Fate.TIMEOUT if code is None else FATES.get(code, Fate.CRASH)
    outcome = Outcome(deck.name, str(deck.path), fate, seconds, "", [], tests, diagnostics, log)
    failed = [row for row in tests if row["verdict"] == "NOOK"]
    blamed = [d for d in diagnostics if d["severity"] == getattr(BLAMED.get(fate), "value", None)]
    outcome.features = sorted({d["feature"] for d in diagnostics if d["feature"]})
    if fate is Fate.NOOK and failed:
        worst = max(failed, key=_excess)
        outcome.reason = f"{len(failed)} of {len(tests)} tests: {_label(worst)} is off by {worst['difference']}"
    elif blamed:
        place = f"{Path(blamed[0]['file']).name}:{blamed[0]['line']}: " if blamed[0].get("file") else ""
        outcome.reason = place + blamed[0]["message"]
    elif fate is Fate.CRASH:
        outcome.reason = _last_line(log) if code == ExitCode.INTERNAL else f"its process ended with {_signal(code)}"
    elif fate is Fate.OK and not tests and _promises_tests(deck.path):
        outcome.fate, outcome.reason = Fate.NOOK, "none of its tests was reached"
    elif fate is not Fate.OK:
        outcome.reason = _last_line(log)
    return outcome


def _excess(row):
    difference = row["difference"]
    return difference / row["tolerance"] if isinstance(difference, (int, float)) and row["tolerance"] else float("inf")


def _label(row):
    return " ".join(word for word in (row["concept"], row["quantity"], row["component"], row["place"], row["access"]) if word)


def _promises_tests(path):
    """Whether a command file beside the deck, of its stem, has a TEST_ command."""
    return any(b"TEST_" in file.read_bytes() for file in path.parent.glob(f"{path.stem}.com*"))


def _last_line(log):
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    told = [line for line in lines if "internal error" in line or " error " in line]
    return (told or lines or [""])[-1]


def _signal(code):
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _read(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
