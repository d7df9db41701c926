"""The outcomes as JUnit XML, the form that CI services read: a deck is a test suite, a TEST_RESU row a test case."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as xml

from pyaster_lite.verification.outcome import MEANING, Fate, Outcome

_UNPRINTABLE = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd]")


def write_junit(outcomes, path: Path):
    """Write the report; a deck that did not come to its end is one case, failed by its fate (skipped where something is lacking)."""
    root = xml.Element("testsuites", name="pyaster-lite")
    for outcome in outcomes:
        root.append(_suite(outcome))
    xml.indent(root)
    path.write_bytes(xml.tostring(root, encoding="utf-8", xml_declaration=True))


def _suite(outcome: Outcome):
    suite = xml.Element("testsuite", name=outcome.name, time=f"{outcome.seconds:.3f}")
    cases = [_case(outcome, row) for row in outcome.tests]
    if outcome.fate not in (Fate.OK, Fate.NOOK) or not cases:
        case = xml.Element("testcase", classname=outcome.name, name="run", time=f"{outcome.seconds:.3f}")
        if outcome.fate is not Fate.OK:
            tag = {Fate.MISSING: "skipped", Fate.NOOK: "failure"}.get(outcome.fate, "error")
            xml.SubElement(case, tag, message=_clean(outcome.reason), type=outcome.fate.value).text = MEANING[outcome.fate]
        cases.append(case)
    for tag, word in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        suite.set(word, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("tests", str(len(cases)))
    suite.extend(cases)
    if outcome.fate is not Fate.OK and outcome.log:
        xml.SubElement(suite, "system-out").text = _clean(outcome.log[-10_000:])
    return suite


def _case(outcome, row):
    words = (row["concept"], row["quantity"], row["component"], row["place"], row["access"], f"({row['kind']})", f"line {row['line']}")
    case = xml.Element("testcase", classname=outcome.name, name=_clean(" ".join(str(word) for word in words if word)))
    if row["verdict"] == "NOOK":
        message = f"computed {row['computed']}, expected {row['reference']}, off by {row['difference']} (allowed {row['tolerance']})"
        xml.SubElement(case, "failure", message=_clean(message), type="NOOK")
    elif row["verdict"] == "SKIP":
        xml.SubElement(case, "skipped", message="the expected value is 0 and no order of magnitude is given")
    return case


def _clean(text):
    return _UNPRINTABLE.sub("?", str(text))
