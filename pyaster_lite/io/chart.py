"""Curves on paper: columns of numbers, Agraf files, and pictures (IMPR_FONCTION, IMPR_TABLE; u4.33.01)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

GRACE_COLOURS = (
    "black", "red", "green", "blue", "gold", "rosybrown", "grey", "darkviolet", "cyan", "magenta", "orange", "indigo",
    "maroon", "turquoise", "darkgreen",
)  # fmt: skip
_LINES = ("none", "solid", "dotted", "dashed", "dashdot")
_MARKERS = ("", "o", "s", "D", "^", "<", "v", ">", "+", "x", "*")


@dataclass
class Curve:
    """One or several ordinates over one abscissa.

    columns  (n_columns, n_points): the abscissas, then the ordinates;  labels  their names
    style, colour, marker, marker_every  numbers as Grace counts them; None: the next one
    """

    columns: np.ndarray
    labels: list[str]
    legend: str = ""
    style: int | None = None
    colour: int | None = None
    marker: int | None = None
    marker_every: int = 0

    def sorted(self, axes: str) -> Curve:
        """The points in ascending order of "X", of "Y", or of both, the first named counting most; "N" leaves them."""
        if axes != "N":
            keys = [self.columns["XY".index(axis)] for axis in reversed(axes)]
            self.columns = self.columns[:, np.lexsort(keys)]
        return self


@dataclass
class Chart:
    """Curves with their axes; bounds are (least, greatest) or None for those of the points."""

    curves: list[Curve]
    title: str = ""
    subtitle: str = ""
    bounds: tuple = (None, None)
    scales: tuple[str, str] = ("LIN", "LIN")
    grids: tuple = (None, None)
    labels: tuple = (None, None)
    notes: list[str] = field(default_factory=list)

    def extent(self, axis: int) -> tuple[float, float]:
        """The bounds of an axis (0 abscissas, 1 ordinates)."""
        if self.bounds[axis] is not None:
            return tuple(self.bounds[axis])
        parts = [c.columns[:1] if axis == 0 else c.columns[1:] for c in self.curves]
        values = np.concatenate([part.ravel() for part in parts])
        values = values[np.isfinite(values) & ((values > 0) | (self.scales[axis] == "LIN"))]
        return (float(values.min()), float(values.max())) if values.size else (0.0, 1.0)

    def label(self, axis: int) -> str:
        """The legend of an axis: what was asked for, else the name of the first column."""
        return self.labels[axis] if self.labels[axis] is not None else self.curves[0].labels[axis] if self.curves else ""


def agraf(chart: Chart) -> tuple[str, str]:
    """(data, directives) as the program Agraf reads them."""
    (x0, x1), (y0, y1) = chart.extent(0), chart.extent(1)
    scale = {"LIN": 0, "LOG": 1}
    head = ["ASPECT_GRAPHIQUE:", "", "GRAPHIQUE:", f"Titre :{chart.title}"]
    head += [f"Commentaire :{chart.subtitle}"] if chart.subtitle else []
    for axis, name in enumerate("XY"):
        head += [f"Frequence Grille {name} :{int(chart.grids[axis] or 0)}", f"Echelle {name} :{scale[chart.scales[axis]]}"]
        head.append(f"Legende {name} :{chart.label(axis)}")
    head += [f"Min X : {x0}", f"Max X : {x1}", f"Min Y : {y0}", f"Max Y : {y1}"]
    data = []
    for i, curve in enumerate(chart.curves):
        for k in range(1, len(curve.columns)):
            head += ["  COURBE:", f"     Trait :{(curve.style or 0) % 3}"]
            head.append(f"     Couleur :{(i if curve.colour is None else curve.colour) % 13}")
            head.append(f"     Marqueur :{(i if curve.marker is None else curve.marker) % 13}")
            head += [f"     Frequence Marqueur :{curve.marker_every}", f"     Legende :{curve.legend}", "     Tri :N"]
            head += [f"     Abscisses : [ {i + 1}, 1]", f"     Ordonnees : [ {i + 1}, {k + 1}]"]
        data.append(f"#NOM DE LA FONCTION: {curve.legend or f'COURBE_{i}'}")
        data += ["".join(f" {value:12.5E}" for value in point) for point in curve.columns.T]
        data.append("")
    return "\n".join(data) + "\n", "\n".join(head) + "\n"


def draw(chart: Chart, path, form: str):
    """A picture of the chart; `form` is a word of matplotlib: png, svg, pdf, eps, ps, jpg."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.42, 5.95), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    number = 0
    for curve in chart.curves:
        for y in curve.columns[1:]:
            colour = GRACE_COLOURS[(number if curve.colour is None else curve.colour - 1) % len(GRACE_COLOURS)]
            line = _LINES[1 if curve.style is None else curve.style % len(_LINES)]
            marker = _MARKERS[0 if curve.marker is None else curve.marker % len(_MARKERS)]
            every = curve.marker_every + 1 if marker else None
            axes.plot(curve.columns[0], y, color=colour, linestyle=line, marker=marker, markevery=every, label=curve.legend or None)
            number += 1
    for axis, name in enumerate("xy"):
        getattr(axes, f"set_{name}label")(chart.label(axis))
        getattr(axes, f"set_{name}scale")("log" if chart.scales[axis] == "LOG" else "linear")
        if chart.bounds[axis] is not None:
            getattr(axes, f"set_{name}lim")(*chart.bounds[axis])
    axes.set_title("\n".join(text for text in (chart.title, chart.subtitle) if text))
    axes.grid(True)
    if any(curve.legend for curve in chart.curves):
        axes.legend()
    figure.savefig(path, format=form)
