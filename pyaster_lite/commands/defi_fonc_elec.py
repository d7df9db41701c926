"""DEFI_FONC_ELEC: the product of the currents of a short circuit in two conductors, by time (u4.31.06).

    i(t) = sqrt(2) I (cos(w (t - t0) + phi) - e^{-(t - t0) / tau} cos phi);    4e-7 I_1 I_2 (..)_1 (..)_2 / d is the product times 2e-7

CONTINU leaves out what oscillates: e^{-(t - t0) (1 / tau_1 + 1 / tau_2)} cos phi_1 cos phi_2 + cos(phi_2 - phi_1) / 2.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.concepts.function import Function, Properties

BY_PERIOD = 40
"""Points by period."""


def _numbers(status, words, **defaults):
    return {word: SIMP(status, typ="R") for word in words.split()} | {w: SIMP("f", typ="R", defaut=v) for w, v in defaults.items()}


def _circuit(number):
    return _numbers("o", f"INTE_CC_{number} TAU_CC_{number}") | _numbers("f", f"PHI_CC_{number}")


def _again(number):
    return _numbers("f", f"INTE_RENC_{number} TAU_RENC_{number} PHI_RENC_{number}")


@operator(
    "DEFI_FONC_ELEC",
    produces="fonction_sdaster",
    early=True,
    rules=(UN_PARMI("COUR_PRIN", "COUR"), EXCLUS("COUR", "COUR_SECO")),
    keywords=dict(
        FREQ=SIMP("f", typ="R", defaut=50.0),
        SIGNAL=SIMP("f", defaut="COMPLET", into=("COMPLET", "CONTINU")),
        COUR=FACT("f", max="**", **_circuit(1), **_circuit(2), **_numbers("o", "INST_CC_INIT INST_CC_FIN")),
        COUR_PRIN=FACT("f", **_circuit(1), **_again(1), **_numbers("o", "INST_CC_INIT INST_CC_FIN", INST_RENC_INIT=0.0, INST_RENC_FIN=0.0)),
        COUR_SECO=FACT("f", max="**", **_circuit(2), **_again(2), **_numbers("f", "", DIST=1.0)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_fonc_elec(args, context):
    """Points at even steps while the currents flow, and zero two steps after the last."""
    step = 1.0 / (BY_PERIOD * args.FREQ)
    times, values = _alike(args, step) if args.COUR is not None else _apart(args, step)
    times, values = np.append(times, times[-1] + 2 * step), np.append(values, 0.0)
    back = np.flatnonzero(np.diff(times) <= 0.0)
    if len(back):
        raise args.wrong("COUR" if args.COUR is not None else "COUR_PRIN", f"the instants go back at {times[back[0] + 1]:g} s")
    return Function(times, values, Properties("INST", "ELEC", left="CONSTANT", right="CONSTANT"))


def _alike(args, step):
    """Currents that flow in both conductors between the same instants."""
    times, values = [], []
    ended, begun = args.COUR[0].INST_CC_FIN, args.COUR[0].INST_CC_INIT
    for number, level in enumerate(args.COUR):
        start, stop = level.INST_CC_INIT, level.INST_CC_FIN
        if number and abs(start - ended) >= 1e-7:
            begun = start
            times.append(np.array([ended]))
            values.append(np.zeros(1))
            ended = stop
        own = np.arange((stop - start) / step) * step + start
        pair = [_given(level, "CC", end) for end in (1, 2)]
        times.append(own)
        values.append(_product(args, own - begun, *pair))
    return np.concatenate(times), np.concatenate(values)


def _apart(args, step):
    """The main current and several others, each at its distance, with a second circuit after the first."""
    main = args.COUR_PRIN
    begun, again = main.INST_CC_INIT, main.INST_RENC_INIT
    end = max(main.INST_CC_FIN, main.INST_RENC_FIN)
    times = np.append(0.0, np.arange((end - begun) / step) * step + begun)
    if begun <= 0.0:
        times = times[1:]
    values = np.zeros(len(times))
    for other in args.COUR_SECO or ():
        for kind, start, stop in (("CC", begun, main.INST_CC_FIN), ("RENC", again, main.INST_RENC_FIN)):
            flows = (times > start) & (times < stop)
            if flows.any():
                values[flows] += _product(args, times[flows] - start, _given(main, kind, 1), _given(other, kind, 2)) / other.DIST
            else:
                other.mark_read("DIST", *(f"{word}_{kind}_2" for word in ("INTE", "TAU", "PHI")))
                main.mark_read(*(f"{word}_{kind}_1" for word in ("INTE", "TAU", "PHI")))
    return times, values


def _given(level, kind, end):
    """(current, time constant, phase in radians) of a conductor."""
    words = [f"{word}_{kind}_{end}" for word in ("INTE", "TAU", "PHI")]
    for word in words:
        if level[word] is None:
            raise level.wrong(None, f"{word} is needed: the current flows between these instants")
    current, constant, phase = (level[word] for word in words)
    return current, constant, np.radians(phase)


def _product(args, time, first, second):
    (one, tau, phase), (other, tau_other, phase_other) = first, second
    if args.SIGNAL == "CONTINU":
        steady = np.exp(-time * (1 / tau + 1 / tau_other)) * np.cos(phase) * np.cos(phase_other)
        return 4e-7 * one * other * (steady + 0.5 * np.cos(phase_other - phase))
    turn = 2 * np.pi * args.FREQ * time
    waves = [np.cos(turn + p) - np.exp(-time / t) * np.cos(p) for p, t in ((phase, tau), (phase_other, tau_other))]
    return 4e-7 * one * other * waves[0] * waves[1]
