"""What DEFI_SOL_EQUI writes: the table of the layers, the signals by time, the spectra and the transfer functions."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from pyaster_lite.commands._calc_fonction.spectrum import oscillator_spectra, usual_frequencies
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.table import Table

_BAND = 1.0, 15.0
_DAMPING = 0.05
_GRAVITY = 9.81
_REAL = "E13.7"


def rayleigh() -> tuple[float, float]:
    """(alpha, beta) by unit of damping that come nearest to hysteresis between 1 and 15 Hz; pi is 3.14 as in code_aster."""
    low, high = _BAND
    together = low * high / (low + high)
    mean = 1.0 / (0.5 + together * log(high / low) / (high - low))
    return mean / (2.0 * 3.14 * (low + high)), mean * 2.0 * 3.14 * together


def layer_table(layers, states, names) -> Table:
    """A row for each layer and the rock, and a last one for the free surface.

    names  of the columns of the greatest accelerations
    """
    last = states[-1]
    columns = {
        "Y": ("R", [*layers.depth, 0.0]),
        "M": ("K8", list(layers.groups)),
        "RHO": ("R", list(layers.density)),
        "Emax": ("R", list(layers.young)),
        "NU": ("R", list(layers.poisson)),
        "AH": ("R", list(layers.damping)),
        "GDgam": ("I", [int(one) for one in layers.material]),
    }
    if layers.blows is not None:
        columns["N1"] = "R", list(layers.blows)
    for rank, state in enumerate(states):
        # the surface has rows from the second iteration on, and then zeros
        surface = [0.0] if rank else []
        is_last = state is last
        if rank == 0 and is_last:
            columns["E0"], columns["AH0"] = ("R", list(state.young)), ("R", list(state.damping))
        columns["Efin" if is_last else f"E{rank}"] = "R", [*state.young, *surface]
        columns["AHfin" if is_last else f"AH{rank}"] = "R", [*state.damping, *surface]
    columns["G/Gmax"] = "R", _above(last.ratio, 1.0)
    columns["gamma_ma"] = "R", _above(last.strain, 0.0)
    for name, peaks in zip(names, last.motion.peaks().T):
        columns[name] = "R", _above(peaks[1:], peaks[0])
    if layers.blows is not None:
        columns["ru_max"] = "R", _above([pressures.max() for *_, pressures in last.water], 0.0)
        columns["ev_max"] = "R", _above([volumes.max() for _, volumes, _ in last.water], 0.0)
    alpha, beta = rayleigh()
    young, damping, ratio = last.young, last.damping, layers.poisson
    surface = [0.0] if len(states) > 1 else []
    columns["AAfin"] = "R", [*(alpha * damping), *surface]
    columns["ABfin"] = "R", [*(beta * damping), *surface]
    columns["Gfin"] = "R", list(young / (2.0 * (1.0 + ratio)))
    columns["VSfin"] = "R", list(np.sqrt(young / (2.0 * (1.0 + ratio) * layers.density)))
    columns["VPfin"] = "R", list(np.sqrt(young * (1.0 - ratio) / ((1.0 - 2.0 * ratio) * (1.0 + ratio) * layers.density)))
    return Table({name: (kind, [_plain(cell) for cell in cells]) for name, (kind, cells) in columns.items()})


def _above(values, surface):
    return [*values, None, surface]


def _plain(cell):
    return float(cell) if isinstance(cell, np.floating) else cell


@dataclass
class Writer:
    """Curves of the last iteration, to the units that the deck gives.

    names  of the directions: one that is empty in the plane, X, Y and Z in space
    """

    args: object
    context: object
    layers: object
    shaking: object
    names: tuple[str, ...]
    gap: float

    def table(self, table):
        """To UNITE_TABLE_RESU."""
        args = self.args
        self.context.run(
            "IMPR_TABLE",
            TABLE=table,
            UNITE=args.UNITE_TABLE_RESU,
            SEPARATEUR=args.SEPARATEUR,
            FORMAT_R=_REAL,
            TITRE=f"Equivalent linear column, E = {args.COEF_VARI_MATE:g} E0; strains at the first Gauss point of a layer, Y its bottom\n",
        )

    def histories(self, state):
        """To UNITE_RESU_TRAN: accelerations, then what TOUT_CHAM and TOUT_ACCE ask for."""
        args, motion, everything = self.args, state.motion, self.args.TOUT_ACCE == "OUI"
        for axis, name in enumerate(self.names):
            own = range(self.layers.count) if everything else self._chosen()
            signals = {"AX_CL" + name: motion.surface[:, axis], "AX_RA" + name: motion.outcrop[:, axis]}
            signals |= {f"AX_{i + 1}{name}": motion.below[:, i, axis] for i in own}
            signals["AX_BH" + name] = motion.bottom[:, axis]
            self._by_time("accelerations", signals)
            if args.TOUT_CHAM == "OUI" and everything:
                for order, (letter, what) in enumerate((("V", "velocities"), ("D", "displacements")), 1):
                    made = {letter + key[1:]: self._integrated(values, order) for key, values in signals.items()}
                    self._by_time(what, made)
        if everything:
            for letters, what, values in (("GAM", "shear strains", motion.strains), ("TAU", "shear stresses", motion.stresses)):
                self._by_time(what, {f"{letters}_{i + 1}": values[:, i] for i in range(self.layers.count)})
        if motion.forces is not None:
            keys = ["FY_CL", *(f"FY_{i + 1}" for i in range(self.layers.count)), "FY_BH"]
            self._by_time("nodal forces", dict(zip(keys, motion.forces.T)))
        if state.water and everything:
            for column, letters, what in ((2, "RU", "pore pressure ratios"), (1, "EV", "volume strains")):
                reading = Properties("INST", letters, left="CONSTANT", right="CONSTANT")
                curves = {f"{letters}_{i + 1}": Function(own[0], own[column], reading) for i, own in enumerate(state.water)}
                self._write(self.args.UNITE_RESU_TRAN, what, curves)

    def spectra(self, motion):
        """To UNITE_RESU_SPEC: oscillators at 5 %, in g, and the transfer from the free surface to the outcrop."""
        given = self.args.LIST_FREQ_SPEC_OSCI
        frequencies = usual_frequencies() if given is None else given.getValuesAsArray()
        reading = Properties("FREQ", "ACCE", ("LOG", "LOG"), "EXCLU", "CONSTANT")

        def spectrum(values):
            row = oscillator_spectra(self.shaking.function(values), frequencies, np.array([_DAMPING]), "ACCE", _GRAVITY)[0]
            return Function(frequencies, row, reading)

        for axis, name in enumerate(self.names):
            signals = {"SAX_CL" + name: motion.surface[:, axis], "SAX_RA" + name: motion.outcrop[:, axis]}
            signals |= {f"SAX_{i + 1}{name}": motion.below[:, i, axis] for i in range(self.layers.count)}
            signals["SAX_BH" + name] = motion.bottom[:, axis]
            self._write(self.args.UNITE_RESU_SPEC, "oscillator spectra", {key: spectrum(values) for key, values in signals.items()})
        for axis, name in enumerate(self.names):
            column = motion.transfer[:, axis]
            reading = Properties("FREQ", "ACCE", left="CONSTANT", right="CONSTANT")
            curves = {key: Function(motion.frequencies, values, reading) for key, values in (("FDT", column), ("|FDT|", abs(column)))}
            self._write(self.args.UNITE_RESU_SPEC, f"transfer from the free surface to the outcrop {name}", curves)

    def _chosen(self):
        """The ranks of LIST_COUCHE_ACCE."""
        found = []
        for name in self.args.LIST_COUCHE_ACCE or ():
            if name in self.layers.groups[:-1]:
                found.append(self.layers.groups.index(name))
            else:
                self.context.warn(self.args, "LIST_COUCHE_ACCE", f"no layer above the rock is called {name}: it has no acceleration")
        return found

    def _integrated(self, values, times):
        if self.args.INTEGRATION == "FREQUENCE":
            level = dict(FREQ_FILTRE=self.args.FREQ_FILTRE, FREQ_COUP=self.shaking.cut, NIVEAU=times)
            made = self.context.run("CALC_FONCTION", INTEGRE_FREQ=[{"FONCTION": self.shaking.function(values), **level}])
            return made(self.shaking.times)
        for _ in range(times):
            values = self.shaking.function(values).trapeze().y
        return values

    def _by_time(self, what, signals):
        self._write(self.args.UNITE_RESU_TRAN, what, {key: self.shaking.function(values) for key, values in signals.items()})

    def _write(self, unit, what, curves):
        legend = f" cvar={self.args.COEF_VARI_MATE:g} deltaE = {self.gap:.6g}"
        given = [{"FONCTION": curve, "LEGENDE": key + legend} for key, curve in curves.items()]
        title = f"Equivalent linear column, E = {self.args.COEF_VARI_MATE:g} E0: {what}"
        self.context.run("IMPR_FONCTION", UNITE=unit, FORMAT="TABLEAU", TITRE=title, SOUS_TITRE=self.args.TITRE, COURBE=given)
