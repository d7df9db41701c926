"""Pictures of a study: the history of each tested component with its references, periodic responses, and the deformed mesh at the end.

matplotlib is imported only when something is drawn, on the Agg backend, without touching the user's own settings.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from .deformed import draw_deformed
from .periodic_plots import draw_periodic

LINE, REFERENCE, REGRESSION, TEXT, GRID = "#1f5f8b", "#d1495b", "#3a9d5d", "#333333", "#dddddd"
STYLE = {
    "axes.edgecolor": "#999999",
    "axes.labelcolor": TEXT,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 12,
    "figure.dpi": 130,
    "font.size": 10,
    "grid.color": GRID,
    "legend.frameon": False,
    "text.color": TEXT,
    "xtick.color": TEXT,
    "ytick.color": TEXT,
}


def draw(study) -> list[Path]:
    """Every picture of a study that has run, as PNG files in its output folder; returns their paths."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    drawn = []
    with matplotlib.rc_context(STYLE):
        for rows in _histories(study.tests):
            curve = _curve(study, rows[0])
            if curve is not None:
                figure = _history(pyplot, rows, *curve)
                drawn.append(_save(study, figure, _file_name(rows[0])))
                pyplot.close(figure)
        for name, concept in study.environment.items():
            for title, figure in draw_periodic(pyplot, name, concept).items():
                drawn.append(_save(study, figure, title))
                pyplot.close(figure)
        for name, result in _moved(study).items():
            figure = draw_deformed(pyplot, name, result)
            if figure is not None:
                drawn.append(_save(study, figure, f"{name}_deformed"))
                pyplot.close(figure)
    return drawn


def _histories(tests) -> list[list]:
    """The rows of the tests by what they follow: concept, field, component and place."""
    found: dict[tuple, list] = {}
    for row in tests:
        if isinstance(row.computed, (int, float)):
            found.setdefault((row.concept, row.quantity, row.component, row.place), []).append(row)
    return list(found.values())


def _curve(study, row):
    """(abscissas, ordinates, label of the axis) of what a row tests, None where it is no history."""
    concept = study.environment.get(row.concept)
    if concept is None:
        return None
    if hasattr(concept, "times") and row.instant is not None and row.group and row.component:
        values = concept.values(row.quantity, row.component, group=row.group)
        if values.ndim == 3:
            point = re.search(r"point (\d+)", row.place)
            values = values[:, :, int(point[1]) - 1 if point else 0]
        return _long_enough(concept.times, values[:, 0], "time")
    if row.command == "TEST_FONCTION" and hasattr(concept, "x") and not row.access.startswith("mean"):
        name = concept.properties.parameter
        return _long_enough(concept.x, concept.y, "time" if name == "INST" else name)
    return None


def _long_enough(x, y, label):
    known = ~(np.isnan(x) | np.isnan(y))
    if np.iscomplexobj(y) or known.sum() < 3:
        return None
    return x[known], y[known], label


def _history(pyplot, rows, x, y, label):
    figure, axes = pyplot.subplots(figsize=(8, 4.2), layout="constrained")
    axes.grid(True)
    axes.plot(x, y, color=LINE, linewidth=1.6, label="computed", zorder=2)
    kinds = (("VALE_REFE", REFERENCE, "D", 7), ("VALE_CALC", REGRESSION, "o", 11))
    for kind, color, marker, size in kinds:
        points = [(at, row) for row in rows if row.kind == kind and (at := _abscissa(row)) is not None]
        if not points:
            continue
        places = [at for at, _ in points]
        values = [_number(row.reference) for _, row in points]
        filled = kind == "VALE_REFE"
        name = "reference" if filled else "code_aster"
        axes.plot(
            places, values, linestyle="none", marker=marker, markersize=size, color=color, zorder=4 if filled else 3,
            markerfacecolor=color if filled else "none", markeredgewidth=1.6, label=_legend(name, [row for _, row in points]),
        )  # fmt: skip
    row = rows[0]
    axes.set_xlabel(label)
    axes.set_ylabel(" ".join(word for word in (row.quantity, row.component) if word) or row.concept)
    axes.set_title(
        " ".join(word for word in (row.concept, row.quantity, row.component) if word) + (f" at {row.place}" if row.place else "")
    )
    axes.margins(x=0.02, y=0.12)
    axes.legend(loc="best")
    return figure


def _number(reference):
    return reference[0] if isinstance(reference, (tuple, list)) else reference


def _abscissa(row):
    """Where a tested value stands: the instant, or the abscissa of a function."""
    if row.instant is not None:
        return row.instant
    found = re.search(r"([-+\d.][-+\d.eE]*)$", row.access)
    return float(found[1]) if found else None


def _legend(name, rows):
    failed = sum(not row.passed for row in rows)
    return f"{name}: {failed} of {len(rows)} not met" if failed else f"{name}: all {len(rows)} met" if len(rows) > 1 else f"{name}: met"


def _moved(study) -> dict:
    """The tested results that hold displacements, by name."""
    names = dict.fromkeys(row.concept for row in study.tests)
    found = {name: study.environment.get(name) for name in names}
    return {name: concept for name, concept in found.items() if hasattr(concept, "field_names") and "DEPL" in concept.field_names()}


def _file_name(row):
    words = [row.concept, row.quantity, row.component, row.group or row.place]
    return re.sub(r"[^\w.-]+", "_", "_".join(word for word in words if word))


def _save(study, figure, name) -> Path:
    return study.files.picture(f"{name}.png", lambda path: figure.savefig(path, bbox_inches="tight", pad_inches=0.15))
