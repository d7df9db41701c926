"""CALC_AMOR_MODAL: the damping of modes as a list (u4.52.13)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.concepts.lists import NumberList


@operator(
    "CALC_AMOR_MODAL",
    produces="listr8_sdaster",
    keywords=dict(
        AMOR_RAYLEIGH=FACT(
            "o",
            AMOR_ALPHA=SIMP("o", typ="R"),
            AMOR_BETA=SIMP("o", typ="R"),
            MODE_MECA=SIMP("o", typ="mode_meca"),
        ),
    ),
)
def calc_amor_modal(args, context):
    """By Rayleigh: (a w + b / w) / 2, w the pulsation of the mode."""
    damping = args.AMOR_RAYLEIGH
    pulsations = 2.0 * np.pi * damping.MODE_MECA.access("FREQ")
    if not (pulsations > 0.0).all():
        raise damping.wrong("MODE_MECA", f"{damping.MODE_MECA.name} has a mode without a frequency")
    return NumberList(0.5 * (damping.AMOR_ALPHA * pulsations + damping.AMOR_BETA / pulsations))
