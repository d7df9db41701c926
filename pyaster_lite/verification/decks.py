"""The decks of a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.study.export import TIME_LIMIT, time_limit

SUFFIXES = (".export", ".comm")


@dataclass(frozen=True)
class Deck:
    """A deck to try: its stem, its file and how many seconds it may take by its own .export."""

    name: str
    path: Path
    limit: float


def collect(places, prefixes=()) -> list[Deck]:
    """The decks in files and folders, sorted by name; of a folder every .export, and every .comm that has none beside it.

    prefixes keep those whose name starts with one of them. Raises Refused for a place that holds no deck.
    """
    found, wrong = {}, []
    for place in map(Path, places):
        paths = _in_folder(place) if place.is_dir() else [place] if place.is_file() and place.suffix in SUFFIXES else []
        if not paths:
            what = "holds no deck (.export or .comm)" if place.is_dir() else "is no deck" if place.exists() else "does not exist"
            wrong.append(Diagnostic(Severity.ERROR, "F001", f"{place} {what}"))
        found |= {path.resolve(): path for path in paths}
    if wrong:
        raise Refused(wrong)
    prefixes = tuple(prefixes)
    kept = [path for path in found.values() if not prefixes or path.stem.startswith(prefixes)]
    decks = [Deck(path.stem, path, time_limit(path) if path.suffix == ".export" else TIME_LIMIT) for path in kept]
    return sorted(decks, key=lambda deck: (deck.name, str(deck.path)))


def _in_folder(folder):
    exports = [path for path in folder.rglob("*.export") if ".pyaster" not in path.parts]
    told = {path.with_suffix("") for path in exports}
    return exports + [path for path in folder.rglob("*.comm") if path.with_suffix("") not in told]
