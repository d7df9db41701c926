"""The outcomes as one self-contained page: a table that filters and sorts, and for each deck its tests, plots, log and graph.

What belongs to one deck is packed (gzip, base64) and unpacked by the browser when it is looked at, so that thousands of decks fit.
"""

from __future__ import annotations

import base64
import gzip
import json
from importlib.resources import files
from pathlib import Path

from pyaster_lite import __version__
from pyaster_lite.verification.outcome import MEANING, Fate, Outcome
from pyaster_lite.verification.summary import changes, lacks

TYPES = {".png": "image/png", ".svg": "image/svg+xml"}


def write_html(outcomes, path: Path, earlier=None):
    """Write the page; `earlier` outcomes mark the decks that became green or red since."""
    greener, redder = changes(earlier, outcomes) if earlier is not None else ([], [])
    news = {o.name: "green" for o in greener} | {o.name: "red" for o in redder}
    rows = [[o.fate.value, o.name, round(o.seconds, 3), len(o.tests), o.reason, news.get(o.name, ""), o.path] for o in outcomes]
    content = {
        "version": __version__,
        "fates": {fate.value: MEANING[fate] for fate in Fate},
        "rows": rows,
        "lacks": [[lack.decks, lack.alone, lack.feature] for lack in lacks(outcomes)],
        "details": [_packed(_detail(outcome)) for outcome in outcomes],
    }
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    path.write_text(template.replace("/*CONTENT*/null", text), encoding="utf-8")


def _detail(outcome: Outcome) -> dict:
    pictures = {
        name: f"data:{TYPES[Path(name).suffix]};base64,{base64.b64encode(content).decode()}" for name, content in outcome.pictures.items()
    }
    return {"tests": outcome.tests, "features": outcome.features, "log": outcome.log, "pictures": pictures}


def _packed(detail) -> str:
    return base64.b64encode(gzip.compress(json.dumps(detail).encode(), mtime=0)).decode()
