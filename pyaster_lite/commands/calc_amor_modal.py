"""CALC_AMOR_MODAL: the damping of modes as a list (u4.52.13)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import ENSEMBLE, UN_PARMI
from pyaster_lite.concepts.lists import NumberList

from ._ground_damping import FACTS, damping_with_ground


@operator(
    "CALC_AMOR_MODAL",
    produces="listr8_sdaster",
    rules=(UN_PARMI("AMOR_RAYLEIGH", "ENER_SOL"), ENSEMBLE("ENER_SOL", "AMOR_INTERNE", "AMOR_SOL")),
    keywords=dict(
        AMOR_RAYLEIGH=FACT(
            "f",
            AMOR_ALPHA=SIMP("o", typ="R"),
            AMOR_BETA=SIMP("o", typ="R"),
            MODE_MECA=SIMP("o", typ="mode_meca"),
        ),
        **FACTS,
        b_ground=BLOC(
            present("ENER_SOL"),
            CORR_AMOR_NEGATIF=SIMP("f", into=("NON", "IGNORE", "OUI"), defaut="NON"),
            b_corr_amor=BLOC(equal("CORR_AMOR_NEGATIF", "OUI"), COEF_CORR_AMOR=SIMP("o", typ="R", val_min=1.0e-3, val_max=1.0)),
        ),
    ),
)
def calc_amor_modal(args, context):
    """By Rayleigh, (a w + b / w) / 2 with w the pulsation of the mode; or by the shares of the potential energy."""
    if args.get("ENER_SOL") is not None:
        return NumberList(damping_with_ground(args, context))
    damping = args.AMOR_RAYLEIGH
    pulsations = 2.0 * np.pi * damping.MODE_MECA.access("FREQ")
    if not (pulsations > 0.0).all():
        raise damping.wrong("MODE_MECA", f"{damping.MODE_MECA.name} has a mode without a frequency")
    return NumberList(0.5 * (damping.AMOR_ALPHA * pulsations + damping.AMOR_BETA / pulsations))
