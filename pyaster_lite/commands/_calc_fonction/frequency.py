"""FFT, INTERPOL_FFT, INTEGRE_FREQ, DERIVE_FREQ: through the frequency domain and back."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import of_kind
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._calc_fonction.action import COMPLEX, REAL, Action, kind_of_first
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.fe.response_spectrum import high_pass


def _transform(args):
    return args.FONCTION.fft(args.METHODE, args.get("SYME", "NON"))


def _resampled(args):
    """INTERPOL_FFT: a finer step by zeros beyond the highest frequency."""
    given = args.FONCTION
    start, step, wanted = given.x[0], given.intervals()[0], args.PAS_INST
    if wanted <= 0:
        raise args.wrong("PAS_INST", f"PAS_INST must be positive, not {wanted:.9g}")
    if step < wanted:
        raise args.wrong("PAS_INST", f"PAS_INST = {wanted:.9g} must be below the step of the function, {step:.9g}")
    intervals = (len(given.x) - 1) * step / wanted
    count = int(intervals) + (intervals - int(intervals) >= 0.5) + 1
    spectrum = given.fft("COMPLET")
    half = spectrum.y[: len(spectrum.y) // 2 + 1]
    y = np.concatenate((half, np.zeros(max(0, count // 2 - len(given.x) // 2))))
    padded = spectrum.with_points(np.arange(len(y)) * (spectrum.x[1] - spectrum.x[0]), y)
    made = padded.fft("COMPLET", "NON")
    return given.with_points(made.x + start, made.y * step / (made.x[1] - made.x[0]))


def _step_apart(args, made):
    wanted, reached = args.PAS_INST, made.x[1] - made.x[0]
    if abs(reached - wanted) <= args.PRECISION * wanted:
        return None
    return "PAS_INST", f"the step reached is {reached:.9g} instead of {wanted:.9g}: further than PRECISION"


def _in_frequency(args, factor, corner=0.0):
    """The signal with each frequency between the first and FREQ_COUP multiplied by factor(pulsations), others taken off."""
    given = args.FONCTION
    step, n = given.intervals()[0], len(given.x)
    samples = high_pass(given.y, step, corner) if corner > 0 else given.y
    first = 1.0 / (n * step)
    frequencies = np.arange(0.0, 0.5 / step, first)
    cut = Function([0.0, first, args.FREQ_COUP, args.FREQ_COUP + first], [0, 1, 1, 0], Properties("FREQ", right="CONSTANT"))
    y = np.fft.fft(samples)[: len(frequencies)] * cut(frequencies)
    y = np.concatenate(([0.0], y[1:] * factor(2 * np.pi * frequencies[1:])))
    reading = Properties("FREQ", left="CONSTANT", right="CONSTANT", interpolation=given.properties.interpolation)
    made = Function(frequencies, y.astype(complex), reading).fft("COMPLET", "NON")
    return made, np.arange(0.0, given.x[-1] + step, step)


def _primitive(args):
    power = args.NIVEAU
    made, instants = _in_frequency(args, lambda w: (1j * w) ** -power, args.FREQ_FILTRE)
    return args.FONCTION.with_points(instants, made(instants) - made(0.0))


def _derivative(args):
    power = args.NIVEAU
    made, instants = _in_frequency(args, lambda w: (1j * w) ** power)
    return args.FONCTION.with_points(instants, made(instants))


LEVEL = SIMP(typ="I", into=(1, 2), defaut=2)
ACTIONS = {
    "FFT": Action(
        FACT(
            FONCTION=SIMP("o", typ=(REAL, COMPLEX)),
            METHODE=SIMP(into=("PROL_ZERO", "TRONCATURE", "COMPLET"), defaut="PROL_ZERO"),
            b_syme=BLOC(of_kind("FONCTION", COMPLEX), SYME=SIMP(into=("OUI", "NON"), defaut="OUI")),
        ),
        _transform,
        lambda args: {REAL: COMPLEX, COMPLEX: REAL}.get(kind_of_first(args)),
    ),
    "INTERPOL_FFT": Action(
        FACT(FONCTION=SIMP("o", typ=REAL), PAS_INST=SIMP("o", typ="R"), PRECISION=SIMP(typ="R", defaut=1e-2)),
        _resampled,
        doubt=_step_apart,
    ),
    "INTEGRE_FREQ": Action(
        FACT(
            FONCTION=SIMP("o", typ=REAL),
            NIVEAU=LEVEL,
            FREQ_FILTRE=SIMP(typ="R", val_min=0.0, defaut=0.0),
            FREQ_COUP=SIMP("o", typ="R", val_min=0.0, dated=(("15.2.13", 50.0),)),
        ),
        _primitive,
    ),
    "DERIVE_FREQ": Action(FACT(FONCTION=SIMP("o", typ=REAL), NIVEAU=LEVEL, FREQ_COUP=SIMP(typ="R", val_min=0.0, defaut=50.0)), _derivative),
}
