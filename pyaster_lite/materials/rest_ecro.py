"""REST_ECRO: hardening that heat takes away (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.conditions import absent
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw


def properties(occurrence):
    """Where the restoration begins and ends, degrees, the plastic strain that it needs, its rate and what it leaves.

    In the place of all these, a factor from 0 to 1, as code_aster had it up to version 15.
    """
    if "FONC_MULT" in occurrence:
        factor = occurrence.FONC_MULT
        return {"restored_factor": lambda variables: np.asarray(factor.evaluate(**variables), float), "restored_threshold": 0.0}

    def at_threshold(word):
        value, least = occurrence[word], occurrence.EPSQ_MINI
        return lambda variables: np.asarray(value.evaluate(EPSI=least, **variables), float)

    return {
        "restored_from": occurrence.TEMP_MINI,
        "restored_to": occurrence.TEMP_MAXI,
        "restored_threshold": occurrence.EPSQ_MINI,
        "restored_rate": at_threshold("COEF_ECRO"),
        "restored_share": at_threshold("TAU_INF"),
    }


MATERIALS.add(
    "REST_ECRO",
    MaterialLaw(
        FACT(
            "f",
            FONC_MULT=SIMP("f", typ=FUNCTION),
            b_rate=BLOC(
                absent("FONC_MULT"),
                COEF_ECRO=SIMP("o", typ=FUNCTION),
                TAU_INF=SIMP("o", typ=FUNCTION),
                TEMP_MINI=SIMP("o", typ="R"),
                TEMP_MAXI=SIMP("o", typ="R"),
                EPSQ_MINI=SIMP("f", typ="R", defaut=0.0),
            ),
        ),
        properties,
    ),
)
