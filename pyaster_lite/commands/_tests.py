"""From the keywords of a test to its rows: what TEST_RESU, TEST_TABLE, TEST_FONCTION and TEST_FICHIER share."""

from __future__ import annotations

import numpy as np

from pyaster_lite.verification.rows import TestRow, Verdict, judge, judge_text

_SUFFIXES = ("", "_I", "_C", "_K")
_ZERO = np.finfo(float).eps
_PLACE = dict.fromkeys(("quantity", "component", "place", "access", "legend"), "")


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


def search(args) -> tuple[float, str]:
    """(precision, criterion) of the search for a storage order: the second of TOLE_MACHINE and CRITERE, else the only one."""
    return _last(args.TOLE_MACHINE, 1e-6), _last(args.CRITERE, "RELATIF")


def _last(values, default):
    return values[min(1, len(values) - 1)] if values else default


def compare(args, context, word, computed, references, tolerance, relative=True, *, kind="VALE_CALC",
            origin="NON_REGRESSION", magnitude=1.0, moduli=False, skip=False, **place):  # fmt: skip
    """Judge one value against the references of a keyword, and record the row; `place` are the words of TestRow."""
    references = references if isinstance(references, tuple) else (references,)
    if isinstance(references[0], str):
        found, reference, gap, verdict = judge_text(computed, references)
    elif isinstance(computed, str) or computed is None:
        raise args.wrong(word, f"a number is expected, but {place.get('quantity') or place['concept']} holds {computed!r}")
    elif skip:
        found, reference, gap, verdict = computed, references[0], None, Verdict.SKIPPED
    else:
        found, reference, gap, verdict = judge(computed, references, tolerance, relative, magnitude, moduli)
    context.test(
        TestRow(
            kind=kind, origin=origin, computed=found, reference=reference, difference=gap, relative=relative,
            tolerance=tolerance if relative else abs(tolerance * magnitude), verdict=verdict, span=args.span_of(word),
            **{**_PLACE, **place},
        )
    )  # fmt: skip


def report(args, context, computed, *, zero_is_skipped=True, **place):
    """Compare `computed` with VALE_CALC, and with VALE_REFE where REFERENCE is given; each makes one row.

    A VALE_CALC of 0 without ORDRE_GRANDEUR says nothing, and is skipped unless told otherwise.
    """
    common = dict(
        relative=first(args.CRITERE, "RELATIF") == "RELATIF",
        moduli=args.get("VALE_ABS") == "OUI",
        legend=args.LEGENDE or "",
        **place,
    )
    suffix, values = expected(args, "VALE_CALC")
    magnitude = args.get("ORDRE_GRANDEUR")
    skip = zero_is_skipped and suffix == "" and abs(values[0]) <= _ZERO and magnitude is None
    scale = magnitude if zero_is_skipped and magnitude is not None else 1.0
    tolerance = first(args.TOLE_MACHINE, 1e-6)
    compare(args, context, f"VALE_CALC{suffix}", computed, values, tolerance, magnitude=scale, skip=skip, **common)
    if args.get("REFERENCE"):
        suffix, values = expected(args, "VALE_REFE")
        compare(args, context, f"VALE_REFE{suffix}", computed, values, args.PRECISION, kind="VALE_REFE", origin=args.REFERENCE, **common)
