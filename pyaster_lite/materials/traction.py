"""TRACTION: the curve of stress over strain in uniaxial traction, for one or for several temperatures (u4.43.01).

The first point of a curve is the end of its elasticity: E = stress / strain there. Over the plastic strain p = strain -
stress / E the curve is R(p). Between the curves of two values of the parameter, R and E are linear in it at equal p.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw


class TractionCurve:
    """The curves of a material: `functions` of strain at ascending `values` of `name` (TEMP, ...); one curve has none.

    left, right  what holds beyond the values: EXCLU, CONSTANT, LINEAIRE
    hardening    whether the functions are those of p, telling what R has gained
    """

    def __init__(self, functions, name=None, values=(), left="EXCLU", right="EXCLU", hardening=False):
        self.name, self.values, self.left, self.right = name, np.asarray(values, float), left, right
        self.curves = [_hardening(f) if hardening else _plastic(f) for f in functions]

    def pairs(self, variables):
        """[(rows, first curve, second, share of the second)] over the points (ne, ng): where between which curves they are.

        A curve is (E, p (n,), R (n,), what holds beyond the last p). Raises KeyError when the parameter is not known, and
        ValueError beyond the values.
        """
        shape = variables["INST"].shape
        if self.name is None:
            return [(np.ones(shape, bool), self.curves[0], self.curves[0], np.zeros(shape))]
        at, known = np.broadcast_to(variables[self.name], shape), self.values
        for beyond, rule in ((at < known[0], self.left), (at > known[-1], self.right)):
            if rule == "EXCLU" and beyond.any():
                raise ValueError(
                    f"{self.name} = {at[beyond][0]:.9g} lies outside the curves of traction, {known[0]:.9g} to {known[-1]:.9g}"
                )
        at = np.where((at < known[0]) & (self.left == "CONSTANT"), known[0], at)
        at = np.where((at > known[-1]) & (self.right == "CONSTANT"), known[-1], at)
        if len(known) == 1:
            return [(np.ones(shape, bool), self.curves[0], self.curves[0], np.zeros(shape))]
        place = np.clip(np.searchsorted(known, at, "right") - 1, 0, len(known) - 2)
        found = []
        for k in np.unique(place):
            rows = place == k
            share = np.where(rows, (at - known[k]) / (known[k + 1] - known[k]), 0.0)
            share = np.where(abs(at - known[k]) <= 1e-6 * abs(known[k]), 0.0, share)
            share = np.where(abs(at - known[k + 1]) <= 1e-6 * abs(known[k + 1]), 1.0, share)
            found.append((rows, self.curves[k], self.curves[k + 1], share))
        return found


def _plastic(function):
    strain, stress = np.asarray(function.x, float), np.asarray(function.y, float)
    young = stress[0] / strain[0]
    p = strain - stress / young
    p[0] = 0.0
    return young, p, stress, function.properties.right


def _hardening(function):
    p, gained = (np.concatenate([[0.0], np.asarray(own, float)]) for own in (function.x, function.y))
    return 0.0, p, gained, function.properties.right


def hardening(occurrence, word) -> TractionCurve:
    """The curves of a word that tells what R has gained over p, from points beyond p = 0 (META_TRACTION)."""
    given = occurrence[word]
    functions = given.functions if hasattr(given, "functions") else [given]
    if any(not hasattr(f, "x") for f in functions):
        raise occurrence.not_yet(word, "a curve of hardening given by a formula is not there yet")
    for f in functions:
        if f.properties.parameter != "EPSI":
            raise occurrence.wrong(word, f"a curve of hardening is a function of EPSI, not of {f.properties.parameter}")
        if f.x[0] <= 0.0 or f.y[0] <= 0.0:
            raise occurrence.wrong(word, "the first point of a curve of hardening is beyond the origin")
    if functions == [given]:
        return TractionCurve(functions, hardening=True)
    sides = given.properties
    return TractionCurve(functions, sides.parameter, given.values, sides.left, sides.right, hardening=True)


def properties(occurrence):
    """The curves, checked."""
    given = occurrence.SIGM
    functions = given.functions if hasattr(given, "functions") else [given]
    if any(not hasattr(f, "x") for f in functions):
        raise occurrence.not_yet("SIGM", "a curve of traction given by a formula is not there yet")
    for f in functions:
        if f.properties.parameter != "EPSI":
            raise occurrence.wrong("SIGM", f"a curve of traction is a function of EPSI, not of {f.properties.parameter}")
        if f.x[0] <= 0.0 or f.y[0] <= 0.0:
            raise occurrence.wrong("SIGM", "the first point of a curve of traction is the end of its elasticity, not the origin")
        if (np.diff(f.x - f.y * f.x[0] / f.y[0]) < -1e-12).any():
            raise occurrence.wrong("SIGM", "a curve of traction is steeper than its elasticity")
    if functions == [given]:
        return {"traction": TractionCurve(functions)}
    sides = given.properties
    return {"traction": TractionCurve(functions, sides.parameter, given.values, sides.left, sides.right)}


MATERIALS.add(
    "TRACTION",
    MaterialLaw(FACT("f", SIGM=SIMP("o", typ=("fonction_sdaster", "nappe_sdaster", "formule"))), properties),
)
