"""How harmful an earthquake is: the measures of INFO_FONCTION(NOCI_SEISME=...) (u4.32.05, r4.05.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._calc_fonction.spectrum import frequencies_of, oscillator_spectra
from pyaster_lite.concepts.function import Function, Properties


def seismic_measures(args) -> dict:
    """{column: (type, [value])} of the options asked for."""
    if args.SPEC_OSCI is not None:
        numbers = _intensity_of_spectrum(args)
        return {name: ("R", [float(value)]) for name, value in numbers.items()}
    signal = args.FONCTION
    option = args.OPTION
    for word in ("FREQ_FOND", "FREQ_PAS", "RATIO", "PESANTEUR"):
        if args.get(word) is not None and args[word] <= 0:
            raise args.wrong(word, f"{word} must be positive, not {args[word]:.9g}")
    if not 0 <= args.BORNE_INF < args.BORNE_SUP <= 1:
        raise args.wrong("BORNE_SUP", "BORNE_INF and BORNE_SUP are parts of the whole: 0 <= BORNE_INF < BORNE_SUP <= 1")
    numbers = {}
    for options, measure in _MEASURES:
        if option in ("TOUT", *options):
            numbers |= measure(args, signal)
    args.mark_read()
    return {"FONCTION": ("K8", [signal.name]), **{name: ("R", [float(value)]) for name, value in numbers.items()}}


def _cut(args, function):
    start = function.x[0] if args.INST_INIT is None else args.INST_INIT
    end = function.x[-1] if args.INST_FIN is None else args.INST_FIN
    return function.cut(start, end, args.PRECISION, args.CRITERE)


def _greatest(args, signal):
    velocity = signal.trapeze(args.COEF)
    displacement = velocity.trapeze(args.COEF)
    acce, vite, depl = (np.abs(_cut(args, f).y).max() for f in (signal, velocity, displacement))
    return {"ACCE_MAX": acce, "VITE_MAX": vite, "DEPL_MAX": depl, "ACCE_SUR_VITE": acce / vite}


def _energy(args, signal):
    """The running Arias intensity, pi/(2 g) times the integral of the squared acceleration."""
    piece = _cut(args, signal)
    return (piece * piece).trapeze(0.0) * (np.pi / args.PESANTEUR / 2)


def _arias(args, signal):
    return {"INTE_ARIAS": _energy(args, signal).y[-1]}


def _cumulated_velocity(args, signal):
    return {"VITE_ABSO_CUMU": _cut(args, signal.abs()).trapeze(0.0).y[-1]}


def _asa(args, signal):
    """The mean pseudo acceleration below the fundamental frequency, over RATIO of it."""
    f0, ratio, damping = args.FREQ_FOND, args.RATIO, args.AMOR_REDUIT
    frequencies = np.arange((1 - ratio) * f0, f0 + args.FREQ_PAS, args.FREQ_PAS)
    spectrum = oscillator_spectra(signal, frequencies, [damping], "ACCE", args.NORME)[0]
    found = {"ASA": np.trapezoid(spectrum, frequencies) / (ratio * f0), "RATIO": ratio}
    return found | ({"AMOR_REDUIT": damping} if args.OPTION == "ASA" else {})


def _intensity(args, signal):
    """Housner's: the integral of the pseudo velocity over the period."""
    frequencies = frequencies_of(args)
    row = oscillator_spectra(signal, frequencies, [args.AMOR_REDUIT], "VITE", args.NORME)[0]
    spectrum = Function(frequencies, row, Properties("FREQ", "VITE", ("LOG", "LOG"), "EXCLU", "CONSTANT"))
    return _integrated(args, spectrum, lambda f: f**-2)


def _intensity_of_spectrum(args):
    family, damping = args.SPEC_OSCI, args.AMOR_REDUIT
    first = family.functions[0]
    spectrum = first.with_points(first.x, family(damping, first.x))
    args.mark_read()
    power = {"DEPL": lambda f: 2 * np.pi / f, "VITE": lambda f: f**-2, "ACCE": lambda f: f**-3 / (2 * np.pi)}[args.NATURE]
    weighted = spectrum.with_points(spectrum.x, spectrum.y * power(spectrum.x))
    return _integrated(args, weighted, lambda f: 1.0)


def _integrated(args, spectrum, weight):
    low, high = args.FREQ_INIT, args.FREQ_FIN
    piece = spectrum.cut(low, high, args.PRECISION, args.CRITERE)
    total = np.trapezoid(piece.y * weight(piece.x), piece.x)
    return {"FREQ_INIT": low, "FREQ_FIN": high, "AMOR_REDUIT": args.AMOR_REDUIT, "INTE_SPECT": total}


def _strong_phase(args, signal):
    energy = _energy(args, signal)
    start = int(np.argmax(energy.y >= energy.y[-1] * args.BORNE_INF))
    end = int(np.flatnonzero(energy.y <= energy.y[-1] * args.BORNE_SUP)[-1])
    return {"DEBUT_PHAS_FORT": energy.x[start], "DUREE_PHAS_FORT": energy.x[end] - energy.x[start]}


_MEASURES = (
    (("MAXI", "ACCE_SUR_VITE"), _greatest),
    (("INTE_ARIAS",), _arias),
    (("VITE_ABSO_CUMU",), _cumulated_velocity),
    (("ASA",), _asa),
    (("INTE_SPEC",), _intensity),
    (("DUREE_PHAS_FORT",), _strong_phase),
)
