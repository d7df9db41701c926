"""GENE_FONC_ALEA: signals drawn from a matrix of spectra (u4.36.05, r4.07.04)."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts.spectrum import RandomSignals
from pyaster_lite.fe.random_signals import drawn, factors

FEWEST = 256
"""Points in frequency where nothing else says how many."""


@operator(
    "GENE_FONC_ALEA",
    produces="interspectre",
    keywords=dict(
        INTE_SPEC=SIMP("o", typ="interspectre"),
        # as in code_aster, where spectra are of one velocity, nothing is chosen by it
        NUME_VITE_FLUI=SIMP("f", typ="I", advisory=True),
        INTERPOL=SIMP("f", defaut="OUI", into=("NON", "OUI")),
        b_interpol_oui=BLOC(
            equal("INTERPOL", "OUI"),
            DUREE_TIRAGE=SIMP("f", typ="R"),
            FREQ_INIT=SIMP("f", typ="R"),
            FREQ_FIN=SIMP("f", typ="R"),
        ),
        NB_POIN=SIMP("f", typ="I", val_min=1),
        NB_TIRAGE=SIMP("f", typ="I", defaut=1, val_min=1),
        INIT_ALEA=SIMP("f", typ="I"),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def gene_fonc_alea(args, context):
    """Roots of the spectra at even frequencies, phases at random."""
    spectra = args.INTE_SPEC
    if isinstance(spectra, RandomSignals):
        raise args.wrong("INTE_SPEC", f"{spectra.name} holds signals in time, spectra are meant")
    grid = (_kept if args.INTERPOL == "NON" else _interpolated)(args, context, spectra.frequencies)
    indices = sorted({index for pair in spectra.values for index in pair})
    terms = np.zeros((len(grid.frequencies), len(indices), len(indices)), complex)
    for row, first in enumerate(indices):
        for column, second in enumerate(indices):
            try:
                own = spectra.term(first, second)
            except KeyError:
                raise args.wrong("INTE_SPEC", f"{spectra.name} has no term of {first} and {second}") from None
            terms[:, row, column] = grid.of(spectra.frequencies, own)
    generator = context.random(args.INIT_ALEA)
    powers = 2 ** int(log2(len(terms)) + 1e-6)
    span = grid.frequencies[powers - 1] - grid.frequencies[0]
    uniform = lambda count: [generator.random() for _ in range(count)]  # noqa: E731
    return RandomSignals(*drawn(factors(terms)[:powers], span / (powers - 1), args.NB_TIRAGE, uniform))


@dataclass(frozen=True)
class _Grid:
    """Frequencies (n,), and which of them are within the band; `samples` whether the spectra's own values are taken one by one."""

    frequencies: np.ndarray
    inside: np.ndarray
    samples: bool

    def of(self, known, values):
        """Values (n,), none outside the band."""
        result = np.zeros(len(self.frequencies), complex)
        if self.samples:
            count = min(int(self.inside.sum()), len(values))
            result[np.flatnonzero(self.inside)[:count]] = values[:count]
        else:
            result[self.inside] = np.interp(self.frequencies[self.inside], known, values)
        return result


def _power_above(count):
    """The count itself where it is a power of two, else the next one."""
    exponent = log2(count)
    return count if min(exponent % 1.0, 1.0 - exponent % 1.0) < 1e-6 else 2 ** (int(exponent) + 1)


def _kept(args, context, known):
    steps = np.diff(known)
    step = (known[-1] - known[0]) / (len(known) - 1)
    if (abs(steps - step) > 1e-6).any():
        raise args.wrong("INTE_SPEC", "with INTERPOL='NON' the spectra must be given at even frequencies")
    given, last = args.NB_POIN, known[-1]
    if given is not None and given < len(known):
        last = known[given - 1]
        context.warn(args, "NB_POIN", f"the spectra are cut off at {last:.6g} Hz")
    count = 2 ** (int(log2(last / step)) + 1)
    if given is not None and count > given:
        context.warn(args, "NB_POIN", f"{count} points are taken")
    elif given is not None:
        count = _power_above(given)
    frequencies = known[0] % step + step * np.arange(count)
    grid = _Grid(frequencies.copy(), (frequencies >= known[0]) & (frequencies <= last), True)
    grid.frequencies[0] = 0.0
    return grid


def _interpolated(args, context, known):
    last = args.FREQ_FIN if "FREQ_FIN" in args else known.max()
    first = args.FREQ_INIT if "FREQ_INIT" in args else known.min()
    count, duration = args.NB_POIN, args.get("DUREE_TIRAGE")
    shortest = abs(np.diff(known)).min(initial=1e10)
    if duration is not None and duration > 0.0:
        step, enough = 1.0 / duration, 2 ** int(log2(2.0 * last * duration))
        if count is None or 2.0 * count / duration < 2.0 * last:
            if count is not None:
                context.warn(args, "NB_POIN", f"{enough} points are taken, to tell the highest frequency")
            count = enough
    elif count is not None:
        count = _power_above(count)
        step = last / (count - 1)
    elif shortest > 0.0:
        step, count = shortest, max(2 ** int(log2(2.0 * last / shortest)), FEWEST)
    else:
        count = FEWEST
        step = (last - first) / (count - 1)
    start = max(last - count * step, 0.0) if (count - 1) * step > last - first else first
    frequencies = start + step * np.arange(count)
    return _Grid(frequencies, (frequencies >= first) & (frequencies <= last), False)
