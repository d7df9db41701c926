"""From the keywords of a drawing to the file it makes."""

from __future__ import annotations

from pyaster_lite.catalogue.commons.chart import PICTURES
from pyaster_lite.io.chart import Chart, draw
from pyaster_lite.io.grace import grace


def chart_of(args, curves) -> Chart:
    """The chart with the titles and axes that the keywords ask for."""

    def both(word):
        return args.get(f"{word}_X"), args.get(f"{word}_Y")

    scales = tuple(scale or "LIN" for scale in both("ECHELLE"))
    return Chart(curves, args.get("TITRE") or "", args.get("SOUS_TITRE") or "", both("BORNE"), scales, both("GRILLE"), both("LEGENDE"))


def look(args) -> dict:
    """Line, colour, marker and legend of a curve, as Curve takes them."""
    return dict(
        legend=args.get("LEGENDE") or "",
        style=args.get("STYLE"),
        colour=args.get("COULEUR"),
        marker=args.get("MARQUEUR"),
        marker_every=args.get("FREQ_MARQUEUR") or 0,
    )


def write_grace(args, context, chart):
    """XMGRACE: the project, or the picture that Grace would make of it where PILOTE asks for one."""
    form = PICTURES.get(args.PILOTE)
    if form is None:
        if args.PILOTE:
            context.say("no window is opened: the Grace project is written")
        context.write(args.UNITE, grace(chart))
        return
    with context.files.writing(args.UNITE, f".{form}", args.span_of("UNITE")) as path:
        draw(chart, path, form)
