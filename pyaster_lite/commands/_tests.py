"""From the keywords of a test to its rows: what TEST_RESU, TEST_TABLE and TEST_FONCTION share."""

from __future__ import annotations

import numpy as np

from pyaster_lite.verification.rows import TestRow, Verdict, judge, judge_text

_SUFFIXES = ("", "_I", "_C", "_K")
_ZERO = np.finfo(float).eps


def expected(args, word: str):
    """(suffix, values) of the one VALE_CALC or VALE_REFE given; (None, ()) when there is none."""
    for suffix in _SUFFIXES:
        values = args.get(word + suffix)
        if values is not None:
            return suffix, values if isinstance(values, tuple) else (values,)
    return None, ()


def first(value, default):
    """The first of one or several values."""
    if isinstance(value, tuple):
        return value[0] if value else default
    return default if value is None else value


def report(args, context, computed, *, command, concept, quantity="", component="", place="", access="",
           group="", instant=None):
    """Compare `computed` with VALE_CALC, and with VALE_REFE where REFERENCE is given; each makes one row."""
    relative = first(args.CRITERE, "RELATIF") == "RELATIF"
    moduli = args.get("VALE_ABS") == "OUI"
    legend = args.LEGENDE or ""
    common = dict(concept=concept, quantity=quantity, component=component, place=place, access=access, legend=legend,
                  group=group, instant=instant)
    suffix, values = expected(args, "VALE_CALC")
    tolerance = first(args.TOLE_MACHINE, 1e-6)
    magnitude = args.get("ORDRE_GRANDEUR")
    wants = [("VALE_CALC", "NON_REGRESSION", suffix, values, tolerance, magnitude)]
    if args.get("REFERENCE"):
        suffix, values = expected(args, "VALE_REFE")
        wants.append(("VALE_REFE", args.REFERENCE, suffix, values, args.PRECISION, 1.0))
    for kind, origin, suffix, values, tolerance, scale in wants:
        word = kind + (suffix or "")
        if suffix == "_K":
            found, reference, gap, verdict = judge_text(computed, values)
        elif isinstance(computed, str) or computed is None:
            raise args.wrong(word, f"a number is expected, but {concept} {quantity} holds {computed!r}")
        elif kind == "VALE_CALC" and suffix == "" and abs(values[0]) <= _ZERO and scale is None:
            found, reference, gap, verdict = computed, values[0], None, Verdict.SKIPPED
        else:
            found, reference, gap, verdict = judge(computed, values, tolerance, relative, scale or 1.0, moduli)
        if not relative and scale is not None:
            tolerance = tolerance * abs(scale)
        span = args.span_of(word)
        context.test(
            TestRow(
                command, kind, origin, computed=found, reference=reference, difference=gap, tolerance=tolerance,
                relative=relative, verdict=verdict, span=span, **common,
            )
        )
