"""GENE_ACCE_SEISME: the draws of an accelerogram, step by step (u4.36.04, r4.05.05)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, pi, sqrt

import numpy as np

from pyaster_lite.concepts.function import Function
from pyaster_lite.fe.coherency import NOTHING, abrahamson, luco
from pyaster_lite.fe.ground_motion import density as densities
from pyaster_lite.fe.ground_motion import matching, modulation, signals
from pyaster_lite.fe.response_spectrum import high_pass

SPECTRA = ("SPEC_MEDIANE", "SPEC_MOYENNE", "SPEC_UNIQUE", "SPEC_FRACTILE")
GROUNDS = {"ABRAHAMSON": "any", "ABRA_ROCHER": "rock", "ABRA_SOLMOYEN": "soil"}
_TOLERATED = 0.2
"""How far a spectrum may be off where ERRE_* gives one number only."""


@dataclass(frozen=True)
class Sampling:
    """Instants (n,) from 0 in even steps, n even, and the positive pulsations (n/2,) between them."""

    step: float
    count: int

    @classmethod
    def asked(cls, args):
        """What PAS_INST, NB_POIN, DUREE_PHASE_FORTE and MODULATION say."""
        step, shape = args.PAS_INST, args.MODULATION.TYPE
        if shape == "CONSTANT":
            args.mark_read("NB_POIN")
            return cls(step, _even(args.DUREE_PHASE_FORTE, step))
        if args.NB_POIN is not None:
            return cls(step, args.NB_POIN + args.NB_POIN % 2)
        return cls(step, _even(args.MODULATION.get("INST_INI", 0.0) + 3.0 * args.DUREE_PHASE_FORTE, step))

    @cached_property
    def times(self):
        """(n,) s."""
        return np.arange(0.0, self.count * self.step, self.step)[: self.count]

    @cached_property
    def pulsations(self):
        """(n/2,) rad/s."""
        most, width = pi / self.step, 2.0 * pi / self.step / self.count
        return np.arange(width / 2.0, most + width / 2.0, width)[: self.count // 2]

    @property
    def last(self):
        """The last instant."""
        return (self.count - 1) * self.step

    @property
    def most(self):
        """The highest frequency, Hz."""
        return 0.5 / self.step


def _even(duration, step):
    return int(ceil((duration / step + 1) / 2.0) * 2)


def rise_and_fall(args, sampling, deviation: float = 1.0) -> modulation.Modulation:
    """The modulation, with the amplitude that MODULATION asks for; `deviation` is that of the signal where ACCE_MAX is given."""
    shape, duration, gravity = args.MODULATION, args.DUREE_PHASE_FORTE, args.PESANTEUR
    wanted = {word: shape.get(word) for word in ("INTE_ARIAS", "ECART_TYPE", "ACCE_MAX")}
    times = sampling.times
    if shape.TYPE == "CONSTANT":
        size = 1.0
        if wanted["INTE_ARIAS"] is not None:
            size = sqrt(wanted["INTE_ARIAS"] / (duration * pi / (2.0 * gravity)))
        elif wanted["ECART_TYPE"] is not None:
            size = wanted["ECART_TYPE"] * gravity
        return modulation.Modulation(np.full(len(times), size * deviation), 0.0, duration)
    if shape.TYPE == "GAMMA":
        values, places = modulation.fitted_gamma(times, sampling.last, shape.INST_INI, duration)
    else:
        values, places = modulation.fitted_jennings_housner(times, sampling.last, duration)
    begin, end = modulation.strong_phase(times, values)
    if wanted["INTE_ARIAS"] is not None:
        values = values * sqrt(wanted["INTE_ARIAS"] / modulation.arias(times, values, gravity))
    else:
        strong = slice(*places) if wanted["ECART_TYPE"] is not None or wanted["ACCE_MAX"] is not None else slice(None)
        values = values * sqrt(duration / np.trapezoid(values[strong] ** 2, times[strong]))
        values = values * (wanted["ECART_TYPE"] * gravity if wanted["ECART_TYPE"] is not None else deviation)
    return modulation.Modulation(values, begin, end)


class Motion:
    """The draws: signals of a density, correlated or not, modulated, filtered."""

    def __init__(self, args, context):
        self.args, self.sampling = args, Sampling.asked(args)
        self.context = context
        self.random = np.random.RandomState(args.INIT_ALEA)
        self.mixing, self.steady_mixing = np.eye(1), None
        if args.COEF_CORR is not None:
            self.mixing = np.linalg.cholesky(self._correlation())
        elif args.MATR_COHE is not None:
            self._mix_places(args.MATR_COHE)

    def _correlation(self):
        rho, ratio = self.args.COEF_CORR, self.args.get("RATIO_HV")
        pair = np.array([[1.0, rho], [rho, 1.0]])
        if ratio is None:
            return pair
        three = np.diag([1.0, 1.0, ratio**-2.0])
        three[:2, :2] = pair
        return three

    def _mix_places(self, words):
        """The roots of the coherency of places at each pulsation; as in code_aster signals whose frequency moves are mixed by the coherency
        itself, that of one pulsation, and heights do not count."""
        places = np.zeros((len(nodes := words.MAILLAGE.node_group(words.GROUP_NO_INTERF)), 2))
        places[:] = words.MAILLAGE.coordinates[nodes][:, :2]
        apart = np.linalg.norm(places[:, None] - places[None], axis=-1)

        def alike(pulsation):
            if words.TYPE == "MITA_LUCO":
                return luco(apart, pulsation / (2.0 * pi), words.VITE_ONDE, words.PARA_ALPHA)
            return abrahamson(apart, pulsation / (2.0 * pi), GROUNDS[words.TYPE])

        w = self.sampling.pulsations
        values, vectors = np.linalg.eig(np.stack([alike(one) for one in w]))
        self.mixing = vectors.real * np.sqrt(np.where(values.real < NOTHING, 0.0, values.real))[:, None, :]
        self.steady_mixing = alike(10.0 * (w[1] - w[0]))

    @property
    def channels(self):
        """How many signals a draw makes."""
        return self.mixing.shape[-1]

    def processed(self, signal):
        """A stationary signal made to rise and fall, without what is slow, its peak pressed down where CORR_ZPA asks for it."""
        signal = self._filtered(signal * self.modulation.values)
        if self.peak is not None:
            signal = self._filtered(signals.within(self.sampling.times, signal, self.peak))
        return signal

    def _filtered(self, signal):
        return high_pass(signal, self.sampling.step, self.args.FREQ_FILTRE) if self.args.FREQ_FILTRE > 0.0 else signal

    peak = None

    def draws(self):
        """(channels, n) accelerograms of each draw."""
        raise NotImplementedError

    def drawn(self):
        """Numbers of one draw."""
        return signals.drawn(self.random, self.channels, len(self.sampling.pulsations))

    def evolving(self, numbers, density_at):
        """Signals of a density whose central frequency goes along a line; `density_at`(its frequency) gives it."""
        slope, middle = self.args.FREQ_PENTE, 0.5 * (self.modulation.begin + self.modulation.end)

        def density(t):
            frequency = self.central + slope * (np.clip(t, self.modulation.begin, self.modulation.end) - middle)
            if frequency <= 0.0:
                raise self.args.wrong("FREQ_PENTE", f"the central frequency would be {frequency:.6g} Hz at {t:.6g} s")
            return density_at(frequency)

        mixing = self.mixing if self.steady_mixing is None else self.steady_mixing
        return signals.evolving(self.sampling.pulsations, self.sampling.times, density, numbers, mixing)


class SoilMotion(Motion):
    """By the density of Kanai and Tajimi."""

    def __init__(self, args, context):
        super().__init__(args, context)
        self.central, self.damping = args.DSP.FREQ_FOND, args.DSP.AMOR_REDUIT
        self.corner = args.FREQ_CORNER if args.FREQ_CORNER is not None else 0.05 * self.central
        args.mark_read("FREQ_FILTRE_ZPA")
        deviation = 1.0
        if args.MODULATION.get("ACCE_MAX") is not None:
            _, frequency, width = densities.moments(self.sampling.pulsations, self._density(self.central, 1.0))
            peak = densities.peak_of_oscillator(args.DUREE_PHASE_FORTE, frequency, width)
            deviation = args.MODULATION.ACCE_MAX * args.PESANTEUR / peak
        self.modulation = rise_and_fall(args, self.sampling, deviation)

    def _density(self, frequency, scale=None):
        """The density, of variance one where no scale is given."""
        w = self.sampling.pulsations
        values = densities.kanai_tajimi(w, frequency, self.damping, self.corner)
        return values * (scale if scale is not None else 0.5 / np.trapezoid(values, w))

    def draws(self):
        w = self.sampling.pulsations
        for _ in range(self.args.NB_TIRAGE):
            if self.args.FREQ_PENTE is not None:
                yield self.evolving(self.drawn(), self._density)
            else:
                yield signals.stationary(w, self._density(self.central), self.drawn(), self.mixing)


class SpectralMotion(Motion):
    """By the density that answers a response spectrum."""

    def __init__(self, args, context):
        super().__init__(args, context)
        self.kind = next(word for word in SPECTRA if args.get(word) is not None)
        self.given = args[self.kind]
        if self.kind in ("SPEC_MEDIANE", "SPEC_MOYENNE") and args.NB_TIRAGE == 1:
            raise args.wrong("NB_TIRAGE", f"{self.kind} is about several draws")
        self.modulation = rise_and_fall(args, self.sampling)
        self.corner = args.FREQ_CORNER if args.FREQ_CORNER is not None else 0.0
        spectrum = self.given.SPEC_OSCI
        self.least, hertz, values = float(spectrum.x[0]), spectrum.x, spectrum.y
        if self.given.get("CORR_ZPA") == "OUI":
            self.peak = float(values[-1]) * args.PESANTEUR
        if self.sampling.most > hertz[-1]:
            hertz, values = np.append(hertz, self.sampling.most), np.append(values, values[-1])
        self.spectrum = Function(hertz, values, spectrum.properties.changed(parameter="FREQ", left="EXCLU", right="CONSTANT"))
        self._make_density()

    def _make_density(self):
        args, given, w = self.args, self.given, self.sampling.pulsations
        if given.get("FREQ_PAS") is not None:
            frequencies = given.FREQ_PAS
        elif given.get("LIST_FREQ") is not None:
            frequencies = np.asarray(given.LIST_FREQ.values, float)
            if frequencies[0] <= 0.0:
                raise given.wrong("LIST_FREQ", "frequencies must be above 0")
        else:
            frequencies = 1.0 / self.sampling.step / self.sampling.count
        x, y, hertz, wanted = densities.compatible(
            lambda f: self.spectrum(f) * args.PESANTEUR, given.AMOR_REDUIT, self.least, self.sampling.most, args.DUREE_PHASE_FORTE,
            frequencies, args.FREQ_FILTRE_ZPA,
        )  # fmt: skip
        if self.corner > 0.0:
            y = y * densities.high_pass(x, self.corner)
        self.density = np.interp(w, x, y)
        self.wanted = np.interp(w / (2.0 * pi), hertz, wanted)
        self.central = None
        if args.FREQ_PENTE is not None:
            self._fit(self.density)
        if self.kind == "SPEC_FRACTILE":
            self._spread_out()

    def _spread_out(self):
        """The factor of the covariance of the logarithm of the spectrum, at periods up to ten seconds."""
        upper = self.given.SPEC_1_SIGMA
        deviations = np.log(upper.evaluate(FREQ=self.spectrum.x) / self.spectrum.y)
        spread = Function(self.spectrum.x, deviations, upper.properties.changed(parameter="FREQ", left="EXCLU", right="CONSTANT"))
        periods = 2.0 * pi / self.sampling.pulsations
        if periods.min() < 0.01:
            raise self.args.wrong("PAS_INST", f"correlations are known up to 100 Hz, {1.0 / periods.min():.6g} Hz is asked for")
        if self.spectrum.x[0] > 0.1:
            raise self.given.wrong("SPEC_OSCI", "the spectrum must begin at 0.1 Hz or below")
        periods = periods[periods <= 10.0]
        self.spread = densities.correlated_logarithms(periods, spread(1.0 / periods))

    def _fit(self, density):
        """The rational density around which the central frequency moves, and what it lacks."""
        w = self.sampling.pulsations
        self.central, self.damping, self.r0, self.r1, self.rest = densities.fit_rational(w, density, 0.05)

    def _rational(self, factor, frequency=None):
        rest, w = self.rest * factor, self.sampling.pulsations
        form = (self.damping, self.r0, self.r1, self.corner)
        whole = np.trapezoid(densities.rational(w, self.central, *form) * rest, w)
        own = densities.rational(w, frequency, *form) * rest
        return own * whole / np.trapezoid(own, w)

    def _random_factor(self):
        """(n,) the squares of lognormal factors of a spectrum between its fractiles; one number goes on below the lowest frequency."""
        logarithms = self.spread @ self.random.normal(0.0, 1.0, len(self.spread))
        missing = len(self.sampling.pulsations) - len(logarithms)
        return np.exp(2.0 * np.concatenate([np.full(missing, logarithms[0]), logarithms]))

    def _signals(self, density, numbers, factor=1.0):
        if self.central is not None:
            return self.evolving(numbers, lambda frequency: self._rational(factor, frequency))
        return signals.stationary(self.sampling.pulsations, density * factor, numbers, self.mixing)

    def draws(self):
        rounds, together = self.given.get("NB_ITER"), self.kind in ("SPEC_MEDIANE", "SPEC_MOYENNE")
        if rounds is not None and together:
            yield from self._matched(self.args.NB_TIRAGE, rounds)
            return
        for _ in range(self.args.NB_TIRAGE):
            if rounds is not None:
                yield from self._matched(1, rounds)
            elif self.kind == "SPEC_FRACTILE":
                factor = self._random_factor()
                yield self._signals(self.density, self.drawn(), factor)
            else:
                yield self._signals(self.density, self.drawn())

    def _matched(self, count, rounds):
        """Draws whose density is corrected until their spectra meet the wanted one."""
        args, given, w = self.args, self.given, self.sampling.pulsations
        numbers = [np.stack([signals.gaussian(self.random, 2 * len(w)) for _ in range(self.channels)]) for _ in range(count)]
        words = ("ERRE_ZPA", "ERRE_MAX", "ERRE_RMS")
        least = max(self.least, 0.1)
        target = matching.Target(
            self.wanted, given.AMOR_REDUIT, least, tuple(given[word][0] for word in words), given.METHODE,
            "median" if self.kind == "SPEC_MEDIANE" else "mean",
        )  # fmt: skip

        def made(density):
            stationary = (signals.stationary(w, density, own, self.mixing) for own in numbers)
            return [self._filtered(signal * self.modulation.values) for draw in stationary for signal in draw]

        density, apart = matching.matched(w, self.density, target, rounds, max(args.FREQ_FILTRE, least), made, self.sampling.times)
        for word, off in zip(words, apart):
            allowed = 100.0 * (given[word][1] if len(given[word]) > 1 else _TOLERATED)
            if abs(off) > allowed:
                self.context.warn(given, word, f"the spectrum is off by {abs(off):.3g} %, {allowed:.3g} % are allowed")
        if self.central is not None:
            self._fit(density)
        for own in numbers:
            yield self._signals(density, own)
