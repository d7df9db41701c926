"""Which periodic responses DYNA_VIBRA looks for: at listed frequencies, or along the branch through them."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.fe.continuation import Stalled, Steps, follow
from pyaster_lite.fe.errors import ComputationFailed, NotConverged, SingularMatrix

SUBDIVISIONS = 6


def sweep(args, balance, frequencies):
    """(frequency, unknowns) of every frequency, each started from the one before."""
    before = None
    for frequency in frequencies:
        unknowns = _reached(args, balance, float(frequency), before)
        before = float(frequency), unknowns
        yield before


def _reached(args, balance, frequency, before):
    given, pulsation = args.EQUI_HARM, 2.0 * pi * frequency
    settings = given.RESI_RELA, given.ITER_MAXI
    tries: list[Callable] = [lambda: balance.solve(balance.linear(pulsation).ravel(), pulsation, *settings)]
    if before is not None:
        tries.insert(0, lambda: balance.solve(before[1], pulsation, *settings))
        tries.append(lambda: _in_steps(balance, before, frequency, settings))
    tries.append(lambda: balance.ramp(pulsation, *settings))
    for attempt in tries:
        try:
            return attempt()
        except NotConverged:
            continue
        except SingularMatrix:
            raise ComputationFailed(
                f"nothing limits the response at {frequency:g} Hz: the dynamic stiffness of a harmonic is singular",
                help="hold the structure, or preload its contacts (FORC_PRECH)",
            ) from None
    help = "follow the branch with CONTINUATION=_F(METHODE='LONG_ARC'), give frequencies closer together, or increase NB_INST or ITER_MAXI"
    raise _failed(
        given, "ITER_MAXI", f"no periodic response is found at {frequency:g} Hz in {given.ITER_MAXI} iterations (ITER_MAXI)", help
    )


def _in_steps(balance, before, frequency, settings):
    """From one frequency to the next by halves as small as it takes."""
    at, unknowns = before
    step, least = frequency - at, abs(frequency - at) * 0.5**SUBDIVISIONS
    while at != frequency:
        following = frequency if abs(frequency - at) <= abs(step) * (1.0 + 1e-9) else at + step
        try:
            unknowns = balance.solve(unknowns, 2.0 * pi * following, *settings)
            at = following
        except NotConverged:
            step *= 0.5
            if abs(step) < least:
                raise
    return unknowns


def branch(args, balance, frequencies):
    """(frequency, unknowns) along the branch from the first frequency to the last; those of the list in between are met."""
    given, settings = args.CONTINUATION, (args.EQUI_HARM.RESI_RELA, args.EQUI_HARM.ITER_MAXI)
    given.mark_read("METHODE")
    start, end = float(frequencies[0]), float(frequencies[-1])
    word = "FREQ" if "FREQ" in args else "LIST_FREQ"
    if len(frequencies) < 2 or start == end:
        raise args.wrong(word, "a branch is followed from the first frequency to the last: give two of them at least")
    steps = _steps(given, abs(end - start), settings)
    unknowns = _reached(args, balance, start, None)
    yield start, unknowns
    before = start, unknowns

    def residual(x, frequency):
        value, jacobian, slope = balance.residual(x, 2.0 * pi * frequency)
        return value, jacobian, 2.0 * pi * slope

    try:
        for following, frequency in follow(residual, unknowns, start, end, steps):
            yield from _met(balance, before, (frequency, following), frequencies, settings)
            before = frequency, following
            if min(start, end) <= frequency <= max(start, end):
                yield before
    except Stalled as stalled:
        raise _stalled(given, stalled, steps) from None


def _steps(given, span, settings):
    first = given.PAS if "PAS" in given else span / 50.0
    greatest = given.PAS_MAXI if "PAS_MAXI" in given else 4.0 * first
    least = given.PAS_MINI if "PAS_MINI" in given else first / 1e4
    for word, wrong in (("PAS_MINI", least > first), ("PAS_MAXI", greatest < first)):
        if wrong:
            raise given.wrong(word, f"PAS_MINI <= PAS <= PAS_MAXI must hold, not {least:g}, {first:g}, {greatest:g}")
    return Steps(first, least, greatest, given.NB_PAS_MAXI, *settings)


def _met(balance, before, after, frequencies, settings):
    """The responses at the frequencies of the list that a step of the branch passes."""
    (f0, x0), (f1, x1) = before, after
    between = [f for f in frequencies.tolist() if min(f0, f1) < f < max(f0, f1)]
    if f0 != f1 and any(f == f1 for f in frequencies):
        between = [f for f in between if f != f1]
    for f in sorted(between, reverse=f1 < f0):
        share = (f - f0) / (f1 - f0)
        try:
            yield f, balance.solve(x0 + share * (x1 - x0), 2.0 * pi * f, *settings)
        except NotConverged:
            continue


def _stalled(given, stalled, steps):
    where = f"the branch cannot be followed beyond {stalled.parameter:.6g} Hz"
    if stalled.spent:
        text = f"{where}: its {steps.number} steps (NB_PAS_MAXI) are spent"
        return _failed(given, "NB_PAS_MAXI", text, "increase NB_PAS_MAXI, or PAS_MAXI")
    text = f"{where}: the correction fails with steps down to {steps.least:g} (PAS_MINI)"
    return _failed(given, "PAS_MINI", text, "reduce PAS_MINI, increase NB_INST or ITER_MAXI of EQUI_HARM, or damp the structure")


def _failed(given, word, text, help):
    """A computation that failed because of what a keyword says."""
    return Refused([Diagnostic(Severity.FAILED, "X001", text, given.span_of(word), help)])
