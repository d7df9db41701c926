"""CALC_TRANSFERT: the transfer functions between two nodes, and the motion that makes a measured one (u4.53.61)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.table import Table

EVEN = 1e-6
"""How far the steps of two signals may differ."""
_RESULTS = ("harm_gene", "tran_gene", "dyna_harmo", "dyna_trans")
_FUNCTIONS = ("fonction_sdaster", "fonction_c")


def _of_axes(prefix):
    return {f"{prefix}{axis}": SIMP("f" if axis == "Z" else "o", typ=_FUNCTIONS) for axis in "XYZ"}


@operator(
    "CALC_TRANSFERT",
    produces="table_sdaster",
    keywords=dict(
        NOM_CHAM=SIMP("o", into=("DEPL", "VITE", "ACCE")),
        ENTREE=FACT("o", GROUP_NO=SIMP("o", typ="grno")),
        SORTIE=FACT("o", GROUP_NO=SIMP("o", typ="grno")),
        REPERE=SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")),
        b_repere=BLOC(equal("REPERE", "RELATIF"), ENTRAINEMENT=FACT("o", **_of_axes("D"))),
        **{f"RESULTAT_{axis}": SIMP("f" if axis == "Z" else "o", typ=_RESULTS) for axis in "XYZ"},
        SIGNAL=FACT(
            "f",
            **_of_axes("MESURE_"),
            TABLE_RESU=SIMP("o", typ="CO"),
            TYPE_RESU=SIMP("f", defaut="HARMONIQUE", into=("HARMONIQUE", "TEMPOREL")),
        ),
    ),
)
def calc_transfert(args, context):
    """H of S = H E at each frequency: column j of E and S is what goes in and comes out where the ground shakes along the axis j.

    Returns the table of frequencies and of the parts of H; that of SIGNAL has what must go in for its measures to come out.
    """
    axes = [axis for axis in "XYZ" if args[f"RESULTAT_{axis}"] is not None]
    kinds = {args[f"RESULTAT_{axis}"].kind for axis in axes}
    if len(kinds) > 1:
        raise args.wrong("RESULTAT_X", "the results must be of one kind")
    spectra = _Spectra(args, context, axes, kinds.pop() in ("tran_gene", "dyna_trans"))
    entering, leaving = spectra.at(args.ENTREE), spectra.at(args.SORTIE)
    if args.REPERE == "RELATIF":
        for j, axis in enumerate(axes):
            ground = spectra.of_function(args.ENTRAINEMENT, f"D{axis}")
            entering[:, j, j] += ground
            leaving[:, j, j] += ground
    # rows of these are axes of shaking, columns are components
    transfer = np.linalg.solve(entering, leaving).swapaxes(1, 2)
    columns = {"FREQ": ("R", spectra.hertz.tolist())}
    for i, of in enumerate(axes):
        for j, by in enumerate(axes):
            columns |= _parts(f"H{of.lower()}{by.lower()}", transfer[:, i, j])
    if args.SIGNAL is not None:
        context.create(args.SIGNAL.TABLE_RESU, _signals(args.SIGNAL, context, spectra, axes, transfer))
    return Table(columns)


def _parts(name, values):
    return {f"Re_{name}": ("R", values.real.tolist()), f"Im_{name}": ("R", values.imag.tolist())}


def _signals(asked, context, spectra, axes, transfer) -> Table:
    """What enters, in frequency or in time."""
    measured = np.stack([spectra.of_function(asked, f"MESURE_{axis}") for axis in axes], axis=-1)
    found = np.linalg.solve(transfer, measured[..., None])[..., 0]
    if asked.TYPE_RESU == "HARMONIQUE":
        columns = {"FREQ": ("R", spectra.hertz.tolist())}
        for i, axis in enumerate(axes):
            columns |= _parts(f"F{axis}", found[:, i])
        return Table(columns)
    columns = {}
    for i, axis in enumerate(axes):
        function = Function(spectra.hertz, found[:, i], Properties("FREQ"))
        back = context.run("CALC_FONCTION", FFT={"FONCTION": function, "METHODE": "COMPLET", "SYME": "NON"})
        columns.setdefault("INST", ("R", back.x.tolist()))
        columns[f"F{axis}"] = "R", back.y.tolist()
    return Table(columns)


class _Spectra:
    """Functions at the frequencies of the results: `hertz`, the first half of those of a transform where they are of instants."""

    def __init__(self, args, context, axes, in_time):
        self._args, self._context, self._axes, self._in_time = args, context, axes, in_time
        self.hertz = self._instants = None

    def at(self, place) -> np.ndarray:
        """(frequencies, axes of shaking, components) of a node in each of the results."""
        word = "RESU_GENE" if self._args.RESULTAT_X.kind.endswith("_gene") else "RESULTAT"
        found = []
        for axis in self._axes:
            words = {word: self._args[f"RESULTAT_{axis}"], "GROUP_NO": place.GROUP_NO, "NOM_CHAM": self._args.NOM_CHAM}
            motions = [self._context.run("RECU_FONCTION", NOM_CMP=f"D{component}", **words) for component in self._axes]
            found.append([self._of_result(motion) for motion in motions])
        return np.moveaxis(np.array(found), 2, 0).copy()

    def _of_result(self, function):
        x, y = function.x, function.y
        if self._in_time:
            self._instants = x
            whole = self._transform(function)
            x, y = whole.x[: len(whole.x) // 2], whole.y[: len(whole.x) // 2]
        if self.hertz is None:
            self.hertz = x
        elif len(x) != len(self.hertz) or x[1] - x[0] - (self.hertz[1] - self.hertz[0]) >= EVEN * x[1]:
            raise self._args.wrong("RESULTAT_X", "the results are not given at the same frequencies or instants")
        return y

    def of_function(self, given, word) -> np.ndarray:
        """The values of one of the functions of the deck at the frequencies."""
        function = given[word]
        if function is None:
            raise given.wrong(None, f"{word} must be given, since RESULTAT_Z is")
        if function.is_complex:
            if function.x[-1] < self.hertz[-1] * (1.0 - EVEN):
                raise given.wrong(word, f"{function.name} ends at {function.x[-1]:g}, before the results, at {self.hertz[-1]:g}")
            return self._at(function, self.hertz, "FREQ").y
        if self._in_time:
            if (self._instants[-1] - function.x[-1]) / function.x[-1] > 1e-8:
                raise given.wrong(word, f"{function.name} ends at {function.x[-1]:g}, before the results, at {self._instants[-1]:g}")
            function = self._at(function, self._instants, "INST")
        whole = self._transform(function)
        if len(whole.y) < len(self.hertz):
            raise given.wrong(word, f"{function.name} has {len(whole.y)} values for {len(self.hertz)} frequencies")
        return whole.y[: len(self.hertz)]

    def _at(self, function, x, parameter):
        return self._context.run("CALC_FONC_INTERP", FONCTION=function, VALE_PARA=x.tolist(), NOM_PARA=parameter)

    def _transform(self, function):
        return self._context.run("CALC_FONCTION", FFT={"FONCTION": function, "METHODE": "COMPLET"})
