"""`pyaster-lite test`: every deck of a folder, a summary, and reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, ExitCode, Refused, Severity
from pyaster_lite.verification import summary
from pyaster_lite.verification.campaign import RECORD, Display, here, load, merged, save
from pyaster_lite.verification.decks import collect
from pyaster_lite.verification.outcome import Fate
from pyaster_lite.verification.trial import Bounds, Trials


@dataclass
class Wishes:
    """What to try and what to write.

    places, prefixes  files and folders, and how names must start
    jobs      decks at a time;  bounds  on each
    failed    only those that were not OK in the last campaign of this folder
    junit, html, json, compare  files
    cluster   address of a dask scheduler that runs the decks
    """

    places: list[Path]
    prefixes: list[str]
    jobs: int = 1
    bounds: Bounds = Bounds()
    failed: bool = False
    junit: Path | None = None
    html: Path | None = None
    json: Path | None = None
    compare: Path | None = None
    cluster: str | None = None
    quiet: bool = False


def test(wishes: Wishes, journal) -> ExitCode:
    """Try the decks; INTERNAL when one crashed, TEST_FAILED when one is not OK. Raises Refused for wrong wishes."""
    decks, last = collect(wishes.places, wishes.prefixes), load(RECORD) if RECORD.exists() else []
    earlier = load(wishes.compare) if wishes.compare else None
    if wishes.failed:
        red = {str(Path(o.path).resolve()) for o in last if o.fate is not Fate.OK}
        decks = [deck for deck in decks if str(deck.path.resolve()) in red]
        if not last:
            raise Refused([Diagnostic(Severity.ERROR, "F001", f"--failed: no campaign was run in this folder yet ({RECORD})")])
    for path in (wishes.junit, wishes.html, wishes.json):
        if path is not None and not path.parent.is_dir():
            raise Refused([Diagnostic(Severity.ERROR, "F002", f"{path}: the folder {path.parent} does not exist")])
    outcomes, interrupted = _try(decks, wishes, journal)
    outcomes.sort(key=lambda outcome: (outcome.name, outcome.path))
    save(merged(last, outcomes), RECORD)
    _write(outcomes, wishes, earlier)
    if (head := summary.head(outcomes)) and not wishes.quiet:
        journal.line(head, "bold")
    for text, style in summary.lines(outcomes, earlier, features=0 if wishes.quiet else 20):
        journal.line(text, style)
    if interrupted:
        journal.line(f"interrupted: {len(outcomes)} of {len(decks)} decks were tried", "bold red")
        return ExitCode.COMPUTATION_FAILED
    fates = {outcome.fate for outcome in outcomes}
    return ExitCode.INTERNAL if Fate.CRASH in fates else ExitCode.TEST_FAILED if fates - {Fate.OK} else ExitCode.OK


test.__test__ = False


def _try(decks, wishes, journal):
    """The outcomes, and whether Ctrl-C cut the campaign short."""
    display, outcomes = Display(journal, len(decks), wishes.quiet), []
    with display.shown():
        if wishes.cluster:
            from pyaster_lite.verification.cluster import away

            falling = away(decks, wishes.bounds, wishes.cluster)
        else:
            falling = here(decks, Trials(wishes.bounds), wishes.jobs, display.begun)
        try:
            for outcome in falling:
                outcomes.append(outcome)
                display.ended(outcome)
        except KeyboardInterrupt:
            return outcomes, True
        finally:
            falling.close()
    return outcomes, False


def _write(outcomes, wishes, earlier):
    if wishes.json:
        save(outcomes, wishes.json)
    if wishes.junit:
        from pyaster_lite.verification.junit import write_junit

        write_junit(outcomes, wishes.junit)
    if wishes.html:
        from pyaster_lite.verification.html import write_html

        write_html(outcomes, wishes.html, earlier)
