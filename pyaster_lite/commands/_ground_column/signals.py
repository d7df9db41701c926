"""Signals of a column of ground between time and frequency, on the lists that DEFI_SOL_EQUI builds from the accelerogram."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.function import Function, Properties

_TINY = 1e-12
_BY_TIME = Properties("INST", "ACCE", left="CONSTANT", right="CONSTANT")
_FIRST, _STEP = 0.1, 0.1


class Shaking:
    """The accelerations that are given, sampled, and what their sampling makes of frequencies.

    times        (nt,) s;  accelerations (nd, nt)
    frequencies  (nf,) Hz, where signals are multiplied before they go back to time: half of those of the transform
    solved       NumberList of those where the column is computed
    spectra      (nd, nf) of the accelerations
    """

    def __init__(self, args, context, signals, solved=None, doubled: bool = False):
        """`doubled`: the record is prolonged to the next power of two by its last value."""
        first, step = signals[0].x, signals[0].x[1] - signals[0].x[0]
        count = len(first)
        end = first[-1]
        if doubled:
            count = 1 << (count - 1).bit_length()
            end = (count - 1) * step
        rise = 1.0 / (count * step)
        highest = 0.5 / step - rise
        cut = min(highest, args.FREQ_COUP) if args.FREQ_COUP is not None else highest
        last = int((cut + _TINY) / rise) * rise
        self.cut, self.rise = args.FREQ_COUP if args.FREQ_COUP is not None else highest, rise
        self.instants = _list(context, 0.0, end, step)
        self.times = self.instants.getValuesAsArray()
        self.frequencies = _list(context, 0.0, highest, rise).getValuesAsArray()
        if solved is not None:
            self.solved = solved
        else:
            self.solved = _list(context, rise, last, rise) if doubled else _list(context, _FIRST, cut, _STEP)
        self._corners = np.array([0.0, rise, cut, last + rise])
        self._pulse_end = cut
        scaled = [Function(one.x, args.COEF_AMPL_ACCE * one.y, _BY_TIME) for one in signals]
        self.accelerations = np.array([one(self.times) for one in scaled])
        self.transforms = [self.function(own).fft("COMPLET") for own in self.accelerations]
        self.spectra = np.array([own(self.frequencies) for own in self.transforms])

    def filtered(self, frequencies) -> np.ndarray:
        """What is kept of each frequency: all between the first one and the cut, nothing at zero and one step beyond the cut."""
        return np.interp(frequencies, self._corners, (0.0, 1.0, 1.0, 0.0))

    def function(self, values, result="ACCE") -> Function:
        """Of the time."""
        return Function(self.times, values, _BY_TIME.changed(result=result))

    def whole(self, frequencies, values) -> np.ndarray:
        """(nf, ...) of responses at the computed frequencies, level beyond both ends."""
        flat = values.reshape(len(values), -1)
        columns = [np.interp(self.frequencies, frequencies, column) for column in flat.T]
        return np.stack(columns, axis=-1).reshape(-1, *values.shape[1:])

    def history(self, spectrum) -> np.ndarray:
        """(nt, ...) of spectra (nf, ...), which are those of positive frequencies."""
        flat = spectrum.reshape(len(spectrum), -1)
        reading = Properties("FREQ", "ACCE", left="CONSTANT", right="CONSTANT")
        columns = [Function(self.frequencies, column.astype(complex), reading).fft("COMPLET", "NON")(self.times) for column in flat.T]
        return np.stack(columns, axis=-1).reshape(-1, *spectrum.shape[1:])

    def spectrum_of(self, history) -> np.ndarray:
        """(nf,) of a signal (nt,)."""
        return self.function(history).fft("COMPLET")(self.frequencies)

    def velocities(self) -> list[Function]:
        """The accelerations integrated by trapezes."""
        outside = dict(left="CONSTANT", right="CONSTANT")
        primitives = [self.function(own).trapeze() for own in self.accelerations]
        return [one.with_points(one.x, one.y, **outside) for one in primitives]

    def pulse(self) -> Function:
        """A velocity that has as much of every frequency up to the cut: ratios of responses do not depend on it.

        It stands for the white noise that code_aster draws at random.
        """
        kept = self.rise * np.arange(1, int(self._pulse_end / self.rise + _TINY) + 1)
        since = self.times - self.times[len(self.times) // 4]
        return self.function(np.cos(2.0 * np.pi * np.outer(since, kept)).sum(axis=1) / len(kept), "VITE")


def _list(context, start, end, step):
    return context.run("DEFI_LIST_REEL", DEBUT=float(start), INTERVALLE=[{"JUSQU_A": float(end), "PAS": float(step)}])
