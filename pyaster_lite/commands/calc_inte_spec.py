"""CALC_INTE_SPEC: the matrix of cross spectra of signals in time (u4.36.03)."""

from __future__ import annotations

from math import log2

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.concepts.spectrum import Spectra
from pyaster_lite.fe.random_signals import estimated


@operator(
    "CALC_INTE_SPEC",
    produces="interspectre",
    keywords=dict(
        INST_INIT=SIMP("f", typ="R", defaut=0.0),
        INST_FIN=SIMP("o", typ="R"),
        DUREE_ANALYSE=SIMP("f", typ="R"),
        DUREE_DECALAGE=SIMP("f", typ="R"),
        NB_POIN=SIMP("o", typ="I", val_min=2),
        FONCTION=SIMP("o", typ=("fonction_sdaster", "formule"), max="**"),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def calc_inte_spec(args, context):
    """The mean over windows that are DUREE_ANALYSE long and follow each other after DUREE_DECALAGE."""
    count, whole = args.NB_POIN, args.INST_FIN - args.INST_INIT
    if abs(log2(count) - round(log2(count))) > 1e-6:
        raise args.wrong("NB_POIN", "the number of points must be a power of two")
    duration = args.DUREE_ANALYSE if "DUREE_ANALYSE" in args else whole
    shift = args.DUREE_DECALAGE if "DUREE_DECALAGE" in args else duration
    windows = int(abs((whole - duration) / shift) + 1) if "DUREE_ANALYSE" in args else 1
    courses = [scalar_function(function, "INST") for function in args.FONCTION]
    step = duration / count
    signals = np.array(
        [[[course(args.INST_INIT + w * shift + i * step) for i in range(count)] for course in courses] for w in range(windows)]
    )
    spectra = estimated(signals, duration)
    pairs = [(i, j) for j in range(len(courses)) for i in range(j + 1)]
    return Spectra(np.arange(count // 2) / duration, {(i + 1, j + 1): spectra[i, j] for i, j in pairs})
