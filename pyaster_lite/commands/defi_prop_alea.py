"""DEFI_PROP_ALEA: a property of materials that varies at random in space, as a formula (u4.36.07)."""

from __future__ import annotations

from functools import partial

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.concepts.formula import Formula
from pyaster_lite.fe.random_field import Direction, RandomField


def _direction(axis):
    return BLOC(
        present(f"LONG_CORR_{axis}"),
        **{f"{axis}_{end}": SIMP("o", typ="R") for end in ("MINI", "MAXI")},
        **{f"NB_TERM_{axis}": SIMP("o", typ="I", val_min=1)},
    )


@operator(
    "DEFI_PROP_ALEA",
    produces="formule",
    rules=(AU_MOINS_UN("LONG_CORR_X", "LONG_CORR_Y", "LONG_CORR_Z"), EXCLUS("PRECISION", "NB_TERM")),
    keywords=dict(
        INIT_ALEA=SIMP("o", typ="I", val_min=0),
        MEDIANE=SIMP("o", typ="R"),
        COEF_VARI=SIMP("o", typ="R", val_min=0.0),
        **{f"LONG_CORR_{axis}": SIMP("f", typ="R") for axis in "XYZ"},
        PRECISION=SIMP("f", typ="R", val_min=0.00001, val_max=1.0),
        NB_TERM=SIMP("f", typ="I", val_min=1),
        **{f"a_data_{axis.lower()}": _direction(axis) for axis in "XYZ"},
    ),
)
def defi_prop_alea(args, context):
    """A formula of the coordinates whose length of correlation is given."""
    from pyaster_lite.syntax import formula

    axes = [axis for axis in "XYZ" if f"LONG_CORR_{axis}" in args]
    directions = []
    for axis in axes:
        length, low, high = (args[word] for word in (f"LONG_CORR_{axis}", f"{axis}_MINI", f"{axis}_MAXI"))
        if high <= low:
            raise args.wrong(f"{axis}_MAXI", f"the range ends at {high:.9g}, before it begins at {low:.9g}")
        if length <= 0.0:
            raise args.wrong(f"LONG_CORR_{axis}", "a length of correlation must be above zero")
        directions.append(Direction(length, low, high, args[f"NB_TERM_{axis}"]))
    word = next((word for word in ("PRECISION", "NB_TERM") if word in args), None)
    kept = args[word] if word is not None and len(axes) > 1 else None
    if word is not None and kept is None:
        args.mark_read(word)
        context.warn(args, word, f"{word} counts in two or three directions only: it has no effect")
    total = 1
    for own in directions:
        total *= len(own.strengths)
    if word == "NB_TERM" and kept is not None and kept > total:
        raise args.wrong("NB_TERM", f"there are {total} terms in all")
    field = RandomField(directions, args.MEDIANE, args.COEF_VARI, args.INIT_ALEA, None if kept == 1.0 and word == "PRECISION" else kept)
    compiler = partial(formula.Formula, span=args.span_of("MEDIANE"), python=context.options.python)
    return Formula(f"field({', '.join(axes)})", axes, {"field": field}, False, compiler)
