"""Grace projects (.agr) of curves: version 50100 of the format, on a landscape page, every setting of the page told (u4.33.01).

The sets count from 1 and the page is told in the same order as by code_aster, whose files are compared with others by their digests.
"""

from __future__ import annotations

import numpy as np

_FAMILIES = {"Times": ("Roman", "Italic", "Bold", "BoldItalic"), "Helvetica": ("", "Oblique", "Bold", "BoldOblique")}
_FAMILIES |= {"Courier": _FAMILIES["Helvetica"], "Symbol": ("",), "ZapfDingbats": ("",)}
_COLOURS = {
    "white": (255, 255, 255), "black": (0, 0, 0), "red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255), "yellow": (255, 255, 0),
    "brown": (188, 143, 143), "grey": (220, 220, 220), "violet": (148, 0, 211), "cyan": (0, 255, 255), "magenta": (255, 0, 255),
    "orange": (255, 165, 0), "indigo": (114, 33, 188), "maroon": (103, 7, 72), "turquoise": (64, 224, 208), "green4": (0, 139, 0),
}  # fmt: skip
_PAGE = "version 50100; page size 842, 595; page scroll 5%; page inout 5%; link page off"
_DEFAULTS = """reference date 0; date wrap off; date wrap year 1950; timestamp off; default linewidth 1.0; default linestyle 1;
    default color 1; default pattern 1; default font 0; default char size 1.000000; default symbol size 1.000000;
    default sformat "%.8g"; background color 0; page background fill on"""
_REGION = "{0} off; link {0} to g0; {0} type above; {0} linestyle 1; {0} linewidth 1.0; {0} color 1; {0} line 0, 0, 0, 0"
_GRAPH = "g0 on; g0 hidden false; g0 type XY; g0 stacked false; g0 bar hgap 0.000000; with g0"
_FRAME = """stack world 0, 0, 0, 0; znorm 1; view xmin 0.150000; view xmax 1.150000; view ymin 0.150000; view ymax 0.850000;
    title font 0; title size 1.500000; title color 1; subtitle font 0; subtitle size 1.000000; subtitle color 1;
    xaxes invert off; yaxes invert off"""
_AXIS = """on; type zero false; offset 0.000000 , 0.000000; bar on; bar color 1; bar linestyle 1; bar linewidth 1.0;
    label layout para; label place auto; label char size 1.000000; label font 0; label color 1; label place normal;
    tick on; tick minor ticks 1; tick default 6; tick place rounded true; tick in; tick major size 1.000000; tick major color 1;
    tick major linewidth 1.0; tick major linestyle 2; tick major grid on; tick minor color 1; tick minor linewidth 1.0;
    tick minor linestyle {0}; tick minor grid off; tick minor size 0.500000; ticklabel on; ticklabel format general;
    ticklabel prec 5; ticklabel angle 0; ticklabel skip 0; ticklabel stagger 0; ticklabel place normal; ticklabel offset auto;
    ticklabel offset 0.000000 , 0.010000; ticklabel start type auto; ticklabel start 0.000000; ticklabel stop type auto;
    ticklabel stop 0.000000; ticklabel char size 0.800000; ticklabel font 0; ticklabel color 1; ticklabel formula "";
    ticklabel append ""; ticklabel prepend ""; tick place both; tick spec type none"""
_MINOR = {"x": 2, "y": 1}
_LEGEND = """altxaxis  off; altyaxis  off; legend on; legend loctype view; legend 0.85, 0.8; legend box color 1; legend box pattern 1;
    legend box linewidth 1.0; legend box linestyle 1; legend box fill color 0; legend box fill pattern 1; legend font 0;
    legend char size 0.750000; legend color 1; legend length 4; legend vgap 1; legend hgap 1; legend invert false;
    frame type 0; frame linestyle 1; frame linewidth 1.0; frame color 1; frame pattern 1; frame background color 0;
    frame background pattern 0"""
_SET = """hidden false; type xy; symbol size 1.000000; symbol pattern 1; symbol linestyle 1; symbol fill pattern 0;
    symbol linewidth 1.0; symbol char 65; symbol char font 0; line type 1; line linewidth 1.0; line pattern 1; baseline type 0;
    baseline off; dropline off; fill type 0; fill rule 0; fill pattern 1; avalue off; avalue type 2; avalue char size 1.000000;
    avalue font 0; avalue rot 0; avalue format general; avalue prec 3; avalue prepend ""; avalue append "";
    avalue offset 0.000000 , 0.000000; errorbar on; errorbar place both; errorbar pattern 1; errorbar size 1.000000;
    errorbar linewidth 1.0; errorbar linestyle 1; errorbar riser linewidth 1.0; errorbar riser linestyle 1; errorbar riser clip off;
    errorbar riser clip length 0.100000; comment \"\""""
_MARGIN, _STEPS = 0.05, 5


def grace(chart) -> str:
    """The project of an io.chart.Chart; nothing where there are no curves."""
    if not any(curve.columns.size for curve in chart.curves):
        return ""
    bounds = [_bounds(chart, axis) for axis in (0, 1)]
    grids = _grids(chart, bounds)
    lines = ["", "# Grace project file", "#", *_told(_PAGE), *_maps(), *_told(_DEFAULTS)]
    for region in range(5):
        lines += _told(_REGION.format(f"r{region}"))
    lines += _told(_GRAPH) + _told(_FRAME, "    ")
    for axis, minor in _MINOR.items():
        lines += _told(_AXIS.format(minor), f"    {axis}axis  ")
    lines += _told(_LEGEND, "    ")
    lines += [f'@    title "{chart.title}"', f'@    subtitle "{chart.subtitle}"']
    lines += [f'@    {name}axis  label "{label or ""}"' for name, label in zip("xy", chart.labels)]
    lines += [f"@    {name}axes scale {'Logarithmic' if scale == 'LOG' else 'Normal'}" for name, scale in zip("xy", chart.scales)]
    lines += [f"@    {name}axis  tick major {grid}" for name, grid in zip("xy", grids)]
    lines += [f"@    world {name}{end} {value}" for name, own in zip("xy", bounds) for end, value in zip(("min", "max"), own)]
    sets = [(curve, column) for curve in chart.curves for column in curve.columns[1:]]
    for number, (curve, _) in enumerate(sets, 1):
        lines += ["", *_described(number, curve)]
    for number, (curve, column) in enumerate(sets, 1):
        lines += [f"@target g0.s{number}", "@type xy", *(f"{x:.8g} {y:.8g}" for x, y in zip(curve.columns[0], column)), "&"]
    return "\n".join(lines) + "\n"


def _told(settings, before=""):
    return [f"@{before}{' '.join(setting.split(chr(10))).strip()}" for setting in settings.split(";")]


def _maps():
    fonts = [f"{family}-{face}".strip("-") for family, faces in _FAMILIES.items() for face in faces]
    yield from (f'@map font {i} to "{name}", "{name}"' for i, name in enumerate(fonts))
    yield from (f'@map color {i} to {shade}, "{name}"' for i, (name, shade) in enumerate(_COLOURS.items()))


def _bounds(chart, axis):
    """Those that are asked for, else those of the points and a margin about them; below zero a logarithm starts at the first above."""
    asked = chart.bounds[axis]
    # what is no number cannot be drawn, and has no say
    values = np.concatenate([(c.columns[:1] if axis == 0 else c.columns[1:]).ravel() for c in chart.curves])
    values = values[np.isfinite(values)]
    values = values if values.size else np.zeros(1)
    if asked is not None and asked[0] <= asked[1]:
        low, high = asked
    else:
        low, high = float(values.min()), float(values.max())
        margin = _MARGIN * (max(high - low, 0.01 * high) or 1e-6) / 2.0
        low, high = low - margin, high + margin
    if chart.scales[axis] == "LOG" and low < 0.0 and (values > 0.0).any():
        low = float(values[values > 0.0].min())
    return low, high


def _grids(chart, bounds):
    """Steps between ticks: those asked for where both are, else a fifth of the axes, in whole numbers where these are long."""
    asked = [10 if scale == "LOG" else -1 if grid is None else grid for scale, grid in zip(chart.scales, chart.grids)]
    if min(asked) >= 0:
        return asked
    spans = [high - low for low, high in bounds]
    steps = [int(round(span / _STEPS)) if span > 4 else span / _STEPS for span in spans]
    return [step or 1e-6 for step in steps]


def _cycled(value, low, high, default):
    value = default if value is None or value < low else value
    return (value - low) % (high + 1 - low) + low


def _described(number, curve):
    """The settings of a set: those of all, then its marks, colours and line, which change from set to set where they are not given."""
    colour = _cycled(curve.colour, 1, 15, number + 1)
    own = {
        "symbol": _cycled(curve.marker, 0, 10, number), "symbol color": colour, "symbol skip": max(curve.marker_every, 0),
        "symbol fill color": colour, "line linestyle": _cycled(curve.style, 0, 8, 1), "line color": colour, "fill color": colour,
        "avalue color": colour, "errorbar color": colour,
    }  # fmt: skip
    legend = curve.legend.replace("\n", " ; ")
    return _told(_SET, f"    s{number} ") + [f"@    s{number} {name} {value}" for name, value in own.items()] + [
        f'@    s{number} legend "{legend}"'
    ]
