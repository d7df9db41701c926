"""REST_ECRO: hardening that heat takes away (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw


def properties(occurrence):
    """Where the restoration begins and ends, degrees, the plastic strain that it needs, its rate and what it leaves."""

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
            COEF_ECRO=SIMP("o", typ=FUNCTION),
            TAU_INF=SIMP("o", typ=FUNCTION),
            TEMP_MINI=SIMP("o", typ="R"),
            TEMP_MAXI=SIMP("o", typ="R"),
            EPSQ_MINI=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
