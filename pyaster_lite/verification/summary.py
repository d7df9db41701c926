"""What many outcomes say together: how many of each fate, what is lacked most, what changed since an earlier run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pyaster_lite.verification.outcome import MEANING, Fate, Outcome


@dataclass(frozen=True)
class Lack:
    """A feature that decks lack: how many ask for it, and how many lack nothing else."""

    feature: str
    decks: int
    alone: int


def lacks(outcomes) -> list[Lack]:
    """The features that decks lack, those that block most decks first."""
    blocked = [outcome.features for outcome in outcomes if outcome.fate is Fate.MISSING]
    asked = Counter(feature for features in blocked for feature in features)
    alone = Counter(features[0] for features in blocked if len(features) == 1)
    return sorted((Lack(f, n, alone[f]) for f, n in asked.items()), key=lambda lack: (-lack.decks, -lack.alone, lack.feature))


def changes(old, new) -> tuple[list[Outcome], list[Outcome]]:
    """The decks of `new` that are green and were not, and those that were green and are not; by name."""
    before = {outcome.name: outcome.fate for outcome in old}
    known = [outcome for outcome in new if outcome.name in before]
    greener = [o for o in known if o.fate is Fate.OK and before[o.name] is not Fate.OK]
    redder = [o for o in known if o.fate is not Fate.OK and before[o.name] is Fate.OK]
    return greener, redder


def lines(outcomes, earlier=None, features: int = 20, slowest: int = 10):
    """(text, style) lines of the summary."""
    counts = Counter(outcome.fate for outcome in outcomes)
    for lack in lacks(outcomes)[:features]:
        yield f"{lack.decks:6} {lack.alone:6}  {lack.feature}", None
    slow = sorted((o for o in outcomes if o.fate is Fate.OK), key=lambda o: -o.seconds)[:slowest]
    if slow:
        yield "slowest green decks: " + ", ".join(f"{o.name} {o.seconds:.1f} s" for o in slow), None
    if earlier is not None:
        greener, redder = changes(earlier, outcomes)
        yield f"newly green: {' '.join(o.name for o in greener) or 'none'}", "green" if greener else None
        yield f"newly red: {' '.join(f'{o.name} ({o.fate.value})' for o in redder) or 'none'}", "bold red" if redder else None
    seconds = sum(outcome.seconds for outcome in outcomes)
    for fate in Fate:
        if counts[fate]:
            yield f"{counts[fate]:6}  {fate.value:8} {MEANING[fate]}", None
    yield (
        f"{counts[Fate.OK]} of {len(outcomes)} decks OK, {seconds:.0f} s in all",
        "bold green" if counts[Fate.OK] == len(outcomes) else "bold",
    )


def head(outcomes):
    """The line above the features, None when nothing is lacked."""
    return " decks  alone  lacks" if any(o.fate is Fate.MISSING for o in outcomes) else None
