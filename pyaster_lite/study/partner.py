"""A study that becomes two processes: programs that a deck couples with each other, each with the half of it that is its own.

The deck is read and run as far as the place that asks which of the two it is; from there on both go on, in memory of their own. The
second one is quiet: its tests and diagnostics come to the first one at the end, which tells them.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict, deque

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity

from .journal import Journal


class Partner:
    """The other process, as each of the two sees it.

    rank  0 for the one that was there before, 1 for the new one
    """

    def __init__(self, study):
        if not hasattr(os, "fork"):
            text = "two programs in one deck run on systems that can part a process only"
            raise Refused([Diagnostic(Severity.MISSING, "S022", text, study.current.span, feature="os.fork")])
        from multiprocessing import Pipe  # few decks are coupled, all would load it

        self._study = study
        self._kept: dict[str, deque] = defaultdict(deque)
        ends, reports = Pipe(), Pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._child = os.fork()
        self.rank = 0 if self._child else 1
        self._line, self._report = ends[self.rank], reports[self.rank]
        for pair in (ends, reports):
            pair[1 - self.rank].close()
        if self.rank:
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 it lasts as long as the process
            study.journal = Journal(-1)
            study.tests, study.diagnostics = [], []

    def send(self, value, matter=""):
        """Give the other a value that it asks for by its matter; raises Refused when it has ended."""
        try:
            self._line.send((matter, value))
        except OSError:
            raise self._alone() from None

    def receive(self, matter=""):
        """The next value of a matter that the other has sent, those of other matters are kept; raises Refused when it has ended."""
        while not self._kept[matter]:
            try:
                told, value = self._line.recv()
            except (EOFError, OSError):
                raise self._alone() from None
            self._kept[told].append(value)
        return self._kept[matter].popleft()

    def exchange(self, value, matter="all") -> list:
        """[value of the first, value of the second], once both have asked for it."""
        if self.rank:
            other = self.receive(matter)
            self.send(value, matter)
            return [other, value]
        self.send(value, matter)
        return [value, self.receive(matter)]

    def _alone(self):
        span = self._study.current.span
        return Refused([Diagnostic(Severity.FAILED, "X001", "the other program that the deck couples this one with has ended", span)])

    def end(self):
        """The end of the study: the second process hands over what it found and is gone, the first one takes it."""
        self._line.close()
        study = self._study
        if self.rank:
            error = sys.exc_info()[1]
            if error is not None:
                told = Diagnostic(Severity.FAILED, "X001", f"the second program: {type(error).__name__}: {error}", study.current.span)
                study.diagnostics.append(told)
            try:
                self._report.send((study.tests, study.diagnostics))
            finally:
                os._exit(0)
        try:
            tests, diagnostics = self._report.recv()
        except EOFError:
            text = "the second of the two programs that the deck couples broke down"
            tests, diagnostics = [], [Diagnostic(Severity.FAILED, "X001", text, study.current.span)]
        os.waitpid(self._child, 0)
        study.tests += tests
        for row in tests:
            study.journal.test(row)
        study.diagnostics += [one for one in diagnostics if one not in study.diagnostics]
