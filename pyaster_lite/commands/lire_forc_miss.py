"""LIRE_FORC_MISS: the forces of the waves in a soil at a frequency, out of a file (u7.02.34)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._soil_files import Placed, table_of, words
from pyaster_lite.concepts.matrix import GeneralisedVector
from pyaster_lite.io.soil_tables import NEAR, terms_at

AXES, MOTIONS = ("DX", "DY", "DZ"), ("DEPL", "VITE", "ACCE")


@operator(
    "LIRE_FORC_MISS",
    produces="vect_asse_gene_c",
    keywords=dict(
        **words(),
        FREQ_EXTR=SIMP("o", typ="R"),
        NOM_CMP=SIMP("f", into=AXES),
        NOM_CHAM=SIMP("f", into=MOTIONS, defaut="DEPL"),
        NUME_CHAR=SIMP("f", typ="I", val_min=1),
        UNITE_RESU_FORC=SIMP("f", typ="I", defaut=30),
        NOM_RESU_FORC=SIMP("f"),
    ),
)
def lire_forc_miss(args, context):
    """On the basis, of a unit motion of the free soil along NOM_CMP, or of its wave NUME_CHAR, told by NOM_CHAM of the motion."""
    if args.NOM_CMP is None and args.NUME_CHAR is None:
        raise args.wrong("NOM_CMP", "give NOM_CMP, or NUME_CHAR")
    args.mark_read("NUME_CHAR", "UNITE_RESU_FORC")
    placed, frequency = Placed.of(args), args.FREQ_EXTR
    wave = AXES.index(args.NOM_CMP) if args.NOM_CMP is not None else args.NUME_CHAR - 1
    first, last = wave * placed.count, (wave + 1) * placed.count
    known, terms = table_of(args, context, "UNITE_RESU_FORC", last, args.NOM_RESU_FORC)
    terms, turned = terms[first:last], MOTIONS.index(args.NOM_CHAM)
    if frequency <= np.finfo(float).eps:
        # from nothing it is the forces by motion that go on along a line
        values = terms_at(known, _by_motion(terms, known, turned), np.array([frequency]))[0]
    else:
        at = known[-1] if frequency >= known[-1] * (1.0 - NEAR) else frequency
        values = _by_motion(terms_at(known, terms, np.array([frequency]))[0], at, turned)
    return GeneralisedVector("vect_asse_gene_c", args.BASE, placed.vector(values))


def _by_motion(terms, frequencies, turned):
    """By velocity or acceleration instead of displacement: divided by i w as often."""
    return terms / (2j * np.pi * frequencies) ** turned if turned else terms
