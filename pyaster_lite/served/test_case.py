"""code_aster.CA.TestCase: assertions in the Python of a deck, each a row of the table of tests instead of an exception."""

from __future__ import annotations

import re
import reprlib
import sys
from contextlib import contextmanager
from types import SimpleNamespace

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.diagnostics import Refused, Severity, Span
from pyaster_lite.verification.rows import TestRow, Verdict


@SERVED.register("code_aster.CA.TestCase", "code_aster.Utilities.TestCase")
def test_case(study):
    """The class, whose assertions go to the study's table of tests."""
    record = study.test

    class TestCase:
        """unittest's assertions; a failed one does not stop the deck."""

        def __init__(self, methodName="runTest", silent=False):
            self.last_failed = False

        def __getattr__(self, name):
            import unittest

            method = getattr(unittest.TestCase(), name)
            if not name.startswith("assert"):
                return method
            if name == "assertRaisesRegex":
                return self._raises_saying
            around = name == "assertRaises"
            return lambda *given, **words: (self._raises if around and len(given) < 2 else self._judge)(name, method, given, words)

        def _raises_saying(self, error, text, *given, **words):
            around = self._raises("assertRaisesRegex", _raised, (error, text), {"msg": words.pop("msg", None)})
            if not given:
                return around
            with around:
                given[0](*given[1:], **words)

        def _judge(self, name, method, given, words):
            outcome, kept = True, None
            try:
                kept = method(*given, **words)
            except AssertionError:
                outcome = False
            self._row(name, given, outcome, words.get("msg"))
            return kept

        @contextmanager
        def _raises(self, name, method, given, words):
            outcome = True
            try:
                with method(*given, **words) as caught:
                    yield caught
                _let_pass(caught.exception)
            except AssertionError:
                outcome = False
            self._row(name, (), outcome, words.get("msg"))

        def _row(self, name, given, outcome, message):
            self.last_failed = not outcome
            values = [_shown(value) for value in given[:2]]
            values += [""] * (2 - len(values))
            record(
                TestRow(
                    "TestCase", "VALE_REFE", "NON_DEFINI", name, "", "", "", "", values[0], values[1], None, 0.0, False,
                    Verdict.OK if outcome else Verdict.NOT_OK, message or "", _place(),
                )
            )  # fmt: skip

        def writeResult(self, ok, funcTest, msg=None, exc=None):
            """A row of the deck's own."""
            self._row(funcTest, (), bool(ok), msg)

        def printSummary(self):
            """Nothing: the table of tests comes at the end."""

    return TestCase


@contextmanager
def _raised(error, text, msg=None):
    """Takes an error of the class whose words match `text`; what this program refuses is told in its own words, and known by its class."""
    caught = SimpleNamespace(exception=None)
    try:
        yield caught
    except error as raised:
        caught.exception = raised
        if not isinstance(raised, Refused) and not re.search(text, str(raised)):
            raise AssertionError(f"{raised} does not say {text}") from raised
    else:
        raise AssertionError("nothing is raised")


def _shown(value):
    """A number as it is, anything else in a few words."""
    if isinstance(value, (int, float, complex)):
        return value
    return value[:80] if isinstance(value, str) else reprlib.repr(value)


def _place():
    """The line of the deck that asserts."""
    frame = sys._getframe(1)
    while frame is not None and ("/pyaster_lite/" in frame.f_code.co_filename or "contextlib" in frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None:
        return None
    return Span(frame.f_code.co_filename, frame.f_lineno, 1, frame.f_lineno, 1)


def _let_pass(error):
    """What this program lacks is no error that a deck could mean."""
    if isinstance(error, Refused) and any(one.severity is Severity.MISSING for one in error.diagnostics):
        raise error
