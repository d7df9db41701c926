"""BETON_GRANGER and V_BETON_GRANGER: basic creep of concrete by springs beside dashpots, and its ageing (u4.43.01)."""

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, numbers

CHAINS = range(1, 9)


@dataclass(frozen=True)
class OfAge:
    """A function of the age, which takes the place of the instant."""

    function: object

    def at(self, age):
        """What creep keeps of itself at ages, s."""
        return np.asarray(self.function.evaluate(INST=age), float)


def properties(occurrence):
    """(8,) compliances, 1/Pa, and times, s; those that are not given do not creep."""
    m = occurrence
    for i in CHAINS:
        if (m[f"J{i}"] is None) != (m[f"TAUX_{i}"] is None):
            given, lacking = (f"J{i}", f"TAUX_{i}") if m[f"TAUX_{i}"] is None else (f"TAUX_{i}", f"J{i}")
            raise m.wrong(given, f"{lacking} is missing beside it")
        if m[f"TAUX_{i}"] is not None and m[f"TAUX_{i}"] <= 0.0:
            raise m.wrong(f"TAUX_{i}", "it must be positive")
    given = [i for i in CHAINS if m[f"J{i}"] is not None]
    if not given:
        raise m.wrong(None, "BETON_GRANGER has no compliance", help="give J1 and TAUX_1 at least")
    compliances, times = np.zeros(len(CHAINS)), np.ones(len(CHAINS))
    for i in given:
        compliances[i - 1], times[i - 1] = m[f"J{i}"], m[f"TAUX_{i}"]
    return {"granger_compliances": compliances, "granger_times": times}


MATERIALS.add(
    "BETON_GRANGER",
    MaterialLaw(FACT("f", **numbers("f", " ".join(f"J{i} TAUX_{i}" for i in CHAINS))), properties),
)
MATERIALS.add(
    "V_BETON_GRANGER",
    MaterialLaw(FACT("f", FONC_V=SIMP("o", typ=FUNCTION)), lambda m: {"granger_ageing": OfAge(m.FONC_V)}),
)
