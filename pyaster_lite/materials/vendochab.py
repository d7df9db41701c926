"""VENDOCHAB and VENDOCHAB_FO: threshold and damage of a creep that LEMAITRE tells, driven by three sizes of the stress (u4.43.01)."""

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter

DEFAULTS, NEEDED = ("SY", "ALPHA_D", "BETA_D"), "R_D A_D K_D"


@dataclass(frozen=True)
class Fading:
    """K_D as a table of the temperature TEMP and of the size X of the stress (Pa)."""

    table: object

    def at(self, temperature: np.ndarray, size: np.ndarray) -> np.ndarray:
        """The values, of the shape of both; raises OutsideDomain as the table does."""
        return np.asarray(self.table.evaluate(TEMP=temperature, X=size), float)


def declare(values):
    """The declaration; all is wanted where functions are given."""
    if values is numbers:
        return FACT("f", **{word: SIMP("f", typ="R", defaut=0.0) for word in DEFAULTS}, **values("o", NEEDED))
    return FACT("f", **values("o", f"{' '.join(DEFAULTS)} {NEEDED}"))


def properties(occurrence):
    """damaged_creep.*: the parameters by their words in lower case, as in behaviours._damaged_creep.

    A table of the stress is damaged_creep.fading, beside which k_d says nothing.
    """
    found = {f"damaged_creep.{word.lower()}": parameter(occurrence, word) for word in (*DEFAULTS, *NEEDED.split()) if word != "K_D"}
    if "X" not in getattr(occurrence.K_D, "parameters", ()):
        return found | {"damaged_creep.k_d": parameter(occurrence, "K_D")}
    if not hasattr(occurrence.K_D, "functions"):
        raise occurrence.wrong("K_D", "a K_D of the stress X is a table (DEFI_NAPPE) of TEMP and X")
    return found | {"damaged_creep.k_d": 0.0, "damaged_creep.fading": Fading(occurrence.K_D)}


both("VENDOCHAB", declare, properties)
