"""DSP: the spectral density that answers a response spectrum (u4.32.04, r4.05.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._calc_fonction.action import REAL, Action
from pyaster_lite.concepts.function import Function
from pyaster_lite.fe.ground_motion.density import compatible


def _density(args):
    """Per Hz, at frequencies from 0 on."""
    given = args.FONCTION
    frequencies = args.FREQ_PAS
    if frequencies is None:
        frequencies = np.asarray(args.LIST_FREQ.values, float)
        if frequencies[0] <= 0.0:
            raise args.wrong("LIST_FREQ", "frequencies must be above 0")
    # the median is what is met, whatever the fractile, as in code_aster
    args.mark_read("FRACT")
    begun = Function(np.insert(given.x, 0, 0.0), np.insert(given.y, 0, 0.0), given.properties, given.name)
    w, values, _, _ = compatible(
        lambda f: begun(f) * args.NORME, args.AMOR_REDUIT, float(given.x[0]), args.FREQ_COUP, args.DUREE, frequencies,
        args.FREQ_FILTRE_ZPA, args.NB_ITER, args.NB_FREQ_LISS,
    )  # fmt: skip
    return Function(w / (2.0 * np.pi), values * 2.0 * np.pi, given.properties)


ACTIONS = {
    "DSP": Action(
        FACT(
            rules=UN_PARMI("FREQ_PAS", "LIST_FREQ"),
            FONCTION=SIMP("o", typ=REAL),
            AMOR_REDUIT=SIMP("o", typ="R", val_min=0.0, val_max=1.0),
            NORME=SIMP("o", typ="R"),
            LIST_FREQ=SIMP(typ="listr8_sdaster"),
            FREQ_PAS=SIMP(typ="R"),
            NB_ITER=SIMP(typ="I", val_min=0, defaut=10),
            FREQ_FILTRE_ZPA=SIMP(typ="R", defaut=0.0, val_min=0.0),
            NB_FREQ_LISS=SIMP(typ="I", defaut=0),
            FREQ_COUP=SIMP("o", typ="R"),
            DUREE=SIMP("o", typ="R", val_min=0.0),
            FRACT=SIMP(typ="R", defaut=0.5, val_min=0.0, val_max=1.0),
        ),
        _density,
    ),
}
