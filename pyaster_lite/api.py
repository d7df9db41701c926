"""The verbs for Python: `study = pyaster_lite.run("deck.comm")`."""

from __future__ import annotations

from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, ExitCode, Refused, Severity, blocking


def run(deck, **options):
    """Run a deck (or an .export file) and return its Study.

    options are those of `study.run.Options`: units={20: path}, output=folder, base=folder, python=False, aster_version="10.3",
    verbosity=-1 (default here).
    `study["UPM"]` is a concept, `study.tests` the verdicts, `study.diagnostics` what went wrong, `study.exit_code` the outcome.
    Raises Refused, with every diagnostic, when the deck is wrong, asks for what is not there yet, or its computation failed.
    """
    from pyaster_lite.study.run import Options, Study

    options.setdefault("verbosity", -1)
    study = Study(Path(deck), Options(**options)).run()
    if blocking(study.diagnostics):
        raise Refused(study.diagnostics)
    return study


def check(deck, **options) -> list[Diagnostic]:
    """Everything that is wrong with a deck, sorted by place; computes nothing."""
    from pyaster_lite.study.run import Options, Study

    options.setdefault("verbosity", -1)
    try:
        study = Study(Path(deck), Options(**options))
        study.read()
        study.check()
    except Refused as refused:
        return refused.diagnostics
    return sorted(study.diagnostics, key=lambda d: d.sort_key)


def execute(study, json_path: Path | None = None):
    """Run a study for a person: the journal shows it, then come the diagnostics, the table of tests, plots and verdict."""
    from pyaster_lite.verification import report

    study.run()
    journal = study.journal
    for diagnostic in sorted(study.diagnostics, key=lambda d: d.sort_key):
        if diagnostic.severity not in (Severity.WARNING, Severity.NOTE):
            journal.diagnostic(diagnostic)
    if study.tests:
        report.table(study.tests, journal)
    if json_path is not None:
        report.write_json(study, json_path)
    if study.options.plot and study.graph is not None:
        from pyaster_lite.study.plots import draw

        for path in draw(study):
            journal.line(f"  drawn: {path}")
    journal.times(study.times)
    journal.line(verdict(study), "bold green" if study.exit_code is ExitCode.OK else "bold red")


def verdict(study) -> str:
    """The last line of a run."""
    failed = sum(not row.passed for row in study.tests)
    count = f"{len(study.tests)} tests, {len(study.tests) - failed} passed, {failed} failed"
    words = {
        ExitCode.OK: f"OK: {count}" if study.tests else "OK: the deck has no tests",
        ExitCode.TEST_FAILED: f"NOOK: {count}",
        ExitCode.WRONG_INPUT: "REFUSED: the deck or its data is wrong",
        ExitCode.NOT_THERE_YET: "MISSING: the deck asks for what pyaster-lite does not have yet",
        ExitCode.COMPUTATION_FAILED: "FAILED: the computation did not end",
    }
    return words[study.exit_code]
