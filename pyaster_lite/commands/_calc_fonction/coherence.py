"""COHERENCE: how alike two sets of signals are by frequency (u4.32.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._calc_fonction.action import FAMILY, Action
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.fe.coherency import measured
from pyaster_lite.fe.ground_motion.modulation import accumulated


def _coherence(args):
    """The real part of the mean over the pairs of signals, from the first frequency above zero on."""
    first, second = args.NAPPE_1, args.NAPPE_2
    if len(first.functions) != len(second.functions) or set(first.values) != set(second.values):
        raise args.wrong("NAPPE_2", f"{first.name} and {second.name} must have the same signals")
    times, width = first.functions[0].x, args.NB_FREQ_LISS
    if any(len(f.x) != len(times) for family in (first, second) for f in family.functions):
        raise args.wrong("NAPPE_2", "all signals must have as many points")
    if any(not np.isclose(f.x[1] - f.x[0], times[1] - times[0], rtol=1e-9) for f in second.functions):
        raise args.wrong("NAPPE_2", "all signals must have the same time step")
    part = slice(None)
    if args.OPTION == "DUREE_PHASE_FORTE":
        energy = accumulated(times, first.functions[0].y)
        part = slice(*np.searchsorted(energy / energy[-1], (args.BORNE_INF, args.BORNE_SUP)).tolist())
    signals = [np.array([f.y[part] for f in family.functions]) for family in (first, second)]
    if signals[0].shape[1] <= 2 * width:
        raise args.wrong("NB_FREQ_LISS", f"{signals[0].shape[1]} points are too few to be smoothed over {width} frequencies on each side")
    frequencies, values = measured(*signals, times[1] - times[0], width)
    kept = frequencies >= 0.0
    if args.FREQ_COUP is not None:
        kept &= frequencies < args.FREQ_COUP
    return Function(frequencies[kept], values.real[kept], Properties("FREQ", "ACCE", left="EXCLU", right="CONSTANT"))


ACTIONS = {
    "COHERENCE": Action(
        FACT(
            NAPPE_1=SIMP("o", typ=FAMILY),
            NAPPE_2=SIMP("o", typ=FAMILY),
            FREQ_COUP=SIMP(typ="R"),
            OPTION=SIMP(defaut="TOUT", into=("DUREE_PHASE_FORTE", "TOUT")),
            b_option=BLOC(
                equal("OPTION", "DUREE_PHASE_FORTE"),
                BORNE_INF=SIMP(typ="R", defaut=0.05, val_min=0.0, val_max=0.5),
                BORNE_SUP=SIMP(typ="R", defaut=0.95, val_min=0.5, val_max=1.0),
            ),
            NB_FREQ_LISS=SIMP(typ="I", defaut=12, val_min=1),
        ),
        _coherence,
    ),
}
