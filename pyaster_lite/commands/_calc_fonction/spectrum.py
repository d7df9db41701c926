"""SPEC_OSCI, PROL_SPEC_OSCI: oscillator response spectra (r4.05.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._calc_fonction.action import FAMILY, REAL, Action
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.function_family import FunctionFamily
from pyaster_lite.fe import response_spectrum

NATURES = ("DEPL", "VITE", "ACCE")
DEFAULT_DAMPINGS = (0.02, 0.05, 0.1)
# Number of frequencies, first and step of each piece of the usual list, Hz.
_USUAL = (
    (56, 0.2, 0.05), (8, 3.0, 0.075), (14, 3.6, 0.1), (24, 5.0, 0.125),
    (28, 8.0, 0.25), (6, 15.0, 0.5), (4, 18.0, 1.0), (10, 22.0, 1.5),
)  # fmt: skip


def usual_frequencies():
    """The 150 frequencies taken when the deck gives none, 0.2 to 35.5 Hz."""
    return np.concatenate([first + step * np.arange(count) for count, first, step in _USUAL])


def frequencies_of(args):
    """LIST_FREQ, FREQ or the usual list."""
    given = args.LIST_FREQ if args.LIST_FREQ is not None else args.FREQ
    found = usual_frequencies() if given is None else np.array(list(given), float)
    if found.min() < 1e-10:
        raise args.wrong("LIST_FREQ" if args.LIST_FREQ is not None else "FREQ", "frequencies must be positive")
    return found


def oscillator_spectra(function, frequencies, dampings, nature, norm=1.0):
    """(n_dampings, n_frequencies) pseudo responses by Nigam's method, divided by `norm`."""
    power = NATURES.index(nature)
    function.intervals()  # refuses a single point
    peaks = response_spectrum.nigam(function.x, function.y, frequencies, dampings)
    return peaks * (2 * np.pi * frequencies) ** power / norm


def _spectra(args):
    function, frequencies = args.FONCTION, frequencies_of(args)
    dampings = np.array(args.AMOR_REDUIT or DEFAULT_DAMPINGS)
    for item, damping in enumerate(dampings):
        if damping > 1 - 1e-6:
            raise args.wrong("AMOR_REDUIT", f"the reduced damping must be below 1, not {damping:.9g}", item=item)
    if abs(args.NORME) < 1e-10:
        raise args.wrong("NORME", "NORME must not be 0")
    args.mark_read("NATURE_FONC")
    power = NATURES.index(args.NATURE)
    if args.METHODE == "NIGAM":
        rows = oscillator_spectra(function, frequencies, dampings, args.NATURE, args.NORME)
    elif args.METHODE == "RICE":
        pulsations, density = 2 * np.pi * function.x, function.y / (2 * np.pi)
        rows = [response_spectrum.rice(pulsations, density, frequencies, d, args.DUREE, power) / args.NORME for d in dampings]
    else:
        step, pseudo = function.intervals()[0], args.PSEUDO == "OUI"
        rows = [response_spectrum.harmonic(step, function.y, frequencies, d, power, pseudo) / args.NORME for d in dampings]
    inner = Properties("FREQ", args.NATURE, ("LOG", "LOG"), "EXCLU", "CONSTANT")
    functions = [Function(frequencies, row, inner) for row in rows]
    if _kind(args) == REAL:
        return functions[0]
    return FunctionFamily(dampings, functions, Properties("AMOR", args.NATURE, ("LIN", "LOG")))


def _kind(args):
    one = args.TYPE_RESU == "FONCTION" and args.AMOR_REDUIT is not None and len(args.AMOR_REDUIT) == 1
    return REAL if one else FAMILY


def _extended(args):
    """PROL_SPEC_OSCI: prolong an acceleration spectrum towards 0 Hz, linearly in displacement up to DEPL_MAX."""
    given = args.FONCTION
    step = given.intervals()[0]
    f, depl, top = given.x, given.y / args.NORME * given.x**-2.0, args.DEPL_MAX
    slope = (depl[1] - depl[0]) / step
    corner = f[0] + (top - depl[0]) / slope
    if corner < 0 or (depl[0] < top and slope > 0) or (depl[0] > top and slope < 0):
        raise args.wrong("DEPL_MAX", f"the spectrum does not lead to a displacement of {top:.9g} below {f[0]:.9g} Hz")
    x = np.concatenate(([0.0, corner], f))
    y = np.concatenate(([top, top], depl)) * x**2 * args.NORME
    return given.with_points(x, y)


ACTIONS = {
    "SPEC_OSCI": Action(
        FACT(
            TYPE_RESU=SIMP(into=("NAPPE", "FONCTION"), defaut="NAPPE"),
            METHODE=SIMP(into=("NIGAM", "HARMO", "RICE"), defaut="NIGAM"),
            FONCTION=SIMP("o", typ=REAL),
            AMOR_REDUIT=SIMP(typ="R", max="**"),
            LIST_FREQ=SIMP(typ="listr8_sdaster"),
            FREQ=SIMP(typ="R", max="**"),
            NORME=SIMP("o", typ="R", dated=(("8.3.21", 9.81),)),
            NATURE=SIMP(into=NATURES, defaut="ACCE"),
            b_nigam=BLOC(equal("METHODE", "NIGAM"), NATURE_FONC=SIMP(into=("ACCE",), defaut="ACCE")),
            b_rice=BLOC(
                equal("METHODE", "RICE"),
                DUREE=SIMP("o", typ="R", val_min=0.0),
                NATURE_FONC=SIMP(into=("DSP",), defaut="DSP"),
            ),
            b_harmo=BLOC(
                equal("METHODE", "HARMO"),
                PSEUDO=SIMP(into=("OUI", "NON"), defaut="OUI"),
                NATURE_FONC=SIMP(into=("ACCE",), defaut="ACCE"),
            ),
        ),
        _spectra,
        _kind,
    ),
    "PROL_SPEC_OSCI": Action(
        FACT(FONCTION=SIMP("o", typ=REAL), NORME=SIMP("o", typ="R"), DEPL_MAX=SIMP("o", typ="R", val_min=0.0)), _extended
    ),
}
