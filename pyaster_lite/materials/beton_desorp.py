"""BETON_DESORP: what the humidity of the pores of concrete makes of the water in it (u4.43.01).

FONC_DESORP gives the relative humidity over the water (SECH); with LEVERETT it is van Genuchten's law moved by the temperature.
"""

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.fe.drying import Leverett

from ._law import FUNCTION, MaterialLaw

PASCALS = {"Pa": 1.0, "MPa": 1e6}


@dataclass(frozen=True)
class ByFunction:
    """A function of the water alone."""

    function: object

    def humidity(self, concentration, temperature):
        """(relative humidity, no capillary pressure)."""
        return np.asarray(self.function.evaluate(SECH=concentration, TEMP=temperature), float), np.zeros(np.shape(concentration))


def properties(occurrence):
    """The law under the name desorption: `humidity(concentration, temperature)` gives the relative one and the capillary pressure."""
    if occurrence.LEVERETT == "NON":
        return {"desorption": ByFunction(occurrence.FONC_DESORP)}
    words = ("VG_PR", "VG_N", "ATH", "TEMP_0_C", "PORO")
    return {"desorption": Leverett(*(occurrence[word] for word in words), PASCALS[occurrence.UNITE_PRESSION])}


MATERIALS.add(
    "BETON_DESORP",
    MaterialLaw(
        FACT(
            "f",
            LEVERETT=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            b_fonction=BLOC(equal("LEVERETT", "NON"), FONC_DESORP=SIMP("o", typ=FUNCTION)),
            b_leverett=BLOC(
                equal("LEVERETT", "OUI"),
                VG_PR=SIMP("o", typ="R"),
                VG_N=SIMP("o", typ="R"),
                ATH=SIMP("o", typ="R"),
                TEMP_0_C=SIMP("o", typ="R"),
                PORO=SIMP("o", typ="R"),
                UNITE_PRESSION=SIMP("f", into=tuple(PASCALS), defaut="Pa"),
            ),
        ),
        properties,
    ),
)
