"""THER_NL, THER_NL_ORTH, THER_HYDR: conductivity and enthalpy (or heat capacity) that depend on the temperature (u4.43.01).

The enthalpy of a heat capacity is its integral by trapezes, from zero at absolute zero, the capacity going on below its first
point as the mean of its first two.
"""

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.heat_law import ABSOLUTE_ZERO, Hardening, OfTemperature

from ._law import MaterialLaw, functions


def _law(occurrence, word) -> OfTemperature:
    given = occurrence[word]
    if not hasattr(given, "slope"):
        raise occurrence.wrong(word, f"{word} must be given by points", help="CALC_FONC_INTERP makes them of a formula")
    return OfTemperature(lambda t: np.asarray(given.exactly(TEMP=t), float), given.slope)


def _invertible(law, given) -> OfTemperature:
    """The enthalpy with the temperature as a function of it, where it grows; `given` tells it by points."""
    if len(given.x) < 2 or (np.diff(given.y) <= 0.0).any():
        return law
    back = type(given)(given.y, given.x, given.properties)
    name = given.properties.parameter
    return replace(law, back=OfTemperature(lambda h: np.asarray(back.exactly(**{name: h}), float), back.slope), told=np.array(given.x))


def _enthalpy(occurrence) -> OfTemperature:
    if "BETA" in occurrence:
        return _told_enthalpy(occurrence)
    _law(occurrence, "RHO_CP")
    capacity = occurrence.RHO_CP
    if len(capacity.x) == 1:
        value = float(capacity.y[0])
        return OfTemperature(lambda t: value * (t - ABSOLUTE_ZERO), lambda t: np.full(np.shape(t), value))
    start = 0.5 * (capacity.y[0] + capacity.y[1]) * (capacity.x[0] - ABSOLUTE_ZERO)
    right = "LINEAIRE" if capacity.properties.right == "CONSTANT" else "EXCLU"
    whole = capacity.trapeze(start)
    whole = whole.with_properties(whole.properties.changed(left="LINEAIRE", right=right))
    return _invertible(OfTemperature(lambda t: np.asarray(whole.exactly(TEMP=t), float), whole.slope), whole)


def _told_enthalpy(occurrence):
    return _invertible(_law(occurrence, "BETA"), occurrence.BETA)


def _properties(occurrence, words):
    return {"conduction_law": tuple(_law(occurrence, word) for word in words if word in occurrence), "enthalpy_law": _enthalpy(occurrence)}


def _declare(words, optional=""):
    return FACT("f", rules=(UN_PARMI("BETA", "RHO_CP"),), **functions("o", words), **functions("f", f"{optional} BETA RHO_CP"))


def _hardening(occurrence):
    affinity = occurrence.AFFINITE
    law = Hardening(lambda degree, t: np.broadcast_to(affinity.evaluate(HYDR=degree, TEMP=t), degree.shape), occurrence.CHALHYDR)
    return {"conduction_law": (_law(occurrence, "LAMBDA"),), "enthalpy_law": _told_enthalpy(occurrence), "hardening": law}


MATERIALS.add("THER_NL", MaterialLaw(_declare("LAMBDA"), lambda occurrence: _properties(occurrence, ("LAMBDA",))))
MATERIALS.add(
    "THER_NL_ORTH",
    MaterialLaw(
        _declare("LAMBDA_L LAMBDA_T", "LAMBDA_N"),
        lambda occurrence: _properties(occurrence, ("LAMBDA_L", "LAMBDA_T", "LAMBDA_N")),
    ),
)
MATERIALS.add("THER_HYDR", MaterialLaw(FACT("f", **functions("o", "LAMBDA BETA AFFINITE"), CHALHYDR=SIMP("o", typ="R")), _hardening))
